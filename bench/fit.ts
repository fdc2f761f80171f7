// How long a whole fit of a linear model takes: the default, which chooses by folds, against a search by validation
// rows, as commands on Adult, in turns.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './statistics.js';

const ROUNDS = 5;
const program = fileURLToPath(new URL('../../packages/fairfront/bin/fairfront.js', import.meta.url));
const WAYS = {
  default: [],
  'search by validation rows': ['--select', 'validation', '--search', 'apstar'],
} as const;

/** Times a fit of Adult by gender and ethnicity. */
export function benchFit() {
  const times: Record<keyof typeof WAYS, number[]> = { default: [], 'search by validation rows': [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [way, flags] of Object.entries(WAYS)) times[way as keyof typeof WAYS].push(fitMs(flags));
  }
  process.stdout.write(`Adult by gender and ethnicity, the whole command, median of ${ROUNDS} in turns\n`);
  console.table(
    Object.entries(times).map(([way, own]) => ({
      way,
      ms: Math.round(median(own)),
      'fastest and slowest, ms': `${Math.round(Math.min(...own))} to ${Math.round(Math.max(...own))}`,
    })),
  );
  const [chosen, searched] = [median(times.default), median(times['search by validation rows'])];
  return { ratios: { 'default / search by validation rows': chosen / searched }, 'default, ms': chosen };
}

function fitMs(flags: readonly string[]): number {
  const out = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  try {
    const args = [program, 'fit', 'adult:gender-ethnicity', '--dataset-split', '0', '--force', '--out', out];
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, [...args, '--json', ...flags], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const ms = performance.now() - start;
    if (status !== 0) throw new Error(`fairfront fit: ${stderr}`);
    const { models } = JSON.parse(stdout);
    if (!(models.minimax.metrics.train.crossEntropy.worst < models.naive.metrics.train.crossEntropy.worst)) {
      throw new Error('the minimax model does not lower the worst risk of the training rows');
    }
    return ms;
  } finally {
    rmSync(out, { recursive: true });
  }
}
