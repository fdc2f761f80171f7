import { describe, expect, test } from 'vitest';
import { drawPartialDependence, type PartialDependenceData } from '../src/index.js';
import { type Figure, newDocument, readFigure } from './parse-figure.js';
import { cruelName, faultsAt, marksOf, sheetFaults, textsOf } from './sheet-faults.js';
import { dependenceData } from './why-samples.js';

const draw = (data: PartialDependenceData, width = 892): Figure =>
  readFigure(drawPartialDependence(data, newDocument(), { width }));

const small: PartialDependenceData = {
  groups: ['few', 'many'],
  columns: [
    {
      column: 'age',
      class: 'yes',
      values: [20, 40, 80],
      byGroup: [
        [0.1, 0.2, 0.8],
        [0.3, 0.3, 0.3],
      ],
    },
    {
      column: 'job',
      class: 'yes',
      values: ['clerk', 'baker'],
      byGroup: [
        [0.2, 0.4],
        [0.3, 0.5],
      ],
    },
  ],
};

describe('a column of numbers and one of levels', () => {
  const figure = draw(small);

  test('have a panel each: lines over numbers, marks beside levels', () => {
    expect(figure.all('ff-curve', 'path')).toHaveLength(2);
    expect(textsOf(figure, 'ff-level')).toEqual(['clerk', 'baker']);
    expect(figure.labels).toEqual(expect.arrayContaining(['age', 'job', 'probability of “yes”']));
    // Three points of each line, two levels: of two groups.
    expect(marksOf(figure, 'ff-group')).toHaveLength(2 * 3 + 2 * 2);
  });

  test('have the probabilities on one scale in both', () => {
    const [first] = figure.all('ff-curve', 'path');
    const points = [...first!.getAttribute('d')!.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]) as [number, number][];
    const [low, middle, high] = points as [[number, number], [number, number], [number, number]];
    expect((low[1] - high[1]) / (low[1] - middle[1])).toBeCloseTo(7, 1);
    expect((high[0] - low[0]) / (middle[0] - low[0])).toBeCloseTo(3, 1);
    // In the panel of levels further right is more probable: circles are the first group.
    const circles = figure.all('ff-group', 'circle').map((dot) => Number(dot.getAttribute('cx')));
    expect(circles).toHaveLength(5);
    expect(circles[4]!).toBeGreaterThan(circles[3]!);
  });

  test('are explained by the widest curve and by the groups’ shapes', () => {
    expect(figure.title).toBe('With age the mean probability of “yes” goes from 10% to 80% for few');
    expect(figure.labels).toEqual(expect.arrayContaining(['few', 'many']));
    expect(sheetFaults(figure)).toEqual([]);
  });
});

test('no two of eight groups look the same', () => {
  const figure = draw(dependenceData(8));
  const legend = [...figure.all('ff-legend', 'path'), ...figure.all('ff-legend', 'circle')];
  const looks = legend.map(
    (mark) => `${mark.localName} ${mark.getAttribute('d')} ${mark.getAttribute('fill')}`,
  );
  expect(looks).toHaveLength(8);
  expect(new Set(looks).size).toBe(8);
});

test('panels of several classes say so', () => {
  const [age, job] = small.columns as [(typeof small.columns)[0], (typeof small.columns)[0]];
  const figure = draw({ ...small, columns: [age, { ...job, class: 'maybe' }] });
  expect(figure.words).toContain('of the class that changes most');
  expect(figure.labels).toEqual(expect.arrayContaining(['probability of “yes”', 'probability of “maybe”']));
});

test('ticks of large numbers are short, and alike', () => {
  const [age] = small.columns;
  const texts = (values: number[]): string[] =>
    draw({ ...small, columns: [{ ...age!, values }] }).labels.filter((label) => /^[\d.]+[kM]?$/.test(label));
  expect(texts([0, 50_000, 200_000])).toContain('50k');
  expect(texts([1990, 1995, 2020])).toContain('2010');
});

test('of ten groups eight are shown', () => {
  const figure = draw(dependenceData(10));
  expect(figure.labels[1]).toMatch(/; left out here: 2 groups$/);
  expect(sheetFaults(figure)).toEqual([]);
  expect(figure.all('ff-curve', 'path')).toHaveLength(3 * 8);
});

test.each([1, 2, 4, 8])('%d groups have nothing on top of each other and nothing outside', (count) => {
  const data = dependenceData(count);
  expect(faultsAt(draw, data)).toEqual([]);
  const cruel: PartialDependenceData = {
    groups: data.groups.map((_, i) => cruelName(i)),
    columns: data.columns.map((own, i) => ({
      ...own,
      column: cruelName(i),
      class: cruelName(9),
      values: typeof own.values[0] === 'number' ? own.values : own.values.map((_, k) => cruelName(k)),
    })) as PartialDependenceData['columns'],
  };
  expect(faultsAt(draw, cruel)).toEqual([]);
  for (const column of data.columns) expect(faultsAt(draw, { ...data, columns: [column] })).toEqual([]);
});

test('curves that do not move still have an axis', () => {
  const [age] = small.columns;
  for (const level of [0, 0.5, 1]) {
    const byGroup = [new Array<number>(3).fill(level), new Array<number>(3).fill(level)];
    expect(faultsAt(draw, { ...small, columns: [{ ...age!, byGroup }] })).toEqual([]);
  }
});

test('what cannot be drawn is refused', () => {
  const [age] = small.columns;
  const broken = (own: object) => () => draw({ ...small, columns: [{ ...age!, ...own }] });
  expect(() => draw({ ...small, groups: [] })).toThrow('groups: partial dependence needs at least one');
  expect(() => draw({ ...small, columns: [] })).toThrow('columns: partial dependence needs at least one');
  expect(broken({ values: [1] })).toThrow(
    'column "age" needs two values or more and a curve for each of 2 groups; got 1 and 2',
  );
  expect(
    broken({
      byGroup: [
        [0.1, 0.2, 1.5],
        [0, 0, 0],
      ],
    }),
  ).toThrow('curves of column "age" must be 3 probabilities each; got 0.1, 0.2, 1.5');
});
