import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodedCell, decodeRow } from '../../src/encoder/decode.js';
import { encodeDense, encodeSparse } from '../../src/encoder/encode.js';
import type { Encoder } from '../../src/encoder/encoder.js';
import { fitEncoder } from '../../src/encoder/fit-encoder.js';
import { createTable } from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';
import {
  allRows,
  type Cell,
  cellOf,
  encodingCase,
  namesOf,
  numbers,
  rowsOf,
  words,
} from './encoder-tables.js';

const table = createTable([
  numbers('age', [20, 40, Number.NaN, 30]),
  words('race', 'White Black White ?'),
  words('city', 'Oslo Oslo Rome Bern'),
]);
const encoder = fitEncoder(table, namesOf(table), allRows(table), { minLevelRows: 2 });

describe('decodeRow', () => {
  it('gives back what the table said', () => {
    const matrix = encodeSparse(encoder, table, allRows(table));
    const pooled = [
      { level: 'Bern', rows: 1 },
      { level: 'Rome', rows: 1 },
    ];
    expect([0, 2, 3].map((row) => decodeRow(encoder, matrix, row))).toEqual([
      [
        { column: 'age', kind: 'value', value: expect.closeTo(20, 12) },
        { column: 'race', kind: 'level', level: 'White' },
        { column: 'city', kind: 'level', level: 'Oslo' },
      ],
      [
        { column: 'age', kind: 'missing' },
        { column: 'race', kind: 'level', level: 'White' },
        { column: 'city', kind: 'other', levels: pooled },
      ],
      [
        { column: 'age', kind: 'value', value: 30 },
        { column: 'race', kind: 'missing' },
        { column: 'city', kind: 'other', levels: pooled },
      ],
    ]);
  });

  it('does not know what training did not have', () => {
    const complete = fitEncoder(table, ['age', 'race'], rowsOf(0, 1), { minLevelRows: 1 });
    const matrix = encodeDense(complete, table, allRows(table));
    expect(decodeRow(complete, matrix, 2)[0]).toEqual({ column: 'age', kind: 'value', value: 30 }); // the mean
    expect(decodeRow(complete, matrix, 3)[1]).toEqual({ column: 'race', kind: 'unknown' });
  });

  it('refuses a matrix of another encoder, and rows that are not there', () => {
    const matrix = encodeSparse(encoder, table, rowsOf(0, 1));
    const other = fitEncoder(table, ['age'], allRows(table));
    expectError(() => decodeRow(other, matrix, 0), 'bad-encoder', '7 columns', '2 features');
    for (const row of [-1, 2, 0.5])
      expectError(() => decodeRow(encoder, matrix, row), 'bad-encoder', '2 rows');
  });

  it('undoes encoding', () => {
    fc.assert(
      fc.property(encodingCase, fc.boolean(), ({ table, train, options }, sparse) => {
        const fitted = fitEncoder(table, namesOf(table), train, options);
        const matrix = (sparse ? encodeSparse : encodeDense)(fitted, table, allRows(table));
        for (const row of allRows(table)) {
          const decoded = decodeRow(fitted, matrix, row);
          expect(decoded.map(({ column }) => column)).toEqual(fitted.columns.map(({ name }) => name));
          for (const cell of decoded) {
            const column = table.columns.find(({ name }) => name === cell.column)!;
            checkCell(fitted, cell, cellOf(column, row));
          }
        }
      }),
    );
  });
});

function checkCell({ features, columns }: Encoder, cell: DecodedCell, original: Cell): void {
  const own = features.filter(({ column }) => column === cell.column);
  const encoded = columns.find(({ name }) => name === cell.column)!;
  const hasFeature = (kind: string): boolean => own.some((feature) => feature.kind === kind);
  const ownLevels = own.flatMap((feature) => (feature.kind === 'level' ? [feature.level] : []));
  if (original === undefined && hasFeature('missing')) {
    expect(cell.kind).toBe('missing');
  } else if (encoded.kind === 'numeric') {
    const value = hasFeature('value') ? ((original as number | undefined) ?? encoded.mean) : encoded.mean;
    const size = Math.abs(value) + Math.abs(encoded.mean);
    expect(cell.kind).toBe('value');
    expect(Math.abs((cell as { value: number }).value - value)).toBeLessThanOrEqual(1e-12 * size);
  } else if (ownLevels.includes(original as string)) {
    expect(cell).toMatchObject({ kind: 'level', level: original });
  } else {
    expect(cell.kind).toBe(original !== undefined && hasFeature('other') ? 'other' : 'unknown');
  }
}
