import { describe, expect, test } from 'vitest';
import { drawReliability, type GroupReliability, type ReliabilityData } from '../src/index.js';
import { reliabilityAxes } from '../src/report/reliability-panel.js';
import { reliabilityData, reliabilityOf } from './audit-samples.js';
import { type Figure, newDocument, readFigure } from './parse-figure.js';
import { cruelName, faultsAt, marksOf, sheetFaults } from './sheet-faults.js';

const draw = (data: ReliabilityData, width = 892): Figure =>
  readFigure(drawReliability(data, newDocument(), { width }));
const dataOf = (...groups: GroupReliability[]): ReliabilityData => ({ groups });
const bin = (confidence: number, accuracy: number, rows: number) => {
  const from = Math.ceil(confidence * 10 - 1) / 10;
  return { from, to: from + 0.1, rows, confidence, accuracy };
};
const one = (name: string, ece: number, ...bins: GroupReliability['bins'][number][]): GroupReliability => ({
  name,
  rows: bins.reduce((sum, { rows }) => sum + rows, 0),
  ece,
  bins,
});
/** Of each panel, the points of a path "Mx,yLx,y". */
const paths = (figure: Figure, className: string): [number, number][][] =>
  figure
    .all(className, 'path')
    .map((path) =>
      [...path.getAttribute('d')!.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [
        Number(x),
        Number(y),
      ]),
    );

test('the worst calibrated is the one furthest above chance, where that is known', () => {
  const small = { ...one('small', 0.12, bin(0.7, 0.58, 40)), eceByChance: 0.1 };
  const large = { ...one('large', 0.05, bin(0.7, 0.65, 2000)), eceByChance: 0.01 };
  const figure = draw(dataOf(small, large));
  const heads = [
    'large',
    'ECE 5.0%, 1.0% by chance, 2,000 rows',
    'small',
    'ECE 12.0%, 10.0% by chance, 40 rows',
  ];
  expect(figure.labels.filter((label) => heads.includes(label))).toEqual(heads);
  expect(figure.labels).toContain(
    'Confidence is furthest off for large: 5.0 points on average, surer than it should be',
  );
  expect(draw(dataOf(small)).labels).toContain('Confidence is not clearly off for small');
  const other = { ...small, name: 'other' };
  expect(draw(dataOf(small, other)).labels).toContain('Confidence is not clearly off for any group');
});

describe('two groups', () => {
  const sure = one('sure', 0.2, bin(0.6, 0.5, 100), bin(0.8, 0.5, 0), bin(1, 0.7, 300));
  const shy = one('shy', 0.1, bin(0.7, 0.8, 50));
  const figure = draw(dataOf(shy, sure));

  test('have a panel each, the worst calibrated first, with its error and its rows', () => {
    const heads = ['sure', 'ECE 20.0%, 400 rows', 'shy', 'ECE 10.0%, 50 rows'];
    expect(figure.labels.filter((label) => heads.includes(label))).toEqual(heads);
  });

  test('have a dot for each bin with rows, with an area by rows, and a line through them', () => {
    const dots = marksOf(figure, 'ff-bin');
    expect(dots).toHaveLength(3);
    const [large, small, alone] = dots as [(typeof dots)[0], (typeof dots)[0], (typeof dots)[0]];
    expect(large.r ** 2 / small.r ** 2).toBeCloseTo(3, 1);
    expect(alone.r).toBe(13);
    const [curve] = paths(figure, 'ff-curve');
    expect(curve).toEqual([
      [small.x, small.y],
      [large.x, large.y],
    ]);
  });

  test('have the diagonal: as sure as right', () => {
    const [large, small, alone] = marksOf(figure, 'ff-bin');
    const [[from, to]] = paths(figure, 'ff-diagonal') as [[[number, number], [number, number]]];
    const diagonalAt = (x: number): number =>
      from[1] + ((x - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
    // y points down: too sure lies below, too shy above.
    expect(small!.y).toBeGreaterThan(diagonalAt(small!.x) + 5);
    expect(large!.y).toBeGreaterThan(diagonalAt(large!.x) + 5);
    expect(alone!.y).toBeLessThan(diagonalAt(alone!.x) - 5);
    // From 0.5 to 1 confidence rises 0.5, as does accuracy: (0.6, 0.5) lies 0.1 below it.
    expect((small!.y - diagonalAt(small!.x)) / (from[1] - to[1])).toBeCloseTo(0.2, 2);
  });

  test('have the diagonal where it belongs also when accuracies lie far below it', () => {
    const low = draw(dataOf(one('X', 0.4, bin(0.6, 0.6, 50), bin(0.9, 0.1, 50))));
    const [[from, to]] = paths(low, 'ff-diagonal') as [[[number, number], [number, number]]];
    const dot = marksOf(low, 'ff-bin').reduce((left, mark) => (mark.x < left.x ? mark : left));
    const share = (dot.x - from[0]) / (to[0] - from[0]);
    expect(dot.y).toBeCloseTo(from[1] + share * (to[1] - from[1]), 0);
  });

  test('are explained', () => {
    expect(figure.title).toBe(
      'Confidence is furthest off for sure: 20.0 points on average, surer than it should be',
    );
    expect(figure.root.querySelector('title')!.textContent).toBe(figure.title);
    for (const words of [
      'above: better than it says',
      'below: surer than it should be',
      'confidence',
      'share right',
    ]) {
      expect(figure.labels).toContain(words);
    }
  });
});

describe('the sentence', () => {
  const title = (...groups: GroupReliability[]): string => draw(dataOf(...groups)).title;

  test('tells the direction, or that there is none', () => {
    const other = one('other', 0, bin(0.9, 0.9, 10));
    expect(title(other, one('X', 0.1, bin(0.7, 0.8, 50)))).toMatch(/better than it says$/);
    expect(title(other, one('X', 0.1, bin(0.7, 0.8, 50), bin(0.9, 0.8, 50)))).toMatch(
      /now too sure, now not sure enough$/,
    );
    // Mostly one way.
    expect(title(other, one('X', 0.1, bin(0.7, 0.8, 10), bin(0.9, 0.8, 90)))).toMatch(
      /surer than it should be$/,
    );
  });

  test('is of one group, and of none that is off', () => {
    expect(title(one('X', 0.1, bin(0.7, 0.8, 50)))).toBe(
      'Confidence is off for X: 10.0 points on average, better than it says',
    );
    const fine = one('X', 0, bin(0.9, 0.9, 10));
    expect(title(fine)).toBe('For X the model is as often right as it says');
    expect(title(fine, fine)).toBe('In every group the model is as often right as it says');
  });
});

test.each([
  [
    [bin(0.62, 0.6, 9), bin(0.95, 0.9, 9)],
    [0.6, 1],
    [0.6, 1],
  ],
  [
    [bin(0.55, 0.31, 9), bin(0.95, 0.9, 9)],
    [0.5, 1],
    [0.3, 1],
  ],
  [
    [bin(0.22, 0.3, 9), bin(0.05, 0.31, 0)],
    [0.2, 1],
    [0.2, 1],
  ],
  [[bin(0.7, 0.7, 9)], [0.6, 1], [0.6, 1]],
  [[bin(1, 1, 9)], [0.9, 1], [0.9, 1]],
  [[bin(1, 0, 9)], [0.9, 1], [0, 1]],
  [[{ ...bin(1, 1, 9), from: 1 }], [0.9, 1], [0.9, 1]],
  [[bin(0.05, 0, 9)], [0, 1], [0, 1]],
])('axes follow the data: case %#', (bins, confidence, accuracy) => {
  const axes = reliabilityAxes([one('X', 0.1, ...bins)]);
  expect(axes.confidence[0]).toBeCloseTo(confidence[0]!, 12);
  expect(axes.accuracy[0]).toBeCloseTo(accuracy[0]!, 12);
  expect([axes.confidence[1], axes.accuracy[1]]).toEqual([1, 1]);
});

test('of many groups twelve are shown, the rest and those without rows are counted', () => {
  const figure = draw({
    groups: [...reliabilityData(20).groups, one('empty', 0), one('zero', 0, bin(0.9, 0, 0))],
  });
  expect(figure.labels.filter((label) => /^ECE /.test(label))).toHaveLength(12);
  expect(figure.words).toContain('; 8 better groups left out; 2 groups without rows');
});

test.each([1, 2, 3, 5, 7, 13])('%d groups have nothing on top of each other and nothing outside', (count) => {
  const data = reliabilityData(count, count % 2 === 0 ? 0 : 0.5);
  expect(faultsAt(draw, data)).toEqual([]);
  const groups = data.groups.map((group, i) => ({ ...group, name: cruelName(i), rows: 12_345_678 }));
  expect(faultsAt(draw, { groups })).toEqual([]);
});

test.each([
  ['one bin, always sure and right', one('X', 0, bin(1, 1, 5))],
  ['one bin, always sure and wrong', one('X', 1, bin(1, 0, 5))],
  ['one row among a million', one('X', 0.01, bin(0.6, 0, 1), bin(0.9, 0.9, 1_000_000))],
])('%s', (_, group) => {
  const figure = draw(dataOf(group));
  expect(sheetFaults(figure)).toEqual([]);
  for (const { r } of marksOf(figure, 'ff-bin')) expect(r).toBeGreaterThanOrEqual(1.5);
});

test('the data are not put in order themselves', () => {
  const data = dataOf(
    one('a', 0.1, bin(0.9, 0.8, 5)),
    reliabilityOf('b', () => -0.3),
  );
  draw(data);
  expect(data.groups.map(({ name }) => name)).toEqual(['a', 'b']);
});

test('what cannot be drawn is refused', () => {
  expect(() => draw(dataOf())).toThrow(
    'groups: reliability needs at least one with rows in its bins; got none',
  );
  expect(() => draw(dataOf(one('X', 0)))).toThrow('got 1 without');
  expect(() => draw(dataOf(one('X', 0.1, bin(0.9, 1.5, 3))))).toThrow(
    'bins of group "X": confidence and accuracy must be in [0, 1]; got 1.5',
  );
  expect(() => draw(dataOf(one('X', Number.NaN, bin(0.9, 1, 3))))).toThrow(
    'ece of group "X" must be in [0, 1]; got NaN',
  );
});
