import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readByReference } from '../../../../fuzz/csv-reference.js';
import { brokenCsvFile } from '../../../../fuzz/inputs/csv-files.js';
import { madeFile } from './files.js';
import { readFuzzed } from './read-fuzzed.js';

it('ends in an error or in the table of the reference, whatever happened to the file', {
  timeout: 60_000,
}, async () => {
  const path = madeFile('');
  const outcomes = { tables: 0, errors: 0 };
  await fc.assert(
    fc.asyncProperty(brokenCsvFile, fc.boolean(), async (file, isTold) => {
      const actual = await readFuzzed(path, file, isTold);
      if (typeof actual === 'string') {
        outcomes.errors++;
        return;
      }
      expect(actual).toEqual(readByReference(file.bytes, isTold ? file.delimiter : undefined));
      outcomes.tables++;
    }),
    { seed: 4, numRuns: 1000 },
  );
  expect(outcomes.tables).toBeGreaterThan(100);
  expect(outcomes.errors).toBeGreaterThan(400);
});
