// A finished run says again what it said; what is not as the run left it is refused.

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupMetrics } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fit, loadModel, openRun } from '../../src/index.js';
import { loansTable } from './made-table.js';
import { workFolder } from './run-fit.js';

const folder = workFolder();
const run = join(folder, 'run');

beforeAll(async () => {
  const fitted = await fit(loansTable(600), { target: 'grade', groups: 'sex', model: 'linear' });
  await fitted.save(run);
});

/** A copy of the run that something is done to. */
function changed(name: string, change: (copy: string) => void): string {
  const copy = join(folder, name);
  cpSync(run, copy, { recursive: true });
  change(copy);
  return copy;
}

const edit = (path: string, from: string | RegExp, to: string): void =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));

describe('openRun', () => {
  it('reads the result, and predictions that have its figures to the bit', async () => {
    const { result, predictions } = await openRun(run);
    for (const part of ['validation', 'test'] as const) {
      const { models, labels, groups, rows } = await predictions(part);
      expect(rows.length).toBe(part === 'test' ? result.task.rows.test : result.task.rows.train);
      for (const model of ['naive', 'minimax'] as const) {
        const { crossEntropy, accuracy } = groupMetrics(models[model], labels, groups, 3);
        expect(crossEntropy).toEqual(result.models[model].metrics[part].crossEntropy);
        expect(accuracy).toEqual(result.models[model].metrics[part].accuracy);
      }
    }
  });

  it('keeps whose a row is', async () => {
    const { table } = { table: loansTable(600) };
    const owner = {
      kind: 'numeric',
      name: 'person',
      values: Float64Array.from({ length: 600 }, (_, i) => i >> 1),
    };
    const owned = { ...table, columns: [...table.columns, owner] } as typeof table;
    const options = { target: 'default', groups: 'sex', model: 'linear', splitBy: 'person' } as const;
    const out = join(folder, 'owned');
    await (await fit(owned, options)).save(out);
    const { rows, entities } = await (await openRun(out)).predictions('test');
    const firstOf = new Map<number, number>();
    rows.forEach((row, i) => {
      const person = firstOf.get(entities![i]!) ?? row >> 1;
      firstOf.set(entities![i]!, person);
      expect(row >> 1).toBe(person);
    });
    expect(firstOf.size).toBe(rows.length / 2);
  });

  it.each([
    ['a figure changed', 'result.json', /"worst":0/, '"worst":1'],
    ['a prediction changed', 'predictions.csv', 'test', 'tset'],
  ])('refuses %s', async (name, file, from, to) => {
    const copy = changed(name, (at) => edit(join(at, file), from, to));
    await expect(openRun(copy).then(({ predictions }) => predictions('test'))).rejects.toThrow(
      `${file} was changed or damaged after the run`,
    );
  });

  it('refuses a result of a newer schema, of none, cut short, and a folder without one', async () => {
    const without = (name: string, change: (path: string) => void): string =>
      changed(name, (copy) => {
        rmSync(join(copy, 'SHA256SUMS'));
        change(join(copy, 'result.json'));
      });
    const newer = without('newer', (path) => edit(path, 'fairfront.result/2', 'fairfront.result/3'));
    await expect(openRun(newer)).rejects.toThrow(/of the schema fairfront\.result\/3: .*update fairfront$/);
    const foreign = without('foreign', (path) => edit(path, 'fairfront.result/2', 'another'));
    await expect(openRun(foreign)).rejects.toThrow('is not what fairfront writes');
    const short = without('short', (path) => writeFileSync(path, readFileSync(path).subarray(0, 999)));
    await expect(openRun(short)).rejects.toThrow('is not JSON');
    const none = without('none', (path) => rmSync(path));
    await expect(openRun(none)).rejects.toThrow('is not the folder of a finished run');
    const unsigned = without('unsigned', () => undefined);
    await expect(openRun(unsigned)).rejects.toThrow('has no SHA256SUMS');
  });
});

it('loadModel refuses a model of a run that was changed', async () => {
  const copy = changed('model', (at) => edit(join(at, 'model.json'), '"intercept":', '"intercept":1'));
  await expect(loadModel(copy)).rejects.toThrow('model.json was changed or damaged after the run');
  await expect(loadModel(run)).resolves.toMatchObject({ target: 'grade' });
});
