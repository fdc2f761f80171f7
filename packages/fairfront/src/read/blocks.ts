// An array that grows without copying what it has: blocks of one size, joined once at the end.

type Values = Float64Array | Uint16Array | Uint32Array;

const BLOCK = 1 << 16;

export class Blocks<Kind extends Values> {
  readonly #create: new (
    length: number,
  ) => Kind;
  readonly #blocks: Kind[] = [];
  #length = 0;

  constructor(create: new (length: number) => Kind) {
    this.#create = create;
  }

  get length(): number {
    return this.#length;
  }

  push(values: ArrayLike<number>): void {
    for (let taken = 0; taken < values.length; ) {
      const offset = this.#length % BLOCK;
      if (offset === 0) this.#blocks.push(new this.#create(BLOCK));
      const block = this.#blocks.at(-1)!;
      const count = Math.min(BLOCK - offset, values.length - taken);
      for (let i = 0; i < count; i++) block[offset + i] = values[taken + i]!;
      this.#length += count;
      taken += count;
    }
  }

  set(index: number, value: number): void {
    this.#blocks[Math.floor(index / BLOCK)]![index % BLOCK] = value;
  }

  /** All values through `map`, into `target`; the blocks are given up on the way. */
  drainInto<Target extends { [index: number]: number }>(target: Target, map?: ArrayLike<number>): Target {
    for (let start = 0; start < this.#length; start += BLOCK) {
      const block = this.#blocks.shift()!;
      const count = Math.min(BLOCK, this.#length - start);
      for (let i = 0; i < count; i++) target[start + i] = map === undefined ? block[i]! : map[block[i]!]!;
    }
    this.#length = 0;
    return target;
  }
}
