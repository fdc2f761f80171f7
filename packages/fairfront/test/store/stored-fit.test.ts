// A fit whose matrices are kept on disk finds what a fit in memory finds, to the byte; all kinds of models are slow tests.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fit } from '../../src/index.js';
import type { FitOptions } from '../../src/training/options/fit-options.js';
import { KINDS, LOANS, loansTable } from '../runs/made-table.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();
const table = loansTable(600);

it.each<[string, FitOptions]>([
  ['exact', { ...LOANS, model: 'linear', select: 'validation', search: 'exact' }],
  ['network', KINDS['network']!],
])('a fit on disk has the result of a fit in memory: %s', async (name, options) => {
  const cache = { folder: join(folder, name), remove: () => undefined };
  const { result } = await fit(table, options);
  const stored = await fit({ table, cache }, options);
  expect(JSON.stringify(stored.result)).toBe(JSON.stringify(result));
});

describe('what needs all rows in memory is refused before anything is trained', () => {
  it.each<[string, FitOptions]>([
    ['zafar', { ...LOANS, compare: ['zafar', 'hardt'] }],
    ['kamishima', { ...LOANS, compare: ['kamishima'] }],
    ['blind', { ...LOANS, model: 'linear', blind: 0.5 }],
  ])('%s', async (name, options) => {
    const cache = { folder: join(folder, name), remove: () => undefined };
    const told: string[] = [];
    const onProgress = ({ kind }: { readonly kind: string }): unknown => told.push(kind);
    const fitting = fit({ table, cache }, options, { onProgress });
    await expect(fitting).rejects.toThrow(
      new RegExp(`${name}\\W+needs? all rows in memory.*raise \`memory\``),
    );
    expect(told).not.toContain('model');
  });
});
