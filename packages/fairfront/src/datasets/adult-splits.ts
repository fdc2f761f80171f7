// The paper authors' splits of Adult: one line for each complete row, one column for each split.

import { FairfrontError, type Split, splitFromColumn } from '@fairfront/core';
import { readTable } from '../read/read-table.js';
import { categorical, numeric } from './derive.js';
import type { DatasetFiles } from './recipe.js';

export async function loadAdultSplit(
  files: DatasetFiles,
  path: string,
  rowCount: number,
  index: number,
): Promise<Split> {
  const location = await files.checked(path);
  const name = `split_${index}`;
  const { table } = await readTable(location, {
    format: 'csv',
    numeric: ['complete_row'],
    categorical: [name],
  });
  const rows = numeric(table, 'complete_row').values;
  if (table.rowCount !== rowCount) {
    throw new FairfrontError(
      'bad-split',
      `${location} has ${table.rowCount} lines, the dataset ${rowCount} complete rows; get the file anew`,
    );
  }
  const wrong = rows.findIndex((row, i) => row !== i);
  if (wrong >= 0) {
    throw new FairfrontError(
      'bad-split',
      `${location}: complete_row counts the rows from 0, so row ${wrong + 1} must have ${wrong}; it has ${rows[wrong]}`,
    );
  }
  return splitFromColumn(categorical(table, name));
}
