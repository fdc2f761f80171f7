// Weights of rows: against scikit-learn and scipy (golden/weights.py made the numbers), against rows written as often as
// their weight says, and against no weights at all.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitEqualisedOdds, fitEqualRisk, prejudiceRemover } from '../../src/baselines.js';
import { effectiveRows, joinGroups, takeGroups } from '../../src/groups/group-index.js';
import {
  chooseModel,
  createRandom,
  type GroupIndex,
  groupShares,
  type LabelledRows,
  linearOracle,
  linearSolver,
  meanRisks,
  measure,
  permutationImportance,
  rowWeights,
  solveLinearMinimax,
} from '../../src/index.js';
import { LinearObjective, solveLargeMinimax, takeLabelledRows } from '../../src/internal.js';
import {
  componentRows,
  findRiskSources,
  meanMemberships,
  planComponents,
  plugInOracle,
} from '../../src/plug-in.js';
import { expectError } from '../helpers/errors.js';
import { centralDifferences, makeData, sparse } from '../linear/linear-problems.js';
import { predictionsOf, type Row, someRows } from '../metrics/prediction-rows.js';
import '../helpers/close.js';

const golden = JSON.parse(readFileSync(new URL('golden/weights.json', import.meta.url), 'utf8'));
const NAMES = ['0', '1', '2'];

const withWeights = (index: GroupIndex, weights: ArrayLike<number>): GroupIndex => ({
  ...index,
  weights: Float64Array.from(weights),
});

/** The rows as often as their weights say. */
const repeated = (weights: readonly number[]): number[] =>
  weights.flatMap((weight, row) => new Array<number>(weight).fill(row));

const goldenRows = (): LabelledRows => ({
  features: {
    rowCount: golden.rowCount,
    columnCount: golden.columnCount,
    values: Float64Array.from(golden.features),
  },
  labels: Int32Array.from(golden.labels),
  groups: {
    names: NAMES,
    groups: Int32Array.from(golden.groups),
    counts: NAMES.map((_, a) => golden.groups.filter((group: number) => group === a).length),
    weights: Float64Array.from(golden.weights),
  },
});

/** Every number of plain data, in its order, without what only rows with weights have. @param without these fields too */
function numbersOf(data: unknown, ...without: readonly string[]): number[] {
  const numbers: number[] = [];
  JSON.stringify(data, (key, value) => {
    if (['effectiveRows', 'share', ...without].includes(key)) return undefined;
    if (typeof value === 'number') numbers.push(value);
    return value;
  });
  return numbers;
}

describe('scikit-learn and scipy', () => {
  const { features, labels, groups } = goldenRows();
  const rows = { features, labels, groups };
  const { l2 } = golden;

  it('have the same shares and effective rows', () => {
    expect(groupShares(groups)).toBeAllClose(golden.shares, { relative: 1e-13 });
    expect(effectiveRows(groups)).toBeAllClose(golden.effectiveRows, { relative: 1e-13 });
  });

  it('have the same metrics, by group and over all rows', () => {
    const probabilities = Float64Array.from(golden.scores.flatMap((p: number) => [1 - p, p]));
    const found = measure({ model: probabilities }, labels, groups, 2).models.model;
    const [rates] = found.rates;
    for (const name of ['accuracy', 'crossEntropy', 'brier'] as const) {
      const expected = golden.metrics.map((own: Record<string, number>) => own[name]);
      expect(found[name].byGroup).toBeAllClose(expected, { relative: 1e-12 });
      expect([found[name].sampleMean]).toBeAllClose([golden.overall[name]], { relative: 1e-12 });
    }
    for (const name of ['tpr', 'fpr', 'precision', 'selectionRate'] as const) {
      const expected = golden.metrics.map((own: Record<string, number>) => own[name]);
      expect(rates![name].byGroup as number[]).toBeAllClose(expected, { relative: 1e-12 });
    }
    expect(found.auc.byGroup as number[]).toBeAllClose(
      golden.metrics.map((own: Record<string, number>) => own['auc']),
      { relative: 1e-12 },
    );
  });

  it.each(['newton', 'lbfgs'] as const)('have the same naive model: %s', (method) => {
    for (const one of [rows, sparse(rows)]) {
      const tolerance = method === 'newton' ? 1e-18 : 1e-15;
      const { model, risks } = linearSolver(one, { classCount: 2, l2, method, tolerance }).solve(
        groupShares(groups),
      );
      expect(risks).toBeAllClose(golden.naive.risks, { absolute: method === 'newton' ? 1e-8 : 1e-6 });
      expect(model.parameters).toBeAllClose(golden.naive.parameters, { absolute: 1e-4 });
    }
  });

  it('have the same minimax risk, and the same multipliers', () => {
    for (const solve of [solveLinearMinimax, solveLargeMinimax]) {
      const { certificate, mu } = solve(rows, { classCount: 2, l2, gap: 1e-9 });
      expect(certificate.relativeGap).toBeLessThanOrEqual(1e-9);
      expect([certificate.upper]).toBeAllClose([golden.minimax.worst], { absolute: 2e-9 });
      expect(mu).toBeAllClose(golden.minimax.mu, { absolute: 1e-3 });
    }
  });
});

describe('measure', () => {
  const measured = (rows: readonly Row[], weights?: readonly number[]) => {
    const { probabilities, labels, groups, classCount } = predictionsOf(rows);
    const index = weights === undefined ? groups : withWeights(groups, weights);
    const other = probabilities.map((_, i) => 1 / classCount + 0 * i);
    return measure({ model: probabilities, other }, labels, index, classCount, {
      intervals: { random: createRandom(3), resamples: 20 },
    });
  };

  it('is the same to the bit with weights of 1, intervals and changes included', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const plain = measured(rows);
        const ones = measured(
          rows,
          rows.map(() => 1),
        );
        expect(numbersOf(ones)).toEqual(numbersOf(plain));
      }),
      { numRuns: 50 },
    );
  });

  it('is the same with equal weights, but for rounding', () => {
    fc.assert(
      fc.property(someRows, fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (rows, weight) => {
        const found = measured(
          rows,
          rows.map(() => weight),
        );
        // Rounding may part groups that are equally bad.
        expect(numbersOf(found, 'worstGroup')).toBeAllClose(numbersOf(measured(rows), 'worstGroup'), {
          absolute: 1e-12,
          relative: 1e-8,
        });
      }),
      { numRuns: 50 },
    );
  });

  it('takes a row of weight 3 for three rows', () => {
    const points = (rows: readonly Row[], weights?: readonly number[]) => {
      const { accuracy, brier, crossEntropy, ece, mce, rates, auc } = measured(rows, weights).models.model;
      return numbersOf({ accuracy, brier, crossEntropy, ece, mce, rates, auc });
    };
    fc.assert(
      fc.property(someRows, fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (rows, stream) => {
        const weights = rows.map(() => stream.next().value);
        const often = repeated(weights).map((row) => rows[row]!);
        expect(points(rows, weights)).toBeAllClose(points(often), { absolute: 1e-12, relative: 1e-9 });
      }),
      { numRuns: 100 },
    );
  });

  it('does without rows of weight 0, in intervals too', () => {
    fc.assert(
      fc.property(
        someRows,
        fc.infiniteStream(fc.double({ min: 0.1, max: 5, noNaN: true })),
        (rows, stream) => {
          const weights = rows.map((_, row) => (row < rows.length / 3 ? 0 : stream.next().value));
          const kept = rows.filter((_, row) => weights[row]! > 0);
          if (new Set(kept.map(({ group }) => group)).size < 3) return;
          const { tooSmall: _, reliability: __, ...found } = measured(rows, weights).models.model;
          const {
            tooSmall: ___,
            reliability: ____,
            ...without
          } = measured(
            kept,
            weights.filter((weight) => weight > 0),
          ).models.model;
          expect(numbersOf(found)).toEqual(numbersOf(without));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('draws a row of weight 3 as one who has three rows', () => {
    fc.assert(
      fc.property(someRows, fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (rows, stream) => {
        const weights = rows.map(() => stream.next().value);
        const order = repeated(weights);
        const { probabilities, labels, groups, classCount } = predictionsOf(order.map((row) => rows[row]!));
        const { models } = measure({ model: probabilities }, labels, groups, classCount, {
          intervals: { random: createRandom(3), resamples: 20, entities: order },
        });
        const own = predictionsOf(rows);
        const found = measure(
          { model: own.probabilities },
          own.labels,
          withWeights(own.groups, weights),
          classCount,
          {
            intervals: { random: createRandom(3), resamples: 20 },
          },
        );
        for (const name of ['accuracy', 'brier', 'crossEntropy', 'ece', 'mce', 'auc'] as const) {
          expect(numbersOf(found.models.model.intervals![name].byGroup)).toBeAllClose(
            numbersOf(models.model.intervals![name].byGroup),
            { absolute: 1e-11, relative: 1e-9 },
          );
        }
      }),
      { numRuns: 50 },
    );
  });

  it('has no tpr and no AUC where all positives have weight 0', () => {
    const rows: Row[] = ['a', 'a', 'a', 'b', 'b', 'b'].map((group, i) => ({
      probabilities: [0.4, 0.6],
      label: i % 3 === 0 ? 1 : 0,
      group,
    }));
    const { rates, auc } = measured(rows, [0, 1.1, 1.7, 1, 1, 1]).models.model;
    expect(rates[0]!.tpr.byGroup[0]).toBeNull();
    expect(rates[0]!.fpr.byGroup).toEqual([1, 1]);
    expect(auc.byGroup[0]).toBeNull();
  });

  it('counts rows by what they tell: one heavy row among many is about one row', () => {
    const rows: Row[] = Array.from({ length: 200 }, (_, i) => ({
      probabilities: [0.4, 0.6],
      label: i % 2,
      group: i < 100 ? 'a' : 'b',
    }));
    const weights = rows.map((_, i) => (i === 0 ? 1e4 : 1));
    const { tooSmall } = measured(rows, weights).models.model;
    expect(tooSmall[0]).toMatchObject({ group: 0, rows: 100, reason: 'few-rows', limit: 30 });
    expect(tooSmall[0]!.found).toBeLessThan(1.1);
    expect(tooSmall[0]!.effectiveRows).toBe(tooSmall[0]!.found);
    expect(tooSmall.filter(({ group }) => group === 1)).toEqual(
      measured(rows)
        .models.model.tooSmall.filter(({ group }) => group === 1)
        .map((own) => ({ ...own, effectiveRows: 100 })),
    );
  });

  it('has wider intervals where weights are uneven, about as wide as so many fewer rows', () => {
    const { uniform } = createRandom(8);
    const rows: Row[] = Array.from({ length: 800 }, (_, i) => ({
      probabilities: [0.5 - 0.4 * uniform(), 0],
      label: uniform() < 0.7 ? 1 : 0,
      group: i < 400 ? 'a' : 'b',
    })).map((row) => ({ ...row, probabilities: [row.probabilities[0]!, 1 - row.probabilities[0]!] }));
    const { probabilities, labels, groups } = predictionsOf(rows);
    const weights = rows.map((_, i) => (i < 400 && i % 8 === 0 ? 20 : 1));
    const index = withWeights(groups, weights);
    const { intervals } = measure({ model: probabilities }, labels, index, 2, {
      intervals: { random: createRandom(4), resamples: 2000 },
    }).models.model;
    const width = (a: number): number =>
      intervals!.accuracy.byGroup[a]!.high - intervals!.accuracy.byGroup[a]!.low;
    const [effective] = effectiveRows(index);
    expect(width(0) / width(1)).toBeGreaterThan(0.8 * Math.sqrt(400 / effective!));
    expect(width(0) / width(1)).toBeLessThan(1.25 * Math.sqrt(400 / effective!));
  });
});

describe('group index', () => {
  const index: GroupIndex = { names: ['a', 'b'], groups: Int32Array.of(0, 1, 0, 1), counts: [2, 2] };

  it('has shares, risks and row weights by weight', () => {
    const weighed = withWeights(index, [1, 2, 3, 4]);
    expect(groupShares(weighed)).toEqual([0.4, 0.6]);
    expect(meanRisks([8, 3, 4, 9], weighed)).toEqual([5, 7]);
    expect([...rowWeights([0.5, 0.5], weighed)]).toBeAllClose([1 / 8, 1 / 6, 3 / 8, 1 / 3], {
      relative: 1e-15,
    });
    expect(takeGroups(weighed, [3, 0]).weights).toEqual(Float64Array.of(4, 1));
    expect(joinGroups(weighed, index).weights).toEqual(Float64Array.of(1, 2, 3, 4, 1, 1, 1, 1));
    expect(joinGroups(index, index)).not.toHaveProperty('weights');
  });

  it('has as many effective rows as rows where weights are equal, to the bit', () => {
    for (const weight of [0.1, 1 / 3, 1e-300, 1e250]) {
      expect(effectiveRows(withWeights(index, [weight, 7, weight, 7]))).toEqual([2, 2]);
    }
  });

  it('refuses weights that are none', () => {
    const risks = (weights: readonly number[]) => () => meanRisks([1, 1, 1, 1], withWeights(index, weights));
    expectError(risks([1, 1, 1]), 'bad-weight', 'one for each of 4 rows', 'got 3');
    expectError(risks([1, -1, 1, 1]), 'bad-weight', 'finite numbers ≥ 0', 'row 2', '-1');
    expectError(risks([1, 1, Number.NaN, 1]), 'bad-weight', 'row 3', 'NaN');
    expectError(risks([1, 1, 1, Number.POSITIVE_INFINITY]), 'bad-weight', 'row 4', 'Infinity');
    expectError(risks([0, 1, 0, 1]), 'bad-weight', 'every row of group "a" has weight 0');
    expectError(risks([1e300, 1, 1e300, 1]), 'bad-weight', 'divide all weights');
  });

  it('is refused with weights by methods that do not look at them', () => {
    const { features, labels, groups } = goldenRows();
    const scores = Float64Array.from(golden.scores);
    const probabilities = Float64Array.from(golden.scores.flatMap((p: number) => [1 - p, p]));
    expectError(() => fitEqualisedOdds(scores, labels, groups), 'bad-weight', 'equalised odds');
    expectError(() => fitEqualRisk(probabilities, labels, groups, 2, 'brier'), 'bad-weight', 'equal risk');
    expectError(
      () => prejudiceRemover({ features, labels, groups }, { classCount: 2 }),
      'bad-weight',
      'prejudice',
    );
  });
});

describe('linear models', () => {
  const random = createRandom(12);
  const problems = [
    { classCount: 2, columnCount: 3, groupRows: [30, 20, 12] },
    { classCount: 4, columnCount: 3, groupRows: [40, 25, 20] },
  ].map((shape) => {
    const data = makeData(random, shape);
    const weights = Array.from(data.labels, () => Math.floor(4 * random.uniform()));
    data.groups.groups.forEach((group, row) => {
      if (data.groups.groups.indexOf(group) === row) weights[row] = 2; // no group is without weight
    });
    const weighed = { ...data, groups: withWeights(data.groups, weights) };
    return { ...shape, data, weighed, often: takeLabelledRows(data, repeated(weights)) };
  });

  it.each(problems)(
    'takes weights for repeated rows: $classCount classes',
    ({ classCount, weighed, often }) => {
      const mu = [0.2, 0.5, 0.3];
      for (const options of [
        { classCount, l2: 1e-2, tolerance: 1e-18 },
        { classCount, l2: 1e-2, method: 'lbfgs', tolerance: 1e-16 },
        { classCount, l2: 1e-2, loss: 'brier', tolerance: 1e-16 },
      ] as const) {
        for (const layout of [(rows: LabelledRows) => rows, sparse]) {
          const one = linearSolver(layout(weighed), options).solve(mu);
          const other = linearSolver(layout(often), options).solve(mu);
          expect([one.objective]).toBeAllClose([other.objective], { relative: 1e-9 });
          expect([one.suboptimality]).toBeAllClose([other.suboptimality], { absolute: 1e-9 });
          const absolute = options.method === undefined && !('loss' in options) ? 1e-9 : 1e-6;
          expect(one.risks).toBeAllClose(other.risks, { absolute });
        }
      }
    },
  );

  it.each(problems)('finds the same minimax model: $classCount classes', ({ classCount, weighed, often }) => {
    const options = { classCount, l2: 1e-2, gap: 1e-9 };
    const [one, other] = [weighed, often].map((rows) => solveLinearMinimax(rows, options).certificate);
    expect([one!.upper, one!.lower]).toBeAllClose([other!.upper, other!.lower], { relative: 1e-9 });
  });

  it.each(problems)(
    'is the same to the bit with weights of 1: $classCount classes',
    ({ classCount, data }) => {
      const ones = {
        ...data,
        groups: withWeights(
          data.groups,
          data.labels.map(() => 1),
        ),
      };
      const options = { classCount, l2: 1e-3 };
      expect(linearSolver(ones, options).solve([0.2, 0.3, 0.5])).toEqual(
        linearSolver(data, options).solve([0.2, 0.3, 0.5]),
      );
      expect(solveLinearMinimax(ones, options)).toEqual(solveLinearMinimax(data, options));
      expect(
        linearOracle(ones, options, ones).risks(linearSolver(data, options).solve([1, 0, 0]).model),
      ).toEqual(linearOracle(data, options, data).risks(linearSolver(data, options).solve([1, 0, 0]).model));
    },
  );

  it.each(problems)('has gradients that are differences: $classCount classes', ({ classCount, weighed }) => {
    for (const loss of ['cross-entropy', 'brier'] as const) {
      const objective = new LinearObjective(weighed, classCount, loss, 0.1);
      const at = objective.evaluate(Float64Array.from({ length: objective.size }, (_, i) => Math.sin(i)));
      const gradients = new Float64Array(objective.groupCount * objective.size);
      objective.groupGradients(at, gradients);
      const parameters = at.parameters.slice();
      for (let a = 0; a < objective.groupCount; a++) {
        const numeric = centralDifferences((x) => {
          const { risks, penalty } = objective.evaluate(x);
          return risks[a]! + penalty;
        }, parameters);
        expect(gradients.subarray(a * objective.size, (a + 1) * objective.size)).toBeAllClose(numeric, {
          absolute: 1e-8,
        });
      }
    }
  });
});

describe('what chooses and explains', () => {
  const { uniform } = createRandom(2);
  const groups: GroupIndex = {
    names: ['a', 'b'],
    groups: Int32Array.from({ length: 60 }, (_, i) => i % 2),
    counts: [30, 30],
  };
  const losses = [0, 1].map(() => Float64Array.from({ length: 60 }, () => uniform()));
  const weights = Array.from({ length: 60 }, (_, i) => (i % 7 === 0 ? 0 : 1 + (i % 3)));
  const kept = [...weights.keys()].filter((row) => weights[row]! > 0);
  const thinned = withWeights(
    takeGroups(groups, kept),
    kept.map((row) => weights[row]!),
  );
  const thin = (values: Float64Array): Float64Array => Float64Array.from(kept, (row) => values[row]!);
  const options = () => ({ random: createRandom(5), resamples: 50 });

  it('does without rows of weight 0, and has means by weight', () => {
    const weighed = withWeights(groups, weights);
    expect(chooseModel(losses, weighed, options())).toEqual(
      chooseModel(losses.map(thin), thinned, options()),
    );
    const importance = { losses: losses[0]!, permuted: [losses[1]!], groups: weighed };
    const [found] = permutationImportance(importance, options());
    const rises = losses[1]!.map((loss, row) => loss - losses[0]![row]!);
    expect(found!.byGroup.map(({ value }) => value)).toBeAllClose(meanRisks(rises, weighed), {
      relative: 1e-12,
    });
    const all = { ...groups, names: ['all'], groups: new Int32Array(60), counts: [60] };
    expect([found!.overall.value]).toBeAllClose(meanRisks(rises, withWeights(all, weights)), {
      relative: 1e-9,
    });
    const [own, shared] = losses as [Float64Array, Float64Array];
    const sources = findRiskSources({ own, shared, groups: weighed }, options());
    expect(sources.groups.map(({ risk }) => risk.value)).toBeAllClose(meanRisks(shared, weighed), {
      relative: 1e-12,
    });
    expect(sources.groups.map(({ verdict }) => verdict)).toEqual(['too-few', 'too-few']); // 30 rows, fewer by weight
  });

  it('draws a row of weight 3 as one who has three rows', () => {
    const order = repeated(weights);
    const often = losses.map((own) => Float64Array.from(order, (row) => own[row]!));
    const expected = chooseModel(often, takeGroups(groups, order), {
      ...options(),
      reference: 1,
      entities: order,
    });
    const found = chooseModel(losses, withWeights(groups, weights), { ...options(), reference: 1 });
    expect(found.chosen).toBe(expected.chosen);
    expect(found.best).toBe(0); // else there would be no standard error
    expect([found.gain, found.standardError]).toBeAllClose([expected.gain, expected.standardError], {
      relative: 1e-9,
    });
  });

  it('draws whole entities with their weights', () => {
    const entities = Int32Array.from({ length: 60 }, (_, i) => i >> 2);
    const ones = withWeights(
      groups,
      weights.map(() => 1),
    );
    expect(chooseModel(losses, ones, { ...options(), entities })).toEqual(
      chooseModel(losses, groups, { ...options(), entities }),
    );
  });
});

describe('plug-in classifiers', () => {
  const random = createRandom(31);
  const groupCount = 2;
  const rowCount = 40;
  const distributions = (width: number): Float64Array => {
    const values = new Float64Array(rowCount * width);
    for (let row = 0; row < rowCount; row++) {
      const own = Array.from({ length: width }, () => 0.05 + random.uniform());
      const sum = own.reduce((total, value) => total + value, 0);
      own.forEach((value, k) => {
        values[row * width + k] = value / sum;
      });
    }
    return values;
  };
  const weights = Array.from({ length: rowCount }, () => 1 + Math.floor(3 * random.uniform()));
  const order = repeated(weights);
  const take = (values: Float64Array, width: number): Float64Array =>
    Float64Array.from(order.flatMap((row) => [...values.subarray(row * width, (row + 1) * width)]));
  const index: GroupIndex = {
    names: ['a', 'b'],
    groups: Int32Array.from({ length: rowCount }, (_, i) => i % 2),
    counts: [20, 20],
  };

  it.each([2, 3])('have the risks and the certificate of repeated rows: %d classes', (classCount) => {
    const labels = Int32Array.from({ length: rowCount }, () => Math.floor(classCount * random.uniform()));
    const conditionals = {
      rowCount,
      classCount,
      outcomes: [distributions(classCount), distributions(classCount)],
      memberships: distributions(groupCount),
    };
    const weighed = { ...conditionals, weights: Float64Array.from(weights) };
    const often = {
      rowCount: order.length,
      classCount,
      outcomes: conditionals.outcomes.map((own) => take(own, classCount)),
      memberships: take(conditionals.memberships, groupCount),
    };
    const priors = meanMemberships(weighed.memberships, groupCount, weighed.weights);
    expect(priors).toBeAllClose(meanMemberships(often.memberships, groupCount), { relative: 1e-12 });
    for (const loss of ['cross-entropy', 'brier'] as const) {
      const one = plugInOracle({
        loss,
        priors,
        validation: { conditionals, labels, groups: withWeights(index, weights) },
        train: weighed,
      });
      const other = plugInOracle({
        loss,
        priors,
        validation: {
          conditionals: often,
          labels: Int32Array.from(order, (row) => labels[row]!),
          groups: takeGroups(index, order),
        },
        train: often,
      });
      expect(one.certifies).toBe(true);
      const [found, expected] = [one, other].map((oracle) => oracle.solve([0.3, 0.7], {}));
      expect(found!.risks).toBeAllClose(expected!.risks, { relative: 1e-12 });
      expect(found!.trainRisks!).toBeAllClose(expected!.trainRisks!, { relative: 1e-12 });
    }
  });

  it('have priors and components by weight', () => {
    const data = makeData(random, { classCount: 2, columnCount: 2, groupRows: [12, 8] });
    const own = Array.from(data.labels, (_, row) => 1 + (row % 3));
    const weighed = { ...data, groups: withWeights(data.groups, own) };
    const plan = planComponents(weighed, weighed, 2);
    expect(plan.priors).toEqual(groupShares(weighed.groups));
    const [task] = plan.tasks;
    expect([...componentRows(weighed, task!, task!.train).groups.weights!]).toEqual(
      Array.from(task!.train, (row) => own[row]),
    );
  });
});
