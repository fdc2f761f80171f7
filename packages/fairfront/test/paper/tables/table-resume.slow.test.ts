// What is finished is kept: Ctrl-C and the same command again, other seeds and kinds, another table of the same study.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CELLS_KIND } from '../../../src/paper/experiment/run-cells.js';
import type { TableResult } from '../../../src/paper/tables/table-result.js';
import { seal, unseal } from '../../../src/sealed-file.js';
import { rowOf } from './made-cells.js';
import { outFolder, paper, paperJson, untimed } from './run-table-command.js';

const TWO = ['table-5', '--splits', '2', '--only', 'MMPF LR'];
const ONE = ['--splits', '1', '--only', 'Zafar'];

const keptFile = (out: string): string => join(out, 'german-gender', 'checkpoint', 'full-seed-1.bin');
const written = (out: string, name = 'table-5'): TableResult =>
  JSON.parse(readFileSync(join(out, `${name}.json`), 'utf8')) as TableResult;

describe('cells that are finished', () => {
  it('are not trained again: the same command gives the same to the last second', async () => {
    const out = outFolder();
    const first = await paperJson([...TWO, '--out', out]);
    const kept = readFileSync(keptFile(out));
    const second = await paperJson([...TWO, '--out', out]);
    expect(second.steps).toEqual(['cells: 2 of 2']);
    expect(second.result).toEqual(first.result);
    expect(readFileSync(keptFile(out))).toEqual(kept);
  });

  it('stay after Ctrl-C; the same command goes on, and ends where it would have ended', async () => {
    const out = outFolder();
    const stopped = await paper([...TWO, '--out', out], { interruptAt: 'cells: 1 of 2' });
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain(
      `interrupted; 1 of 2 cells are finished and kept, the same command goes on. What there is: ${join(out, 'table-5.md')}`,
    );
    expect(readFileSync(join(out, 'table-5.md'), 'utf8')).toContain('INTERRUPTED: 1 of 2 cells');
    const partial = written(out);
    expect(partial.cellCount).toBe(2);
    expect(partial.cells.map(({ split }) => split)).toEqual([0]);
    expect(rowOf(partial, 'MMPF LR').columns['Female']!.sd).toBeNull();

    const { code, steps, result } = await paperJson([...TWO, '--out', out]);
    expect(code).toBe(0);
    expect(steps[0]).toMatch(/^cells: 1 of 2/);
    expect(steps.some((step) => step.includes('split 1:'))).toBe(false);
    expect(result.cells[0]).toEqual(partial.cells[0]); // seconds and all
    const whole = await paperJson([...TWO, '--out', outFolder()]);
    expect(untimed(result)).toEqual(untimed(whole.result));
  });

  it('are none where Ctrl-C came before the first: nothing is written over what was there', async () => {
    const out = outFolder();
    await paper(['table-5', ...ONE, '--out', out]);
    const before = written(out);
    const { code, err } = await paper([...TWO, '--out', out], { interruptAt: 'cells: 0 of 2' });
    expect(code).toBe(130);
    expect(err).toContain('interrupted before the first cell was finished');
    expect(written(out)).toEqual(before);
  });

  it('count for more splits and other methods of the same kind', async () => {
    const out = outFolder();
    await paper(['table-5', ...ONE, '--out', out]);
    const more = await paper(['table-5', '--splits', '2', '--only', 'Zafar', '--out', out]);
    expect(more.steps[0]).toMatch(/^cells: 1 of 2/);
    const other = await paper(['table-5', '--splits', '2', '--only', 'MMPF LR,Zafar', '--out', out]);
    expect(other.steps[0]).toMatch(/^cells: 2 of 4/);
  });

  it('of another seed, or of a quick run, do not count', async () => {
    const out = outFolder();
    const firstStep = async (...args: readonly string[]) =>
      (await paper(['table-5', ...ONE, ...args, '--out', out])).steps[0]!.slice(0, 13);
    expect(await firstStep()).toBe('cells: 0 of 1');
    expect(await firstStep('--quick')).toBe('cells: 0 of 1');
    expect(await firstStep()).toBe('cells: 1 of 1');
    expect(await firstStep('--quick')).toBe('cells: 1 of 1');
    expect(await firstStep('--seed', '2')).toBe('cells: 0 of 1');
    expect(await firstStep('--seed', '2')).toBe('cells: 1 of 1');
    expect(await firstStep('--quick', '--seed', '2')).toBe('cells: 0 of 1');
    expect(await firstStep()).toBe('cells: 1 of 1'); // seeds do not push each other out
  });

  it('trained with another recipe, or chosen from another grid, do not count', async () => {
    const out = outFolder();
    await paper(['table-5', ...ONE, '--out', out]);
    const whole = unseal(CELLS_KIND, readFileSync(keptFile(out))) as { readonly identity: string };
    for (const [now, before] of [
      ['"l2":0.000001', '"l2":0.001'],
      ['"zafar":[', '"zafar":[7,'],
      ['german:gender', 'german:age'],
    ] as const) {
      expect(whole.identity).toContain(now);
      const identity = whole.identity.replace(now, before);
      writeFileSync(keptFile(out), seal(CELLS_KIND, { ...whole, identity }));
      const { steps } = await paper(['table-5', ...ONE, '--out', out]);
      expect(steps[0], before).toMatch(/^cells: 0 of 1/);
    }
  });

  it('of a table count for the full one of the same study', async () => {
    const out = outFolder();
    const short = await paperJson(['table-5', ...ONE, '--out', out]);
    const full = await paperJson(['table-12', ...ONE, '--out', out]);
    expect(full.steps[0]).toMatch(/^cells: 1 of 1/);
    expect(full.result.cells).toEqual(short.result.cells);
    expect(rowOf(full.result, 'Zafar', 'crossEntropy')).toEqual(rowOf(short.result, 'Zafar', 'crossEntropy'));
    expect(written(out, 'table-12')).toEqual(full.result);
    expect(written(out)).toEqual(short.result); // as it was
  });
});
