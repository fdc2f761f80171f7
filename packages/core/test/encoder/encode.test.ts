import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeDense, encodeSparse } from '../../src/encoder/encode.js';
import type { Encoder } from '../../src/encoder/encoder.js';
import { fitEncoder } from '../../src/encoder/fit-encoder.js';
import { columnOfTexts } from '../../src/table/levels.js';
import { createTable, type LevelCodes, type Table, takeRows } from '../../src/table/table.js';
import { permute } from '../helpers/arbitraries.js';
import {
  allRows,
  type Case,
  checkSparse,
  encodePlainly,
  encodingCase,
  namesOf,
  numbers,
  rowsOf,
  rowsOfMatrix,
  words,
} from './encoder-tables.js';

const { NaN: missing } = Number;
const keepAll = { minLevelRows: 1 };

const fitCase = ({ table, train, options }: Case): Encoder =>
  fitEncoder(table, namesOf(table), train, options);

describe('encodeSparse', () => {
  const table = createTable([numbers('age', [20, 40, missing, 30]), words('race', 'White Black White ?')]);
  const encoder = fitEncoder(table, ['age', 'race'], allRows(table), keepAll);
  const { scale } = encoder.columns[0] as { scale: number };

  it('stores the features of each row, and no 0', () => {
    expect(encoder.features.map(({ name }) => name)).toEqual([
      'age',
      'age missing',
      'race = Black',
      'race = White',
      'race missing',
    ]);
    expect(encodeSparse(encoder, table, allRows(table))).toEqual({
      rowCount: 4,
      columnCount: 5,
      offsets: Uint32Array.of(0, 2, 4, 6, 7),
      columns: Uint16Array.of(0, 3, 0, 2, 1, 3, 4),
      values: Float64Array.of(-10 / scale, 1, 10 / scale, 1, 1, 1, 1), // an age of 30, the mean, is 0
    });
  });

  it('takes the rows asked for, in their order, as often as asked for', () => {
    const all = rowsOfMatrix(encodeSparse(encoder, table, allRows(table)));
    for (const rows of [[], [3], [2, 0, 2, 2]]) {
      const matrix = encodeSparse(encoder, table, rowsOf(...rows));
      checkSparse(matrix);
      expect(rowsOfMatrix(matrix)).toEqual(permute(all, rows));
    }
  });

  it('finds columns by name and levels by name, wherever they are', () => {
    const other = createTable([words('more', 'a b'), words('race', 'White Amber'), numbers('age', [20, 40])]);
    expect(rowsOfMatrix(encodeSparse(encoder, other, allRows(other)))).toEqual([
      [-10 / scale, 0, 0, 1, 0],
      [10 / scale, 0, 0, 0, 0], // a level that training did not have, and no `other`
    ]);
  });

  it('encodes levels that are pooled or new as other', () => {
    const pooling = fitEncoder(table, ['race'], allRows(table), { minLevelRows: 2 });
    const other = createTable([words('race', 'Black Amber White ?')]);
    expect(rowsOfMatrix(encodeSparse(pooling, other, allRows(other)))).toEqual([
      [0, 1, 0],
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ]);
  });

  it('encodes as nothing what is missing where training had none missing', () => {
    const complete = fitEncoder(table, ['age', 'race'], rowsOf(0, 1), keepAll);
    const matrix = encodeSparse(complete, table, allRows(table));
    expect(rowsOfMatrix(matrix)[2]).toEqual([0, 0, 1]);
    expect(rowsOfMatrix(matrix)[3]).toEqual([0, 0, 0]);
    checkSparse(matrix);
  });

  it('encodes as nothing what is missing also where a level that nobody has is as unknown', () => {
    const filtered = takeRows(createTable([words('race', 'a b ? z')]), rowsOf(0, 1, 2));
    const known = fitEncoder(filtered, ['race'], rowsOf(0, 1), keepAll);
    expect(rowsOfMatrix(encodeSparse(known, filtered, allRows(filtered)))).toEqual([
      [1, 0],
      [0, 1],
      [0, 0],
    ]);
  });

  it('encodes only that a value is missing where training had one value', () => {
    const flags = createTable([numbers('flag', [1, missing, 1, 7])]);
    const flag = fitEncoder(flags, ['flag'], rowsOf(0, 1, 2));
    expect(rowsOfMatrix(encodeSparse(flag, flags, allRows(flags)))).toEqual([[0], [1], [0], [0]]);
  });

  it.each([254, 255, 256, 300, 65_535, 70_000])('knows %d levels, in codes as wide as they need', (count) => {
    const texts = Array.from({ length: count }, (_, i) => `level ${i}`);
    const column = columnOfTexts('x', [...texts.reverse(), undefined]);
    const width: LevelCodes =
      count < 256 ? new Uint8Array() : count < 65_536 ? new Uint16Array() : new Uint32Array();
    expect(column.codes.constructor).toBe(width.constructor);
    const levels = createTable([column]);
    const { columns, values } = encodeSparse(
      fitEncoder(levels, ['x'], allRows(levels), keepAll),
      levels,
      allRows(levels),
    );
    expect(values).toEqual(new Float64Array(count + 1).fill(1));
    // Every row has its own feature, missing the last.
    expect([...columns]).toEqual([...column.codes]);
  });
});

describe('encodeDense', () => {
  it('is the matrix row by row', () => {
    const table = createTable([numbers('x', [1, 3]), words('y', 'a b')]);
    const encoder = fitEncoder(table, ['x', 'y'], allRows(table), keepAll);
    expect(encodeDense(encoder, table, rowsOf(1, 0))).toEqual({
      rowCount: 2,
      columnCount: 3,
      values: Float64Array.of(1, 0, 1, -1, 1, 0),
    });
    expect(encodeDense(encoder, table, rowsOf())).toEqual({
      rowCount: 0,
      columnCount: 3,
      values: new Float64Array(0),
    });
  });
});

describe('an encoded matrix', () => {
  it('is what asking every feature about every cell gives', () => {
    fc.assert(
      fc.property(encodingCase, (one) => {
        const encoder = fitCase(one);
        const rows = allRows(one.table);
        const matrix = encodeSparse(encoder, one.table, rows);
        checkSparse(matrix);
        expect(rowsOfMatrix(matrix)).toEqual(plainly(encoder, one.table));
      }),
    );
  });

  it('is the same sparse and dense, and in f32 the same, rounded', () => {
    fc.assert(
      fc.property(encodingCase, (one) => {
        const encoder = fitCase(one);
        const rows = allRows(one.table);
        const [sparse, dense] = [
          encodeSparse(encoder, one.table, rows),
          encodeDense(encoder, one.table, rows),
        ];
        expect(rowsOfMatrix(sparse)).toEqual(rowsOfMatrix(dense));
        const narrow = encodeDense(encoder, one.table, rows, 'f32');
        expect(narrow.values).toEqual(Float32Array.from(dense.values));
        const narrowSparse = encodeSparse(encoder, one.table, rows, 'f32');
        expect(narrowSparse.values).toBeInstanceOf(Float32Array);
        checkSparse(narrowSparse);
        expect(rowsOfMatrix(narrowSparse)).toEqual(rowsOfMatrix(narrow));
      }),
    );
  });

  it('is permuted with the rows', () => {
    fc.assert(
      fc.property(encodingCase, (one) => {
        const encoder = fitCase(one);
        const all = rowsOfMatrix(encodeSparse(encoder, one.table, allRows(one.table)));
        const some = rowsOfMatrix(encodeSparse(encoder, one.table, one.train));
        expect(some).toEqual(permute(all, [...one.train]));
      }),
    );
  });

  it('has mean 0 and standard deviation 1 in the values of training rows', () => {
    for (const factor of [1, 1e9, 1e-9, -1e300]) {
      const table = createTable([
        numbers(
          'x',
          Array.from({ length: 1001 }, (_, i) => (5 + Math.sin(i)) * factor),
        ),
      ]);
      const encoder = fitEncoder(table, ['x'], allRows(table));
      const values = [...encodeDense(encoder, table, allRows(table)).values];
      const sum = values.reduce((total, value) => total + value, 0);
      const squares = values.reduce((total, value) => total + value * value, 0);
      expect(sum / 1001).toBeCloseTo(0, 13);
      expect(squares / 1001).toBeCloseTo(1, 13);
    }
  });

  it.each([1, 7, 40, 150])('does not depend on how rows fall into blocks: %d columns', (width) => {
    const rowCount = Math.ceil(8000 / width) + 200;
    const columns = Array.from({ length: width }, (_, c) =>
      c % 2 === 0
        ? numbers(
            `n${c}`,
            Array.from({ length: rowCount }, (_, row) => Math.sin(row * (c + 1))),
          )
        : columnOfTexts(
            `c${c}`,
            Array.from({ length: rowCount }, (_, row) => `${(row * (c + 1)) % 5}`),
          ),
    );
    const table = createTable(columns);
    const train = allRows(table).subarray(0, 60);
    const full = fitEncoder(table, namesOf(table), train, keepAll);
    const encoded = encodeSparse(full, table, allRows(table));
    checkSparse(encoded);
    expect(encoded.values).toHaveLength(rowCount * full.columns.length); // no cell is 0
    expect(rowsOfMatrix(encoded)).toEqual(plainly(full, table));

    const holes = withHoles(table);
    const filled = fitEncoder(holes, namesOf(holes), allRows(holes), keepAll);
    expect(rowsOfMatrix(encodeSparse(filled, holes, allRows(holes)))).toEqual(plainly(filled, holes));
    const sparse = encodeSparse(full, holes, allRows(holes));
    checkSparse(sparse);
    expect(sparse.values.length).toBeLessThan(encoded.values.length);
    expect(rowsOfMatrix(sparse)).toEqual(plainly(full, holes));
    expect(rowsOfMatrix(encodeDense(full, holes, allRows(holes)))).toEqual(plainly(full, holes));
  });
});

const plainly = (encoder: Encoder, table: Table): number[][] =>
  // Adding 0 makes 0 of −0, which no matrix holds.
  encodePlainly(encoder, table, allRows(table)).map((row) => row.map((value) => value + 0));

/** The same table with a missing value in every fifth cell or so. */
function withHoles(table: Table): Table {
  return createTable(
    table.columns.map((column, c) =>
      column.kind === 'numeric'
        ? { ...column, values: column.values.map((value, row) => ((row + c) % 5 === 0 ? missing : value)) }
        : {
            ...column,
            codes: column.codes.map((code, row) => ((row + c) % 5 === 0 ? column.levels.length : code)),
          },
    ),
  );
}
