// A fit of rows that are kept on disk is the fit of the same rows in memory, and takes them away when it is done.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Interrupted } from '../../src/interrupted.js';
import { type RunOptions, startFit } from '../../src/runs/run.js';
import { madeFile, madeFolder } from '../read/files.js';

const ROWS = Array.from({ length: 600 }, (_, i) => {
  const [x, group] = [Math.sin(i) * 3, i % 3 === 0 ? 'a' : 'b'];
  return `${x.toFixed(4)},${['u', 'v', 'w'][(i % 7) % 3]},${group},${x + Math.cos(5 * i) > 0 ? 'yes' : 'no'}`;
});

async function fitted(
  path: string,
  options: RunOptions,
): Promise<{ out: string; model: string; predictions: string; fingerprint: string }> {
  const out = join(madeFolder(), 'run');
  const common = { target: 'y', groups: 'g', select: 'validation' } as const;
  const { fingerprint } = await startFit({ data: path, options: { ...common, ...options } }, { out }).result;
  const read = (name: string): string => readFileSync(join(out, name), 'utf8');
  return { out, model: read('model.json'), predictions: read('predictions.csv'), fingerprint };
}

it('is the same, and leaves no cache unless asked to', { timeout: 60_000 }, async () => {
  const path = madeFile(`x,l,g,y\n${ROWS.join('\n')}\n`);
  const inMemory = await fitted(path, {});
  const stored = await fitted(path, { memory: 1 });
  expect(stored.model).toBe(inMemory.model);
  expect(stored.predictions).toBe(inMemory.predictions);
  expect(stored.fingerprint).toBe(inMemory.fingerprint);
  expect(existsSync(join(stored.out, 'cache'))).toBe(false);
  const kept = await fitted(path, { memory: 1, keepCache: true });
  expect(kept.model).toBe(inMemory.model);
  const caches = readdirSync(join(kept.out, 'cache'));
  expect(caches).toHaveLength(1);
  expect(
    readdirSync(join(kept.out, 'cache', caches[0]!)).filter((name) => /^rows-|^numbers-/.test(name)),
  ).toEqual([]);
});

it('that fails leaves no cache either', async () => {
  const out = join(madeFolder(), 'run');
  const path = madeFile(`x,l,g,y\n${ROWS.join('\n')}\n`);
  const options = { target: 'none', groups: 'g', memory: 1 };
  await expect(startFit({ data: path, options }, { out }).result).rejects.toThrow('none');
  expect(existsSync(join(out, 'cache'))).toBe(false);
});

it('goes on with the search where it was interrupted', async () => {
  const path = madeFile(`x,l,g,y\n${ROWS.join('\n')}\n`);
  const options = { memory: 1, search: 'apstar', maxSolves: 12 } as const;
  const whole = await fitted(path, options);
  const out = join(madeFolder(), 'run');
  const run = startFit(
    { data: path, options: { target: 'y', groups: 'g', select: 'validation', ...options } },
    { out },
  );
  for await (const event of run) if (event.kind === 'solve' && event.solve === 6) run.cancel();
  await expect(run.result).rejects.toThrow(Interrupted);
  const resumed = startFit({ data: path }, { out, resume: true });
  const solves: number[] = [];
  for await (const event of resumed) if (event.kind === 'solve') solves.push(event.solve);
  await resumed.result;
  expect(solves.length).toBeLessThan(8);
  for (const name of ['model.json', 'predictions.csv'] as const) {
    expect(readFileSync(join(out, name), 'utf8')).toBe(readFileSync(join(whole.out, name), 'utf8'));
  }
});
