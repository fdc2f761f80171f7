// The library's other functions on tables made in code: the same numbers as the command line has on the same rows.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTable, type Table, takeRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { main } from '../src/cli/program.js';
import * as fairfront from '../src/index.js';
import { audit, checkGain, fit, front, Interrupted, inspect } from '../src/index.js';
import { prepareFit } from '../src/task/prepare-fit.js';
import { NINE } from './audit/run-audit.js';
import { fakeTerminal } from './fake-terminal.js';
import { BY_VALIDATION, categories, LOANS, loansTable, numbers } from './runs/made-table.js';
import { loans, workFolder } from './runs/run-fit.js';
import '../../core/test/helpers/close.js';

const folder = workFolder();
const table = loansTable(600);
const path = join(folder, 'loans.csv');
writeFileSync(path, loans(600));

/** What a command prints with --json. */
async function printed(...args: readonly string[]): Promise<Record<string, unknown>> {
  const terminal = fakeTerminal();
  expect(await main([...args, '--json', '--quiet'], terminal)).toBe(0);
  return JSON.parse(terminal.out());
}

/** What a result is written as. */
const asJson = (result: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(result));

const said: Table = createTable([
  categories(
    'sex',
    NINE.slice(1).map((line) => line.split(',')[0]!),
  ),
  categories(
    'truth',
    NINE.slice(1).map((line) => line.split(',')[1]!),
  ),
  numbers(
    'p',
    NINE.slice(1).map((line) => Number(line.split(',')[2])),
  ),
]);
const AUDIT = { target: 'truth', groups: 'sex', probabilities: ['p'], resamples: 50, seed: 3 };

it('the interface is these functions, and no others', () => {
  expect(Object.keys(fairfront).sort()).toEqual([
    'Interrupted',
    'audit',
    'biasAudit',
    'cancelRun',
    'checkGain',
    'choosePoint',
    'compareRuns',
    'datasets',
    'decide',
    'discover',
    'doctor',
    'experiments',
    'exploreFront',
    'fit',
    'followRun',
    'front',
    'gate',
    'inspect',
    'listRuns',
    'listWorkers',
    'loadData',
    'loadModel',
    'modelCard',
    'openRun',
    'plan',
    'predictFile',
    'readTable',
    'removeRun',
    'resumeRun',
    'runExperiment',
    'startFit',
    'startRun',
    'startWorker',
    'summariseRun',
    'watch',
  ]);
});

describe('audit', () => {
  it('has the metrics of the command line', async () => {
    const file = join(folder, 'nine.csv');
    writeFileSync(file, NINE.join('\n'));
    const { data, asked, ...expected } = await printed(
      ...['audit', file, '--target', 'truth', '--groups', 'sex', '--probabilities', 'p'],
      ...['--resamples', '50', '--seed', '3', '--out', join(folder, 'audit-command')],
    );
    expect(data).toBe(file);
    expect(asked).toEqual({ data: file, options: AUDIT });
    const { result } = await audit(said, AUDIT);
    expect(asJson(result)).toEqual({ ...expected, data: 'table' });
  });

  it('judges what a model of the library predicts, as its fit does', async () => {
    const { result, model } = await fit(table, { ...LOANS, ...BY_VALIDATION, maxSolves: 3 });
    const chances = await model.predict(table);
    const predicted = createTable([
      ...table.columns,
      numbers(
        'p_yes',
        Array.from({ length: table.rowCount }, (_, row) => chances[2 * row + 1]!),
      ),
    ]);
    const testRows = takeRows(predicted, prepareFit(table, LOANS).task.splits[0]!.test);
    const columns = { target: 'default', groups: 'sex', probabilities: ['p_yes'], resamples: 0 };
    const { metrics, groups } = (await audit(testRows, columns)).result;
    expect(groups.map(({ name }) => name)).toEqual(['F', 'M']);
    const told = result.models.minimax.metrics.test;
    expect(metrics.crossEntropy.byGroup).toBeAllClose(told.crossEntropy.byGroup, { absolute: 1e-12 });
    expect(metrics.accuracy.byGroup).toEqual(told.accuracy.byGroup);
  });

  it('saves its numbers and its page', async () => {
    const out = join(folder, 'audit');
    const audited = await audit({ table: said, label: 'what it said' }, AUDIT);
    await audited.save(out);
    expect(readdirSync(out).sort()).toEqual(['audit.json', 'report.html']);
    expect(JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8'))).toEqual(asJson(audited.result));
    expect(audited.result.data).toBe('what it said');
    expect(audited.result).not.toHaveProperty('asked');
  });

  it.each<[object, string]>([
    [{ probability: ['p'] }, 'there is no option "probability"; did you mean `probabilities`?'],
    [{ probabilities: 'p' }, '`probabilities` must be a list of texts'],
    [{ probabilities: undefined }, '`probabilities`: name the columns that hold what the model said'],
    [{ target: undefined }, '`target`: name the column that says what was true'],
    [{ groups: undefined }, "`groups`: name the groups, such as `groups: 'sex,age<55'`"],
    [{ level: 1 }, '`level` must be a number between 0 and 1; got 1'],
    [{ probabilities: ['q'] }, '"q"'],
    [{ entities: 'person' }, '`entities`: there is no column "person"'],
  ])('refuses %j', async (changes, message) => {
    await expect(audit(said, { ...AUDIT, ...changes } as never)).rejects.toThrow(message);
  });
});

describe('front', () => {
  const options = { target: 'default', groups: 'sex', ignore: ['grade'], steps: 4 };

  it('has the points of the command line, and tells of its way', async () => {
    const { data, ...expected } = await printed(
      ...['front', path, '--target', 'default', '--groups', 'sex', '--ignore', 'grade', '--steps', '4'],
      ...['--out', join(folder, 'front-command')],
    );
    expect(data).toBe(path);
    const kinds: string[] = [];
    const found = await front(table, options, { onProgress: ({ kind }) => kinds.push(kind) });
    expect(asJson(found.result)).toEqual({ ...expected, data: 'table' });
    expect(kinds.join(' ')).toMatch(/^encoding model model( solve)+( front){5}( refine)+$/);
    const out = join(folder, 'front');
    await found.save(out);
    expect(readdirSync(out).sort()).toEqual(['front.json', 'front.svg', 'models.bin', 'report.html']);
    expect(JSON.parse(readFileSync(join(out, 'front.json'), 'utf8'))).toEqual(asJson(found.result));
  });

  it('ends with `Interrupted` once it is cancelled', async () => {
    const signal = { aborted: false };
    const onProgress = ({ kind }: { readonly kind: string }): void => {
      signal.aborted ||= kind === 'front';
    };
    await expect(front(table, options, { signal, onProgress })).rejects.toThrow(Interrupted);
    await expect(front(table, options, { signal: AbortSignal.abort() })).rejects.toThrow(Interrupted);
  });

  it.each<[object, string]>([
    [{ stepz: 3 }, 'there is no option "stepz"; did you mean `steps`?'],
    [{ model: 'mlp' }, "`model` must be one of linear; got 'mlp'"],
    [{ part: 'test' }, "`part` must be one of validation, train; got 'test'"],
    [{ groups: 'sex,region', minGroup: 5 }, '`groups`: a front is drawn for 2 or 3 groups; got 4'],
    [{ splits: 2 }, '`splits: 2`: a front is drawn of one split; leave it out'],
  ])('refuses %j', async (changes, message) => {
    await expect(front(table, { ...options, ...changes } as never)).rejects.toThrow(message);
  });
});

describe('inspect', () => {
  it('says what the command line says', async () => {
    const task = ['--target', 'default', '--groups', 'sex', '--ignore', 'grade', '--splits', '2'];
    const { data, ...expected } = await printed('inspect', path, ...task);
    expect(data).toBe(path);
    expect(asJson(inspect(table, { ...LOANS, splits: 2 }))).toEqual({ ...expected, data: 'table' });
  });

  it('without a target tells of columns alone', () => {
    const { task, columns } = inspect(table);
    expect(task).toBeUndefined();
    expect(columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual(
      table.columns.map(({ name, kind }) => `${name} ${kind}`),
    );
    expect(columns.find(({ name }) => name === 'income')!.missing).toBeGreaterThan(30);
  });

  it('refuses what it does not know', () => {
    expect(() => inspect(table, { targt: 'default' } as never)).toThrow('did you mean `target`?');
    expect(() => inspect(table, { target: 'default' })).toThrow('`groups`: name the groups');
    expect(() => inspect('loans.csv' as never)).toThrow('the data must be a table');
  });
});

describe('checkGain', () => {
  it('says what `fit --check` says, whether or not plug-in estimation was asked for', async () => {
    const task = ['--target', 'default', '--groups', 'sex', '--ignore', 'grade', '--folds', '2'];
    const { data, ...expected } = await printed('fit', path, ...task, '--check');
    expect(data).toBe(path);
    const parts: number[] = [];
    const onProgress = (event: { readonly kind: string; readonly done?: number }): void => {
      if (event.kind === 'component') parts.push(event.done!);
    };
    const found = await checkGain(table, { ...LOANS, folds: 2 }, { onProgress });
    expect(asJson(found)).toEqual({ ...expected, data: 'table' });
    expect(found.task.estimation).toBe('plug-in');
    expect(parts.at(-1)).toBe(6);
    const asked = await checkGain(table, { ...LOANS, folds: 2, estimation: 'plug-in' });
    expect(asked).toEqual(found);
    expect(existsSync(join(folder, 'fairfront-fit'))).toBe(false);
  });

  it('ends with `Interrupted` once it is cancelled', async () => {
    await expect(checkGain(table, LOANS, { signal: { aborted: true } })).rejects.toThrow(Interrupted);
  });

  it.each<[object, string]>([
    [{ estimation: 'joint' }, "the gain is checked by plug-in estimation; leave out `estimation: 'joint'`"],
    [{ folds: 0 }, 'the gain is checked on `folds`: rows that no model has seen'],
    [{ folds: 1 }, '`folds: 1`: what is left out in turn needs 2 folds or more'],
    [
      { compare: ['zafar'] },
      'checking the gain searches no model that could be compared; leave out `compare`',
    ],
    [{ groups: 'default' }, 'every group has a single class'],
    [{ fold: 2 }, 'there is no option "fold"; did you mean `folds`?'],
    [{ splits: 2 }, '`splits: 2`: the gain is checked on one split; leave it out'],
  ])('refuses %j', async (changes, message) => {
    await expect(checkGain(table, { ...LOANS, ...changes } as never)).rejects.toThrow(message);
  });
});
