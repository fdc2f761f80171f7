// Whether some rows lose more than all others, tested on rows that had no say in the choice.
//
//   excess      m_g − m_r                                   mean losses by weight, of the group and of the rest
//   variance    Σ_k (Σ_{i∈k} ψ_i)² · K / (K − 1)            ψ_i = ± w_i (ℓ_i − m) / W, by the part that row i is in
//   p           share of Student's t above excess / √variance, with as many degrees of freedom as the smaller part has
//               entities less one
//
// k are entities, or rows where each is by itself. Holm (1979): the smallest of m p-values is multiplied by m, the next
// by m − 1 and so on; what stays below the level is confirmed, and the chance that any of it is false is at most the
// level, whatever the dependence between the tests.

import type { Estimate } from '../numeric/bootstrap.js';
import { normalQuantile, normalShareAbove } from '../numeric/normal.js';

/** The rows that a group is judged by. */
export interface JudgedLosses {
  readonly losses: Float64Array;
  /** Row → what it counts for; by default 1. */
  readonly weights?: Float64Array | undefined;
  /** Row → whose it is; by default every row is by itself. */
  readonly entities?: ArrayLike<number> | undefined;
}

/** A group against all other rows. */
export interface GroupAgainstRest {
  readonly rows: number;
  /** The share of the rows, or of their weight. */
  readonly share: number;
  /** Mean losses, with intervals. */
  readonly risk: Estimate;
  readonly restRisk: Estimate;
  readonly excess: Estimate;
  /** One-sided: how often chance alone makes an excess as large. */
  readonly pValue: number;
}

/** Entities that both parts must have to be judged. */
const FEWEST = 30;

/**
 * Compares the mean loss of a group with that of all other rows.
 * @param members by row, 1 where it is in the group
 * @param rows those to judge by
 * @param level of the intervals
 */
export function compareWithRest(
  { losses, weights, entities }: JudgedLosses,
  members: Uint8Array,
  rows: ArrayLike<number>,
  level: number,
): GroupAgainstRest {
  const [weight, sum, count] = [0, 0, 0].map(() => [0, 0]) as [number[], number[], number[]];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const part = members[row]!;
    const own = weights?.[row] ?? 1;
    weight[part]! += own;
    sum[part]! += own * losses[row]!;
    count[part]!++;
  }
  const means = sum.map((own, part) => own / weight[part]!);
  const { places, placeCount } = placesOf(rows, entities);
  // By part and entity: what the entity's rows make of the mean.
  const influences = [0, 1].map(() => new Float64Array(placeCount)) as [Float64Array, Float64Array];
  const isIn = [0, 1].map(() => new Uint8Array(placeCount)) as [Uint8Array, Uint8Array];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const part = members[row]! as 0 | 1;
    const own = weights?.[row] ?? 1;
    influences[part][places[i]!]! += (own * (losses[row]! - means[part]!)) / weight[part]!;
    isIn[part][places[i]!] = 1;
  }
  const errorOf = (influence: (entity: number) => number): number => {
    let squares = 0;
    for (let entity = 0; entity < placeCount; entity++) squares += influence(entity) ** 2;
    return Math.sqrt((squares * placeCount) / Math.max(1, placeCount - 1));
  };
  const [ofRest, ofGroup] = influences;
  const z = normalQuantile((1 + level) / 2);
  const around = (value: number, error: number): Estimate => ({
    value,
    low: value - z * error,
    high: value + z * error,
  });
  const excess = means[1]! - means[0]!;
  const error = errorOf((entity) => ofGroup[entity]! - ofRest[entity]!);
  const smaller = Math.min(...isIn.map((own) => own.reduce((total, one) => total + one, 0)));
  return {
    rows: count[1]!,
    share: weight[1]! / (weight[0]! + weight[1]!),
    risk: around(
      means[1]!,
      errorOf((entity) => ofGroup[entity]!),
    ),
    restRisk: around(
      means[0]!,
      errorOf((entity) => ofRest[entity]!),
    ),
    excess: around(excess, error),
    pValue: smaller < FEWEST || !(error > 0) ? 1 : studentShareAbove(excess / error, smaller - 1),
  };
}

/** Numbers entities from 0; rows by themselves are entities. */
function placesOf(
  rows: ArrayLike<number>,
  entities: ArrayLike<number> | undefined,
): { readonly places: Uint32Array; readonly placeCount: number } {
  const known = new Map<number, number>();
  const places = Uint32Array.from({ length: rows.length }, (_, i) => {
    if (entities === undefined) return i;
    const place = known.get(entities[rows[i]!]!) ?? known.size;
    known.set(entities[rows[i]!]!, place);
    return place;
  });
  return { places, placeCount: entities === undefined ? rows.length : known.size };
}

/** P(t > x), by the normal approximation of Abramowitz & Stegun 26.7.8; from 30 degrees of freedom on to 1e-4. */
function studentShareAbove(x: number, degrees: number): number {
  return normalShareAbove((x * (1 - 1 / (4 * degrees))) / Math.sqrt(1 + (x * x) / (2 * degrees)));
}

/** Holm's adjusted p-values: those at most a level are significant together, at that level. */
export function adjustByHolm(pValues: readonly number[]): number[] {
  const order = [...pValues.keys()].sort((one, other) => pValues[one]! - pValues[other]!);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((test, rank) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * pValues[test]!));
    adjusted[test] = largest;
  });
  return adjusted;
}
