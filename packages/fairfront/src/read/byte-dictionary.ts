// Texts to codes without decoding them: a hash table over their bytes, taken four at a time. A text is decoded once, when it is first met.

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
  /** The text that was looked for last. */
  readonly #last = new Int32Array(LONGEST / 4);
  #lastHash = 0;

  /** @returns the text's code, or −1 if it was not met before */
  find(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const last = this.#last;
    let words = 0;
    let hash = length;
    let i = start;
    for (; i + 4 <= end; i += 4) {
      const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
      last[words++] = word;
      hash = Math.imul(hash ^ word, MULTIPLIER);
      hash ^= hash >>> 15;
    }
    if (i < end) {
      let word = bytes[i]!;
      if (i + 1 < end) word |= bytes[i + 1]! << 8;
      if (i + 2 < end) word |= bytes[i + 2]! << 16;
      last[words++] = word;
      hash = Math.imul(hash ^ word, MULTIPLIER);
      hash ^= hash >>> 15;
    }
    this.#lastHash = hash;
    const slots = this.#slots;
    const entries = this.#entries;
    const own = this.#words;
    const mask = slots.length - 1;
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = FIELDS * (slots[slot]! - 1);
      if (entries[entry + HASH] !== hash || entries[entry + LENGTH] !== length) continue;
      const place = entries[entry + PLACE]!;
      let same = 0;
      while (same < words && own[place + same] === last[same]) same++;
      if (same === words) return entries[entry + CODE]!;
    }
    return -1;
  }

  /** The text that `find` has just not found. @param length in bytes */
  add(length: number, code: number): void {
    const words = Math.ceil(length / 4);
    if (this.#used + words > this.#words.length) {
      this.#words = enlarged(this.#words, 2 * this.#words.length + words);
    }
    this.#words.set(this.#last.subarray(0, words), this.#used);
    const entry = FIELDS * this.#count;
    if (entry === this.#entries.length) this.#grow();
    this.#entries[entry + HASH] = this.#lastHash;
    this.#entries[entry + PLACE] = this.#used;
    this.#entries[entry + LENGTH] = length;
    this.#entries[entry + CODE] = code;
    this.#used += words;
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

/** Of FNV-1a; high bits are mixed into low ones after each step. */
const MULTIPLIER = 0x01000193;

function enlarged(values: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(values);
  return larger;
}
