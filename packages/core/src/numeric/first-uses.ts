// Numbers for different values, from 0 in the order in which they are first met. A `Map` holds 2^24 values at most,
// and takes some 50 bytes for each; here they are as many as there are rows, and take 12 to 48.

/** Numbers values by their first use. */
export interface FirstUses {
  /** Different values that were met. */
  readonly count: number;
  /** The number of a value, which is not NaN; 0 and −0 are one. */
  numberOf(value: number): number;
}

/**
 * Numbers values by their first use: in a list, where that takes no more memory than a table of so many could.
 * @param largest of the values, where all are whole numbers ≥ 0; infinite otherwise
 * @param most values that may be met
 */
export function firstUses(largest: number, most: number): FirstUses {
  return largest < 8 * most ? new NumberList(largest) : new NumberTable();
}

/** For whole numbers that are not large. */
class NumberList implements FirstUses {
  /** One more than the number; 0 where there is none. */
  readonly #numbers: Uint32Array;
  count = 0;

  constructor(largest: number) {
    this.#numbers = new Uint32Array(largest + 1);
  }

  numberOf(value: number): number {
    const known = this.#numbers[value]!;
    if (known > 0) return known - 1;
    this.#numbers[value] = ++this.count;
    return this.count - 1;
  }
}

/** For any numbers: a hash table with open addressing, never more than half full. */
export class NumberTable implements FirstUses {
  #values = new Float64Array(16);
  /** By place: one more than the number; 0 where the place is free. */
  #numbers = new Uint32Array(16);
  readonly #bits = new Float64Array(1);
  readonly #words = new Uint32Array(this.#bits.buffer);
  count = 0;

  numberOf(value: number): number {
    const place = this.#placeOf(value);
    const known = this.#numbers[place]!;
    if (known > 0) return known - 1;
    this.#values[place] = value;
    this.#numbers[place] = ++this.count;
    if (2 * this.count > this.#numbers.length) this.#grow();
    return this.count - 1;
  }

  /** Where a value is, or would be. */
  #placeOf(value: number): number {
    this.#bits[0] = value + 0; // −0 becomes 0
    let hash = this.#words[0]! ^ Math.imul(this.#words[1]!, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    const last = this.#numbers.length - 1;
    let place = (hash ^ (hash >>> 16)) & last;
    while (this.#numbers[place]! > 0 && this.#values[place] !== value) place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const [values, numbers] = [this.#values, this.#numbers];
    this.#values = new Float64Array(2 * values.length);
    this.#numbers = new Uint32Array(2 * values.length);
    for (let i = 0; i < values.length; i++) {
      if (numbers[i] === 0) continue;
      const place = this.#placeOf(values[i]!);
      this.#values[place] = values[i]!;
      this.#numbers[place] = numbers[i]!;
    }
  }
}
