// Columns made from columns: levels renamed or merged, columns replaced, rows with everything known.

import {
  type CategoricalColumn,
  type Column,
  columnOfTexts,
  createTable,
  FairfrontError,
  findColumn,
  type NumericColumn,
  type Table,
  takeRows,
} from '@fairfront/core';
import { isMissing } from '@fairfront/core/internal';

/** Renames the levels of a column; several may become one. */
export function mapLevels(
  { levels, codes }: CategoricalColumn,
  name: string,
  rename: (level: string) => string,
): CategoricalColumn {
  const renamed = levels.map(rename);
  return columnOfTexts(
    name,
    Array.from(codes, (code) => renamed[code]),
  );
}

/** Renames the levels of a column by a list that must know every one of them. */
export function mapKnownLevels(
  column: CategoricalColumn,
  name: string,
  names: Readonly<Record<string, string>>,
): CategoricalColumn {
  return mapLevels(column, name, (level) => {
    const renamed = names[level];
    if (renamed !== undefined) return renamed;
    throw new FairfrontError(
      'bad-column',
      `column "${column.name}" has the value "${level}"; it can only have ${Object.keys(names).join(', ')}`,
    );
  });
}

/** Adds columns to a table. Each replaces the column of its name, or comes after the last. */
export function withColumns(table: Table, columns: readonly Column[]): Table {
  const kept = table.columns.map(({ name }, i) => columns.find((c) => c.name === name) ?? table.columns[i]!);
  const added = columns.filter(({ name }) => !table.columns.some((column) => column.name === name));
  return createTable([...kept, ...added]);
}

/** Keeps the rows without a missing value, and only the levels that they have. */
export function completeRows(table: Table): Table {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row).filter(
    (row) => !table.columns.some((column) => isMissing(column, row)),
  );
  const { columns, rowCount } = takeRows(table, Uint32Array.from(rows));
  return { rowCount, columns: columns.map(withoutUnusedLevels) };
}

/** Finds a column that must hold texts. */
export function categorical(table: Table, name: string): CategoricalColumn {
  const column = findColumn(table, name, 'dataset');
  if (column.kind === 'categorical') return column;
  throw new FairfrontError('bad-column', `column "${name}" should hold texts, and holds numbers`);
}

/** Finds a column that must hold numbers. */
export function numeric(table: Table, name: string): NumericColumn {
  const column = findColumn(table, name, 'dataset');
  if (column.kind === 'numeric') return column;
  throw new FairfrontError('bad-column', `column "${name}" should hold numbers, and holds texts`);
}

/** Reads the text in a row; undefined where it is missing. */
export function textAt({ levels, codes }: CategoricalColumn, row: number): string | undefined {
  return levels[codes[row]!];
}

function withoutUnusedLevels(column: Column): Column {
  return column.kind === 'numeric' ? column : mapLevels(column, column.name, (level) => level);
}
