import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectRows } from '../../src/numeric/select-rows.js';
import type { DenseRows, MatrixValues, SparseRows } from '../../src/numeric/sparse-rows.js';

type Numbers = Float64ArrayConstructor | Float32ArrayConstructor;
type Make = (
  rows: readonly (readonly number[])[],
  columnCount: number,
  numbers: Numbers,
) => DenseRows | SparseRows;

function dense(rows: readonly (readonly number[])[], columnCount: number, numbers: Numbers): DenseRows {
  return { rowCount: rows.length, columnCount, values: numbers.from(rows.flat()) as MatrixValues };
}

function sparse(rows: readonly (readonly number[])[], columnCount: number, numbers: Numbers): SparseRows {
  const entries = rows.map((row) => [...row.entries()].filter(([, value]) => value !== 0));
  const offsets = [0];
  for (const own of entries) offsets.push(offsets.at(-1)! + own.length);
  return {
    rowCount: rows.length,
    columnCount,
    offsets: Uint32Array.from(offsets),
    columns: Uint32Array.from(entries.flat(), ([column]) => column),
    values: numbers.from(entries.flat().map(([, value]) => value)) as MatrixValues,
  };
}

// The second row has nothing in it.
const rows = [
  [0, 5, 0],
  [0, 0, 0],
  [7, 0, -1],
  [0.5, 2, 4],
];
const kinds: readonly [string, Make, Numbers][] = [
  ['dense, f64', dense, Float64Array],
  ['dense, f32', dense, Float32Array],
  ['sparse, f64', sparse, Float64Array],
  ['sparse, f32', sparse, Float32Array],
];

describe.each(kinds)('selectRows, %s', (_, make, numbers) => {
  const matrix = make(rows, 3, numbers);

  it.each([
    ['some, in their order', [0, 2]],
    ['in another order', [3, 0, 2]],
    ['one several times', [2, 2, 1, 2]],
    ['all', [0, 1, 2, 3]],
    ['one without entries', [1]],
    ['none', []],
  ])('takes the rows that are named: %s', (_, chosen) => {
    const expected = make(
      chosen.map((row) => rows[row]!),
      3,
      numbers,
    );
    expect(selectRows(matrix, chosen)).toEqual(expected);
    expect(selectRows(matrix, Uint32Array.from(chosen))).toEqual(expected);
    expect(selectRows(matrix, chosen).values).toBeInstanceOf(numbers);
  });

  it('takes rows without columns', () => {
    const empty = make([[], [], []], 0, numbers);
    expect(selectRows(empty, [2, 0])).toEqual(make([[], []], 0, numbers));
  });

  it('leaves the matrix alone, and shares no memory with it', () => {
    const chosen = selectRows(matrix, [0, 1, 2, 3]);
    chosen.values.fill(9);
    if ('offsets' in chosen) chosen.columns.fill(9);
    expect(matrix).toEqual(make(rows, 3, numbers));
  });

  it('takes from what was taken as from the matrix itself', () => {
    const drawn = fc.array(fc.array(fc.constantFrom(0, 0, 1, -2.5, 3), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        drawn,
        fc.array(fc.nat(), { minLength: 1, maxLength: 9 }),
        fc.array(fc.nat(), { maxLength: 9 }),
        (all, a, b) => {
          const first = a.map((i) => i % all.length);
          const second = b.map((i) => i % first.length);
          const twice = selectRows(selectRows(make(all, 4, numbers), first), second);
          expect(twice).toEqual(
            make(
              second.map((i) => all[first[i]!]!),
              4,
              numbers,
            ),
          );
        },
      ),
    );
  });
});
