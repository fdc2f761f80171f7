import { describe, expect, test } from 'vitest';
import { drawTradeOff, figures, type TradeOffData } from '../src/index.js';
import { type Figure, newDocument, readFigure } from './parse-figure.js';
import { longNames } from './report-samples.js';
import { cruelName, faultsAt, linesOf, marksOf } from './sheet-faults.js';

const draw = (data: TradeOffData, width = 892): Figure =>
  readFigure(drawTradeOff(data, newDocument(), { width }));

/** Every other group gains the more the further the knob is turned, by its number. */
function sample(
  knob: TradeOffData['knob'],
  count = 4,
  ats: readonly (number | null)[] = knob === 'give-up' ? [0, 0.001, 0.02, 0.3] : [1, 3, 40, 1000, null],
): TradeOffData {
  const points = ats.map((at, i) => {
    const risks = longNames(count).map((_, group) => 0.4 + ((group % 2 ? 0.04 : -0.04) * i * group) / count);
    return { at, risks, meanRisk: risks.reduce((sum, risk) => sum + risk, 0) / count };
  });
  return {
    loss: 'cross-entropy',
    part: 'train',
    knob,
    groups: longNames(count),
    points,
    asked: Math.min(1, points.length - 1),
  };
}

test('has a line for every group, for the worst and for the mean, and marks what was asked for', () => {
  const data = sample('weight-ratio');
  const figure = draw(data);
  expect(figure.all('ff-risk', 'path')).toHaveLength(6);
  const marks = marksOf(figure, 'ff-point');
  expect(marks).toHaveLength(5);
  const { x1 } = linesOf(figure, 'ff-asked')[0]!;
  for (const { x } of marks) expect(x).toBeCloseTo(x1, 5);
  expect(figure.labels).toContain('∞');
  expect(figure.title).toBe(
    'Within a ratio of 3 the worst group’s risk is 0.430: 0.400 with a ratio of 1, 0.520 without bound',
  );
});

test('of many groups draws those that move most, and says so', () => {
  const data = sample('give-up', 30);
  const figure = draw(data);
  expect(figure.all('ff-risk', 'path')).toHaveLength(8);
  expect(figure.words).toContain('the 6 groups of 30 whose risks move most');
  expect(figures['trade-off'].tabulate(data).rows).toHaveLength(4 * 32);
});

test('asks for a point of the curve', () => {
  expect(() => draw({ ...sample('give-up'), asked: 9 })).toThrow('must be a point of the curve; got 9');
});

describe.each(['give-up', 'weight-ratio'] as const)('%s', (knob) => {
  test.each([1, 2, 6, 30])('of %d groups has all texts clear of each other', (count) => {
    expect(faultsAt(draw, sample(knob, count))).toEqual([]);
  });

  test('bears a single point, extreme values and cruel names', () => {
    expect(faultsAt(draw, sample(knob, 3, [knob === 'give-up' ? 0 : 1]))).toEqual([]);
    expect(faultsAt(draw, sample(knob, 3, knob === 'give-up' ? [0, 1e-9, 40] : [1, 1e9, null]))).toEqual([]);
    expect(faultsAt(draw, { ...sample(knob), groups: [0, 1, 2, 3].map(cruelName) })).toEqual([]);
  });
});
