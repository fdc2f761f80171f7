// Random tables that nobody would wish for: names and texts with quotes, line ends, emoji and delimiters, numbers of all
// sizes, missing cells; and rows to predict, with levels that training did not have.

import { type Column, createTable, type Table } from '@fairfront/core';
import fc from 'fast-check';
import { MISSING_MARKERS } from '../../src/read/columns/text-values.js';
import { categories, numbers } from '../runs/made-table.js';

/** What stands in the cells of a column; undefined is missing. */
export interface MadeColumn {
  readonly name: string;
  readonly cells: readonly (number | string | undefined)[];
}

/** Rows to train on and rows to predict. */
export interface Made {
  readonly training: Table;
  readonly rows: readonly MadeColumn[];
  readonly target: string;
  readonly group: string;
}

const TRAINING_ROWS = 240;
const NEW_ROWS = 25;

/** A text as files can hold it: trimmed, not a mark of a missing value. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'a "quoted" word',
      '""',
      'two\nlines',
      'two\r\nlines',
      'a,b;c\td|e',
      '🎉 é',
      '007',
      '1.50',
      "it's",
      '=1+1',
      '__proto__',
    ),
  )
  .map((each) => each.replaceAll('\0', ' ').trim())
  .filter((each) => !MISSING_MARKERS.includes(each));

const texts = (minLength: number, maxLength: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(text, { minLength, maxLength });

/** A name of a column: no other reads the same without case, and it is no number. */
const names = (count: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(
    text.filter((each) => !/^[-+.\d]/.test(each)),
    { minLength: count, maxLength: count, selector: (name) => name.toLowerCase() },
  );

/** A category with levels of its own, of which rows to predict have some that training had not. */
const category = fc
  .record({ known: texts(2, 5), others: texts(1, 3), missing: fc.boolean() })
  .map(({ known, others, missing }) => (random: () => number, isNew: boolean) => {
    if (missing && random() < 0.1) return undefined;
    const levels = isNew && random() < 0.2 ? others : known;
    return levels[Math.floor(random() * levels.length)];
  });

/** Numbers of one magnitude, some whole, some with all digits, some missing. */
const number = fc
  .record({
    exponent: fc.integer({ min: -9, max: 9 }),
    shift: fc.integer({ min: -3, max: 3 }),
    whole: fc.boolean(),
    missing: fc.boolean(),
  })
  .map(({ exponent, shift, whole, missing }) => (random: () => number) => {
    if (missing && random() < 0.1) return undefined;
    const value = (random() * 4 - 2 + shift) * 10 ** exponent;
    return whole ? Math.round(value) : value;
  });

/** Random tables. */
export const made: fc.Arbitrary<Made> = fc
  .record({
    names: names(6),
    features: fc.tuple(category, number, number, category),
    classes: texts(2, 3),
    groups: texts(2, 2),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
  })
  .map(({ names: [target, group, ...own], features, classes, groups, seed }) => {
    let state = seed;
    const random = (): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return ((state >>> 8) & 0x3fffff) / 0x400000;
    };
    const cellsOf = (count: number, isNew: boolean): MadeColumn[] =>
      own.map((name, i) => ({
        name,
        cells: Array.from({ length: count }, () => features[i]!(random, isNew)),
      }));
    const columnOf = ({ name, cells }: MadeColumn, i: number): Column =>
      i === 1 || i === 2 ? numbers(name, cells as number[]) : categories(name, cells as string[]);
    const training = cellsOf(TRAINING_ROWS, false);
    const labels = Array.from({ length: TRAINING_ROWS }, (_, row) => {
      const first = training[1]!.cells[row] as number | undefined;
      const lean = first === undefined ? 0 : first > 0 ? 1 : 0;
      return classes[
        random() < 0.5 ? Math.min(lean, classes.length - 1) : Math.floor(random() * classes.length)
      ]!;
    });
    return {
      training: createTable([
        ...training.map(columnOf),
        categories(target!, labels),
        categories(
          group!,
          Array.from({ length: TRAINING_ROWS }, (_, row) => groups[row % 2]!),
        ),
      ]),
      rows: cellsOf(NEW_ROWS, true),
      target: target!,
      group: group!,
    };
  });

/** The rows as a table, objects, or lines of CSV. */
export function asTable(rows: readonly MadeColumn[]): Table {
  return createTable(
    rows.map(({ name, cells }, i) =>
      i === 1 || i === 2 ? numbers(name, cells as number[]) : categories(name, cells as string[]),
    ),
  );
}

export function asObjects(rows: readonly MadeColumn[]): Record<string, unknown>[] {
  return rows[0]!.cells.map((_, i) =>
    Object.fromEntries(rows.map(({ name, cells }) => [name, cells[i] ?? null])),
  );
}

export function asCsv(rows: readonly MadeColumn[], delimiter: string): string {
  const quoted = (cell: unknown): string =>
    cell === undefined ? '' : `"${String(cell).replaceAll('"', '""')}"`;
  const line = (cells: readonly unknown[]): string => cells.map(quoted).join(delimiter);
  return `${[rows.map(({ name }) => name), ...rows[0]!.cells.map((_, i) => rows.map(({ cells }) => cells[i]))]
    .map(line)
    .join('\n')}\n`;
}
