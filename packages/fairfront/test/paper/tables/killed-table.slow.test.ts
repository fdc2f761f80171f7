// A table takes up to an hour: killed at any moment, again and again, it repeats no finished cell and ends as an undisturbed run.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CELLS_KIND } from '../../../src/paper/experiment/run-cells.js';
import type { CellResult, TableCell } from '../../../src/paper/tables/table-cell.js';
import type { TableResult } from '../../../src/paper/tables/table-result.js';
import { unseal } from '../../../src/sealed-file.js';
import { insideFolder } from '../../datasets/data.js';
import { endProgramBy, isProgramAbsent, type Moment, startProgram } from '../../runs/fit-child.js';
import { outFolder, untimed } from './run-table-command.js';

const TABLE = [
  'paper',
  'table-5',
  '--splits',
  '4',
  '--only',
  'MMPF LR,Zafar',
  '--data-dir',
  insideFolder.path,
];
const MOMENTS: readonly Moment[] = [{ changes: 1 }, { changes: 1, delayMs: 30 }, { changes: 2, delayMs: 5 }];

const keptFile = (out: string): string => join(out, 'german-gender', 'checkpoint', 'full-seed-1.bin');
const kept = (out: string): [cell: string, result: CellResult][] => {
  if (!existsSync(keptFile(out))) return [];
  return (unseal(CELLS_KIND, readFileSync(keptFile(out))) as { cells: [string, CellResult][] }).cells;
};
const tableOf = (out: string): TableResult => JSON.parse(readFileSync(join(out, 'table-5.json'), 'utf8'));

describe('a table whose process is killed', () => {
  it.skipIf(isProgramAbsent())(
    'goes on with the cells that are left',
    async () => {
      const [out, whole] = [outFolder(), outFolder()];
      for (const moment of MOMENTS) {
        const before = kept(out);
        const { signal, err } = await endProgramBy('SIGKILL', moment, keptFile(out), ...TABLE, '--out', out);
        expect(signal, err).toBe('SIGKILL');
        const after = kept(out);
        expect(after.length).toBeGreaterThan(before.length);
        expect(after.slice(0, before.length)).toEqual(before); // to the millisecond: not trained again
      }
      expect((await startProgram(...TABLE, '--out', out).ended).code).toBe(0);
      const ended = tableOf(out);
      for (const [text, { seconds }] of kept(out)) {
        const { trainer, split } = JSON.parse(text) as TableCell;
        const method = trainer === 'LR' ? 'MMPF LR' : 'Zafar';
        expect(ended.cells).toContainEqual(expect.objectContaining({ method, split, seconds }));
      }
      expect((await startProgram(...TABLE, '--out', whole).ended).code).toBe(0);
      expect(untimed(ended)).toEqual(untimed(tableOf(whole)));
    },
    120_000,
  );
});
