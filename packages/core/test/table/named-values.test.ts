import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_NAMED_NUMBERS, namedValues } from '../../src/table/named-values.js';
import { numbers, texts } from './table-cells.js';

const upTo = (length: number): number[] => Array.from({ length }, (_, i) => i);

describe('namedValues', () => {
  it('of a category are its levels, however many', () => {
    expect(namedValues(texts('sex', 'M', undefined, 'F'))).toEqual({
      names: ['F', 'M'],
      codes: Uint8Array.of(1, 2, 0),
    });
    expect(namedValues(texts('zip', ...upTo(1000).map(String)))!.names.length).toBe(1000);
  });

  it('of numbers are the numbers by size', () => {
    expect(namedValues(numbers('x', 10, 9, Number.NaN, -1.5, 10, 0, -0))).toEqual({
      names: ['-1.5', '0', '9', '10'],
      codes: Uint8Array.of(3, 2, 4, 0, 3, 1, 1),
    });
  });

  it('are none where there are more than 20 different numbers; missing is not one of them', () => {
    expect(MAX_NAMED_NUMBERS).toBe(20);
    expect(namedValues(numbers('x', ...upTo(20), Number.NaN))!.names.length).toBe(20);
    expect(namedValues(numbers('x', ...upTo(21)))).toBeUndefined();
    expect(namedValues(numbers('x', ...upTo(5000).map((i) => i % 20)))!.names.length).toBe(20);
  });

  it('know columns of missing values only, and without rows', () => {
    expect(namedValues(numbers('x', Number.NaN))).toEqual({ names: [], codes: Uint8Array.of(0) });
    expect(namedValues(numbers('x'))).toEqual({ names: [], codes: new Uint8Array(0) });
  });

  it('name every row by its number', () => {
    const value = fc.constantFrom(0, 1, -2, 0.1, 1e-9, 1e21, Number.NaN);
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const { names, codes } = namedValues(numbers('x', ...values))!;
        expect(values.map((_, row) => names[codes[row]!])).toEqual(
          values.map((each) => (Number.isNaN(each) ? undefined : String(each))),
        );
      }),
    );
  });
});
