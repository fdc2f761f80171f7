// Models that predict: the same before and after they are saved, and what the result's metrics were computed from.

import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTable, FairfrontError, groupMetrics, type Table, takeRows, taskPart } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fit, loadModel, type Model } from '../../src/index.js';
import type { Fitted } from '../../src/runs/fit.js';
import { prepareFit } from '../../src/task/prepare-fit.js';
import { UsageError } from '../../src/usage-error.js';
import { categories, KINDS, loansTable, numbers, withColumn } from './made-table.js';
import { workFolder } from './run-fit.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();

/**
 * Loans of which the last are test rows. Those have a purpose that no other row has, and an age that is missing, as
 * no other row's is: the encoder was not prepared for either.
 */
function surprisingLoans(): Table {
  const table = loansTable(600);
  const { rowCount } = table;
  const own = [...Array(rowCount).keys()];
  const part = (row: number): string => (row < 360 ? 'train' : row < 480 ? 'validation' : 'test');
  const ages = table.columns.find(({ name }) => name === 'age')! as ReturnType<typeof numbers>;
  const age = (row: number): number => (ages.kind === 'numeric' ? ages.values[row]! : 0);
  return [
    categories('part', own.map(part)),
    categories(
      'purpose',
      own.map((row) =>
        row >= 500 && row % 3 === 0 ? 'boat' : row % 7 === 0 ? undefined : ['car', 'home'][row % 2],
      ),
    ),
    numbers(
      'age',
      own.map((row) => (row >= 500 && row % 4 === 0 ? undefined : age(row))),
    ),
  ].reduce(withColumn, table);
}

const table = surprisingLoans();

/** The rows from one on, with levels of their own: those that they have, and a last that is none of theirs. */
function recoded(source: Table, rows: Uint32Array): Table {
  const taken = takeRows(source, rows);
  return createTable(
    [...taken.columns].reverse().map((column) => {
      if (column.kind === 'numeric') return column;
      const texts = Array.from(column.codes, (code) => column.levels[code]);
      const levels = [...new Set(texts.filter((text) => text !== undefined)), 'zzz'].sort();
      const codes = Uint16Array.from(texts, (text) =>
        text === undefined ? levels.length : levels.indexOf(text),
      );
      return { ...column, levels, codes };
    }),
  );
}

describe.each(Object.entries(KINDS))('a model: %s', (name, kind) => {
  const options = { ...kind, splitColumn: 'part' };
  const out = join(folder, name);
  let fitted: Fitted;
  let chances: Float64Array;
  let loaded: Model;
  beforeAll(async () => {
    fitted = await fit(table, options);
    chances = await fitted.model.predict(table);
    await fitted.save(out);
    loaded = await loadModel(out);
  });

  it('says what it predicts, and has a chance for every class of every row', () => {
    expect(fitted.model).toMatchObject({ target: 'default', classes: ['no', 'yes'] });
    expect(loaded).toMatchObject({ target: 'default', classes: ['no', 'yes'] });
    expect(chances).toHaveLength(2 * table.rowCount);
    for (let row = 0; row < table.rowCount; row++) {
      expect(chances[2 * row]! + chances[2 * row + 1]!).toBeCloseTo(1, 6);
      expect(chances[2 * row]).toBeGreaterThan(0);
      expect(chances[2 * row]).toBeLessThan(1);
    }
    expect(new Set(chances).size).toBeGreaterThan(100);
  });

  it('says the same after it was saved, bit for bit, from every file it has', async () => {
    expect(await loaded.predict(table)).toEqual(chances);
    const files = readdirSync(out).filter((file) => file.startsWith('model.'));
    expect(files).toEqual(kind.model === 'mlp' ? ['model.onnx'] : ['model.json', 'model.onnx']);
    for (const file of files) {
      const model = await loadModel(join(out, file));
      expect(model.classes).toEqual(['no', 'yes']);
      expect(await model.predict(table)).toBeAllClose(chances, { absolute: 1e-6 });
    }
  });

  it('says of each part what the metrics of the result were computed from', () => {
    const byFolds = fitted.result.selection?.by === 'cross-validation';
    const { task } = prepareFit(table, options, { byFolds });
    for (const part of ['train', 'validation', 'test'] as const) {
      if (byFolds && part === 'validation') continue; // rows that choose are judged by models of the other folds
      const { rows, labels, groups } = taskPart(task, 0, part);
      const own = Float64Array.from([...rows].flatMap((row) => [chances[2 * row]!, chances[2 * row + 1]!]));
      const found = groupMetrics(own, labels, groups, 2);
      const told = fitted.result.models.minimax.metrics[part];
      expect(found.crossEntropy.byGroup).toBeAllClose(told.crossEntropy.byGroup, { absolute: 1e-6 });
      expect(found.brier.byGroup).toBeAllClose(told.brier.byGroup, { absolute: 1e-6 });
      expect(found.accuracy.byGroup).toEqual(told.accuracy.byGroup);
    }
  });

  it('goes by texts and not by their codes, by names and not by the order of columns, row by row', async () => {
    const rows = Uint32Array.from([599, 504, 3, 0, 540, 504]);
    const own = [...rows].flatMap((row) => [chances[2 * row]!, chances[2 * row + 1]!]);
    const tolerance = { absolute: kind.model === 'mlp' ? 1e-6 : 1e-15 }; // a runtime sums batches in its own order
    expect(await loaded.predict(recoded(table, rows))).toBeAllClose(own, tolerance);
    const one = Uint32Array.of(504);
    expect(await loaded.predict(recoded(table, one))).toBeAllClose(own.slice(2, 4), tolerance);
    expect(await loaded.predict(takeRows(table, new Uint32Array()))).toHaveLength(0);
  });

  it('needs neither the target nor the groups, nor a column that is not used', async () => {
    const columns = table.columns.filter(
      (column) => !['default', 'sex', 'grade', 'part'].includes(column.name),
    );
    expect(await loaded.predict({ rowCount: table.rowCount, columns })).toEqual(chances);
  });

  it('tells of a column that is missing, or of another kind, by its name', async () => {
    const without = table.columns.filter((column) => column.name !== 'income');
    for (const model of [fitted.model, loaded]) {
      await expect(model.predict({ rowCount: table.rowCount, columns: without })).rejects.toThrow(
        /there is no column "income"/,
      );
      const text = withColumn(table, categories('income', Array(600).fill('much')));
      await expect(model.predict(text)).rejects.toThrow(
        /"income".*read it as numeric|"income" to be numeric/,
      );
      const number = withColumn(table, numbers('purpose', Array(600).fill(1)));
      await expect(model.predict(number)).rejects.toThrow(
        /"purpose".*read it as categorical|"purpose" to be categorical/,
      );
      await expect(model.predict(number)).rejects.toThrow(FairfrontError);
    }
  });
});

describe('loadModel', () => {
  const refused = async (path: string, message: string | RegExp): Promise<void> => {
    await expect(loadModel(path)).rejects.toThrow(message);
    await expect(loadModel(path)).rejects.toThrow(FairfrontError);
  };

  it('refuses what is not there', async () => {
    const nowhere = join(folder, 'nowhere');
    await expect(loadModel(nowhere)).rejects.toThrow(
      new UsageError(`there is no model: ${nowhere}: there is no such file or folder`),
    );
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await refused(empty, `${empty} holds no model.json and no model.onnx; name the folder of a finished run`);
  });

  it('refuses what cannot be read, in plain words', async () => {
    const odd = join(folder, 'odd');
    mkdirSync(join(odd, 'model.onnx'), { recursive: true });
    await refused(odd, 'there is no model: ');
    await refused(odd, 'it is a folder');
    await refused('x'.repeat(5000), 'the name is longer than the system allows');
    const large = join(folder, 'large.json');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 30);
    await refused(large, 'it has 1073741824 bytes, more than a model can have');
    rmSync(large);
    const deep = join(folder, 'deep.json');
    const lists = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
    const head = '"schema": "fairfront.model/1", "kind": "linear", "target": "y", "classes": ["a", "b"]';
    writeFileSync(deep, `{${head},\n"outputs": [{"intercept": 0, "weights": []}], "encoder": ${lists}}`);
    await refused(deep, 'deep.json, line 2: lists and objects are nested more than 100 deep');
  });

  it('refuses files that are none of ours, or damaged', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'model.json'), '{"schema": ');
    await refused(broken, /model\.json is not JSON: /);
    writeFileSync(join(broken, 'model.json'), '{"schema": "fairfront.result/1"}');
    await refused(broken, /the model is not what fairfront writes: it must be fairfront\.model\/1, but says/);
    rmSync(join(broken, 'model.json'));
    writeFileSync(join(broken, 'model.onnx'), 'not ONNX');
    await refused(broken, 'the model is no ONNX file, or damaged');
    writeFileSync(join(broken, 'model.onnx'), '');
    await refused(broken, 'it was not written by fairfront');
  });
});
