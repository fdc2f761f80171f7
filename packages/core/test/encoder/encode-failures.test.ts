import { describe, expect, it } from 'vitest';
import { encodeDense, encodeSparse } from '../../src/encoder/encode.js';
import { fitEncoder } from '../../src/encoder/fit-encoder.js';
import { columnOfTexts } from '../../src/table/levels.js';
import { createTable } from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';
import { allRows, checkSparse, numbers, rowsOf, rowsOfMatrix, words } from './encoder-tables.js';

describe('what is asked of encoding', () => {
  const table = createTable([numbers('age', [1, 2]), words('race', 'a b')]);
  const encoder = fitEncoder(table, ['age', 'race'], allRows(table), { minLevelRows: 1 });

  it.each([encodeSparse, encodeDense])('is a precision that there is: %o', (encode) => {
    const wrong = 'float32' as 'f32';
    expectError(() => encode(encoder, table, rowsOf(0), wrong), 'bad-option', "'f64' or 'f32'", '"float32"');
  });

  it.each([encodeSparse, encodeDense])('is checked: %o', (encode) => {
    const without = createTable([numbers('agge', [1])]);
    expectError(() => encode(encoder, without, rowsOf(0)), 'bad-column', '"age"', 'did you mean "agge"');
    const swapped = createTable([words('age', 'a'), words('race', 'a')]);
    expectError(
      () => encode(encoder, swapped, rowsOf(0)),
      'bad-column',
      '"age"',
      'categorical',
      'was numeric',
    );
    const numeric = createTable([numbers('age', [1]), numbers('race', [1])]);
    expectError(
      () => encode(encoder, numeric, rowsOf(0)),
      'bad-column',
      '"race"',
      'numeric',
      'was categorical',
    );
    expectError(() => encode(encoder, table, rowsOf(0, 2)), 'bad-encoder', 'row 3', '2 rows');
  });

  it.each([encodeSparse, encodeDense])(
    'is no number that cannot be held once it is encoded: %o',
    (encode) => {
      const far = createTable([numbers('age', [1, -1e39]), words('race', 'a b')]);
      expectError(() => encode(encoder, far, rowsOf(0, 1), 'f32'), 'bad-encoder', '"age"', '-1e+39', 'row 2');
      expect(rowsOfMatrix(encode(encoder, far, rowsOf(1)))[0]![0]).toBe(-2e39);
      const narrow = fitEncoder(createTable([numbers('age', [0, 1e-9])]), ['age'], rowsOf(0, 1));
      const farther = createTable([numbers('age', [1e300])]);
      expectError(
        () => encode(narrow, farther, rowsOf(0)),
        'bad-encoder',
        '"age"',
        '1e+300',
        'row 1',
        'mean 5e-10',
      );
    },
  );

  it('is no matrix that is too large', () => {
    const levels = Array.from({ length: 70_000 }, (_, i) => `${i}`);
    const table = createTable([columnOfTexts('x', levels)]);
    const encoder = fitEncoder(table, ['x'], allRows(table), { minLevelRows: 1 });
    const rows = new Uint32Array(2_000_000);
    expectError(() => encodeDense(encoder, table, rows), 'bad-encoder', '140,000,000,000 numbers', 'sparse');
  });

  it('may round to 0, which is not stored', () => {
    const wide = createTable([numbers('x', [-1, 1, 1e-50, 5e-324, 2 ** -149, 2 ** -150])]);
    const fitted = fitEncoder(wide, ['x'], rowsOf(0, 1));
    const f64 = encodeSparse(fitted, wide, allRows(wide));
    const f32 = encodeSparse(fitted, wide, allRows(wide), 'f32');
    checkSparse(f64);
    checkSparse(f32);
    expect([...f64.values]).toEqual([-1, 1, 1e-50, 5e-324, 2 ** -149, 2 ** -150]);
    expect([...f32.values]).toEqual([-1, 1, 2 ** -149]);
    expect(rowsOfMatrix(f32)).toEqual([[-1], [1], [0], [0], [2 ** -149], [0]]);
    const wider = fitEncoder(createTable([numbers('x', [-4, 4])]), ['x'], rowsOf(0, 1));
    expect([...encodeSparse(wider, wide, rowsOf(3, 4)).values]).toEqual([2 ** -151]);
  });

  it('is not changed', () => {
    const before = structuredClone({ encoder, table });
    encodeSparse(encoder, table, rowsOf(1, 0));
    encodeDense(encoder, table, rowsOf(1, 0), 'f32');
    expect({ encoder, table }).toEqual(before);
  });
});
