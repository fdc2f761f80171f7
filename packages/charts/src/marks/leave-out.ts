// Long lists show only some of their rows; in place of the others stands how many they are.

/** A row, or how many are left out at this place. */
export type RowOrCount<Row> = Row | number;

/** Replaces the rows that are not kept by how many they are. */
export function leaveOut<Row extends object>(
  rows: readonly Row[],
  kept: ReadonlySet<Row>,
): RowOrCount<Row>[] {
  const shown: RowOrCount<Row>[] = [];
  for (const row of rows) {
    const last = shown.at(-1);
    if (kept.has(row)) shown.push(row);
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1;
    else shown.push(1);
  }
  return shown;
}
