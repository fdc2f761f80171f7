// The front in the result of a fit: what is possible on the rows trained on.

import { dominates, worstRisk } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { Interrupted } from '../../src/interrupted.js';
import type { FitResult } from '../../src/measure/fit-result.js';
import type { FitEvent } from '../../src/runs/find-fit.js';
import { fit } from '../../src/runs/fit.js';
import { loadData } from '../../src/task/load-data.js';
import type { FitOptions } from '../../src/training/options/fit-options.js';
import { frontOf, madePeople } from '../front/run-front.js';

const TASK = { target: 'outcome', groups: 'group', splitColumn: 'part', model: 'linear' } as const;
const BY_VALIDATION = { ...TASK, select: 'validation' } as const;

async function resultOf(path: string, options: FitOptions): Promise<FitResult> {
  return (await fit(await loadData(path), options)).result;
}

describe.each([
  [['A', 'B'], '20', 21],
  [['A', 'B', 'C'], '8', 45],
])('the front in a fit of %j', (names, steps, gridSize) => {
  it.each([['validation'], ['cross-validation']] as const)('holds together, chosen by %s', async (select) => {
    const { front, search } = await resultOf(madePeople(names), { ...TASK, select, l2: 1e-6 });
    const { points, marks, part } = front!;
    const { naive, balanced, minimax, utopia, equalRisk } = marks;
    expect(part).toBe('train');
    expect(points.length).toBeGreaterThan(gridSize * 0.8);
    const all = [...points, naive, balanced, minimax];
    for (const { mu, risks } of all) {
      expect(mu.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 12);
      expect(worstRisk(minimax.risks)).toBeLessThanOrEqual(worstRisk(risks));
      risks.forEach((risk, group) => {
        expect(utopia.risks[group]).toBeLessThanOrEqual(risk);
      });
    }
    for (const one of points) {
      expect(points.some(({ risks }) => dominates(risks, one.risks))).toBe(false);
    }
    expect(equalRisk.risks).toEqual(names.map(() => worstRisk(minimax.risks)));
    const { lower, upper } = search.certificate;
    expect(worstRisk(minimax.risks)).toBeLessThan(upper! * (1 + 1e-4));
    expect(worstRisk(minimax.risks)).toBeGreaterThan(lower! - 1e-4); // the penalty is below that
  });

  it('is that of `front` on the same rows with the same penalty', async () => {
    const path = madePeople(names);
    const { front } = await resultOf(path, BY_VALIDATION);
    const { result } = await frontOf(path, '--steps', steps, '--part', 'train', '--l2', '1e-6');
    expect(front!.points.map(({ mu }) => mu)).toEqual(result.points.map(({ mu }) => mu));
    const far = (one: readonly number[], other: readonly number[]): number =>
      Math.max(...one.map((risk, group) => Math.abs(risk - other[group]!)));
    front!.points.forEach(({ mu, risks }, i) => {
      // A group without weight follows the model about as the root of what a solve leaves open.
      expect(far(risks, result.points[i]!.risks)).toBeLessThan(Math.min(...mu) > 0 ? 2e-5 : 1e-3);
    });
    for (const name of ['naive', 'balanced'] as const) {
      expect(far(front!.marks[name].risks, result.marks[name].risks)).toBeLessThan(1e-5);
    }
    // That of `front` was searched for, to the gap it certifies.
    const [least, searched] = [front!, result].map(({ marks }) => worstRisk(marks.minimax.risks));
    expect(least).toBeLessThanOrEqual((1 + 2e-6) * searched!);
    expect(least).toBeGreaterThan((1 - result.search.relativeGap!) * searched! - 1e-4);
    expect(far(front!.marks.utopia.risks, result.marks.utopia.risks)).toBeLessThan(1e-5);
  });
});

describe('the front in a fit', () => {
  it('never looks at the test rows', async () => {
    const [as, flipped] = await Promise.all(
      [false, true].map((flipTest) => resultOf(madePeople(['A', 'B'], { flipTest }), TASK)),
    );
    expect(flipped!.front).toEqual(as!.front);
    expect(flipped!.models.naive.metrics.test).not.toEqual(as!.models.naive.metrics.test);
  });

  it('has the penalty of the chosen model in all marks', async () => {
    const { front, task } = await resultOf(madePeople(['A', 'B']), TASK);
    const { front: alone } = await resultOf(madePeople(['A', 'B']), { ...TASK, l2: task.l2! });
    const close = (risks: readonly number[]) => risks.map((risk) => expect.closeTo(risk, 5));
    expect(front!.marks.naive.risks).toEqual(close(alone!.marks.naive.risks));
    expect(front!.marks.balanced.risks).toEqual(close(alone!.marks.balanced.risks));
  });

  it('is left out of more groups, and of trees', async () => {
    const four = await resultOf(madePeople(['A', 'B', 'C', 'D']), BY_VALIDATION);
    expect(four).not.toHaveProperty('front');
    const trees = await resultOf(madePeople(['A', 'B']), { ...TASK, model: 'boosted', trees: 5 });
    expect(trees).not.toHaveProperty('front');
  });

  it('is told of, and can be cancelled', async () => {
    const data = await loadData(madePeople(['A', 'B']));
    const events: FitEvent[] = [];
    const signal = { aborted: false };
    const onProgress = (event: FitEvent): void => {
      events.push(event);
      signal.aborted ||= event.kind === 'front' && event.done === 3;
    };
    await expect(fit(data, BY_VALIDATION, { onProgress, signal })).rejects.toThrow(Interrupted);
    expect(events.filter(({ kind }) => kind === 'front')).toEqual([
      { kind: 'front', done: 1, total: 21 },
      { kind: 'front', done: 2, total: 21 },
      { kind: 'front', done: 3, total: 21 },
    ]);
  });
});
