// From a table to one number for each column that an encoder has, for models that take columns as they are: a number is
// itself, in float32; a category is the number of its level among the column's features; missing is NaN. Of more than
// 255 levels the rarest have one number together, with those that are pooled: no tree could tell them apart.

import { FairfrontError } from '../error.js';
import type { DenseRows } from '../numeric/sparse-rows.js';
import type { CategoricalColumn, Table } from '../table/table.js';
import { quoted } from '../words.js';
import { matchColumn } from './encode-plan.js';
import { checkRows, type EncodedColumn, type Encoder } from './encoder.js';

/** How many levels a column has, pooled ones as one; `undefined` for numbers. */
export function columnLevels(encoder: Encoder, { name, kind }: EncodedColumn): number | undefined {
  if (kind === 'numeric') return undefined;
  if (kind === 'categorical') return levelNumbers(encoder, name).count;
  throw new FairfrontError(
    'bad-encoder',
    `column ${quoted([name])} holds ${kind === 'text' ? 'texts' : 'pictures'}, which are neither a number nor a category; leave it out`,
  );
}

/** Encodes rows of a table as one number for each column. @param rows in the order in which they are wanted */
export function encodeColumns(encoder: Encoder, table: Table, rows: Uint32Array): DenseRows {
  checkRows(rows, table);
  const columnCount = encoder.columns.length;
  const values = new Float32Array(rows.length * columnCount);
  encoder.columns.forEach((encoded, c) => {
    const levels = columnLevels(encoder, encoded);
    const column = matchColumn(encoded, table);
    const byCode = levels === undefined ? undefined : numbersOfCodes(encoder, column as CategoricalColumn);
    const cells = column.kind === 'numeric' ? column.values : column.codes;
    for (let i = 0, k = c; i < rows.length; i++, k += columnCount) {
      const cell = cells[rows[i]!]!;
      values[k] = byCode === undefined ? cell : byCode[cell]!;
    }
  });
  return { rowCount: rows.length, columnCount, values };
}

/** A byte has a number for each of so many levels. */
const MOST_LEVELS = 255;

/** The numbers that the levels of a column have. */
export interface LevelNumbers {
  readonly count: number;
  /** Of levels with a number of their own. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Of all others, those that training did not have among them; NaN where there is none. */
  readonly other: number;
}

/** Numbers the levels of a column in their order. */
export function levelNumbers({ features }: Encoder, column: string): LevelNumbers {
  const own = features.filter((feature) => feature.column === column);
  const levels = own.flatMap((feature) => (feature.kind === 'level' ? [feature] : []));
  const hasOther = own.some(({ kind }) => kind === 'other') || levels.length > MOST_LEVELS;
  const most = hasOther ? MOST_LEVELS - 1 : MOST_LEVELS;
  const kept = new Set([...levels].sort((a, b) => b.rows - a.rows).slice(0, most));
  const numbers = new Map(levels.filter((level) => kept.has(level)).map(({ level }, i) => [level, i]));
  return {
    count: numbers.size + (hasOther ? 1 : 0),
    numbers,
    other: hasOther ? numbers.size : Number.NaN,
  };
}

/** The number of each code of a table's column; the last code is missing. */
function numbersOfCodes(encoder: Encoder, { name, levels }: CategoricalColumn): Float64Array {
  const { numbers, other } = levelNumbers(encoder, name);
  return Float64Array.from([...levels.map((level) => numbers.get(level) ?? other), Number.NaN]);
}
