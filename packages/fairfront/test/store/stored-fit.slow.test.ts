// A fit whose matrices are kept on disk finds what a fit in memory finds, to the byte.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fit } from '../../src/index.js';
import type { FitOptions } from '../../src/training/options/fit-options.js';
import { KINDS, LOANS, loansTable } from '../runs/made-table.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();
const table = loansTable(900);

const MORE: Readonly<Record<string, FitOptions>> = {
  'exact, refined': { ...LOANS, model: 'linear', select: 'validation', search: 'exact' },
  'of three classes': { target: 'grade', groups: 'sex', ignore: ['default'], model: 'linear', l2: 1e-3 },
  'by the Brier score': { ...KINDS['linear']!, loss: 'brier' },
  'of a mixture that is distilled': {
    ...LOANS,
    estimation: 'plug-in',
    distil: 'mlp',
    hidden: [8],
    maxEpochs: 2,
    l2: 1e-3,
  },
  'of groups that overlap': { ...LOANS, groups: ['sex', 'region'], model: 'linear', l2: 1e-3 },
};

describe.each(Object.entries({ ...KINDS, ...MORE }))('a fit on disk: %s', (name, options) => {
  it('has the result of a fit in memory', async () => {
    const cache = join(folder, name.replace(/\W/g, '-'));
    const { result } = await fit(table, options);
    const files = new Set<string>();
    const stored = await fit({ table, cache: { folder: cache, remove: () => undefined } }, options, {
      onProgress: () => {
        if (existsSync(cache)) for (const file of readdirSync(cache)) files.add(file);
      },
    });
    expect(JSON.stringify(stored.result)).toBe(JSON.stringify(result));
    expect([...files]).toContainEqual(expect.stringMatching(/^rows-/));
    // What models said stays as long as the cache: whoever saves the fit writes it.
    expect(readdirSync(cache).filter((name) => !name.startsWith('numbers-'))).toEqual([]);
  });
});

describe('a fit on disk', () => {
  it('of boosted trees whose bins do not fit into memory has the result of a fit in memory', async () => {
    const options = KINDS['boosted, chosen by folds']!;
    const { result } = await fit(table, options);
    const cache = { folder: join(folder, 'bins'), memory: 1, remove: () => undefined };
    const files = new Set<string>();
    const stored = await fit({ table, cache }, options, {
      onProgress: () => {
        if (!existsSync(cache.folder)) return;
        for (const file of readdirSync(cache.folder)) files.add(file);
      },
    });
    expect(JSON.stringify(stored.result)).toBe(JSON.stringify(result));
    expect([...files]).toContainEqual(expect.stringMatching(/^bins-/));
    expect(readdirSync(cache.folder)).not.toContainEqual(expect.stringMatching(/^bins-/));
  });

  it('that predicts a number has the result of a fit in memory', async () => {
    const options = { target: 'age', groups: 'sex', loss: 'squared', model: 'linear' } as const;
    const { result } = await fit(table, options);
    const stored = await fit(
      { table, cache: { folder: join(folder, 'number'), remove: () => undefined } },
      options,
    );
    expect(JSON.stringify(stored.result)).toBe(JSON.stringify(result));
  });
});
