// Columns of texts: how they are read, what is said of them, and what a task makes of them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTable, type SparseRows } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/index.js';
import { findWarnings } from '../../src/notice/find-warnings.js';
import { readTable } from '../../src/read/read-table.js';
import { completeData } from '../../src/task/data.js';
import { encoderOptions, prepareFit } from '../../src/task/prepare-fit.js';
import { checkMethods } from '../../src/training/options/methods.js';
import { categories, numbers } from '../runs/made-table.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();

function file(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const many = file('many.csv', [
  'age,note',
  ...Array.from({ length: 10_500 }, (_, i) => `${i % 60},"note ${i}, such as nobody else wrote"`),
]);

describe('reading a text column', () => {
  it('takes any number of different texts', async () => {
    const { table, notes } = await readTable(many, { text: ['note'] });
    const note = table.columns[1]!;
    expect(note.kind === 'categorical' && note.levels.length).toBe(10_500);
    expect(notes).toEqual([]);
  });

  it('is told of where a column has so many texts', async () => {
    const { table, notes } = await readTable(many);
    expect(table.columns.map(({ name }) => name)).toEqual(['age']);
    expect(notes.join()).toContain("`text: ['note']`");
  });

  it.each([
    [{ text: ['notes'] }, '`text`: ', 'no column "notes"', '"note"'],
    [{ text: ['age'] }, '`text`: column "age"', 'holds numbers', 'take it out of `text`'],
    [{ text: ['note'], numeric: ['note'] }, 'declared both `numeric` and `text`'],
    [{ text: ['note'], categorical: ['note'] }, 'declared both `categorical` and `text`'],
  ])('refuses %j', async (options, ...parts) => {
    const error = await readTable(many, options).catch((thrown: Error) => thrown);
    for (const part of parts) expect((error as Error).message).toContain(part);
  });
});

const rows = Array.from({ length: 300 }, (_, row) => row);
const table = createTable([
  categories(
    'spam',
    rows.map((row) => (row % 3 === 0 ? 'yes' : 'no')),
  ),
  categories(
    'sex',
    rows.map((row) => (row % 2 === 0 ? 'f' : 'm')),
  ),
  numbers(
    'age',
    rows.map((row) => 20 + (row % 50)),
  ),
  categories(
    'message',
    rows.map((row) => `${row % 3 === 0 ? 'win a FREE prize' : 'see you'} at ${row % 97}`),
  ),
]);
const TASK = { target: 'spam', groups: 'sex', text: ['message'] };

describe('a task with texts', () => {
  it('has their words as features, sparse, for networks in single precision', () => {
    const { encoder, parts } = prepareFit(table, TASK);
    expect(encoder.features.map(({ name }) => name)).toContain('message: free');
    expect((parts.train.features as SparseRows).values).toBeInstanceOf(Float64Array);
    const { features } = prepareFit(table, TASK, { layout: 'dense' }).parts.train;
    expect((features as SparseRows).offsets).toHaveLength(181);
    expect(features.values).toBeInstanceOf(Float32Array);
  });

  it('keeps as many words as it is told', () => {
    const { encoder } = prepareFit(table, { ...TASK, vocabulary: 3, sublinear: true });
    const words = encoder.features.filter(({ kind }) => kind === 'word');
    expect(words).toHaveLength(3);
    expect(encoder.columns.find(({ kind }) => kind === 'text')).toMatchObject({ sublinear: true });
  });

  it.each([
    [{ ...TASK, text: ['sex'] }, '`text`: "sex"', 'take it out of `text`'],
    [{ ...TASK, text: ['massage'] }, '`text`: there is no column "massage"', '"message"'],
    [{ ...TASK, text: ['age'] }, '`text`: column "age" holds numbers'],
    [{ target: 'spam', groups: 'sex', vocabulary: 10 }, '`vocabulary`: for columns of texts only'],
    [{ target: 'spam', groups: 'sex', sublinear: true }, '`sublinear`: for columns of texts only'],
  ])('refuses %j', (options, ...parts) => {
    for (const part of parts) expect(() => prepareFit(table, options)).toThrow(part);
  });

  it('is warned of nothing that only levels can be', () => {
    const ids = createTable([
      ...table.columns.slice(0, 3),
      categories(
        'message',
        rows.map((row) => `message number ${row}`),
      ),
    ]);
    const { task } = prepareFit(ids, TASK);
    expect(findWarnings(task, ids, {}).warnings.map(({ kind }) => kind)).toContain('identifier');
    expect(findWarnings(task, ids, TASK).warnings).toEqual([]);
  });

  it('cannot be repaired', () => {
    const fit = prepareFit(table, TASK);
    expect(() => checkMethods(fit, ['feldman'])).toThrow('not texts, and "message" is one');
    expect(() => checkMethods(fit, ['zafar'])).not.toThrow();
  });

  it('is inspected without a list of all words and texts', () => {
    const { columns, task } = inspect(table, TASK);
    expect(columns[3]).toEqual({ name: 'message', kind: 'text', role: 'feature', missing: 0, texts: 194 });
    expect(task!.words).toEqual([{ column: 'message', words: expect.any(Number) }]);
    expect(task!.features.map(({ name }) => name)).toEqual(['age']);
  });

  it('may be of a dataset, whose recipe names the texts', () => {
    const data = completeData({ table, dataset: 'made', encoderOptions: { text: ['message'] } });
    expect(encoderOptions(data, { vocabulary: 7 })).toEqual({ text: ['message'], vocabulary: 7 });
    expect(
      prepareFit(data, { ...TASK, text: undefined, vocabulary: 7 } as never).encoder.features,
    ).toHaveLength(8);
  });
});
