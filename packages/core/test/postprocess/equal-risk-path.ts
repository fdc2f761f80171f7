// Equal risk classifiers of a family: from one whose risks are all the same, a path down along which they stay the same.

import { choleskyFactor, choleskySolve } from '../../src/numeric/cholesky.js';

/** How close the risks of a classifier on the path are to each other. */
export const EQUAL = 1e-10;

const FIRST_DROP = 0.05;
const SMALLEST_DROP = 1e-3;
const NEWTON_STEPS = 8;
const DIFFERENCE = 1e-6;

/**
 * The risks of the classifiers on the path, from the start down, until no small step leads further. Each is found by Newton's method on
 * risks(x) = target, by the shortest steps that solve the linearised equations, which need fewer groups than coordinates.
 * @param risksOf undefined outside the family
 */
export function equalRiskPath(
  risksOf: (x: readonly number[]) => readonly number[] | undefined,
  start: readonly number[],
): number[][] {
  let [point, risks] = [start, risksOf(start)!];
  const found = [[...risks]];
  for (let drop = FIRST_DROP; drop > SMALLEST_DROP; ) {
    const next = solveFor(risksOf, point, risks[0]! * (1 - drop));
    if (next === undefined) {
      drop /= 2;
      continue;
    }
    [point, risks] = [next, risksOf(next)!];
    found.push([...risks]);
  }
  return found;
}

function solveFor(
  risksOf: (x: readonly number[]) => readonly number[] | undefined,
  start: readonly number[],
  target: number,
): readonly number[] | undefined {
  let x = start;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const risks = risksOf(x);
    if (risks === undefined) return undefined;
    const missing = risks.map((risk) => target - risk);
    if (missing.every((miss) => Math.abs(miss) < EQUAL / 2)) return x;
    const jacobian = x.map((_, j) => {
      const [above, below] = [1, -1].map((sign) =>
        risksOf(x.map((value, i) => (i === j ? value + sign * DIFFERENCE : value))),
      );
      if (above === undefined || below === undefined) return undefined;
      return above.map((risk, a) => (risk - below[a]!) / (2 * DIFFERENCE));
    }); // coordinates × groups
    if (jacobian.includes(undefined)) return undefined;
    const columns = jacobian as number[][];
    const gram = risks.flatMap((_, a) =>
      risks.map((_, b) => columns.reduce((sum, slopes) => sum + slopes[a]! * slopes[b]!, 0)),
    );
    const weights = Float64Array.from(missing);
    choleskySolve(choleskyFactor(Float64Array.from(gram), risks.length), weights);
    x = x.map((value, j) => columns[j]!.reduce((sum, slope, a) => sum + slope * weights[a]!, value));
  }
  return undefined;
}
