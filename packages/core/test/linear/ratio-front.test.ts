// The front in R and the curve of the dial: what their ends are, that they go one way between, and that each point is proved.

import { expect, it } from 'vitest';
import { groupShares } from '../../src/groups/group-index.js';
import { linearDial } from '../../src/linear/linear-dial.js';
import { ratioFront, WEIGHT_RATIOS } from '../../src/linear/ratio-front.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { solveLinearMinimax } from '../../src/linear/solve-linear-minimax.js';
import { createRandom } from '../../src/numeric/random.js';
import { uniformMu } from '../../src/numeric/simplex.js';
import { dot } from '../../src/numeric/sum.js';
import { makeData } from './linear-problems.js';
import '../helpers/close.js';

const rows = makeData(createRandom(5), {
  classCount: 2,
  columnCount: 4,
  groupRows: [300, 120, 60],
  noise: [0.05, 0.2, 0.4],
  tilt: 1,
});
const options = { classCount: 2, l2: 1e-3, gap: 1e-9 };
const shares = groupShares(rows.groups);
const minimax = solveLinearMinimax(rows, options);
const solver = linearSolver(rows, { classCount: 2, l2: 1e-3 });

it.each([
  ['equal weights', uniformMu(3)],
  ['shares', shares],
])('the front in R goes from %s to minimax, each point proved', (_, base) => {
  const front = ratioFront(rows, { ...options, base });
  expect(front.map(({ ratio }) => ratio)).toEqual(WEIGHT_RATIOS);
  expect(front[0]!.found.risks).toBeAllClose(solver.solve(base).risks, { absolute: 1e-6 });
  expect(front.at(-1)!.found.risks).toBeAllClose(minimax.risks, { absolute: 1e-6 });
  for (const { ratio, found, meanRisk, worstRisk } of front) {
    expect(found.certificate.relativeGap).toBeLessThanOrEqual(1e-9);
    const counts = found.mu.map((weight, a) => weight / base[a]!);
    expect(Math.max(...counts)).toBeLessThanOrEqual(ratio * Math.min(...counts) + 1e-9);
    expect(meanRisk).toBe(dot(shares, found.risks));
    expect(worstRisk).toBe(Math.max(...found.risks));
  }
  const judged = front.map(({ found }) => found.certificate.upper);
  expect(judged).toBeAllClose(
    [...judged].sort((one, other) => one - other),
    { absolute: 1e-9 },
  );
  expect(judged[0]).toBeLessThan(judged.at(-1)! - 0.01);
});

it('starts each solve from the one before, which saves steps', () => {
  const steps = (points: readonly { readonly found: { readonly iterations: number } }[]): number =>
    points.reduce((sum, { found }) => sum + found.iterations, 0);
  const together = steps(ratioFront(rows, options));
  const apart = steps(WEIGHT_RATIOS.flatMap((ratio) => ratioFront(rows, { ...options, ratios: [ratio] })));
  expect(together).toBeLessThan(0.8 * apart);
});

it('the dial by default goes in 21 steps from minimax to ordinary training, each point proved', () => {
  const dial = linearDial(rows, { ...options, minimax });
  expect(dial).toHaveLength(21);
  expect(dial[0]!.found).toBe(minimax);
  expect(dial.at(-1)!.found.risks).toBeAllClose(solver.solve(shares).risks, { absolute: 1e-4 });
  for (const { giveUp, found } of dial) {
    expect(found.certificate.relativeGap).toBeLessThanOrEqual(1e-8);
    expect(Math.max(...found.risks) + found.penalty).toBeLessThanOrEqual(minimax.certificate.upper + giveUp);
  }
  const means = dial.map(({ found }) => dot(shares, found.risks) + found.penalty);
  expect(means).toBeAllClose(
    [...means].sort((one, other) => other - one),
    { absolute: 1e-8 },
  );
});

it('a dial has nowhere to go where ordinary training is minimax', () => {
  const lone = makeData(createRandom(2), { classCount: 2, columnCount: 2, groupRows: [200] });
  const alone = solveLinearMinimax(lone, options);
  expect(linearDial(lone, { ...options, minimax: alone }).map(({ giveUp }) => giveUp)).toEqual([0]);
});
