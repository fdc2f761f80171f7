import { describe, expect, test } from 'vitest';
import { drawPublishedTable, type PublishedTableData } from '../src/index.js';
import { type Figure, newDocument, readFigure } from './parse-figure.js';
import { cruelName, marksOf, sheetFaults, textsOf } from './sheet-faults.js';

const draw = (data: PublishedTableData): Figure => readFigure(drawPublishedTable(data, newDocument()));

const table = (methods: PublishedTableData['methods'], columns = ['Female', 'Male']): PublishedTableData => ({
  title: 'Adult, gender',
  metric: 'cross-entropy',
  columns,
  methods,
});

const two = table([
  {
    name: 'Naive LR',
    isMinimax: false,
    values: [
      { ours: { mean: 0.19, sd: 0.008 }, published: { mean: 0.204, sd: 0.009 }, apart: false },
      { ours: { mean: 0.397, sd: 0.006 }, published: { mean: 0.411, sd: 0.006 }, apart: true },
    ],
  },
  {
    name: 'Balanced',
    isMinimax: true,
    values: [{ ours: { mean: 0.2, sd: 0.01 } }, { ours: { mean: 0.4, sd: 0.01 } }],
  },
]);

describe('a table as a picture', () => {
  const figure = draw(two);

  test('has a line for each method, a panel for each column, and a mark where the figures are apart', () => {
    expect(textsOf(figure, 'ff-method')).toEqual(['Naive LR', 'Balanced']);
    expect(textsOf(figure, 'ff-column')).toEqual(['Female', 'Male']);
    expect(textsOf(figure, 'ff-apart')).toEqual(['≠']);
    expect(sheetFaults(figure)).toEqual([]);
  });

  test('has ours of every method, and the published figure where there is one, ours above it', () => {
    const [ours, published] = ['ff-ours', 'ff-published'].map((name) => marksOf(figure, name));
    expect(ours).toHaveLength(4);
    expect(published).toHaveLength(2);
    expect(ours![0]!.y).toBeLessThan(published![0]!.y);
    expect(ours![0]!.x).toBeLessThan(published![0]!.x); // 0.19 and 0.204
  });

  test('has a legend of what is drawn, and of nothing else', () => {
    const ofOne = draw(
      table([{ name: 'Zafar', isMinimax: false, values: [{ ours: { mean: 0.5, sd: null } }] }], ['Female']),
    );
    expect(textsOf(figure, 'ff-legend')).toContain('the two do not overlap');
    expect(textsOf(ofOne, 'ff-legend')).toEqual(['ours']);
    expect(ofOne.all('ff-interval', 'line')).toHaveLength(0);
  });

  test('survives names that are cruel, and figures that are all the same', () => {
    const values = Array.from({ length: 5 }, () => ({
      ours: { mean: 0.3, sd: 0 },
      published: { mean: 0.3, sd: 0 },
    }));
    const methods = Array.from({ length: 12 }, (_, i) => ({
      name: `method ${i}`,
      isMinimax: i % 2 === 0,
      values,
    }));
    const columns = Array.from({ length: 5 }, (_, i) => cruelName(i));
    expect(sheetFaults(draw(table(methods, columns)))).toEqual([]);
  });
});
