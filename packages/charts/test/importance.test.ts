import { describe, expect, test } from 'vitest';
import { drawImportance, type ImportanceData, type RiskInterval } from '../src/index.js';
import { type Figure, newDocument, readFigure } from './parse-figure.js';
import { cruelName, faultsAt, linesOf, marksOf, sheetFaults, textsOf } from './sheet-faults.js';
import { importanceData } from './why-samples.js';

const draw = (data: ImportanceData, width = 892): Figure =>
  readFigure(drawImportance(data, newDocument(), { width }));
const about = (value: number, reach = 0.01): RiskInterval => ({
  value,
  low: value - reach,
  high: value + reach,
});

/** Two groups and three columns. */
const small: ImportanceData = {
  loss: 'cross-entropy',
  level: 0.9,
  groups: [
    { name: 'few', rows: 200 },
    { name: 'many', rows: 3000 },
  ],
  columns: [
    { column: 'job', naive: [about(0.1), about(0.02)], minimax: [about(0.2), about(-0.05)] },
    { column: 'age', naive: [about(0.05), about(0.1)], minimax: [about(0.04), about(0.08)] },
    { column: 'noise', naive: [about(0), about(0)], minimax: [about(0.001), about(0)] },
  ],
};

describe('two groups', () => {
  const figure = draw(small);
  const zeros = linesOf(figure, 'ff-zero').map(({ x1 }) => x1);

  test('have a panel each, with a mark of each model for every column', () => {
    expect(textsOf(figure, 'ff-group')).toEqual(['few', 'many']);
    expect(zeros).toHaveLength(2);
    expect(marksOf(figure, 'ff-minimax')).toHaveLength(6);
    expect(marksOf(figure, 'ff-naive')).toHaveLength(6);
    expect(linesOf(figure, 'ff-minimax-interval')).toHaveLength(6);
  });

  test('have marks as far from 0 as the risk rises, on the same scale', () => {
    const minimax = marksOf(figure, 'ff-minimax');
    const scale = (minimax[0]!.x - zeros[0]!) / 0.2;
    expect(scale).toBeGreaterThan(100);
    [0.2, 0.04, 0.001].forEach((value, i) => {
      expect(minimax[i]!.x - zeros[0]!).toBeCloseTo(scale * value, 0);
    });
    [-0.05, 0.08, 0].forEach((value, i) => {
      expect(minimax[3 + i]!.x - zeros[1]!).toBeCloseTo(scale * value, 0);
    });
    const interval = linesOf(figure, 'ff-minimax-interval')[0]!;
    expect(interval.x2 - interval.x1).toBeCloseTo(scale * 0.02, 0);
  });

  test('have the models of a column in one line, not on each other', () => {
    const [minimax, naive] = [marksOf(figure, 'ff-minimax'), marksOf(figure, 'ff-naive')];
    minimax.forEach(({ y }, i) => {
      expect(naive[i]!.y - y).toBeGreaterThan(6);
      expect(naive[i]!.y - y).toBeLessThan(14);
    });
  });

  test('have figures: quiet where it may be chance, red where the column misleads', () => {
    const cells = figure.all('ff-figure-cell', 'text');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      ...['+0.200', '+0.040', '+0.001'],
      ...['−0.050', '+0.080', '0.000'],
    ]);
    const fills = cells.map((cell) => cell.getAttribute('fill'));
    expect(fills[0]).toBe('#1F2933');
    expect(fills[2]).toBe('#56606A');
    expect(fills[3]).toBe('#9C4400');
  });

  test('are explained, and the title is of the first', () => {
    expect(figure.title).toBe('job matters most to few, whose risk would rise by 0.200 without it');
    expect(figure.root.querySelector('title')!.textContent).toBe(figure.title);
    expect(figure.labels).toEqual(
      expect.arrayContaining(['naive', '90% interval', 'minimax, with its figure']),
    );
    expect(figure.labels).not.toContain('beyond the axis');
    expect(sheetFaults(figure)).toEqual([]);
  });
});

test('where the chosen model is the naive one, there is one mark', () => {
  const columns = small.columns.map(({ naive: _, ...own }) => own);
  const figure = draw({ ...small, columns });
  expect(marksOf(figure, 'ff-naive')).toEqual([]);
  expect(figure.labels).not.toContain('naive');
  expect(figure.labels).toContain('the chosen model: naive');
  // In the middle of its line, where its figure is.
  const heights = figure
    .all('ff-figure-cell', 'text')
    .map((cell) => Number(/,(-?[\d.]+)\)/.exec(cell.getAttribute('transform')!)![1]));
  marksOf(figure, 'ff-minimax').forEach(({ y }, k) => {
    expect(y).toBeCloseTo(heights[k]!, 0);
  });
  expect(sheetFaults(figure)).toEqual([]);
});

test('a column whose interval holds 0 is not said to matter', () => {
  const columns = [{ column: 'job', minimax: [about(0.01, 0.02), about(0.3)] }];
  expect(draw({ ...small, columns }).title).toBe('No column by itself surely matters to few');
});

test('a group of few rows does not stretch the axis for the others', () => {
  const groups = [{ name: 'tiny', rows: 5 }, small.groups[1]!];
  const columns = [
    { column: 'job', minimax: [about(9, 8), about(0.1)] },
    { column: 'age', minimax: [about(-9, 2), about(0.05)] },
  ];
  const figure = draw({ ...small, groups, columns });
  expect(figure.all('ff-beyond', 'path')).toHaveLength(2);
  expect(figure.labels).toContain('beyond the axis');
  const [zero] = linesOf(figure, 'ff-zero').slice(1);
  const [, first] = marksOf(figure, 'ff-minimax').slice(-2);
  expect(marksOf(figure, 'ff-minimax').at(-2)!.x - zero!.x1).toBeGreaterThan(60);
  expect(first!.x).toBeGreaterThan(zero!.x1);
  expect(sheetFaults(figure)).toEqual([]);
});

test('of many columns and groups some are shown, and the others counted', () => {
  const figure = draw(importanceData(10, 30));
  expect(linesOf(figure, 'ff-zero')).toHaveLength(8);
  expect(marksOf(figure, 'ff-minimax')).toHaveLength(8 * 12);
  expect(figure.words).toContain('; left out here: 18 columns, 2 groups');
  expect(sheetFaults(figure)).toEqual([]);
});

test.each([1, 2, 3, 4, 5, 8])('%d groups have nothing on top of each other and nothing outside', (count) => {
  const data = importanceData(count, 12);
  expect(faultsAt(draw, data)).toEqual([]);
  const cruel = {
    ...data,
    groups: data.groups.map((group, i) => ({ ...group, name: cruelName(i) })),
    columns: data.columns.map((own, i) => ({ ...own, column: cruelName(i) })),
  };
  expect(faultsAt(draw, cruel)).toEqual([]);
});

test.each([0, 1e-7, 0.3, 40])('importances around %d', (size) => {
  const columns = [
    { column: 'one', minimax: [about(size, size / 2), about(-size, size / 2)] },
    { column: 'two', minimax: [about(size / 3, 0), about(0, 0)] },
  ];
  expect(faultsAt(draw, { ...small, columns })).toEqual([]);
});

test('what cannot be drawn is refused', () => {
  expect(() => draw({ ...small, groups: [] })).toThrow('groups: importance needs at least one; got none');
  expect(() => draw({ ...small, columns: [] })).toThrow('columns: importance needs at least one; got none');
  expect(() => draw({ ...small, columns: [{ column: 'job', minimax: [about(1)] }] })).toThrow(
    'column "job" needs one importance for each of 2 groups; got 1',
  );
  expect(() =>
    draw({ ...small, columns: [{ column: 'job', minimax: [about(1), about(Number.NaN)] }] }),
  ).toThrow('importance of column "job" must be finite numbers; got NaN (NaN to NaN)');
});
