// A problem with one input as lines to draw: p(x|a), f_a(x), and its minimax classifier.

import type { Distributions } from '@fairfront/charts';
import { type ClosedForm, densityAt } from '@fairfront/core/theory';

export interface Grid {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** How far beside a jump its two points are: nearer than any picture shows. */
const BESIDE = 1e-9;

/**
 * Samples the curves on a grid, with a point at the foot and at the head of every jump, so that lines stand
 * upright there.
 */
export function distributions(
  form: ClosedForm,
  mu: readonly number[],
  { from, to, step }: Grid,
): Distributions {
  const { groups } = form.problem;
  const even = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
  const jumps = groups.flatMap(({ curve }) =>
    curve.breakpoints(from, to).flatMap((at) => [at - BESIDE, at + BESIDE]),
  );
  const x = [...new Set([...even, ...jumps])].sort((left, right) => left - right);
  return {
    x,
    densities: groups.map(({ mean }) => x.map((value) => densityAt(value - mean))),
    responses: groups.map(({ curve }) => x.map((value) => curve.at(value))),
    classifier: x.map(form.classifier(mu)),
  };
}
