// An audit of a table that is kept on disk says what the audit in memory says, to the byte.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStored } from '@fairfront/core/internal';
import { afterEach, expect, it, vi } from 'vitest';
import { audit as auditTable } from '../../src/index.js';
import { loadData } from '../../src/task/load-data.js';
import { audit, LABELS, manyPredictions, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();
const temporary = join(folder, 'temporary');
mkdirSync(temporary);
const [header, ...rows] = manyPredictions(3000);
const path = writeLines(folder, 'many.csv', [
  `${header},q,id,hired`,
  ...rows.map((row, i) => `${row},${1 - Number(row.split(',')[2])},${7e12 + (i % 800)},${i % 3}`),
]);

afterEach(() => vi.unstubAllEnvs());

/** What audit.json holds, without the option. */
function auditJson(out: string): string {
  return readFileSync(join(out, 'audit.json'), 'utf8').replace(',"memory":1', '');
}

it.each<[string, readonly string[]]>([
  ['probabilities', [...LABELS, '--probabilities', 'p']],
  ['a column for each class', [...LABELS, '--probabilities', 'no=q,yes=p', '--missing-group', 'drop']],
  ['people by number', [...LABELS, '--probabilities', 'p', '--entities', 'id']],
  ['weights', [...LABELS, '--probabilities', 'p', '--weight', 'hired']],
  ['impact ratios of guesses', [...LABELS, '--probabilities', 'p', '--ll144', 'sex']],
  ['impact ratios of decisions', ['--ll144', 'sex', '--selected', 'hired=1']],
  ['impact ratios of scores', ['--ll144', 'sex', '--scores', 'p']],
])('%s', async (name, args) => {
  vi.stubEnv('TMPDIR', temporary);
  const asked = [path, ...args, '--resamples', '50'].slice(0, args.includes('--target') ? undefined : -2);
  const outs = [join(folder, `${name} in memory`), join(folder, `${name} on disk`)];
  expect(await audit(...asked, '--out', outs[0]!)).toMatchObject({ code: 0 });
  expect(await audit(...asked, '--out', outs[1]!, '--memory', '1B')).toMatchObject({ code: 0 });
  const [inMemory, onDisk] = outs.map(auditJson);
  expect(onDisk).toBe(inMemory);
  expect(readdirSync(temporary)).toEqual([]);
});

it('is of rows on disk, in the temporary folder until the audit is over', async () => {
  vi.stubEnv('TMPDIR', temporary);
  const data = await loadData(path, { memory: 1 });
  expect(data.table.columns.every(isStored)).toBe(true);
  expect(readdirSync(temporary)).toHaveLength(1);
  const options = { target: 'truth', groups: 'sex', probabilities: ['p'], resamples: 0 };
  const [onDisk, inMemory] = [
    await auditTable(data, options),
    await auditTable(await loadData(path), options),
  ];
  expect(JSON.stringify(onDisk.result)).toBe(JSON.stringify(inMemory.result));
  data.cache!.remove();
});
