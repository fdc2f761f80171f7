// The risks that a plug-in classifier has if its estimates are true: the problem that h^μ solves exactly, on
// the inputs of some rows.
//
//   r_a(h) = Σ_i p(a|x_i) Σ_y p(y|x_i,a) ℓ(h(x_i), y) / Σ_i p(a|x_i)          each row by its weight, where it has one
//
// With w_a = μ_a / p_a and p_a the mean of p(a|x_i), row by row h^μ is the minimum of Σ_a μ_a r_a(h) over all
// classifiers, for both losses [MMPF Thm 4.2]. So a search over these risks is certified; what the
// certificate speaks of is the estimate, not the world.

import type { ClassLoss } from '../groups/risks.js';
import { compensatedSum } from '../numeric/sum.js';
import { type Conditionals, jointProbabilities, meanMemberships, mixRow } from './conditionals.js';
import { rowLoss } from './row-loss.js';

/** The risks of h^μ if the estimates are true, in arrays made once. */
export class EstimatedRisks {
  readonly #joint: Float64Array;
  readonly #rowCount: number;
  readonly #weights: Float64Array | undefined;
  /** Σ_i p(a|x_i). */
  readonly #totals: readonly number[];
  readonly #mixed: Float64Array;
  readonly #losses: Float64Array;
  readonly #sums: Float64Array;
  /** What rounding took from the sums (Kahan). */
  readonly #lost: Float64Array;
  readonly #loss: ClassLoss;

  constructor(conditionals: Conditionals, loss: ClassLoss) {
    this.#joint = jointProbabilities(conditionals);
    this.#rowCount = conditionals.rowCount;
    const { rowCount, memberships, outcomes, weights } = conditionals;
    this.#weights = weights;
    const total = weights === undefined ? rowCount : compensatedSum(weights);
    this.#totals = meanMemberships(memberships, outcomes.length, weights).map((share) => total * share);
    this.#mixed = new Float64Array(conditionals.classCount);
    this.#losses = new Float64Array(conditionals.classCount);
    this.#sums = new Float64Array(this.#totals.length);
    this.#lost = new Float64Array(this.#totals.length);
    this.#loss = loss;
  }

  /** r_a of h^μ, into `out`. @param factors μ_a / p_a */
  into(out: number[], factors: Float64Array): void {
    const mixed = this.#mixed;
    const losses = this.#losses;
    const joint = this.#joint;
    const sums = this.#sums.fill(0);
    const lost = this.#lost.fill(0);
    const groupCount = factors.length;
    const weights = this.#weights;
    for (let row = 0, k = 0; row < this.#rowCount; row++) {
      mixRow(joint, k, factors, mixed);
      const weight = weights === undefined ? 1 : weights[row]!;
      for (let c = 0; c < losses.length; c++) losses[c] = weight * rowLoss(this.#loss, mixed, c);
      for (let group = 0; group < groupCount; group++) {
        let expected = 0;
        for (let c = 0; c < losses.length; c++) {
          expected += joint[k + c * groupCount + group]! * losses[c]!;
        }
        const term = expected - lost[group]!;
        const next = sums[group]! + term;
        lost[group] = next - sums[group]! - term;
        sums[group] = next;
      }
      k += losses.length * groupCount;
    }
    for (let group = 0; group < groupCount; group++) {
      out[group] = sums[group]! / this.#totals[group]!;
    }
  }
}
