// Maps texts to codes without decoding them: a hash table over their bytes. A text is decoded once, when it
// is first met. Texts of one column mostly differ in length or at their ends, so an entry is found by its
// length, its first and its last four bytes. Up to eight bytes that is the whole text; of longer ones only
// what is between is left to compare.

const FIRST_ENTRIES = 64;
const FIRST_WORDS = 1 << 10;
/** Bytes. Longer texts are not worth keeping twice. */
export const LONGEST = 256;

/** What is kept of an entry. BETWEEN is where the words are that lie between the first and the last. */
const [FIRST, LAST, LENGTH, BETWEEN, CODE, FIELDS] = [0, 1, 2, 3, 4, 5] as const;

/** Where values are: `starts[record · width + column]`; a negative end has quotes to undouble. */
export interface ValuePlaces {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly width: number;
  readonly recordCount: number;
}

/** A dictionary from the bytes of texts to codes. */
export class ByteDictionary {
  /** Entry + 1 in each slot; 0 is free. At most half are taken. */
  #slots = new Int32Array(2 * FIRST_ENTRIES);
  #entries = new Int32Array(FIELDS * FIRST_ENTRIES);
  #count = 0;
  #words = new Int32Array(FIRST_WORDS);
  #used = 0;

  /**
   * Looks up the texts of one column, one record after another.
   * @param from the first record
   * @param codes takes what was found, from `firstRow` on
   * @returns the first record whose text is not known; `recordCount` if there is none
   */
  findAll(
    bytes: Uint8Array,
    { starts, ends, width, recordCount }: ValuePlaces,
    column: number,
    from: number,
    codes: Uint32Array,
    firstRow: number,
  ): number {
    const slots = this.#slots;
    const entries = this.#entries;
    const words = this.#words;
    const mask = slots.length - 1;
    for (let record = from; record < recordCount; record++) {
      const start = starts[record * width + column]!;
      const end = ends[record * width + column]!;
      const length = end - start;
      if (end < 0 || length > LONGEST) return record;
      const first = firstOf(bytes, start, length);
      const last = lastOf(bytes, end, length);
      let slot = hashOf(first, last, length) & mask;
      for (; ; slot = (slot + 1) & mask) {
        if (slots[slot] === 0) return record;
        const entry = FIELDS * (slots[slot]! - 1);
        if (
          entries[entry + FIRST] !== first ||
          entries[entry + LAST] !== last ||
          entries[entry + LENGTH] !== length
        )
          continue;
        let place = entries[entry + BETWEEN]!;
        let i = start + 4;
        while (i < end - 4 && words[place] === wordAt(bytes, i)) {
          i += 4;
          place++;
        }
        if (i < end - 4) continue;
        codes[firstRow + record] = entries[entry + CODE]!;
        break;
      }
    }
    return recordCount;
  }

  /** Adds a text that is not known yet. */
  add(bytes: Uint8Array, start: number, end: number, code: number): void {
    const length = end - start;
    if (this.#used + length > this.#words.length) this.#words = enlarged(this.#words);
    const entry = FIELDS * this.#count;
    if (entry === this.#entries.length) this.#grow();
    this.#entries[entry + FIRST] = firstOf(bytes, start, length);
    this.#entries[entry + LAST] = lastOf(bytes, end, length);
    this.#entries[entry + LENGTH] = length;
    this.#entries[entry + BETWEEN] = this.#used;
    this.#entries[entry + CODE] = code;
    for (let i = start + 4; i < end - 4; i += 4) this.#words[this.#used++] = wordAt(bytes, i);
    this.#place(this.#count++);
  }

  #place(index: number): void {
    const entry = FIELDS * index;
    const entries = this.#entries;
    const mask = this.#slots.length - 1;
    let slot = hashOf(entries[entry + FIRST]!, entries[entry + LAST]!, entries[entry + LENGTH]!) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = index + 1;
  }

  #grow(): void {
    this.#entries = enlarged(this.#entries);
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let index = 0; index < this.#count; index++) this.#place(index);
  }
}

/** The first four bytes; of a shorter text, its first two. */
function firstOf(bytes: Uint8Array, start: number, length: number): number {
  if (length >= 4) return wordAt(bytes, start);
  return length === 0 ? 0 : bytes[start]! | (bytes[start + (length >> 1)]! << 8);
}

/** The last four bytes; of a shorter text, its last. */
function lastOf(bytes: Uint8Array, end: number, length: number): number {
  if (length >= 4) return wordAt(bytes, end - 4);
  return length === 0 ? 0 : bytes[end - 1]!;
}

function wordAt(bytes: Uint8Array, i: number): number {
  return bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
}

/** High bits are mixed into low ones: those choose the slot. */
function hashOf(first: number, last: number, length: number): number {
  const hash = Math.imul(Math.imul(first ^ length, 0x01000193) ^ last, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

function enlarged(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * values.length);
  larger.set(values);
  return larger;
}
