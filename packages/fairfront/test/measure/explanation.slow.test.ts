// Which columns drive the risk: by the definition, from raw tables and the model that a user gets.

import {
  type CategoricalColumn,
  createRandom,
  encodeDense,
  type LinearModel,
  meanRisks,
  type NumericColumn,
  predictLinear,
  type Table,
  takeRows,
  taskPart,
} from '@fairfront/core';
import { columnNamed, rowOutcomes, shuffle } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import { AlteredRows, thinByGroup } from '../../src/measure/altered-rows.js';
import { type Explanation, explainModels } from '../../src/measure/explanation.js';
import { partialDependence } from '../../src/measure/partial-dependence.js';
import { prepareForFit } from '../../src/runs/find-fit.js';
import { fit } from '../../src/runs/fit.js';
import type { PreparedFit } from '../../src/task/prepare-fit.js';
import { fitBoosted } from '../../src/training/fit-boosted.js';
import { fitLinear } from '../../src/training/fit-linear.js';
import { fitNetwork } from '../../src/training/fit-network.js';
import { fitPlugIn } from '../../src/training/fit-plug-in.js';
import type { FittedModels } from '../../src/training/fitted-models.js';
import { type FitOptions, knownModel, resolveFitOptions } from '../../src/training/options/fit-options.js';
import { categories, KINDS, loansTable, numbers, withColumn } from '../runs/made-table.js';
import '../../../core/test/helpers/close.js';

const table = loansTable(1200);
const byFolds: FitOptions = {
  ...{ target: 'default', groups: 'sex,region', ignore: ['grade'], seed: 3 },
  model: 'linear',
};
const prepare = (options: FitOptions, from: Table = table): PreparedFit =>
  prepareForFit(from, resolveFitOptions(options));
const columnOf = ({ importance }: Explanation, name: string) =>
  importance!.columns.find(({ column }) => column === name)!;

describe.each([
  ['two classes', byFolds],
  ['the Brier score, three classes', { ...byFolds, target: 'grade', ignore: ['default'], loss: 'brier' }],
] as const)('by hand: %s', (_, options) => {
  const { task } = prepare(options as FitOptions);
  const { rows, labels, groups } = taskPart(task, 0, 'test');
  const classCount = task.target.classes.length;
  const isBrier = 'loss' in options;
  const fitted = fit(table, options as FitOptions);

  it('importance is the mean rise of the loss with cells dealt out among all test rows', async () => {
    const { result, model } = await fitted;
    const lossesOf = async (of: Table): Promise<Float64Array> => {
      const { brier, crossEntropy } = rowOutcomes(
        await model.predict(takeRows(of, rows)),
        labels,
        classCount,
      );
      return isBrier ? brier : crossEntropy;
    };
    const usual = await lossesOf(table);
    for (const name of ['age', 'income', 'purpose']) {
      const random = createRandom(3);
      const column = columnNamed(table, name)!;
      const rises = new Float64Array(rows.length);
      for (let deal = 0; deal < 5; deal++) {
        const donors = rows.slice();
        shuffle(donors, random);
        const source = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
        rows.forEach((row, i) => {
          source[row] = donors[i]!;
        });
        const dealt = takeRows({ rowCount: table.rowCount, columns: [column] }, source).columns[0]!;
        const losses = await lossesOf(withColumn(table, dealt));
        losses.forEach((loss, i) => {
          rises[i]! += (loss - usual[i]!) / 5;
        });
      }
      const { minimax } = columnOf(result.why!, name);
      expect(minimax.byGroup.map(({ value }) => value)).toBeAllClose(meanRisks(rises, groups), {
        absolute: 1e-12,
      });
      const mean = rises.reduce((sum, rise) => sum + rise, 0) / rises.length;
      expect([minimax.overall.value]).toBeAllClose([mean], { absolute: 1e-12 });
    }
  });

  it('curves are mean predictions with the same value in every row', async () => {
    const { result, model } = await fitted;
    expect(result.why!.dependence.length).toBeGreaterThan(0);
    for (const { column, values, curves } of result.why!.dependence) {
      expect(values.length).toBeLessThanOrEqual(20);
      expect(curves.map((curve) => curve.class)).toEqual(
        classCount === 2 ? [task.target.classes[1]] : task.target.classes,
      );
      for (const i of [0, values.length - 1]) {
        const all = new Array(table.rowCount).fill(values[i]);
        const same = column === 'purpose' ? categories(column, all) : numbers(column, all);
        const said = await model.predict(takeRows(withColumn(table, same), rows));
        for (const curve of curves) {
          const label = task.target.classes.indexOf(curve.class);
          const own = Float64Array.from(rows, (_, row) => said[row * classCount + label]!);
          expect(curve.byGroup.map((group) => group[i]!)).toBeAllClose(meanRisks(own, groups), {
            absolute: 1e-12,
          });
        }
      }
    }
  });

  it('the column that surely matters most to any group comes first, and curves follow that order', async () => {
    const { importance, dependence } = (await fitted).result.why!;
    const lows = importance!.columns.map(({ minimax }) => Math.max(...minimax.byGroup.map(({ low }) => low)));
    expect(lows).toEqual([...lows].sort((one, other) => other - one));
    const sure = importance!.columns.filter((_, i) => lows[i]! > 0).map(({ column }) => column);
    expect(dependence.map(({ column }) => column)).toEqual(sure);
    expect(importance).toMatchObject({ rows: 240, repeats: 5, level: 0.95 });
  });
});

describe('values of curves', () => {
  const wide = [
    numbers(
      'many',
      Array.from({ length: 1200 }, (_, row) => (row === 7 ? 1e6 : row % 300)),
    ),
    numbers(
      'mostly 0',
      Array.from({ length: 1200 }, (_, row) => (row % 200 === 0 ? undefined : row % 50 === 0 ? row : 0)),
    ),
    categories(
      'levels',
      Array.from({ length: 1200 }, (_, row) => `level ${Math.floor(Math.sqrt(row / 4))}`),
    ),
  ].reduce(withColumn, table);
  const task = prepare({ ...byFolds, seed: 4 }, wide);
  const { train } = task.task.splits[0]!;
  const parameters = new Float64Array(task.encoder.features.length + 1);
  const flat = { classCount: 2, columnCount: task.encoder.features.length, parameters };
  const places = Uint32Array.from({ length: 50 }, (_, row) => row);
  const rows = new AlteredRows(task, places);
  const valuesOf = async (name: string) => {
    const models = { minimax: { model: flat }, predictRows: predictLinear } as never;
    return (await partialDependence(task, models, name, rows, rows.asTheyAre()))?.values;
  };

  it('are quantiles without the outliers', async () => {
    const many = (await valuesOf('many')) as number[];
    const sorted = Array.from(train, (row) => (columnNamed(wide, 'many') as NumericColumn).values[row]!).sort(
      (one, other) => one - other,
    );
    expect(many).toHaveLength(20);
    expect(many[0]).toBe(sorted[Math.round(0.01 * (train.length - 1))]);
    expect(many[19]).toBe(sorted[Math.round(0.99 * (train.length - 1))]);
    expect(many).toEqual([...many].sort((one, other) => one - other));
  });

  it('are no single one where most rows have the same', async () => {
    const values = (await valuesOf('mostly 0')) as number[];
    expect(values[0]).toBe(0);
    expect(values.length).toBeGreaterThan(2);
    expect(values.every(Number.isFinite)).toBe(true);
  });

  it('are the twelve most frequent of many levels, the most frequent first', async () => {
    const values = (await valuesOf('levels')) as string[];
    const { levels, codes } = columnNamed(wide, 'levels') as CategoricalColumn;
    const rowsOf = (level: string): number => train.filter((row) => levels[codes[row]!] === level).length;
    const counts = values.map(rowsOf);
    expect(values).toHaveLength(12);
    expect(counts).toEqual(
      levels
        .map(rowsOf)
        .sort((one, other) => other - one)
        .slice(0, 12),
    );
  });
});

const known = Object.entries(KINDS).filter(([name]) => name !== 'linear or boosted');
describe.each(known)('%s', (_, kind) => {
  it('predicts rows as it predicts parts, and is explained, twice the same', async () => {
    const options = knownModel(resolveFitOptions(kind));
    const task = prepare(kind);
    const joint = { linear: fitLinear, boosted: fitBoosted, mlp: fitNetwork }[options.model as 'mlp'];
    const train = options.estimation === 'plug-in' ? fitPlugIn : joint;
    const models = (await train(task, options as never)) as FittedModels<never>;
    try {
      const { naive, minimax, predictRows, predict } = models;
      for (const model of [naive, minimax.model]) {
        expect(await predictRows(model, task.parts.test.features)).toEqual(await predict(model, 'test'));
      }
      const { why, notes } = await explainModels(task, models, options);
      expect(notes).toEqual([]);
      expect(why!.importance!.columns.map(({ column }) => column).sort()).toEqual(
        task.encoder.columns.map(({ name }) => name).sort(),
      );
      for (const { naive: own, minimax: chosen } of why!.importance!.columns) {
        for (const { value, low, high } of [...own.byGroup, ...chosen.byGroup, own.overall, chosen.overall]) {
          expect(low).toBeLessThanOrEqual(value);
          expect(value).toBeLessThanOrEqual(high);
        }
      }
      expect(why!.weights === undefined).toBe(options.model !== 'linear' || options.estimation === 'plug-in');
      expect(await explainModels(task, models, options)).toEqual({ why, notes });
    } finally {
      await models.close?.();
    }
  });
});

describe('with a model made by hand', () => {
  const task = prepare(byFolds);
  const options = knownModel(resolveFitOptions(byFolds));
  const place = task.encoder.features.findIndex(({ name }) => name === 'income');
  /** It looks at income alone, and takes more of it for a good sign, or for a bad one. */
  const model = (weight: number): LinearModel => ({
    classCount: 2,
    columnCount: task.encoder.features.length,
    parameters: new Float64Array(task.encoder.features.length + 1).fill(weight, place, place + 1),
  });
  const fitted = (naive: LinearModel, minimax: LinearModel, more: object = {}): FittedModels<LinearModel> =>
    ({
      naive,
      minimax: { model: minimax },
      predictRows: predictLinear,
      predictionNs: 100,
      ...more,
    }) as unknown as FittedModels<LinearModel>;

  it('columns that it does not look at have no importance, for sure', async () => {
    const { why } = await explainModels(task, fitted(model(1), model(-1)), options);
    const none = { value: 0, low: 0, high: 0 };
    for (const { column, minimax, naive } of why!.importance!.columns) {
      if (column === 'income') continue;
      for (const own of [...minimax.byGroup, ...naive.byGroup, minimax.overall]) expect(own).toEqual(none);
    }
    // Defaults become rarer with income: the wrong sign misleads, the right one helps.
    const { naive, minimax } = columnOf(why!, 'income');
    expect(naive.overall.high).toBeLessThan(0);
    expect(minimax.overall.low).toBeGreaterThan(0);
    expect(why!.dependence.map(({ column }) => column)).toEqual(['income']);
    for (const curve of why!.dependence[0]!.curves[0]!.byGroup)
      expect(curve).toEqual([...curve].sort((one, other) => other - one));
  });

  it('where the naive model was chosen, both are the same', async () => {
    const same = model(-1);
    const { why } = await explainModels(task, fitted(same, same), options);
    for (const { naive, minimax } of why!.importance!.columns) expect(naive).toEqual(minimax);
  });

  it('weights are those of the model times the standard deviation of the feature', async () => {
    const { why } = await explainModels(task, fitted(model(2), model(-1)), options);
    const { values, rowCount, columnCount } = encodeDense(task.encoder, table, task.task.splits[0]!.train);
    const own = Array.from({ length: rowCount }, (_, row) => values[row * columnCount + place]!);
    const mean = own.reduce((sum, value) => sum + value, 0) / rowCount;
    const deviation = Math.sqrt(own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rowCount);
    const [first, ...others] = why!.weights!;
    expect(first).toMatchObject({ feature: 'income', class: 'yes' });
    expect([first!.naive, first!.minimax]).toBeAllClose([2 * deviation, -deviation], { relative: 1e-12 });
    expect(deviation).toBeLessThan(1); // a tenth is missing, and encoded as 0
    for (const { naive, minimax } of others) expect([naive, minimax].map(Math.abs)).toEqual([0, 0]);
  });

  it('rows that belong together make intervals wider', async () => {
    const entities = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
    // All test rows of a group are of eight.
    task.task.splits[0]!.test.forEach((row, i) => {
      entities[row] = 5000 + (i % 8);
    });
    const width = async (of: PreparedFit): Promise<number> => {
      const { why } = await explainModels(of, fitted(model(1), model(-1)), options);
      const { low, high } = columnOf(why!, 'income').minimax.overall;
      return high - low;
    };
    const alone = await width(task);
    const together = await width({ ...task, task: { ...task.task, entities } });
    expect(together).not.toBeCloseTo(alone, 4);
    // Entities of one value each: as many copies of few rows.
    const copies = { ...task, task: { ...task.task, entities: entities.map(() => 1) } };
    expect(await width(copies)).toBe(0);
  });

  it('what would take too long is left out, and said; weights are there all the same', async () => {
    const { why, notes } = await explainModels(
      task,
      fitted(model(1), model(-1), { predictionNs: 1e9 }),
      options,
    );
    expect(why).toMatchObject({ importance: null, dependence: [] });
    expect(why!.weights!.length).toBe(task.encoder.features.length);
    expect(notes).toEqual([
      expect.stringMatching(/not measured: with 3 columns it would take too long; .*`features`$/),
    ]);
  });

  it('slow models are asked less often, then of fewer rows, small groups whole', async () => {
    const large = prepare({ ...byFolds, split: [0.2, 0.2, 0.6] } as FitOptions, loansTable(3000));
    const size = async (predictionNs: number) => {
      const { why } = await explainModels(large, fitted(model(1), model(-1), { predictionNs }), options);
      return why!.importance && { rows: why!.importance.rows, repeats: why!.importance.repeats };
    };
    expect(await size(100)).toEqual({ rows: 1800, repeats: 5 });
    expect(await size(1.2e5)).toEqual({ rows: 1800, repeats: 3 });
    const few = await size(1e6);
    expect(few!.repeats).toBe(1);
    expect(few!.rows).toBeGreaterThan(500);
    expect(few!.rows).toBeLessThan(700);
    expect(await size(1e7)).toBeNull();
  });

  it('models that learn from pictures are not explained', async () => {
    const backbone = {} as PreparedFit['backbone'] & object;
    expect(await explainModels({ ...task, backbone }, fitted(model(1), model(1)), options)).toEqual({
      notes: [],
    });
  });
});

describe('thinByGroup', () => {
  const groups = Int32Array.from([
    ...new Array(5).fill(0),
    ...new Array(100).fill(1),
    ...new Array(40).fill(2),
  ]);
  const index = { names: ['a', 'b', 'c'], groups, counts: [5, 100, 40] };
  const sizes = (most: number): number[] => {
    const rows = thinByGroup(index, most, createRandom(1));
    expect([...rows]).toEqual([...new Set(rows)].sort((one, other) => one - other));
    return [0, 1, 2].map((group) => rows.filter((row) => groups[row] === group).length);
  };

  it('leaves small groups whole, and cuts large ones to one size', () => {
    expect(sizes(145)).toEqual([5, 100, 40]);
    expect(sizes(1000)).toEqual([5, 100, 40]);
    expect(sizes(105)).toEqual([5, 60, 40]);
    expect(sizes(65)).toEqual([5, 30, 30]);
    expect(sizes(9)).toEqual([3, 3, 3]);
    expect(sizes(1)).toEqual([1, 1, 1]);
  });

  it('draws which', () => {
    const drawn = thinByGroup(index, 25, createRandom(1));
    expect(thinByGroup(index, 25, createRandom(1))).toEqual(drawn);
    expect(thinByGroup(index, 25, createRandom(2))).not.toEqual(drawn);
  });
});

it('with several splits, the first is explained, as if it were alone', async () => {
  const data = loansTable(600);
  const { result } = await fit(data, { ...byFolds, groups: 'sex', splits: 2 });
  const alone = (await fit(data, { ...byFolds, groups: 'sex' })).result;
  expect(result.why).toEqual(alone.why);
  expect(result.repeats!.splits).toBe(2);
});
