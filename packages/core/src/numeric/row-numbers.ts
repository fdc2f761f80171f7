// Lists of row numbers, as flat arrays: of tens of millions of rows too.

/** The numbers of so many rows, from 0. */
export function rowNumbers(rowCount: number): Uint32Array {
  const rows = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) rows[row] = row;
  return rows;
}

/** The rows of which something holds, ascending. @param holds is asked once or twice of each row */
export function rowsWhere(rowCount: number, holds: (row: number) => boolean): Uint32Array {
  let found = 0;
  for (let row = 0; row < rowCount; row++) if (holds(row)) found++;
  const rows = new Uint32Array(found);
  for (let row = 0, next = 0; next < found; row++) if (holds(row)) rows[next++] = row;
  return rows;
}
