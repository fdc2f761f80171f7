// Sums of many terms, compensated: the error does not grow with the number of terms (Neumaier 1974).

/** A sum that remembers the rounding errors of its additions and adds them back at the end. */
export class CompensatedSum {
  #sum = 0;
  #lost = 0;

  add(value: number): void {
    const next = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
  }

  get value(): number {
    // An infinite total has nothing to mend: Infinity − Infinity would make it NaN.
    return Number.isFinite(this.#lost) ? this.#sum + this.#lost : this.#sum;
  }
}

/** Σ values. */
export function compensatedSum(values: ArrayLike<number>): number {
  const sum = new CompensatedSum();
  for (let i = 0; i < values.length; i++) sum.add(values[i]!);
  return sum.value;
}

/** Σ_a left_a · right_a. Both have the same length; a factor 0 silences an infinite partner. */
export function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const sum = new CompensatedSum();
  for (let i = 0; i < left.length; i++) {
    if (left[i] !== 0 && right[i] !== 0) sum.add(left[i]! * right[i]!);
  }
  return sum.value;
}
