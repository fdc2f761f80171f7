// The squared loss of a linear model from moments: a group's risk is a quadratic form, so what it needs to know of the
// rows fits into one matrix for each group, and no step has to pass over them again.
//
//   r_a(θ)  = q_a − 2 c_aᵀ t + tᵀ G_a t          t = (w, b − ȳ + ⟨w, x̄⟩)
//   ∇_t r_a = 2 (G_a t − c_a)                     ∇_w = ∇_t,w + x̄ ∇_t,b     ∇_b = ∇_t,b
//
// with G_a, c_a and q_a the means over the group, by weight, of z zᵀ, z e and e², z = (x − x̄, 1) and e = y − ȳ. They
// are summed around ȳ and 0 and moved to x̄, which costs digits where features are far from 0 for their spread. So risks
// that count are taken from the rows: the moments lead to a model, the rows say how good it is.

import type { LabelledRows } from '../groups/labelled-rows.js';
import { CompensatedSum } from '../numeric/sum.js';

/** Numbers that the matrices of all groups may take: 32 MB. */
const MOST_NUMBERS = 2 ** 22;

/** What the numbers to predict are like. */
export interface CentredTarget {
  /** ȳ over all rows, by weight. */
  readonly mean: number;
  /** Of the numbers, by weight; where they are all the same, of their size: what is small is small beside it. */
  readonly variance: number;
}

/** The mean and the variance of the numbers to predict. */
export function centredTarget({ values, groups }: LabelledRows): CentredTarget {
  const y = values!;
  const { weights } = groups;
  const meanOf = (term: (row: number) => number): number => {
    const sum = new CompensatedSum();
    const total = new CompensatedSum();
    for (let row = 0; row < y.length; row++) {
      const weight = weights === undefined ? 1 : weights[row]!;
      sum.add(weight * term(row));
      total.add(weight);
    }
    return sum.value / total.value;
  };
  const mean = y.every((value) => value === y[0]) ? y[0]! : meanOf((row) => y[row]!);
  return { mean, variance: meanOf((row) => (y[row]! - mean) ** 2) || mean ** 2 || 1 };
}

/** The moments of every group's rows. */
export class SquaredMoments {
  readonly #target: CentredTarget;
  readonly #groupCount: number;
  readonly #width: number;
  /** x̄. */
  readonly #centre: Float64Array;
  /** G_a, groups × width × width. */
  readonly #grams: Float64Array;
  /** c_a, groups × width. */
  readonly #crosses: Float64Array;
  /** q_a. */
  readonly #squares: Float64Array;

  /**
   * @param sums from `RowBlock.addMoments`, over all rows
   * @param totals W_a
   */
  constructor(sums: Float64Array, totals: readonly number[], width: number, target: CentredTarget) {
    const groupCount = totals.length;
    const crosses = groupCount * width ** 2;
    const squares = crosses + groupCount * width;
    this.#target = target;
    this.#groupCount = groupCount;
    this.#width = width;
    this.#grams = sums.slice(0, crosses);
    this.#crosses = sums.slice(crosses, squares);
    this.#squares = sums.slice(squares);
    this.#centre = this.#meansOf(totals);
    for (let a = 0; a < groupCount; a++) this.#moveToCentre(a);
  }

  #gram(group: number): Float64Array {
    const { length } = this.#grams;
    const size = length / this.#groupCount;
    return this.#grams.subarray(group * size, (group + 1) * size);
  }

  #cross(group: number): Float64Array {
    return this.#crosses.subarray(group * this.#width, (group + 1) * this.#width);
  }

  /** x̄: a group's own means are the last row of its matrix. */
  #meansOf(totals: readonly number[]): Float64Array {
    const last = (this.#width - 1) * this.#width;
    const all = totals.reduce((sum, total) => sum + total, 0);
    return Float64Array.from({ length: this.#width - 1 }, (_, i) =>
      totals.reduce((sum, total, a) => sum + (total / all) * this.#gram(a)[last + i]!, 0),
    );
  }

  /** From moments of (x, 1) to those of (x − x̄, 1); fills the upper triangle too. */
  #moveToCentre(group: number): void {
    const [width, centre, gram, cross] = [this.#width, this.#centre, this.#gram(group), this.#cross(group)];
    const last = width - 1;
    const means = gram.slice(last * width, last * width + last);
    for (let i = 0; i < last; i++) {
      for (let j = 0; j <= i; j++) {
        const moved = gram[i * width + j]! - means[i]! * centre[j]! - centre[i]! * (means[j]! - centre[j]!);
        gram[i * width + j] = gram[j * width + i] = moved;
      }
      gram[last * width + i] = gram[i * width + last] = means[i]! - centre[i]!;
      cross[i]! -= centre[i]! * cross[last]!;
    }
    gram[last * width + last] = 1;
  }

  /** t. */
  #moved(parameters: Float64Array): Float64Array {
    const t = parameters.slice();
    const last = this.#width - 1;
    let intercept = parameters[last]! - this.#target.mean;
    for (let i = 0; i < last; i++) intercept += parameters[i]! * this.#centre[i]!;
    t[last] = intercept;
    return t;
  }

  /** r_a for every group. */
  risks(parameters: Float64Array): number[] {
    const width = this.#width;
    const t = this.#moved(parameters);
    return Array.from(this.#squares, (square, a) => {
      const [gram, cross] = [this.#gram(a), this.#cross(a)];
      let risk = square;
      for (let i = 0; i < width; i++) {
        let sum = -2 * cross[i]!;
        for (let j = 0; j < width; j++) sum += gram[i * width + j]! * t[j]!;
        risk += sum * t[i]!;
      }
      return Math.max(0, risk);
    });
  }

  /** ∇r_a for every group. @param gradients groups × width, written here */
  gradients(parameters: Float64Array, gradients: Float64Array): void {
    const width = this.#width;
    const last = width - 1;
    const t = this.#moved(parameters);
    for (let a = 0; a < this.#groupCount; a++) {
      const [gram, cross] = [this.#gram(a), this.#cross(a)];
      const own = gradients.subarray(a * width, (a + 1) * width);
      for (let i = 0; i < width; i++) {
        let sum = -cross[i]!;
        for (let j = 0; j < width; j++) sum += gram[i * width + j]! * t[j]!;
        own[i] = 2 * sum;
      }
      for (let i = 0; i < last; i++) own[i]! += this.#centre[i]! * own[last]!;
    }
  }

  /** Σ_a μ_a ∇²r_a, the lower triangle. @param hessian width × width, written here */
  hessian(mu: readonly number[], hessian: Float64Array): void {
    const [width, centre] = [this.#width, this.#centre];
    const last = width - 1;
    hessian.fill(0);
    mu.forEach((weight, a) => {
      const gram = this.#gram(a);
      for (let i = 0; i < hessian.length; i++) hessian[i]! += 2 * weight * gram[i]!;
    });
    const corner = hessian[last * width + last]!;
    const means = hessian.slice(last * width, last * width + last);
    for (let i = 0; i < last; i++) {
      for (let j = 0; j <= i; j++) {
        hessian[i * width + j]! += means[i]! * centre[j]! + centre[i]! * (means[j]! + corner * centre[j]!);
      }
      hessian[last * width + i]! += corner * centre[i]!;
    }
  }
}

/** How many numbers the moments of all groups are: G_a, c_a and q_a. */
export function momentCount(groupCount: number, width: number): number {
  return groupCount * (width ** 2 + width + 1);
}

const KEPT = new WeakMap<LabelledRows, SquaredMoments>();

/**
 * The moments of rows, made once; none where they would take too much memory.
 * @param sum Σ over all rows, by weight and divided by W_a, of z zᵀ, z e and e², z = (x, 1), one after another
 */
export function momentsOf(
  data: LabelledRows,
  totals: readonly number[],
  target: CentredTarget,
  sum: () => Float64Array,
): SquaredMoments | undefined {
  if (totals.length * (data.features.columnCount + 1) ** 2 > MOST_NUMBERS) return undefined;
  const kept = KEPT.get(data) ?? new SquaredMoments(sum(), totals, data.features.columnCount + 1, target);
  KEPT.set(data, kept);
  return kept;
}
