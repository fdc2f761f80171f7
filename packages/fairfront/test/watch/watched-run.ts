// A finished run of made-up loans, and batches for it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Table } from '@fairfront/core';
import { fit, openRun } from '../../src/index.js';
import type { FinishedRun } from '../../src/runs/finished-run.js';
import { categories, loansTable, withColumn } from '../runs/made-table.js';

export const GROUPS = 'sex,region';

/** Fits loans by sex and region, without the note of what was asked, as the library does. */
export async function loansRun(folder: string, rows = 1200): Promise<FinishedRun> {
  const fitted = await fit(loansTable(rows), {
    target: 'default',
    groups: GROUPS,
    ignore: ['grade'],
    model: 'linear',
    l2: 0.01,
  });
  await fitted.save(folder);
  return openRun(folder);
}

/** The outcomes of a table. */
export function outcomes(table: Table): (string | undefined)[] {
  const column = table.columns.find(({ name }) => name === 'default')!;
  if (column.kind !== 'categorical') throw new Error('default must be a category');
  return [...column.codes].map((code) => column.levels[code]);
}

/** New loans in which the outcomes of women are turned round. */
export function turnedRound(rows: number, seed: number): Table {
  const table = loansTable(rows, seed);
  const sex = table.columns.find(({ name }) => name === 'sex')!;
  if (sex.kind !== 'categorical') throw new Error('sex must be a category');
  const turned = outcomes(table).map((outcome, row) => {
    if (sex.levels[sex.codes[row]!] !== 'F') return outcome;
    return outcome === 'yes' ? 'no' : 'yes';
  });
  return withColumn(table, categories('default', turned));
}

/** Writes a table as CSV. @returns its path */
export function writeTable(folder: string, name: string, { columns, rowCount }: Table): string {
  const path = join(folder, name);
  const lines = Array.from({ length: rowCount }, (_, row) =>
    columns
      .map((column) =>
        column.kind === 'numeric'
          ? String(column.values[row]).replace('NaN', '')
          : (column.levels[column.codes[row]!] ?? ''),
      )
      .join(','),
  );
  writeFileSync(path, `${[columns.map((column) => column.name).join(','), ...lines].join('\n')}\n`);
  return path;
}
