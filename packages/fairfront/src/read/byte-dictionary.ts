// Texts to codes without decoding them: a hash table over their bytes. A text is decoded once, when it is first met.

const FIRST_ENTRIES = 64;
const FIRST_WORDS = 1 << 10;
/** Bytes. Longer texts are not worth keeping twice. */
export const LONGEST = 256;

/** What is kept of an entry: hash, place of its words, how many bytes they are, and its code. */
const [HASH, PLACE, LENGTH, CODE, FIELDS] = [0, 1, 2, 3, 4] as const;

export class ByteDictionary {
  /** Entry + 1 in each slot; 0 is free. At most half are taken. */
  #slots = new Int32Array(2 * FIRST_ENTRIES);
  #entries = new Int32Array(FIELDS * FIRST_ENTRIES);
  #count = 0;
  #words = new Int32Array(FIRST_WORDS);
  #used = 0;

  /** @returns the text's code, or −1 if it was not met before */
  find(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const hash = hashOf(bytes, start, end);
    const slots = this.#slots;
    const entries = this.#entries;
    const own = this.#words;
    const mask = slots.length - 1;
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = FIELDS * (slots[slot]! - 1);
      if (entries[entry + HASH] !== hash || entries[entry + LENGTH] !== length) continue;
      let place = entries[entry + PLACE]!;
      let i = start;
      while (i + 4 <= end && own[place] === wordAt(bytes, i)) {
        i += 4;
        place++;
      }
      if (i + 4 > end && (i === end || own[place] === partAt(bytes, i, end))) return entries[entry + CODE]!;
    }
    return -1;
  }

  /** A text that `find` does not know. */
  add(bytes: Uint8Array, start: number, end: number, code: number): void {
    const length = end - start;
    const words = Math.ceil(length / 4);
    if (this.#used + words > this.#words.length) {
      this.#words = enlarged(this.#words, 2 * this.#words.length + words);
    }
    const entry = FIELDS * this.#count;
    if (entry === this.#entries.length) this.#grow();
    this.#entries[entry + HASH] = hashOf(bytes, start, end);
    this.#entries[entry + PLACE] = this.#used;
    this.#entries[entry + LENGTH] = length;
    this.#entries[entry + CODE] = code;
    let i = start;
    for (; i + 4 <= end; i += 4) this.#words[this.#used++] = wordAt(bytes, i);
    if (i < end) this.#words[this.#used++] = partAt(bytes, i, end);
    this.#place(this.#count++);
  }

  #place(index: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#entries[FIELDS * index + HASH]! & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = index + 1;
  }

  #grow(): void {
    this.#entries = enlarged(this.#entries, 2 * this.#entries.length);
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let index = 0; index < this.#count; index++) this.#place(index);
  }
}

/** Texts of one column mostly differ at their ends, or in length: the first and the last four bytes say enough. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < 4) return mixed(partAt(bytes, start, end) ^ (length << 28));
  return mixed(Math.imul(wordAt(bytes, start) ^ length, 0x01000193) ^ wordAt(bytes, end - 4));
}

/** High bits into low ones: those choose the slot. */
function mixed(hash: number): number {
  const product = Math.imul(hash, 0x9e3779b1);
  return product ^ (product >>> 15);
}

function wordAt(bytes: Uint8Array, i: number): number {
  return bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
}

/** Fewer than four bytes. */
function partAt(bytes: Uint8Array, start: number, end: number): number {
  let word = 0;
  for (let i = end - 1; i >= start; i--) word = (word << 8) | bytes[i]!;
  return word;
}

function enlarged(values: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(values);
  return larger;
}
