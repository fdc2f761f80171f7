import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FairfrontErrorCode } from '../../src/error.js';
import { worstRisk } from '../../src/groups/risks.js';
import { groupMetrics } from '../../src/metrics/group-metrics.js';
import { createRandom } from '../../src/numeric/random.js';
import { simplexGrid } from '../../src/numeric/simplex.js';
import { plugInProbabilities } from '../../src/plug-in/conditionals.js';
import { type PlugInProblem, plugInOracle } from '../../src/plug-in/plug-in-oracle.js';
import { apStar } from '../../src/search/apstar.js';
import { cuttingPlane } from '../../src/search/cutting-plane.js';
import { searchMinimaxSync } from '../../src/search/search-minimax.js';
import type { Strategy } from '../../src/search/strategy.js';
import { permute } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import {
  drawConditionals,
  drawSample,
  indexOf,
  type PlugInSample,
  plainClassifier,
  plainEstimatedRisks,
  sampleWithMu,
  takeRows,
  takeSampleRows,
  withGroupOrder,
} from './plug-in-problems.js';
import '../helpers/close.js';

const problemOf = (sample: PlugInSample, loss: 'cross-entropy' | 'brier'): PlugInProblem => ({
  loss,
  priors: sample.priors,
  validation: sample,
  train: sample.train,
});

const shape = { rowCount: 12, groupCount: 3, classCount: 3 };
const sample = drawSample(createRandom(5), shape);
const problem = problemOf(sample, 'brier');
const { validation } = problem;
const mu = [0.5, 0.2, 0.3];

describe('plugInOracle', () => {
  it('solves with h^μ: its risks on validation rows choose, its estimated risks at training rows certify', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample: drawn, mu: weights, loss }) => {
        const { conditionals, labels, groups, priors, train } = drawn;
        const { model, risks, trainRisks } = plugInOracle(problemOf(drawn, loss)).solve(weights, {});
        expect(model).toEqual({ mu: weights, priors });
        const probabilities = plugInProbabilities(conditionals, model.mu, model.priors);
        const metrics = groupMetrics(probabilities, labels, groups, conditionals.classCount);
        const { byGroup } = loss === 'brier' ? metrics.brier : metrics.crossEntropy;
        expect(risks).toBeAllClose(byGroup, { relative: 1e-13 });
        const expected = plainEstimatedRisks(train, loss, (row) =>
          plainClassifier(train, weights, priors, row),
        );
        expect(trainRisks!).toBeAllClose(expected, { relative: 1e-12 });
      }),
    );
  });

  it('minimises cross-entropy unless told otherwise', () => {
    const { loss: _, ...plain } = problem;
    const { risks } = plugInOracle(plain).solve(mu, {});
    expect(risks).toEqual(plugInOracle({ ...plain, loss: 'cross-entropy' }).solve(mu, {}).risks);
    expect(risks).not.toEqual(plugInOracle(problem).solve(mu, {}).risks);
  });

  it('certifies only where it has estimates at training rows', () => {
    const { train: _, ...uncertified } = problem;
    const oracle = plugInOracle(uncertified);
    expect(oracle.certifies).toBe(
      'the estimates at training rows, which a certificate would rest on, were not given',
    );
    const solve = oracle.solve(mu, {});
    expect(solve).not.toHaveProperty('trainRisks');
    expect(solve.risks).toEqual(plugInOracle(problem).solve(mu, {}).risks);
    expect(plugInOracle(problem).certifies).toBe(true);
  });

  it('certifies only with the shares that p(A|X) gives at training rows: with others h^μ is no minimum', () => {
    const { certifies } = plugInOracle({ ...problem, priors: [0.2, 0.3, 0.5] });
    expect(certifies).toBe('the shares of the groups are not those that p(A|X) gives at the training rows');
    const rounded = sample.priors.map((prior) => prior * (1 + 1e-14));
    expect(plugInOracle({ ...problem, priors: rounded }).certifies).toBe(true);
  });

  it('hands out answers of their own: a later solve writes over none of them', () => {
    const { solve } = plugInOracle(problem);
    const { risks, trainRisks } = solve(mu, {});
    const copies = [[...risks], [...trainRisks!]];
    solve([0.1, 0.1, 0.8], {});
    expect([risks, trainRisks]).toEqual(copies);
  });

  it('keeps the weights it was told, whatever becomes of them', () => {
    const weights = [...mu];
    const { model } = plugInOracle(problem).solve(weights, {});
    weights[0] = 0;
    expect(model.mu).toEqual(mu);
  });

  it('leaves what it is made of alone', () => {
    for (const loss of ['brier', 'cross-entropy'] as const) {
      const copy = structuredClone({ ...problem, loss });
      plugInOracle(copy).solve(Object.freeze([...mu]), {});
      expect(copy).toEqual({ ...problem, loss });
    }
  });

  it('permutes when the groups are relabelled', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (order) => {
        const relabelled = plugInOracle({
          loss: 'brier',
          priors: permute(sample.priors, order),
          validation: {
            labels: sample.labels,
            groups: indexOf(
              sample.groups.groups.map((group) => order.indexOf(group)),
              3,
            ),
            conditionals: withGroupOrder(sample.conditionals, order),
          },
          train: withGroupOrder(sample.train, order),
        }).solve(permute(mu, order), {});
        const { risks, trainRisks } = plugInOracle(problem).solve(mu, {});
        expect(relabelled.risks).toBeAllClose(permute(risks, order), { relative: 1e-13 });
        expect(relabelled.trainRisks!).toBeAllClose(permute(trainRisks!, order), { relative: 1e-13 });
      }),
    );
  });

  it('does not change when every row is there twice', () => {
    const twice = (rowCount: number): number[] =>
      Array.from({ length: 2 * rowCount }, (_, i) => i % rowCount);
    const doubled = plugInOracle({
      ...problem,
      validation: takeSampleRows(sample, twice(sample.conditionals.rowCount)),
      train: takeRows(sample.train, twice(sample.train.rowCount)),
    }).solve(mu, {});
    const once = plugInOracle(problem).solve(mu, {});
    expect(doubled.risks).toBeAllClose(once.risks, { relative: 1e-13 });
    expect(doubled.trainRisks!).toBeAllClose(once.trainRisks!, { relative: 1e-13 });
  });
});

describe('the certificate of a plug-in search', () => {
  const searched = (drawn: PlugInSample, loss: 'cross-entropy' | 'brier', strategy: Strategy) => {
    // Estimated risks choose as well: the search and the certificate then speak of one problem.
    const inner = plugInOracle(problemOf(drawn, loss));
    const oracle = {
      ...inner,
      solve: (weights: readonly number[]) => {
        const { model, trainRisks } = inner.solve(weights, {});
        return { model, risks: trainRisks! };
      },
    };
    return searchMinimaxSync(oracle, { strategy, gap: 1e-5, maxSolves: 400 });
  };

  it.each([
    { groupCount: 2, steps: 400 },
    { groupCount: 3, steps: 60 },
  ])('holds the best of a fine grid of weights: $groupCount groups', ({ groupCount, steps }) => {
    const grid = simplexGrid(groupCount, steps);
    for (let seed = 0; seed < 8; seed++) {
      const loss = seed % 2 === 0 ? 'brier' : 'cross-entropy';
      const drawn = drawSample(createRandom(seed), { rowCount: 6, groupCount, classCount: 2 + (seed % 3) });
      const { train, priors } = drawn;
      const best = Math.min(
        ...grid.map((weights) =>
          worstRisk(plainEstimatedRisks(train, loss, (row) => plainClassifier(train, weights, priors, row))),
        ),
      );
      const { certificate } = searched(drawn, loss, cuttingPlane());
      expect(certificate.certified).toBe(true);
      expect(certificate.lower).toBeLessThanOrEqual(best * (1 + 1e-12));
      // The grid holds weights near the best, so bounds that are far below it would be wrong too.
      expect(certificate.lower).toBeGreaterThan(best * (1 - 4 / steps));
      expect(certificate.upper).toBeLessThanOrEqual(best * (1 + 1e-5));
    }
  });

  it('is the same by either strategy', () => {
    for (let seed = 20; seed < 26; seed++) {
      const loss = seed % 2 === 0 ? 'brier' : 'cross-entropy';
      const drawn = drawSample(createRandom(seed), {
        rowCount: 20,
        groupCount: 2 + (seed % 3),
        classCount: 2,
      });
      const [first, second] = [apStar(), cuttingPlane()].map((strategy) => searched(drawn, loss, strategy));
      for (const { certificate } of [first!, second!]) expect(certificate.certified).toBe(true);
      expect(second!.stopped).toBe('gap');
      expect([worstRisk(first!.best.risks)]).toBeAllClose([worstRisk(second!.best.risks)], {
        relative: 1e-3,
      });
      expect(first!.certificate.lower).toBeLessThanOrEqual(second!.certificate.upper! * (1 + 1e-9));
      expect(second!.certificate.lower).toBeLessThanOrEqual(first!.certificate.upper! * (1 + 1e-9));
    }
  });
});

describe('what is no plug-in problem', () => {
  const refused: readonly [
    what: string,
    change: Partial<Record<keyof PlugInProblem, unknown>>,
    code: FairfrontErrorCode,
    parts: readonly string[],
  ][] = [
    ['another loss', { loss: 'hinge' }, 'bad-option', ['loss', '"cross-entropy" or "brier"', '"hinge"']],
    [
      'a group without a share',
      { priors: [0.5, 0.5, 0] },
      'bad-groups',
      ['share of group 3', '(0, 1]', 'got 0', 'Leave out groups without rows'],
    ],
    ['a share above 1', { priors: [0.5, 25, 0.2] }, 'bad-groups', ['share of group 2', 'got 25']],
    ['a share that is no number', { priors: [Number.NaN, 1, 1] }, 'bad-groups', ['group 1', 'got NaN']],
    [
      'shares of other groups',
      { priors: [0.5, 0.5] },
      'bad-problem',
      ['a share for each of 3 groups', 'got 2'],
    ],
    [
      'training estimates of other groups',
      { train: drawConditionals(createRandom(1), { ...shape, groupCount: 2 }) },
      'bad-problem',
      ['train', '2 groups', '3 shares'],
    ],
    [
      'training estimates of other classes',
      { train: drawConditionals(createRandom(1), { ...shape, classCount: 2 }) },
      'bad-problem',
      ['train', '2 classes', '3 classes'],
    ],
    [
      'broken estimates at validation rows',
      {
        validation: {
          ...validation,
          conditionals: { ...validation.conditionals, memberships: new Float64Array(3) },
        },
      },
      'bad-problem',
      ['validation: p(a|x)', '36 numbers', 'got 3'],
    ],
    [
      'broken estimates at training rows',
      { train: { ...sample.train, outcomes: [] } },
      'bad-groups',
      ['train', 'got none'],
    ],
    [
      'a group that no training row is of',
      {
        train: {
          ...sample.train,
          memberships: sample.train.memberships.map((_, k) => [0.5, 0, 0.5][k % 3]!),
        },
      },
      'bad-groups',
      ['train', 'group 2 is 0 in every row', 'leave it out'],
    ],
    [
      'rows without a class',
      { validation: { ...validation, labels: validation.labels.slice(1) } },
      'bad-problem',
      ['12 rows with estimates', '11 with a class', '12 with one of 3 groups'],
    ],
    [
      'rows without a group',
      { validation: { ...validation, groups: indexOf(Int32Array.of(0, 1, 2), 3) } },
      'bad-problem',
      ['12 rows with estimates', '12 with a class', '3 with one of 3 groups'],
    ],
    [
      'rows in other groups',
      { validation: { ...validation, groups: indexOf(new Int32Array(12), 2) } },
      'bad-problem',
      ['one of 3 groups', '12 with one of 2 groups'],
    ],
    [
      'a group without rows',
      { validation: { ...validation, groups: indexOf(new Int32Array(12), 3) } },
      'bad-groups',
      ['validation', '"group 1" has no rows', 'merge groups'],
    ],
    [
      'a row in a group that is none',
      {
        validation: {
          ...validation,
          groups: {
            ...validation.groups,
            groups: validation.groups.groups.map((a, row) => (row === 7 ? 3 : a)),
          },
        },
      },
      'bad-groups',
      ['row 8 has 3', 'from 0 to 2'],
    ],
    [
      'a class too many',
      {
        validation: {
          ...validation,
          labels: Int32Array.from(validation.labels, (c, row) => (row === 4 ? 3 : c)),
        },
      },
      'bad-target',
      ['class of row 5', 'from 0 to 2', 'got 3'],
    ],
    [
      'a class below 0',
      {
        validation: {
          ...validation,
          labels: Int32Array.from(validation.labels, (c, row) => (row === 0 ? -1 : c)),
        },
      },
      'bad-target',
      ['class of row 1', 'got -1'],
    ],
  ];

  it.each(refused)('is refused, and mended by what is said: %s', (_, change, code, parts) => {
    expectError(() => plugInOracle({ ...problem, ...change } as PlugInProblem), code, ...parts);
  });

  it.each([
    [[0.5, 0.5], '3 groups'],
    [[0.5, 0.2, 0.2], 'sum to 1'],
    [[1.2, -0.2, 0], 'mu[1]'],
    [[0.5, 0.5, Number.NaN], 'mu[2]'],
  ])('nor are weights %j', (wrong, part) => {
    expectError(() => plugInOracle(problem).solve(wrong, {}), 'bad-mu', part);
  });
});
