import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readByReference } from '../../../../fuzz/csv-reference.js';
import { csvFile } from '../../../../fuzz/inputs/csv-files.js';
import { madeFile } from './files.js';
import { readFuzzed } from './read-fuzzed.js';

it('reads valid CSV as the reference does, cell by cell', { timeout: 60_000 }, async () => {
  const path = madeFile('');
  const outcomes = { tables: 0, errors: 0 };
  await fc.assert(
    fc.asyncProperty(csvFile, fc.boolean(), async (file, isTold) => {
      const expected = readByReference(file.bytes, isTold ? file.delimiter : undefined);
      const actual = await readFuzzed(path, file, isTold);
      if (typeof expected === 'string') {
        expect(typeof actual, expected).toBe('string');
        outcomes.errors++;
        return;
      }
      // A delimiter in the name of an only column is taken for one, and then the rows are too short.
      if (!isTold && expected.length === 1 && typeof actual === 'string') return;
      expect(actual).toEqual(expected);
      outcomes.tables++;
    }),
    { seed: 3, numRuns: 600 },
  );
  expect(outcomes.tables).toBeGreaterThan(250);
  expect(outcomes.errors).toBeGreaterThan(50);
});

it('keeps every text of columns that are declared categories', { timeout: 60_000 }, async () => {
  const path = madeFile('');
  await fc.assert(
    fc.asyncProperty(csvFile, async (file) => {
      const expected = readByReference(file.bytes, file.delimiter, true);
      if (typeof expected === 'string') return;
      const categorical = expected.map(({ name }) => name);
      expect(await readFuzzed(path, file, true, { categorical })).toEqual(expected);
    }),
    { seed: 9, numRuns: 300 },
  );
});
