// Estimates for the tests of plug-in estimation: drawn at random, turned this way and that, and Theorem 4.2 in plain words.

import fc from 'fast-check';
import type { ClassLoss } from '../../src/groups/risks.js';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { sampleSimplex } from '../../src/numeric/simplex.js';
import type { Conditionals } from '../../src/plug-in/conditionals.js';
import type { PlugInRows } from '../../src/plug-in/plug-in-risks.js';
import { muOf } from '../helpers/arbitraries.js';

export interface Shape {
  readonly rowCount: number;
  readonly groupCount: number;
  readonly classCount: number;
}

export function drawConditionals(random: RandomSource, shape: Shape): Conditionals {
  const { rowCount, groupCount, classCount } = shape;
  const distributions = (size: number): Float64Array =>
    Float64Array.from(Array.from({ length: rowCount }, () => sampleSimplex(random, size)).flat());
  return {
    rowCount,
    classCount,
    outcomes: Array.from({ length: groupCount }, () => distributions(classCount)),
    memberships: distributions(groupCount),
  };
}

export interface PlugInSample extends PlugInRows {
  /** Those of `train`. */
  readonly priors: readonly number[];
  /** Estimates at other rows. */
  readonly train: Conditionals;
}

/** Groups of unlike size, their rows mixed; every group has rows, and every class occurs. */
export function drawSample(random: RandomSource, shape: Shape): PlugInSample {
  const { rowCount, groupCount, classCount } = shape;
  const groups = Int32Array.from({ length: rowCount }, (_, row) =>
    row < groupCount ? row : Math.floor(random.uniform() ** 2 * groupCount),
  );
  const labels = Int32Array.from({ length: rowCount }, (_, row) =>
    row < classCount ? row : Math.floor(random.uniform() * classCount),
  );
  const conditionals = drawConditionals(random, shape);
  const train = drawConditionals(random, { ...shape, rowCount: rowCount + 3 });
  return { priors: plainShares(train), labels, groups: indexOf(groups, groupCount), conditionals, train };
}

export function indexOf(groups: Int32Array, groupCount: number): PlugInRows['groups'] {
  const counts = new Array<number>(groupCount).fill(0);
  for (const group of groups) counts[group]!++;
  return { names: counts.map((_, group) => `group ${group}`), groups, counts };
}

/** A sample, weights for its groups, faces and corners included, and a loss. */
export const sampleWithMu = fc
  .record({
    seed: fc.nat(),
    groupCount: fc.integer({ min: 2, max: 5 }),
    classCount: fc.constantFrom(2, 3, 5),
    rowCount: fc.integer({ min: 5, max: 40 }),
  })
  .chain(({ seed, ...shape }) =>
    fc.record({
      sample: fc.constant(drawSample(createRandom(seed), shape)),
      mu: muOf(shape.groupCount),
      loss: fc.constantFrom<ClassLoss>('cross-entropy', 'brier'),
    }),
  );

/** [MMPF Thm 4.2] at one row. */
export function plainClassifier(
  { classCount, outcomes, memberships }: Conditionals,
  mu: readonly number[],
  priors: readonly number[],
  row: number,
): number[] {
  const shares = mu.map((weight, a) => (weight / priors[a]!) * memberships[row * mu.length + a]!);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return Array.from(
    { length: classCount },
    (_, c) => shares.reduce((sum, share, a) => sum + share * outcomes[a]![row * classCount + c]!, 0) / total,
  );
}

export function plainLoss(loss: ClassLoss, probabilities: readonly number[], label: number): number {
  return loss === 'cross-entropy'
    ? -Math.log(probabilities[label]!)
    : probabilities.reduce((sum, p, c) => sum + (p - (c === label ? 1 : 0)) ** 2, 0);
}

/** The mean of p(a|x). */
export function plainShares({ rowCount, outcomes, memberships }: Conditionals): number[] {
  return outcomes.map((_, a) => {
    const own = memberships.filter((_, k) => k % outcomes.length === a);
    return own.reduce((sum, value) => sum + value, 0) / rowCount;
  });
}

/** r_a of any classifier, if the estimates are true: Σ_i p(a|x_i) Σ_y p(y|x_i,a) ℓ(h(x_i), y) / Σ_i p(a|x_i). */
export function plainEstimatedRisks(
  conditionals: Conditionals,
  loss: ClassLoss,
  classifier: (row: number) => readonly number[],
): number[] {
  const { rowCount, classCount, outcomes, memberships } = conditionals;
  return plainShares(conditionals).map((share, a) => {
    let sum = 0;
    for (let row = 0; row < rowCount; row++) {
      const h = classifier(row);
      for (let c = 0; c < classCount; c++) {
        const joint = memberships[row * outcomes.length + a]! * outcomes[a]![row * classCount + c]!;
        sum += joint * plainLoss(loss, h, c);
      }
    }
    return sum / (rowCount * share);
  });
}

/** The estimates at the named rows, in their order. */
export function takeRows(conditionals: Conditionals, rows: readonly number[]): Conditionals {
  const { classCount, outcomes, memberships } = conditionals;
  const take = (values: Float64Array, width: number): Float64Array =>
    Float64Array.from(rows.flatMap((row) => [...values.subarray(row * width, (row + 1) * width)]));
  return {
    rowCount: rows.length,
    classCount,
    outcomes: outcomes.map((own) => take(own, classCount)),
    memberships: take(memberships, outcomes.length),
  };
}

/** The same estimates with the groups in another order: new group i is old group `order[i]`. */
export function withGroupOrder(conditionals: Conditionals, order: readonly number[]): Conditionals {
  const { outcomes, memberships } = conditionals;
  const width = outcomes.length;
  return {
    ...conditionals,
    outcomes: order.map((group) => outcomes[group]!),
    memberships: memberships.map((_, k) => memberships[k - (k % width) + order[k % width]!]!),
  };
}

/** The sample with the named rows, in their order. */
export function takeSampleRows(sample: PlugInSample, rows: readonly number[]): PlugInSample {
  const { groups, labels, conditionals, priors } = sample;
  return {
    ...sample,
    labels: Int32Array.from(rows, (row) => labels[row]!),
    groups: indexOf(
      Int32Array.from(rows, (row) => groups.groups[row]!),
      priors.length,
    ),
    conditionals: takeRows(conditionals, rows),
  };
}
