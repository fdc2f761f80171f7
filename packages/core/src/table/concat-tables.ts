// Puts several tables with the same columns together as one.

import { FairfrontError } from '../error.js';
import { quoted } from '../words.js';
import { compareLevels } from './levels.js';
import { columnRange, isStored, shapeOf, storedColumn } from './stored-column.js';
import {
  type CategoricalColumn,
  type Column,
  columnLength,
  columnNamed,
  createCodes,
  createTable,
  hasColumn,
  type NumericColumn,
  type Table,
} from './table.js';

/** The tables' rows one after another. @param labels what to call each table in an error */
export function concatTables(tables: readonly Table[], labels: readonly string[]): Table {
  const [first] = tables;
  if (first === undefined)
    throw new FairfrontError('bad-table', 'there is no table to put together; give one at least');
  for (const [i, table] of tables.entries()) {
    const lacks = first.columns.filter(({ name }) => !hasColumn(table, name)).map(({ name }) => name);
    const extra = table.columns.filter(({ name }) => !hasColumn(first, name)).map(({ name }) => name);
    if (lacks.length > 0 || extra.length > 0) {
      const differences = [
        ...(lacks.length > 0 ? [`lacks ${quoted(lacks)}`] : []),
        ...(extra.length > 0 ? [`has ${quoted(extra)} besides`] : []),
      ];
      throw new FairfrontError(
        'bad-table',
        `${labels[i]} ${differences.join(' and ')}, compared with ${labels[0]}; all must have the same columns`,
      );
    }
  }
  return createTable(
    first.columns.map(({ name }) =>
      concatColumns(
        tables.map((table) => columnNamed(table, name)!),
        labels,
      ),
    ),
  );
}

/**
 * Columns of one name and kind, one after another; at least one.
 * @param labels where each comes from, for an error
 */
export function concatColumns(columns: readonly Column[], labels: readonly string[]): Column {
  const { name } = columns[0]!;
  const other = columns.findIndex(({ kind }) => kind !== columns[0]!.kind);
  if (other > 0) {
    throw new FairfrontError(
      'bad-table',
      `column ${quoted([name])} is ${columns[0]!.kind} in ${labels[0]} but ${columns[other]!.kind} in ${labels[other]}; declare it with \`numeric\` or \`categorical\``,
    );
  }
  return columns.some(isStored) ? concatStored(columns) : concatInMemory(columns);
}

function concatInMemory(columns: readonly Column[]): Column {
  const { name, kind } = columns[0]!;
  return kind === 'numeric'
    ? concatNumeric(name, columns as NumericColumn[])
    : concatCategorical(name, columns as CategoricalColumn[]);
}

function concatNumeric(name: string, columns: readonly NumericColumn[]): NumericColumn {
  const values = new Float64Array(columns.reduce((sum, column) => sum + column.values.length, 0));
  let at = 0;
  for (const column of columns) {
    values.set(column.values, at);
    at += column.values.length;
  }
  return { kind: 'numeric', name, values };
}

/** What is stored stays so: the rows asked for are put together of the columns that have them. */
function concatStored(columns: readonly Column[]): Column {
  const starts = [0];
  for (const column of columns) starts.push(starts.at(-1)! + columnLength(column));
  const none = concatInMemory(columns.map((column) => columnRange(column, 0, 0))); // its levels are those of all
  return storedColumn(shapeOf(none), starts.at(-1)!, (from, to) => {
    const pieces = columns.map((column, i) => {
      const [first, last] = [from, to].map((row) =>
        Math.min(Math.max(row - starts[i]!, 0), columnLength(column)),
      );
      return columnRange(column, first!, last!);
    });
    const whole = concatInMemory(pieces);
    return whole.kind === 'numeric' ? whole.values : whole.codes;
  });
}

function concatCategorical(name: string, columns: readonly CategoricalColumn[]): CategoricalColumn {
  const levels = [...new Set(columns.flatMap((column) => column.levels))].sort(compareLevels);
  const position = new Map(levels.map((level, code) => [level, code]));
  const codes = createCodes(
    levels.length,
    columns.reduce((sum, column) => sum + column.codes.length, 0),
  );
  let start = 0;
  for (const { levels: own, codes: ownCodes } of columns) {
    if (own.length === levels.length && own.every((level, code) => level === levels[code])) {
      codes.set(ownCodes, start);
      start += ownCodes.length;
      continue;
    }
    const newCodes = createCodes(levels.length, own.length + 1);
    for (const [code, level] of own.entries()) newCodes[code] = position.get(level)!;
    newCodes[own.length] = levels.length; // missing
    for (let row = 0; row < ownCodes.length; row++) codes[start + row] = newCodes[ownCodes[row]!]!;
    start += ownCodes.length;
  }
  return { kind: 'categorical', name, levels, codes };
}
