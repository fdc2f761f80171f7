// An array that grows without copying what it has: blocks of one size, joined once at the end.

type Values = Float64Array | Uint32Array;

const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;

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

  push(values: Kind): void {
    for (let taken = 0; taken < values.length; ) {
      const offset = this.#length % BLOCK;
      if (offset === 0) this.#blocks.push(new this.#create(BLOCK));
      const part = values.subarray(taken, taken + BLOCK - offset);
      this.#blocks.at(-1)!.set(part, offset);
      this.#length += part.length;
      taken += part.length;
    }
  }

  set(index: number, value: number): void {
    this.#blocks[index >>> BLOCK_BITS]![index % BLOCK] = value;
  }

  /** Hands over one block after another with the index of its first value, and gives it up. */
  drain(take: (values: Kind, start: number) => void): void {
    for (let start = 0; start < this.#length; start += BLOCK) {
      take(this.#blocks.shift()!.subarray(0, this.#length - start) as Kind, start);
    }
    this.#length = 0;
  }
}
