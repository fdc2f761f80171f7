// The default fit of linear models: rows out of fold choose, test rows have no say, and what is handed over is what was
// chosen.

import {
  createTable,
  groupShares,
  linearSolver,
  meanRisks,
  predictLinear,
  type Table,
  takeRows,
} from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../../../core/test/helpers/close.js';
import { fit } from '../../../src/index.js';
import type { Fitted } from '../../../src/runs/fit.js';
import { predictionsCsv } from '../../../src/runs/predictions-csv.js';
import { type PreparedFit, prepareFit } from '../../../src/task/prepare-fit.js';
import { fitLinear } from '../../../src/training/fit-linear.js';
import { type FitOptions, resolveFitOptions } from '../../../src/training/options/fit-options.js';
import { categories, withColumn } from '../../runs/made-table.js';
import { ALIKE, GROUPS, madeGroups, partOf, UNLIKE } from './made-groups.js';

const unlike = madeGroups(UNLIKE);
const alike = madeGroups(ALIKE);
const texts = (table: Table, name: string): string[] => {
  const column = table.columns.find((own) => own.name === name)!;
  return column.kind === 'numeric' ? [] : Array.from(column.codes, (code) => column.levels[code]!);
};

/** What the fit of a table has predicted of rows that it was not trained on, by column. */
async function predictionsOf(table: Table, options: FitOptions) {
  const prepared = prepareFit(table, options, { byFolds: true });
  const models = (await fitLinear(prepared, resolveFitOptions({ ...options, model: 'linear' })))!;
  const chunks = (await predictionsCsv(prepared, models))();
  const [head, ...lines] = Buffer.concat([...chunks])
    .toString()
    .trimEnd()
    .split('\n');
  const names = head!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i], cell])));
}

describe('the default fit of a group with a law of its own', () => {
  let fitted: Fitted;
  let prepared: PreparedFit;
  beforeAll(async () => {
    fitted = await fit(unlike, GROUPS);
    prepared = prepareFit(unlike, GROUPS, { byFolds: true });
  });

  it('chooses by all rows but the test rows, each out of fold', () => {
    const { selection, task, groups, search } = fitted.result;
    expect(selection).toMatchObject({ by: 'cross-validation', folds: 5, untried: [] });
    expect(task.rows).toEqual({ train: 800, validation: 0, test: 200 });
    expect(groups.map(({ rows }) => rows.validation)).toEqual([0, 0]);
    // Naive at its best penalty, and at each of five penalties six others: two ends, three between, one of balanced.
    expect(selection!.candidates).toHaveLength(1 + 5 * 6);
    expect(selection!.candidates[0]).toEqual(selection!.naive);
    expect(selection!.candidates).toContainEqual(selection!.chosen);
    expect(search).toMatchObject({ strategy: 'exact', steeredBy: 'train', refinement: null });
  });

  it('takes the least worst-group risk out of fold, if that is more than chance', () => {
    const { chosen, naive, gain, candidates } = fitted.result.selection!;
    expect(chosen.model).not.toBe('naive');
    const worst = candidates.map(({ risks }) => Math.max(...risks));
    expect(Math.max(...chosen.risks)).toBe(Math.min(...worst));
    expect(gain.value).toBeCloseTo(Math.max(...naive.risks) - Math.max(...chosen.risks), 12);
    expect(gain.value).toBeGreaterThan(gain.standardError);
  });

  it('hands over the chosen model: that of its weights and its penalty, on all rows but the test rows', async () => {
    const { models, selection, task } = fitted.result;
    const { l2 } = selection!.chosen;
    expect(task.l2).toBe(l2);
    const { train, test } = prepared.parts;
    const { model } = linearSolver(train, { classCount: 2, l2: l2! }).solve(models.minimax.mu);
    const own = takeRows(unlike, prepared.split.test);
    expect(await fitted.model.predict(own)).toBeAllClose(predictLinear(model, test.features), {
      absolute: 1e-6,
    });
    expect(models.minimax.metrics.test.crossEntropy.byGroup).not.toEqual(
      models.naive.metrics.test.crossEntropy.byGroup,
    );
  });

  it('certifies the minimax problem at the chosen penalty, and says how much there was to gain at most', () => {
    const { search, atMost, verdict, models } = fitted.result;
    expect(search.certificate).toMatchObject({ certified: true });
    expect(search.problem).toContain(`l2 = ${fitted.result.task.l2}`);
    expect(search.relativeGap).toBeCloseTo(1 - search.certificate.lower! / search.worst, 9);
    expect(atMost!.l2).toBe(1e-5);
    expect(verdict.atMost).toBe(atMost!.share);
    const saved =
      1 - models.minimax.metrics.train.crossEntropy.worst / models.naive.metrics.train.crossEntropy.worst;
    expect(atMost!.share).toBeGreaterThan(saved);
  });

  it('is the same with the same seed', async () => {
    const again = await fit(unlike, GROUPS);
    expect(again.result).toEqual(fitted.result);
    expect(await again.model.predict(unlike)).toEqual(await fitted.model.predict(unlike));
    const other = await fit(unlike, { ...GROUPS, seed: 2 });
    expect(other.result.selection!.naive.risks).not.toEqual(fitted.result.selection!.naive.risks);
  });

  it('is chosen without the test rows: other labels there change nothing but what is measured', async () => {
    const labels = texts(unlike, 'label').map((label, row) =>
      partOf(row) !== 'test' ? label : label === 'yes' ? 'no' : 'yes',
    );
    const { result, model } = await fit(withColumn(unlike, categories('label', labels)), GROUPS);
    const { selection, atMost, search, models } = fitted.result;
    expect(result.selection).toEqual(selection);
    expect(result.atMost).toEqual(atMost);
    expect(result.search).toEqual(search);
    expect(await model.predict(unlike)).toEqual(await fitted.model.predict(unlike));
    expect(result.models.minimax.mu).toEqual(models.minimax.mu);
    expect(result.models.minimax.metrics.test).not.toEqual(models.minimax.metrics.test);
  });

  it('lets no test row into the encoding either', async () => {
    const columns = unlike.columns.map((column) => {
      if (column.kind !== 'numeric') return column;
      const values = column.values.map((value, row) => (partOf(row) === 'test' ? 100 * value : value));
      return { ...column, values };
    });
    const { result } = await fit(createTable(columns), GROUPS);
    expect(result.selection).toEqual(fitted.result.selection);
  });
});

describe('where there is nothing to gain', () => {
  it('naive is chosen, at the penalty of the least mean risk, and is every model that is handed over', async () => {
    const { result, model } = await fit(alike, GROUPS);
    const { selection, models, verdict } = result;
    expect(selection!.chosen).toEqual(selection!.naive);
    expect(selection!.gain.value).toBeLessThanOrEqual(selection!.gain.standardError);
    expect(models.minimax).toEqual(models.naive);
    expect(models.minimax.mu).toEqual(
      groupShares(prepareFit(alike, GROUPS, { byFolds: true }).parts.train.groups),
    );
    expect(verdict).toMatchObject({ decision: 'keep-naive', worstGroup: 'few', rowsToTell: null });
    const { parts, split } = prepareFit(alike, GROUPS, { byFolds: true });
    const solver = linearSolver(parts.train, { classCount: 2, l2: selection!.naive.l2! });
    const { model: naive } = solver.solve(groupShares(parts.train.groups));
    expect(await model.predict(takeRows(alike, split.test))).toBeAllClose(
      predictLinear(naive, parts.test.features),
      { absolute: 1e-6 },
    );
  });
});

describe('what is kept of rows out of fold', () => {
  it.each([
    ['another model is chosen', unlike],
    ['naive is chosen', alike],
  ])('is what the risks of the choice come from, where %s', async (_, table) => {
    const { result } = await fit(table, { ...GROUPS, model: 'linear' });
    const rows = await predictionsOf(table, GROUPS);
    const labels = texts(table, 'label');
    const groups = texts(table, 'group');
    expect(rows.map(({ row }) => Number(row) - 1).sort((a, b) => a - b)).toEqual([...labels.keys()]);
    for (const [model, risks] of [
      ['naive', result.selection!.naive.risks],
      ['minimax', result.selection!.chosen.risks],
    ] as const) {
      for (const [part, expected] of [
        ['out-of-fold', risks],
        ['test', result.models[model].metrics.test.crossEntropy.byGroup],
      ] as const) {
        const own = rows.filter((row) => row['part'] === part);
        expect(own).toHaveLength(part === 'test' ? 200 : 800);
        const losses = own.map((row) => {
          const at = Number(row['row']) - 1;
          expect([row['label'], row['group']]).toEqual([labels[at], groups[at]]);
          const yes = Number(row[`${model} yes`]);
          return -Math.log(row['label'] === 'yes' ? yes : 1 - yes);
        });
        const names = ['few', 'many'];
        const codes = Int32Array.from(own, (row) => names.indexOf(row['group']!));
        const counts = names.map((_, group) => codes.filter((code) => code === group).length);
        const found = meanRisks(Float64Array.from(losses), { names, groups: codes, counts });
        expect(found).toBeAllClose(expected, { relative: 1e-9 });
      }
    }
  });
});

describe('rows of one entity', () => {
  // Everybody has two rows that are alike, far from one another.
  const once = madeGroups({ rowCount: 500, unlike: 0.7 });
  const twice = takeRows(
    once,
    Uint32Array.from({ length: 1000 }, (_, row) => row % 500),
  );
  const people = createTable([
    ...twice.columns.filter(({ name }) => name !== 'part'),
    categories(
      'person',
      Array.from({ length: 1000 }, (_, row) => `p${row % 500}`),
    ),
  ]);
  const task = { target: 'label', groups: 'group', l2: 1e-3 } as const;
  /** How many people of whom both rows were out of fold were told two things. */
  const toldTwice = async (options: FitOptions): Promise<number> => {
    const rows = await predictionsOf(people, options);
    const said = new Map<number, string[]>();
    for (const { row, part, 'naive yes': yes } of rows) {
      if (part === 'test') continue;
      const person = (Number(row) - 1) % 500;
      said.set(person, [...(said.get(person) ?? []), yes!]);
    }
    return [...said.values()].filter(([one, other]) => other !== undefined && one !== other).length;
  };

  it('stay in one fold with `splitBy`', async () => {
    expect(await toldTwice({ ...task, ignore: ['person'] })).toBeGreaterThan(100);
    expect(await toldTwice({ ...task, splitBy: 'person' })).toBe(0);
  });
});
