import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoricalColumn, columnOfTexts, compareLevels, orderLevels } from '../../src/table/levels.js';
import { cellOf } from './table-cells.js';

/** Texts that look like numbers, and others. */
const level = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer({ min: -20, max: 20 }).map(String),
  fc.constantFrom('1.0', '01', '1e1', '0x10', '-0', 'Infinity', '-Infinity', 'NaN', '', ' ', ' 3', 'a', 'A'),
);

describe('compareLevels', () => {
  it('has numbers by size before texts by code unit', () => {
    const sorted = ['-3', '1', '1.0', '2', '10', '1e3', '', 'A', 'Z', 'a', 'z', 'ä'];
    expect([...sorted].reverse().sort(compareLevels)).toEqual(sorted);
  });

  it('is an order: antisymmetric, transitive, and equal only for the same text', () => {
    fc.assert(
      fc.property(level, level, level, (a, b, c) => {
        expect(Math.sign(compareLevels(a, b)) + Math.sign(compareLevels(b, a))).toBe(0);
        expect(compareLevels(a, b) === 0).toBe(a === b);
        if (compareLevels(a, b) < 0 && compareLevels(b, c) < 0) expect(compareLevels(a, c)).toBeLessThan(0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('orderLevels', () => {
  it('says which code each level met has, missing first', () => {
    expect(orderLevels(['b', '10', 'a', '9'])).toEqual({
      levels: ['9', '10', 'a', 'b'],
      codes: Uint32Array.of(4, 3, 1, 2, 0),
    });
    expect(orderLevels([])).toEqual({ levels: [], codes: Uint32Array.of(0) });
  });
});

describe('categoricalColumn', () => {
  it('sorts the levels and gives every row its own again', () => {
    expect(categoricalColumn('size', ['b', '10', 'a', '9'], [1, 0, 2, 4, 3, 1])).toEqual({
      kind: 'categorical',
      name: 'size',
      levels: ['9', '10', 'a', 'b'],
      codes: Uint8Array.of(3, 4, 1, 0, 2, 3),
    });
  });

  it('keeps levels that no row has, and knows columns without levels or rows', () => {
    expect(categoricalColumn('x', ['b', 'a'], [2]).levels).toEqual(['a', 'b']);
    expect(categoricalColumn('x', [], [0, 0]).codes).toEqual(Uint8Array.of(0, 0));
    expect(categoricalColumn('x', ['a'], []).codes).toEqual(new Uint8Array(0));
  });

  it('leaves what it is handed alone', () => {
    const met = ['b', 'a'];
    const codes = Uint32Array.of(1, 2);
    categoricalColumn('x', met, codes);
    expect([met, codes]).toEqual([['b', 'a'], Uint32Array.of(1, 2)]);
  });
});

describe('columnOfTexts', () => {
  it('gives the texts back, its levels in order and no two the same', () => {
    fc.assert(
      fc.property(fc.array(fc.option(level, { nil: undefined })), (texts) => {
        const column = columnOfTexts('x', texts);
        expect(texts.map((_, row) => cellOf(column, row))).toEqual(texts);
        expect(column.levels).toEqual(
          [...new Set(texts)].filter((text) => text !== undefined).sort(compareLevels),
        );
      }),
    );
  });

  it('takes no wider codes than levels and missing need', () => {
    const bytes = (levels: number): number =>
      columnOfTexts(
        'x',
        Array.from({ length: levels }, (_, i) => `${i}`),
      ).codes.BYTES_PER_ELEMENT;
    expect([0, 255, 256, 65_535, 65_536].map(bytes)).toEqual([1, 1, 2, 2, 4]);
  });

  it('knows texts that are names of object properties', () => {
    expect(columnOfTexts('x', ['constructor', '__proto__', undefined, 'constructor'])).toMatchObject({
      levels: ['__proto__', 'constructor'],
      codes: Uint8Array.of(1, 0, 2, 1),
    });
  });
});
