// Cells that began with a file of weights are known by what is in it.

import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runTable } from '../../../src/paper/tables/run-table.js';
import { recipeOf } from './made-cells.js';
import { outFolder } from './run-table-command.js';

const known = vi.hoisted(() => [] as { readonly weights?: string }[]);
const shared = vi.hoisted(() => [] as { readonly weights?: string }[]);
vi.mock('../../../src/paper/experiment/run-cells.js', () => ({
  keptCells: (_: string, __: string, options: object) => void known.push(options),
  runCells: async (run: { readonly shared: object }) => {
    shared.push(run.shared);
    return [];
  },
}));

it('keeps cells by the content of the weights, wherever the file is', async () => {
  const folder = outFolder();
  const weights = join(folder, 'densenet121.safetensors');
  const run = (path: string) =>
    expect(runTable(recipeOf('ham10000-full'), { folder, weights: path })).rejects.toThrow('interrupted');
  writeFileSync(weights, 'one');
  await run(weights);
  expect(known.at(-1)!.weights).toBe(createHash('sha256').update('one').digest('hex'));
  expect(shared.at(-1)!.weights).toBe(weights);
  renameSync(weights, join(folder, 'moved'));
  await run(join(folder, 'moved'));
  expect(known[1]).toEqual(known[0]);
  writeFileSync(weights, 'two');
  await run(weights);
  expect(known[2]).not.toEqual(known[0]);
});
