// A model of texts: the same from memory, from model.json and from model.onnx, whatever the texts.

import { join } from 'node:path';
import { createTable } from '@fairfront/core';
import { beforeAll, expect, it } from 'vitest';
import { type Fitted, fit, loadModel } from '../../src/index.js';
import { categories, numbers } from './made-table.js';
import { workFolder } from './run-fit.js';
import '../../../core/test/helpers/close.js';

const folder = join(workFolder(), 'run');
const rows = Array.from({ length: 600 }, (_, row) => row);
const text = (row: number): string | undefined =>
  row % 41 === 0
    ? undefined
    : `${row % 3 === 0 || row % 7 === 0 ? 'Gewinne GRATIS' : 'bis bald, Größe'} ${row % 89}`;
const table = createTable([
  categories(
    'spam',
    rows.map((row) => (row % 3 === 0 ? 'yes' : 'no')),
  ),
  categories(
    'sex',
    rows.map((row) => (row % 2 === 0 ? 'f' : 'm')),
  ),
  categories('message', rows.map(text)),
]);
let fitted: Fitted;

beforeAll(async () => {
  fitted = await fit(table, { target: 'spam', groups: 'sex', text: ['message'], l2: 1e-3 });
  await fitted.save(folder);
});

it('is saved, and learns from words', async () => {
  expect(fitted.result.task.features).toBeGreaterThan(80);
  const { accuracy } = fitted.result.models.minimax.metrics.test;
  expect(accuracy.worst).toBeGreaterThan(0.75);
});

it('predicts the same from every file, of texts that nobody expects', async () => {
  const odd = [
    'gratis',
    undefined,
    '',
    'GRATIS\0gratis',
    'Größe '.repeat(60_000),
    `${'x'.repeat(400_000)} gratis`,
    '😀',
    ...rows.slice(0, 9000).map(text),
  ];
  const other = createTable([categories('message', odd)]);
  const [plain, onnx] = await Promise.all([
    loadModel(join(folder, 'model.json')),
    loadModel(join(folder, 'model.onnx')),
  ]);
  const expected = await fitted.model.predict(other);
  expect(await plain.predict(other)).toEqual(expected);
  expect(await onnx.predict(other)).toBeAllClose(expected, { absolute: 1e-6 });
});

it('asks for texts where the table has numbers', async () => {
  const onnx = await loadModel(join(folder, 'model.onnx'));
  const wrong = createTable([numbers('message', [1, 2])]);
  await expect(onnx.predict(wrong)).rejects.toThrow('declare it with `text`');
});
