import { describe, expect, it } from 'vitest';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import { solveLargeMinimax } from '../../src/linear/multiplier-minimax.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { solveLinearMinimax } from '../../src/linear/solve-linear-minimax.js';
import { createRandom } from '../../src/numeric/random.js';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';

/** Rows of groups that see the classes through features of their own, the later ones less clearly. */
function madeRows(
  rowCount: number,
  columnCount: number,
  classCount: number,
  groupCount: number,
): LabelledRows {
  const random = createRandom(7);
  const noise = (): number => random.exponential() - random.exponential();
  const labels = Int32Array.from({ length: rowCount }, () => Math.floor(classCount * random.uniform()));
  const groups = Int32Array.from({ length: rowCount }, () =>
    Math.floor(groupCount * random.uniform() ** 1.5),
  );
  const values = Float64Array.from({ length: rowCount * columnCount }, (_, i) => {
    const [row, column] = [Math.floor(i / columnCount), i % columnCount];
    const isOwn = column % classCount === labels[row] && column % groupCount === groups[row]!;
    return noise() + (isOwn ? 2 / (1 + groups[row]!) : 0);
  });
  const names = Array.from({ length: groupCount }, (_, group) => `g${group}`);
  const counts = names.map((_, group) => groups.filter((own) => own === group).length);
  return { features: { rowCount, columnCount, values }, labels, groups: { names, groups, counts } };
}

describe('solveLargeMinimax', () => {
  it.each([
    ['two classes', madeRows(400, 12, 2, 3), 2, 1e-3],
    ['three classes', madeRows(500, 9, 3, 3), 3, 1e-2],
    ['a small penalty', madeRows(400, 12, 3, 4), 3, 1e-4],
    ['one group', madeRows(200, 6, 3, 1), 3, 1e-3],
  ])('is what the exact solver finds, within the gap: %s', (_, rows, classCount, l2) => {
    const exact = solveLinearMinimax(rows, { classCount, l2, gap: 1e-8 });
    const found = solveLargeMinimax(rows, { classCount, l2, gap: 1e-5 });
    expect(found.status).toBe('gap');
    expect(found.certificate.relativeGap).toBeLessThanOrEqual(1e-5);
    expect(found.certificate.lower).toBeLessThanOrEqual(exact.certificate.upper);
    expect(found.certificate.upper).toBeGreaterThanOrEqual(exact.certificate.lower);
    expect(found.certificate.upper).toBeLessThanOrEqual(exact.certificate.upper * (1 + 2e-5));
    expect(found.mu).toBeAllClose(exact.mu, { absolute: 0.02 });
    expect(Math.max(...found.risks) + found.penalty).toBeCloseTo(found.certificate.upper, 12);
  });

  it('proves its gap where a Hessian would be too large, and its weights give the lower bound', () => {
    const rows = madeRows(600, 400, 4, 3); // 1,604 parameters
    const { certificate, status, mu } = solveLargeMinimax(rows, { classCount: 4, l2: 1e-2, gap: 1e-4 });
    expect(status).toBe('gap');
    expect(certificate.relativeGap).toBeLessThanOrEqual(1e-4);
    const { objective } = linearSolver(rows, { classCount: 4, l2: 1e-2 }).solve(mu);
    expect(certificate.lower).toBeLessThanOrEqual(objective * (1 + 1e-9));
    expect(certificate.lower).toBeGreaterThan(objective * (1 - 1e-4));
  });

  it('ends when it is told to, and refuses what is not convex', () => {
    const rows = madeRows(200, 6, 3, 2);
    const stopped = solveLargeMinimax(rows, { classCount: 3, l2: 1e-3, signal: { aborted: true } });
    expect(stopped).toMatchObject({ status: 'cancelled', iterations: 0 });
    let polls = 0;
    const signal = {
      get aborted() {
        return polls++ > 20;
      },
    };
    const halfway = solveLargeMinimax(rows, { classCount: 3, l2: 1e-3, gap: 1e-9, signal });
    expect(halfway.status).toBe('cancelled');
    const { objective } = linearSolver(rows, { classCount: 3, l2: 1e-3 }).solve(halfway.mu);
    expect(halfway.certificate.lower).toBeGreaterThan(0.9 * objective);
    expect(halfway.certificate.lower).toBeLessThanOrEqual(objective * (1 + 1e-9));
    expectError(
      () => solveLargeMinimax(rows, { classCount: 3, loss: 'brier' }),
      'bad-option',
      'cross-entropy',
    );
    expectError(() => solveLargeMinimax(rows, { classCount: 3, l2: 0 }), 'bad-option', 'l2 > 0');
    for (const gap of [0, Number.NaN]) {
      expectError(() => solveLargeMinimax(rows, { classCount: 3, l2: 1e-3, gap }), 'bad-option', 'gap');
    }
  });
});
