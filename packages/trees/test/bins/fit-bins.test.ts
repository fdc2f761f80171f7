import { createRandom, type DenseRows } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { createArena } from '../../src/bins/arena.js';
import { binAt, binnedBytes, binRows } from '../../src/bins/binned-rows.js';
import { LARGEST_CELL, type TreeColumn, toCell } from '../../src/bins/columns.js';
import { type ColumnBins, fitBins } from '../../src/bins/fit-bins.js';

/** A table of one column. */
function column(values: readonly number[]): DenseRows {
  return { rowCount: values.length, columnCount: 1, values: Float64Array.from(values) };
}

function all(rowCount: number): Uint32Array {
  return Uint32Array.from({ length: rowCount }, (_, row) => row);
}

function binsOf(
  values: readonly number[],
  most?: number,
  kind: TreeColumn = { kind: 'numeric' },
): ColumnBins {
  return fitBins(column(values), [kind], all(values.length), most)[0]!;
}

/** The bin of each value. */
function placesOf(bins: ColumnBins, values: readonly number[]): number[] {
  const binned = binRows(createArena(binnedBytes(values.length, 1), false), [column(values)], [bins]);
  return values.map((_, row) => binAt(binned, row, 0));
}

/** The next number of float32 upwards. */
function nextFloat(value: number): number {
  const float = Float32Array.of(value);
  new Uint32Array(float.buffer)[0]!++;
  return float[0]!;
}

describe('bins of numbers', () => {
  it('gives each of few values a bin, in their order, and missing cells the last', () => {
    const values = [3, -1, Number.NaN, 7.5, 3, -1, 0];
    const bins = binsOf(values);
    expect(bins).toMatchObject({ kind: 'numeric', count: 4, hasMissing: true });
    expect([...bins.thresholds]).toEqual([-0.5, 1.5, 5.25, Math.fround(LARGEST_CELL)]);
    expect(placesOf(bins, values)).toEqual([2, 0, 4, 3, 2, 0, 1]);
  });

  it('has one bin for a constant column, for one value, and where all is missing', () => {
    for (const values of [[4, 4, 4], [1e-40], [Number.NaN, Number.NaN], []]) {
      const bins = binsOf(values);
      expect(bins).toMatchObject({ count: 1, hasMissing: values.some(Number.isNaN) });
      expect(placesOf(bins, [...values, -1e300, 0, 1e300])).toEqual([
        ...values.map((x) => +Number.isNaN(x)),
        0,
        0,
        0,
      ]);
    }
  });

  it('tells neighbours of float32 apart, and takes numbers between them for one of both', () => {
    for (const low of [1, -1, 1e30, 1e-45, 16_777_216, 3.4028232e38]) {
      const [a, b] = [low, nextFloat(low)].sort((x, y) => x - y) as [number, number];
      expect(placesOf(binsOf([a, b]), [a, b])).toEqual([0, 1]);
    }
    expect(binsOf([0.1, Math.fround(0.1)]).count).toBe(1);
    expect(binsOf([0, -0]).count).toBe(1);
    const aroundZero = binsOf([-2.8e-45, 1.4e-45]);
    expect(aroundZero.thresholds[0]).toBe(-0);
    expect(placesOf(aroundZero, [-2.8e-45, -0, 0, 1.4e-45])).toEqual([0, 0, 0, 1]);
    const farAway = [1e9, 1e9 + 64, 1e9 + 128, 1e9 + 192];
    expect(placesOf(binsOf(farAway), farAway)).toEqual([0, 1, 2, 3]);
  });

  it('takes infinite and huge numbers for the largest of float32, so that thresholds stay finite', () => {
    const values = [-Infinity, -1e300, -1e38, 0, 1e38, 1e300, Infinity];
    const bins = binsOf(values);
    expect(bins.count).toBe(5);
    expect(bins.thresholds.every(Number.isFinite)).toBe(true);
    expect(placesOf(bins, values)).toEqual([0, 0, 1, 2, 3, 4, 4]);
    expect([Infinity, -Infinity, 1e39].map(toCell)).toEqual([LARGEST_CELL, -LARGEST_CELL, LARGEST_CELL]);
    expect(toCell(Number.NaN)).toBeNaN();
  });

  it('puts about as many rows into each bin where there are more values than bins', () => {
    const random = createRandom(5);
    const values = Array.from({ length: 5000 }, () => random.exponential());
    for (const most of [2, 3, 16, 255]) {
      const bins = binsOf(values, most);
      expect(bins.count).toBe(most);
      const sizes = new Array<number>(most).fill(0);
      for (const bin of placesOf(bins, values)) sizes[bin]!++;
      expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.ceil(5000 / most) + 1);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.floor(5000 / most) - most);
    }
  });

  it('gives a frequent value a bin of its own', () => {
    const values = [...new Array<number>(900).fill(0.5), ...Array.from({ length: 1000 }, (_, i) => 1 + i)];
    const bins = binsOf(values, 11);
    expect(placesOf(bins, [0.5, 1])).toEqual([0, 1]);
    expect(bins.count).toBe(11);
  });

  it('keeps the order of numbers, in as many bins as were asked for at most', () => {
    const numbers = fc.array(fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: 0, max: 9 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 2, max: 20 }), (values, most) => {
        const bins = binsOf(values, most);
        const distinct = new Set(values.map((value) => toCell(value) + 0)).size;
        expect(bins.count).toBeLessThanOrEqual(most);
        if (distinct <= most) expect(bins.count).toBe(Math.max(1, distinct));
        const sorted = [...values].sort((a, b) => a - b);
        const places = placesOf(bins, sorted);
        places.forEach((place, i) => {
          expect(place).toBeLessThan(bins.count);
          if (i > 0) expect(place).toBeGreaterThanOrEqual(places[i - 1]!);
          // a bin holds what is up to its threshold, and above the one before
          expect(toCell(sorted[i]!)).toBeLessThanOrEqual(bins.thresholds[place]!);
          if (place > 0) expect(toCell(sorted[i]!)).toBeGreaterThan(bins.thresholds[place - 1]!);
        });
      }),
    );
  });

  it('fits on the training rows alone', () => {
    const features = column([1, 2, Number.NaN, 50]);
    const [bins] = fitBins(features, [{ kind: 'numeric' }], Uint32Array.of(0, 1));
    expect(bins).toMatchObject({ count: 2, hasMissing: false });
    expect(placesOf(bins!, [1, 2, Number.NaN, 50])).toEqual([0, 1, 2, 1]);
  });

  it('fits on a sample of very many rows, and still sees one missing cell', () => {
    const rowCount = 450_000;
    const values = Float64Array.from({ length: rowCount }, (_, row) => row / rowCount);
    const features = { rowCount, columnCount: 1, values };
    const fit = (): ColumnBins => fitBins(features, [{ kind: 'numeric' }], all(rowCount), 10)[0]!;
    expect([...fit().thresholds.subarray(0, 9)].map((end) => Math.round(end * 100))).toEqual([
      10, 20, 30, 40, 50, 60, 70, 80, 90,
    ]);
    expect(fit().hasMissing).toBe(false);
    values[123_457] = Number.NaN;
    expect(fit().hasMissing).toBe(true);
  });

  it('needs 2 to 255 bins', () => {
    for (const most of [1, 256, 2.5, Number.NaN])
      expectError(() => binsOf([1, 2], most), 'bad-option', 'bins');
  });
});

describe('bins of categories', () => {
  const levels = (count: number): TreeColumn => ({ kind: 'categorical', levels: count });

  it('gives each level a bin, seen or not', () => {
    const bins = binsOf([2, 0, Number.NaN, 2], undefined, levels(4));
    expect(bins).toMatchObject({ kind: 'categorical', count: 4, hasMissing: true });
    expect([...bins.binOfLevel]).toEqual([0, 1, 2, 3]);
    expect(placesOf(bins, [2, 0, Number.NaN, 3])).toEqual([2, 0, 4, 3]);
  });

  it('gives the most frequent of 10,000 levels a bin, and the others one together', () => {
    const frequent = Array.from({ length: 254 }, (_, i) => 9000 + i);
    const values = [...frequent, ...frequent, ...Array.from({ length: 10_000 }, (_, level) => level)];
    const bins = binsOf(values, 255, levels(10_000));
    expect(bins.count).toBe(255);
    expect(new Set(frequent.map((level) => bins.binOfLevel[level])).size).toBe(254);
    expect(placesOf(bins, [0, 8999, 9254, 9999])).toEqual([254, 254, 254, 254]);
    expect(frequent.every((level) => bins.binOfLevel[level]! < 254)).toBe(true);
  });

  it('has room for as many levels as bins, and for none', () => {
    expect([...binsOf([0, 1, 2], 3, levels(3)).binOfLevel]).toEqual([0, 1, 2]);
    expect([...binsOf([0, 1, 2, 3, 3, 1], 3, levels(4)).binOfLevel]).toEqual([2, 0, 2, 1]);
    const none = binsOf([Number.NaN], 255, levels(0));
    expect(none).toMatchObject({ count: 1, hasMissing: true });
    expect(placesOf(none, [Number.NaN])).toEqual([1]);
  });
});
