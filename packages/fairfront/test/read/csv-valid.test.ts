import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readByReference } from '../../../../fuzz/csv-reference.js';
import { csvFile } from '../../../../fuzz/inputs/csv-files.js';
import { compareCsv } from '../../../../fuzz/targets/reader.js';
import { readTable } from '../../src/read/read-table.js';
import { cellsOf, madeFile } from './files.js';

it('reads valid CSV as the reference does, cell by cell', { timeout: 60_000 }, async () => {
  const outcomes = { table: 0, error: 0 };
  await fc.assert(
    fc.asyncProperty(csvFile, fc.boolean(), async (file, isTold) => {
      outcomes[await compareCsv({ ...file, isTold, isValid: true })]++;
    }),
    { seed: 3, numRuns: 600 },
  );
  expect(outcomes.table).toBeGreaterThan(250);
  expect(outcomes.error).toBeGreaterThan(50);
});

it('keeps every text of columns that are declared categories', { timeout: 60_000 }, async () => {
  const path = madeFile('');
  await fc.assert(
    fc.asyncProperty(csvFile, async ({ bytes, delimiter }) => {
      const expected = readByReference(bytes, delimiter, true);
      if (typeof expected === 'string') return;
      writeFileSync(path, bytes);
      const categorical = expected.map(({ name }) => name);
      const { table } = await readTable(path, { format: 'csv', delimiter, categorical });
      const read = table.columns.map(({ name, kind }) => ({ name, kind, cells: cellsOf(table, name) }));
      expect(read).toEqual(expected);
    }),
    { seed: 9, numRuns: 300 },
  );
});
