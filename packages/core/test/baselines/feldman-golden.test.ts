// Against golden/repair.py, which computes the same in exact fractions.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import '../helpers/close.js';
import { fitRepair, repairTable } from '../../src/baselines/feldman-repair.js';
import { createRandom } from '../../src/numeric/random.js';
import { type Cell, cellsOf, tableOf } from '../table/table-cells.js';

type Columns = Record<string, (string | number | null)[]>;

interface Golden {
  readonly seed: number;
  readonly trainingRows: number;
  readonly groups: number[];
  readonly columns: Columns;
  readonly cases: { readonly lambda: number; readonly columns: Columns }[];
}

const golden = JSON.parse(readFileSync(new URL('golden/repair.json', import.meta.url), 'utf8')) as Golden;

const cells = (column: readonly (string | number | null)[]): Cell[] =>
  column.map((cell) => cell ?? undefined);
const table = tableOf(
  Object.fromEntries(Object.entries(golden.columns).map(([name, column]) => [name, cells(column)])),
);
const groups = Int32Array.from(golden.groups);
const rows = Uint32Array.from(groups, (_, row) => row);
const repair = fitRepair(table, Object.keys(golden.columns), rows.slice(0, golden.trainingRows), groups, 3);

describe.each(golden.cases)('lambda $lambda', ({ lambda, columns }) => {
  const repaired = cellsOf(repairTable(repair, table, rows, groups, lambda, createRandom(golden.seed)));

  test('numbers', () => {
    for (const name of ['hours', 'gain']) {
      const numbers = (column: readonly Cell[]): number[] => column.map((cell) => Number(cell ?? -1));
      expect(numbers(repaired[name]!)).toBeAllClose(numbers(cells(columns[name]!)), { relative: 1e-14 });
    }
  });

  test('levels', () => {
    expect(repaired['city']).toEqual(cells(columns['city']!));
  });

  test('has the golden cells changed, or none', () => {
    for (const [name, column] of Object.entries(golden.columns)) {
      const changed = column.filter((cell, row) => cell !== columns[name]![row]).length;
      if (lambda === 0) expect(changed).toBe(0);
      else expect(changed).toBeGreaterThan(3);
    }
  });
});
