// The notes of MIMIC-III have 4 GB: what is read of them must not grow with the file.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { makeMimic } from './made-mimic.js';

const library = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

it('keeps of 50,000 notes those of the first 48 hours only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-mimic-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Of 50 notes of a patient 2 count, so 4 MB of 100.
  const bytes = await makeMimic(folder, {
    patients: 1000,
    notesPerPatient: 2,
    otherNotes: 48,
    words: 280,
    vocabulary: 5000,
  });
  expect(bytes).toBeGreaterThan(95e6);
  const script = `
    const { loadData } = await import(${JSON.stringify(library)});
    const { table } = await loadData('mimic-iii:age-ethnicity-outcome', { dataDir: ${JSON.stringify(folder)} });
    const { levels } = table.columns.find(({ name }) => name === 'notes');
    console.log(JSON.stringify({
      rows: table.rowCount,
      characters: levels.reduce((sum, text) => sum + text.length, 0),
      expired: levels.filter((text) => text.includes('expired')).length,
    }));`;
  const printed = execFileSync(
    process.execPath,
    ['--max-old-space-size=64', '-e', script, '--input-type=module'],
    {
      encoding: 'utf8',
    },
  );
  const { rows, characters, expired } = JSON.parse(printed);
  expect(rows).toBe(1000);
  expect(characters).toBeLessThan(5e6);
  expect(expired).toBe(0); // discharge summaries, which tell the outcome, are left out
}, 300_000);
