// Whom a model is judged by. The worst case chooses the weights of the groups from a set M, and pays a charge:
//
//   judge(h) = max_{μ ∈ M} Σ_a μ_a r_a(h) − charge(μ)
//
// All weights that sum to 1 make the minimax risk. Fewer are a bound on how unequal weights may be; charges make risks
// regrets; weights without bound hold groups below a cap. M is described by the variables of a small convex program,
// μ = A x with G x ≥ h and eᵀx = 1, never by its corners, of which there can be 2^groups.

import { FairfrontError } from '../error.js';
import { worstRisk } from '../groups/risks.js';
import { checkMu } from '../numeric/simplex.js';
import { dot } from '../numeric/sum.js';

/** The weights that the worst case chooses from. */
export interface WeightSet {
  readonly groupCount: number;
  /** What a model of these risks is judged by: the largest Σ μ_a r_a − charge(μ). */
  worst(risks: readonly number[]): number;
  readonly program: WeightProgram;
}

/** The weights of a set by variables x. */
export interface WeightProgram {
  /** A, groups × variables, row-major, ≥ 0. */
  readonly spread: Float64Array;
  /** What a unit of each variable is charged. */
  readonly charges: readonly number[];
  /** G, constraints × variables, row-major. */
  readonly constraints: Float64Array;
  /** h. */
  readonly bounds: Float64Array;
  /** e: eᵀx = 1. */
  readonly equality: Float64Array;
  /** Inside the set. */
  readonly start: Float64Array;
  /** The x of the set nearest to one that a solver left outside by its rounding. */
  readonly clean: (x: Float64Array) => Float64Array;
}

/** Interior points never touch the boundary: what is this small is a 0 that they approached. */
const NOTHING = 1e-11;
const positive = (value: number): number => (value < NOTHING ? 0 : value);

/** Σ_a μ_a = 1: the worst group judges. */
export function allWeights(groupCount: number): WeightSet {
  return {
    groupCount,
    worst: worstRisk,
    program: {
      spread: identity(groupCount),
      charges: new Array<number>(groupCount).fill(0),
      constraints: identity(groupCount),
      bounds: new Float64Array(groupCount),
      equality: new Float64Array(groupCount).fill(1),
      start: new Float64Array(groupCount).fill(1 / groupCount),
      clean: (x) => {
        const kept = x.map(positive);
        const sum = kept.reduce((total, weight) => total + weight, 0);
        return kept.map((weight) => weight / sum);
      },
    },
  };
}

/**
 * No group's weight is more than `ratio` times another's, each measured by its base: m b ≤ μ ≤ ratio · m b for some m.
 * With a ratio of 1 the weights are the base; with Infinity they are all.
 * @param base positive weights that sum to 1: equal ones, or the shares of the groups
 */
export function boundedRatio(base: readonly number[], ratio: number): WeightSet {
  checkMu(base, base.length, 'base');
  if (!(ratio >= 1)) {
    throw new FairfrontError('bad-option', `ratio of weights must be a number ≥ 1; got ${ratio}`);
  }
  const empty = base.indexOf(0);
  if (empty >= 0) {
    throw new FairfrontError(
      'bad-option',
      `base of weights must be > 0 in every group; got 0 in group ${empty + 1}`,
    );
  }
  const groupCount = base.length;
  if (ratio === Number.POSITIVE_INFINITY) return allWeights(groupCount);
  // x = (v, u): μ = s u b + (1 − s) v with s = 1/ratio and 0 ≤ v ≤ u b, so that s u b ≤ μ ≤ u b: as wide for every ratio.
  const variables = groupCount + 1;
  const share = 1 / ratio;
  const spread = new Float64Array(groupCount * variables);
  const constraints = new Float64Array(2 * groupCount * variables);
  const equality = new Float64Array(variables).fill(1 - share);
  equality[groupCount] = share;
  base.forEach((own, a) => {
    spread[a * variables + a] = 1 - share;
    spread[a * variables + groupCount] = share * own;
    constraints[a * variables + a] = 1;
    constraints[(groupCount + a) * variables + a] = -1;
    constraints[(groupCount + a) * variables + groupCount] = own;
  });
  const clean = (x: Float64Array): Float64Array => {
    const u = x[groupCount]!;
    const kept = x.map((value, a) => (a === groupCount ? u : Math.min(positive(value), u * base[a]!)));
    const sum = kept.reduce((total, value, i) => total + equality[i]! * value, 0);
    return kept.map((value) => value / sum);
  };
  return {
    groupCount,
    worst: (risks) => worstWithin(base, ratio, risks),
    program: {
      spread,
      charges: new Array<number>(variables).fill(0),
      constraints,
      bounds: new Float64Array(2 * groupCount),
      equality,
      start: clean(Float64Array.from([...base.map((own) => own / 2), 1])),
      clean,
    },
  };
}

/** The worst case gives the groups of the highest risks as much as it may; how many of them, G sums tell. */
function worstWithin(base: readonly number[], ratio: number, risks: readonly number[]): number {
  const order = risks.map((_, a) => a).sort((one, other) => risks[other]! - risks[one]!);
  let [weight, sum] = [1, dot(base, risks)];
  let worst = sum;
  for (const a of order) {
    weight += (ratio - 1) * base[a]!;
    sum += (ratio - 1) * base[a]! * risks[a]!;
    worst = Math.max(worst, sum / weight);
  }
  return worst;
}

/** What a model is judged by where some groups have caps. */
export interface Caps {
  /** By group: its risk may be no higher. Infinity: no cap. */
  readonly caps: readonly number[];
  /** Judged by this mean of the groups, weights that sum to 1, or by the worst group that has no cap. */
  readonly by: readonly number[] | 'worst';
  /** What all weights beyond that may sum to: what a risk above its cap costs. */
  readonly most: number;
}

/** Judges by a mean or by the worst of some groups, and what is above a cap costs `most` times as much. */
export function withCaps({ caps, by, most }: Caps): WeightSet {
  const groupCount = caps.length;
  const capped = caps.flatMap((cap, a) => (cap < Number.POSITIVE_INFINITY ? [a] : []));
  const free = by === 'worst' ? caps.flatMap((cap, a) => (cap < Number.POSITIVE_INFINITY ? [] : [a])) : [];
  if (by === 'worst' && free.length === 0) {
    throw new FairfrontError('bad-option', 'caps: some group must have none, to be judged by');
  }
  // x = (free weights, or 1 as a whole; weights of capped groups as shares of `most`).
  const judged = by === 'worst' ? free.length : 1;
  const variables = judged + capped.length;
  const spread = new Float64Array(groupCount * variables);
  const constraints = new Float64Array((variables + 1) * variables);
  const bounds = new Float64Array(variables + 1);
  const equality = new Float64Array(variables);
  const charges = new Array<number>(variables).fill(0);
  if (by === 'worst') for (let i = 0; i < judged; i++) spread[free[i]! * variables + i] = 1;
  else for (let a = 0; a < groupCount; a++) spread[a * variables] = by[a]!;
  equality.fill(1, 0, judged);
  capped.forEach((a, i) => {
    spread[a * variables + judged + i]! += most;
    charges[judged + i] = most * caps[a]!;
    constraints[variables * variables + judged + i] = -1;
  });
  for (let i = 0; i < variables; i++) constraints[i * variables + i] = 1;
  bounds[variables] = -1;
  const start = new Float64Array(variables).fill(1 / (2 * (capped.length + 1)));
  start.fill(1 / judged, 0, judged);
  return {
    groupCount,
    worst: (risks) => {
      const own = by === 'worst' ? Math.max(...free.map((a) => risks[a]!)) : dot(by, risks);
      return own + most * Math.max(0, ...capped.map((a) => risks[a]! - caps[a]!));
    },
    program: {
      spread,
      charges,
      constraints,
      bounds,
      equality,
      start,
      clean: (x) => {
        const kept = x.map(positive);
        let sum = 0;
        for (let i = 0; i < judged; i++) sum += kept[i]!;
        return kept.map((value, i) => (i < judged ? value / sum : value));
      },
    },
  };
}

/**
 * A set of weights of other groups, each a mean of these: V r − offset are their risks [combineGroups].
 * @param means V, others × groups, each row ≥ 0 and of sum 1
 * @param offsets taken off the risks of the others; by default 0
 */
export function ofMeans(
  set: WeightSet,
  means: readonly (readonly number[])[],
  offsets: readonly number[] = means.map(() => 0),
): WeightSet {
  const groupCount = means[0]!.length;
  const { spread, charges, ...program } = set.program;
  const variables = charges.length;
  const own = new Float64Array(groupCount * variables);
  means.forEach((mean, k) => {
    for (let a = 0; a < groupCount; a++) {
      if (mean[a] === 0) continue;
      for (let i = 0; i < variables; i++) own[a * variables + i]! += mean[a]! * spread[k * variables + i]!;
    }
  });
  return {
    groupCount,
    worst: (risks) => set.worst(means.map((mean, k) => dot(mean, risks) - offsets[k]!)),
    program: {
      ...program,
      spread: own,
      charges: charges.map((charge, i) =>
        offsets.reduce((sum, offset, k) => sum + offset * spread[k * variables + i]!, charge),
      ),
    },
  };
}

/** μ = A x. */
export function weightsAt({ spread, charges }: WeightProgram, x: Float64Array): number[] {
  const variables = charges.length;
  return Array.from({ length: spread.length / variables }, (_, a) =>
    dot(x, spread.subarray(a * variables, (a + 1) * variables)),
  );
}

function identity(size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) matrix[i * (size + 1)] = 1;
  return matrix;
}
