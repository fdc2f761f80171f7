// Sixteen processes at once, all into one folder: it ends up with the whole result of one of them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manyPredictions, writeLines } from './audit/run-audit.js';
import { isProgramAbsent, startProgram } from './runs/fit-child.js';
import { workFolder } from './runs/run-fit.js';

const COUNT = 16;
const folder = workFolder();
const predictions = writeLines(folder, 'predictions.csv', manyPredictions(500));
const task = ['--target', 'truth', '--groups', 'sex', '--probabilities', 'p', '--quiet'];

it.skipIf(isProgramAbsent())('sixteen at once leave one whole result', { timeout: 300_000 }, async () => {
  const out = join(folder, 'shared');
  const ended = await Promise.all(
    Array.from(
      { length: COUNT },
      (_, seed) => startProgram('audit', predictions, ...task, '--seed', String(seed), '--out', out).ended,
    ),
  );
  const refused = ended.filter(({ code }) => code === 2);
  for (const { err } of refused) expect(err).toMatch(/is being written to by process \d+/);
  const done = ended.filter(({ code }) => code === 0);
  expect(done.length).toBeGreaterThan(0);
  expect(done.length + refused.length).toBe(COUNT);
  expect(readdirSync(out).sort()).toEqual(['audit.json', 'report.html']);
  const { options } = JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8')).asked;
  const alone = join(folder, 'alone');
  await startProgram('audit', predictions, ...task, '--seed', String(options.seed), '--out', alone).ended;
  for (const name of readdirSync(out)) {
    expect(readFileSync(join(out, name), 'utf8')).toBe(readFileSync(join(alone, name), 'utf8'));
  }
});
