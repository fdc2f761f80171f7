import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brokenCsvFile } from '../../../../fuzz/inputs/csv-files.js';
import { compareCsv } from '../../../../fuzz/targets/reader.js';

it('ends in an error or in the table of the reference, whatever happened to the file', {
  timeout: 60_000,
}, async () => {
  const outcomes = { table: 0, error: 0 };
  await fc.assert(
    fc.asyncProperty(brokenCsvFile, fc.boolean(), async (file, isTold) => {
      outcomes[await compareCsv({ ...file, isTold, isValid: false })]++;
    }),
    { seed: 4, numRuns: 1000 },
  );
  expect(outcomes.table).toBeGreaterThan(100);
  expect(outcomes.error).toBeGreaterThan(400);
});
