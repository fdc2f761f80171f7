// Texts to codes without decoding them: a hash table over their bytes. A text is decoded once, when it is first met.

const FIRST_ENTRIES = 64;
const FIRST_BYTES = 1 << 12;
/** Longer texts are not worth keeping twice. */
export const LONGEST = 256;

/** What is kept of an entry: hash, place and number of its bytes, and its code. */
const [HASH, PLACE, LENGTH, CODE, FIELDS] = [0, 1, 2, 3, 4] as const;

export class ByteDictionary {
  /** Entry + 1 in each slot; 0 is free. At most half are taken. */
  #slots = new Int32Array(2 * FIRST_ENTRIES);
  #entries = new Int32Array(FIELDS * FIRST_ENTRIES);
  #count = 0;
  #bytes = new Uint8Array(FIRST_BYTES);
  #used = 0;

  /** @returns the text's code, or −1 if it was not met before */
  find(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const hash = hashOf(bytes, start, end);
    const slots = this.#slots;
    const entries = this.#entries;
    const own = this.#bytes;
    const mask = slots.length - 1;
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = FIELDS * (slots[slot]! - 1);
      if (entries[entry + HASH] !== hash || entries[entry + LENGTH] !== length) continue;
      const place = entries[entry + PLACE]!;
      let same = 0;
      while (same < length && own[place + same] === bytes[start + same]) same++;
      if (same === length) return entries[entry + CODE]!;
    }
    return -1;
  }

  /** A text that `find` does not know. */
  add(bytes: Uint8Array, start: number, end: number, code: number): void {
    const length = end - start;
    if (this.#used + length > this.#bytes.length) {
      this.#bytes = enlarged(this.#bytes, 2 * this.#bytes.length + length);
    }
    this.#bytes.set(bytes.subarray(start, end), this.#used);
    const entry = FIELDS * this.#count;
    if (entry === this.#entries.length) this.#grow();
    this.#entries[entry + HASH] = hashOf(bytes, start, end);
    this.#entries[entry + PLACE] = this.#used;
    this.#entries[entry + LENGTH] = length;
    this.#entries[entry + CODE] = code;
    this.#used += length;
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

/** FNV-1a over four bytes at a time, its high bits mixed into the low ones. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x01000193);
    hash ^= hash >>> 15;
  }
  for (; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash ^ (hash >>> 13);
}

function enlarged<Kind extends Uint8Array | Int32Array>(values: Kind, length: number): Kind {
  const larger = new (values.constructor as new (length: number) => Kind)(length);
  larger.set(values);
  return larger;
}
