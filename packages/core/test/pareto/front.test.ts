import { describe, expect, it } from 'vitest';
import { FairfrontError, type FairfrontErrorCode } from '../../src/error.js';
import { disparity, worstRisk } from '../../src/groups/risks.js';
import { createRandom } from '../../src/numeric/random.js';
import { simplexGrid } from '../../src/numeric/simplex.js';
import { dominates } from '../../src/pareto/dominance.js';
import { minimaxPoint, paretoFront, utopia } from '../../src/pareto/front.js';
import type { Oracle } from '../../src/pareto/oracle.js';
import { closedForm, closedFormOracle } from '../../src/theory/closed-form.js';
import { theoryMinimax } from '../../src/theory/minimax.js';
import { threeGroupProblem, twoGroupProblem } from '../../src/theory/paper-problems.js';
import { randomProblem } from '../../src/theory/random-problem.js';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';

/** Risks (μ_1, μ_0), except that a heavy first weight makes everybody pay. */
const clumsyOracle: Oracle<string> = {
  groupCount: 2,
  solve: ([first, second]) => ({
    model: `${first}`,
    risks: first! > 0.7 ? [second! + 1, first! + 1] : [second!, first!],
  }),
};

describe('paretoFront', () => {
  it('solves for every μ of the grid in its order and keeps risks, weights and models together', async () => {
    const asked: (readonly number[])[] = [];
    const { points, dominated } = await paretoFront(
      {
        groupCount: 2,
        solve: (mu) => {
          asked.push(mu);
          return Promise.resolve({ model: `${mu[0]}`, risks: [mu[1]!, mu[0]!] });
        },
      },
      { steps: 4 },
    );
    expect(asked).toEqual(simplexGrid(2, 4));
    expect(dominated).toBe(0);
    expect(points).toEqual(simplexGrid(2, 4).map((mu) => ({ mu, risks: [mu[1], mu[0]], model: `${mu[0]}` })));
  });

  it('leaves out what is dominated and counts it', async () => {
    const { points, dominated } = await paretoFront(clumsyOracle, { steps: 10 });
    expect(points.map(({ model }) => model)).toEqual(['0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7']);
    expect(dominated).toBe(3);
  });

  it('takes 50 steps for two groups and 20 for more', async () => {
    const constant = (groupCount: number): Oracle<null> => ({
      groupCount,
      solve: () => ({ model: null, risks: new Array<number>(groupCount).fill(1) }),
    });
    expect((await paretoFront(constant(2))).points).toHaveLength(51);
    expect((await paretoFront(constant(3))).points).toHaveLength(231);
  });

  it('tells of every step', async () => {
    const told: [number, number, readonly number[]][] = [];
    await paretoFront(clumsyOracle, {
      steps: 2,
      onStep: ({ mu }, solved, total) => told.push([solved, total, mu]),
    });
    expect(told).toEqual([
      [1, 3, [0, 1]],
      [2, 3, [0.5, 0.5]],
      [3, 3, [1, 0]],
    ]);
  });

  it('stops at the next solve when it is cancelled, and hands the signal to the oracle', async () => {
    const signal = { aborted: false };
    const seen: unknown[] = [];
    const { points, status } = await paretoFront(
      {
        groupCount: 2,
        solve: (mu, context) => {
          seen.push(context.signal);
          signal.aborted = seen.length === 2;
          return { model: null, risks: [...mu] };
        },
      },
      { steps: 10, signal },
    );
    expect(status).toBe('cancelled');
    expect(points.map(({ mu }) => mu)).toEqual([
      [0, 1],
      [0.1, 0.9],
    ]);
    expect(seen).toEqual([signal, signal]);
  });

  it.each<[string, () => { model: null; risks: number[] }, FairfrontErrorCode, string]>([
    [
      'risks that are no numbers',
      () => ({ model: null, risks: [Number.NaN, 1] }),
      'bad-risks',
      'risks[0] = NaN',
    ],
    ['too few risks', () => ({ model: null, risks: [1] }), 'bad-risks', '2 groups, but it has 1'],
    [
      'an oracle that throws',
      () => {
        throw new Error('no more disk');
      },
      'oracle-failed',
      'the solve at mu = [0.000, 1.000] failed: no more disk',
    ],
  ])('says what is wrong with %s', async (_, solve, code, part) => {
    for (const ask of [paretoFront, utopia]) {
      const error = await ask({ groupCount: 2, solve }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(FairfrontError);
      expect((error as FairfrontError).code).toBe(code);
      expect((error as FairfrontError).message).toContain(
        ask === utopia ? part.replace('0.000, 1.000', '1.000, 0.000') : part,
      );
    }
  });

  it('needs two groups, and a grid that fits into memory', async () => {
    const solve = () => ({ model: null, risks: [1] });
    await expect(paretoFront({ groupCount: 1, solve })).rejects.toMatchObject({ code: 'bad-groups' });
    await expect(paretoFront({ groupCount: 64, solve })).rejects.toMatchObject({ code: 'bad-option' });
  });

  it('of a problem with known distributions has every point that gives weight to all groups [Thm 4.1]', async () => {
    for (const problem of [
      twoGroupProblem,
      threeGroupProblem,
      randomProblem(createRandom(1), 3, 'cross-entropy'),
      randomProblem(createRandom(2), 4, 'brier'),
    ]) {
      const form = closedForm(problem);
      const steps = problem.groups.length === 2 ? 30 : 8;
      const { points } = await paretoFront(closedFormOracle(form), { steps });
      const interior = simplexGrid(problem.groups.length, steps).filter((mu) =>
        mu.every((weight) => weight > 0),
      );
      expect(points.filter(({ mu }) => mu.every((weight) => weight > 0)).map(({ mu }) => mu)).toEqual(
        interior,
      );
      for (const left of points) {
        for (const right of points) expect(dominates(left.risks, right.risks)).toBe(false);
      }
    }
  });

  it('has its least disparity at its least worst risk where there are two groups', async () => {
    // The claim of Sec. 3. The front is connected, so on a grid it holds up to the two points around the equal-risk line.
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const form = closedForm(
        randomProblem(createRandom(seed), 2, seed % 2 === 0 ? 'brier' : 'cross-entropy'),
      );
      const { points } = await paretoFront(closedFormOracle(form), { steps: 40 });
      const index = (size: (risks: readonly number[]) => number): number => {
        const sizes = points.map(({ risks }) => size(risks));
        return sizes.indexOf(Math.min(...sizes));
      };
      expect(Math.abs(index(worstRisk) - index(disparity))).toBeLessThanOrEqual(1);
    }
  });
});

describe('utopia', () => {
  it('asks for each group alone', async () => {
    const asked: (readonly number[])[] = [];
    const risks = await utopia({
      groupCount: 3,
      solve: (mu) => {
        asked.push(mu);
        return { model: null, risks: [10 * mu[0]!, 20 * mu[1]!, 30 * mu[2]!] };
      },
    });
    expect(risks).toEqual([10, 20, 30]);
    expect(asked).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });

  it('is the irreducible part of the risks where the distributions are known', async () => {
    for (const loss of ['brier', 'cross-entropy'] as const) {
      const form = closedForm({ ...threeGroupProblem, loss });
      const risks = await utopia(closedFormOracle(form));
      expect(risks).toBeAllClose(form.irreducible, { absolute: 1e-12 });
    }
  });
});

describe('minimaxPoint', () => {
  it('has the least worst risk among the points that are not dominated [Def. 3.4]', () => {
    const items = [
      [3, 3],
      [1, 3],
      [2, 2.5],
      [4, 0],
    ].map((risks) => ({ risks }));
    expect(minimaxPoint(items)).toBe(items[2]);
    // (3, 3) and (1, 3) have the same worst risk; only one of them does no unnecessary harm.
    expect(minimaxPoint(items.slice(0, 2))).toBe(items[1]);
  });

  it('is undefined for no points', () => {
    expectError(() => minimaxPoint([]), 'bad-risks', 'no points');
  });

  it('of a grid is near the certified optimum, and never below it', async () => {
    const form = closedForm(threeGroupProblem);
    const { points } = await paretoFront(closedFormOracle(form), { steps: 20 });
    const { lower, upper } = theoryMinimax(form);
    const found = worstRisk(minimaxPoint(points).risks);
    expect(found).toBeGreaterThanOrEqual(lower);
    expect(found).toBeLessThan(upper + 2e-3);
  });
});
