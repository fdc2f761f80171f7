// An array whose final length is not known beforehand. What is reserved but never written takes no memory, so the guess may be generous.

type Values = Float64Array | Uint32Array;

const FIRST_CAPACITY = 1 << 12;

export class GrowingArray<Kind extends Values> {
  readonly #create: new (
    length: number,
  ) => Kind;
  /** Its first `length` values count; replaced when it grows. */
  values: Kind;
  #length = 0;

  constructor(create: new (length: number) => Kind) {
    this.#create = create;
    this.values = new create(FIRST_CAPACITY);
  }

  get length(): number {
    return this.#length;
  }

  /** Makes room for so many values in all. */
  reserve(capacity: number): void {
    if (capacity <= this.values.length) return;
    const larger = new this.#create(capacity);
    larger.set(this.values.subarray(0, this.#length));
    this.values = larger;
  }

  /** Makes room for `count` more values, to be written by the caller. @returns where they begin */
  extend(count: number): number {
    const start = this.#length;
    if (start + count > this.values.length) this.reserve(Math.max(start + count, 2 * this.values.length));
    this.#length += count;
    return start;
  }

  /** All values; the array is empty afterwards. */
  take(): Kind {
    const taken = this.values.subarray(0, this.#length) as Kind;
    this.values = new this.#create(0);
    this.#length = 0;
    return taken;
  }
}
