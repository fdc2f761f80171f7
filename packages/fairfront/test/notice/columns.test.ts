import type { Column } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/inspect/inspection.js';
import { noise, numbersBy, ROWS, tableWith, textsBy, warningsWith } from './made-rows.js';

/** Kinds of warnings about a column, once by the task and once without one. */
function kindsOf(column: Column): readonly string[] {
  const kinds = warningsWith([column]).map(({ kind }) => kind);
  const alone = inspect(tableWith(column)).warnings.filter(({ columns }) => columns[0] === column.name);
  expect(alone.map(({ kind }) => kind)).toEqual(kinds);
  return kinds;
}

/** A number from 0 to `count` − 1, as likely as any other. */
const drawn = (row: number, count: number): number => Math.floor(noise(row) * count);
/** Every number below 400 once, in no order. */
const shuffled = (row: number): number => (row * 147) % ROWS;

describe('identifiers', () => {
  it.each<[string, Column]>([
    ['numbers that run', numbersBy('x', (row) => row + 1001)],
    ['numbers that run down', numbersBy('x', (row) => 5000 - row)],
    ['every whole number once', numbersBy('x', shuffled)],
    ['whole numbers once each, with gaps', numbersBy('x', (row) => 7 * shuffled(row) + drawn(row, 7))],
    ['whole numbers, few of them twice', numbersBy('x', (row) => shuffled(row < 10 ? row + 10 : row))],
    ['texts that differ in every row', textsBy('x', (row) => `A-${shuffled(row)}`)],
    ['texts that differ in nearly every row', textsBy('x', (row) => `A-${shuffled(row) % 250}`)],
    ['large numbers that are named so', numbersBy('case_id', (row) => Math.floor(1e9 * noise(row)))],
    ['persons with several rows', numbersBy('PatientID', (row) => drawn(row, 100))],
    ['texts of persons with several rows', textsBy('id-person', (row) => `P${drawn(row, 100)}`)],
  ])('are %s', (_, column) => {
    expect(kindsOf(column)).toEqual(['identifier']);
  });

  it.each<[string, Column]>([
    ['amounts that differ in nearly every row', numbersBy('amount', (row) => drawn(row, 100_000))],
    ['large amounts that differ in every row', numbersBy('amount', (row) => drawn(row, 1e9))],
    ['measurements', numbersBy('x', (row) => noise(row))],
    ['ages', numbersBy('age', (row) => 20 + drawn(row, 60))],
    ['towns', textsBy('town', (row) => `town ${drawn(row, 150)}`)],
    ['a switch', numbersBy('id_checked', (row) => drawn(row, 2))],
  ])('are not %s', (_, column) => {
    expect(kindsOf(column)).toEqual([]);
  });

  it('name the way out', () => {
    const [own] = warningsWith([textsBy('case', (row) => `A-${shuffled(row)}`)]);
    expect(own!.message).toBe(
      '"case" is different in every row, as an identifier is; add `ignore: [\'case\']`',
    );
    const [persons] = warningsWith([numbersBy('patient_id', (row) => drawn(row, 100))]);
    expect(persons!.message).toMatch(/add `splitBy: 'patient_id'`, otherwise `ignore: \['patient_id'\]`$/);
  });

  it('are not told of columns that are no features', () => {
    const column = textsBy('case', (row) => `A-${shuffled(row)}`);
    const task = { target: 'y', groups: 'sex' };
    expect(warningsWith([column], { ...task, ignore: ['case'] })).toEqual([]);
    expect(warningsWith([column], { ...task, features: ['weight'] })).toEqual([]);
    expect(warningsWith([column], { ...task, minGroup: 1, splitBy: 'case' })).toEqual([]);
  });
});

describe('dates', () => {
  const day = (row: number): number => 1 + drawn(row, 28);
  const month = (row: number): number => 1 + (row % 12);
  const two = (value: number): string => String(value).padStart(2, '0');

  it.each<[string, Column]>([
    ['2024-01-31', textsBy('x', (row) => `2024-${two(month(row))}-${two(day(row))}`)],
    ['31/01/2024', textsBy('x', (row) => `${two(day(row))}/${two(month(row))}/2024`)],
    ['1/31/24', textsBy('x', (row) => `${month(row)}/${day(row)}/24`)],
    ['31.1.2024', textsBy('x', (row) => `${day(row)}.${month(row)}.2024`)],
    [
      '2024-01-31T12:30:00Z',
      textsBy('x', (row) => `2024-${two(month(row))}-${two(day(row))}T12:30:${two(row % 60)}Z`),
    ],
    ['2024-01', textsBy('x', (row) => `2024-${two(month(row))}`)],
    ['31 Jan 2024', textsBy('x', (row) => `${day(row)} ${['Jan', 'Feb', 'December'][row % 3]} 2024`)],
    ['20240131', numbersBy('x', (row) => 20240000 + 100 * month(row) + day(row))],
  ])('are seen as %s', (_, column) => {
    expect(kindsOf(column)).toEqual(['date']);
  });

  it.each<[string, Column]>([
    ['years', numbersBy('x', (row) => 1990 + drawn(row, 30))],
    ['versions', textsBy('x', (row) => `1.${row % 12}.${row % 7}`)],
    ['bands', textsBy('x', (row) => ['18-24', '25-44', '45-64'][row % 3]!)],
    ['days of no calendar', textsBy('x', (row) => `2024-${13 + (row % 40)}-10`)],
    ['months', textsBy('x', (row) => ['January', 'May', 'March'][row % 3]!)],
  ])('are not %s', (_, column) => {
    expect(kindsOf(column)).toEqual([]);
  });
});

describe('names of persons', () => {
  const surname = (row: number): string => `Surname ${drawn(row, 60)}`;

  it.each(['name', 'Surname', 'first_name', 'lastName', 'E-mail address', 'email', 'Phone number', 'street'])(
    'are seen in "%s"',
    (header) => {
      expect(kindsOf(textsBy(header, surname))).toEqual(['name']);
    },
  );

  it('are seen in telephone numbers that were read as numbers', () => {
    expect(kindsOf(numbersBy('phone', (row) => 5_550_000 + drawn(row, 2000)))).toEqual(['name']);
  });

  it.each(['native-country', 'filename', 'product_name', 'town', 'ip address'])(
    'are not seen in "%s"',
    (header) => {
      expect(kindsOf(textsBy(header, surname))).toEqual([]);
    },
  );

  it('are not seen where there are few texts', () => {
    expect(kindsOf(textsBy('telephone', (row) => (row % 2 === 0 ? 'yes' : 'no')))).toEqual([]);
  });
});

describe('codes', () => {
  const CODES = [10, 20, 31, 87, 143, 291];

  it.each<[string, Column]>([
    ['numbers far apart', numbersBy('job', (row) => CODES[drawn(row, 6)])],
    ['what is named so', numbersBy('region_code', (row) => drawn(row, 5))],
    ['few identifiers of something', numbersBy('store_id', (row) => 1 + drawn(row, 12))],
    ['places', numbersBy('zip', (row) => 10_000 + drawn(row, 80_000))],
  ])('are seen in %s', (_, column) => {
    expect(kindsOf(column)).toEqual(['codes']);
  });

  it.each<[string, Column]>([
    ['a scale', numbersBy('rate', (row) => 1 + drawn(row, 4))],
    ['years of school', numbersBy('school', (row) => 1 + drawn(row, 16))],
    ['hours', numbersBy('hours', (row) => 1 + drawn(row, 99))],
    ['years', numbersBy('built', (row) => [1900, 1931, 1962, 1987, 2004][row % 5])],
    ['rounded amounts', numbersBy('limit', (row) => [100, 250, 500, 1000, 5000, 20_000][row % 6])],
    ['months, some of them rare', numbersBy('months', (row) => [6, 12, 18, 24, 36, 48, 60, 7, 11][row % 9])],
    ['counts with a long tail', numbersBy('visits', (row) => [0, 1, 2, 3, 4, 5, 9, 14, 40][row % 9])],
    [
      'amounts that are mostly zero',
      numbersBy('loss', (row) => (row % 20 === 0 ? 1000 + 37 * drawn(row, 90) : 0)),
    ],
    ['never as 999', numbersBy('days', (row) => (row % 3 === 0 ? 999 : drawn(row, 20)))],
    ['a scale with gaps', numbersBy('grade', (row) => [1, 3, 4, 6, 8, 9, 11, 13][row % 8])],
    ['every second number', numbersBy('even', (row) => 2 * drawn(row, 12))],
    ['a switch', numbersBy('code', (row) => drawn(row, 2))],
  ])('are not seen in %s', (_, column) => {
    expect(kindsOf(column)).toEqual([]);
  });

  it('are believed to be numbers once somebody says so', () => {
    const table = tableWith(numbersBy('job', (row) => CODES[drawn(row, 6)]));
    const columns = table.columns.map(({ name, kind }) => ({ name, kind }));
    const [warning] = inspect({ table, columns }, { target: 'y', groups: 'sex' }).warnings;
    expect(warning!.message).toBe(
      "\"job\" looks like codes, and is read as numbers (10, 20, 31, 87 and 2 more); if they are names, add `categorical: ['job']`, if they measure something, `numeric: ['job']`",
    );
    const declared = columns.map((column) =>
      column.name === 'job' ? { ...column, declared: true as const } : column,
    );
    expect(inspect({ table, columns: declared }, { target: 'y', groups: 'sex' }).warnings).toEqual([]);
    // The recipe of a dataset says so, too.
    expect(inspect({ table, dataset: 'made' }, { target: 'y', groups: 'sex' }).warnings).toEqual([]);
  });
});
