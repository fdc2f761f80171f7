import { describe, expect, test } from 'vitest';
import {
  drawGroupMetrics,
  type GroupMetricsData,
  type MetricByGroup,
  type MetricValue,
} from '../src/index.js';
import { groupMetricsData } from './audit-samples.js';
import { type Figure, newDocument, readFigure } from './parse-figure.js';
import { cruelName, faultsAt, linesOf, marksOf, sheetFaults, textsOf } from './sheet-faults.js';

const draw = (data: GroupMetricsData, width = 892): Figure =>
  readFigure(drawGroupMetrics(data, newDocument(), { width }));

const around = (value: number, reach: number): MetricValue => ({
  value,
  low: value - reach,
  high: value + reach,
});

/** C is the worst by both metrics but too small; of the others A by accuracy, B by Brier score. */
const three = (more: Partial<MetricByGroup> = {}): GroupMetricsData => ({
  level: 0.95,
  groups: [
    { name: 'A', share: 0.3, rows: 300, tooSmall: false },
    { name: 'B', share: 0.69, rows: 690, tooSmall: false },
    { name: 'C', share: 0.01, rows: 10, tooSmall: true },
  ],
  metrics: [
    {
      name: 'accuracy',
      unit: 'share',
      better: 'higher',
      overall: 0.8,
      byGroup: [around(0.7, 0.04), around(0.85, 0.02), around(0.78, 0.3)],
      ...more,
    },
    {
      name: 'Brier score',
      unit: 'number',
      better: 'lower',
      overall: 0.25,
      byGroup: [around(0.2, 0.02), around(0.3, 0.01), { value: 2 }],
    },
    {
      name: 'selection rate',
      unit: 'share',
      better: 'neither',
      overall: null,
      byGroup: [around(0.1, 0.02), null, around(0.2, 0.1)],
    },
  ],
});

const weightOf = (cell: Element): string | null =>
  cell.closest('.ff-figure-cell')!.getAttribute('font-weight');

describe('three groups', () => {
  const figure = draw(three());

  test('have a line each below that of all rows, with name, share and rows', () => {
    expect(textsOf(figure, 'ff-cell')).toEqual([
      ...['all rows', 'A', 'B', 'C'],
      ...['100%', '30%', '69%', '1%'],
      ...['1,000', '300', '690', '10'],
    ]);
  });

  test('have a figure in every column, the worst apart, and a dash where it cannot be told', () => {
    // Of all rows first, the worst last, in bold.
    expect(textsOf(figure, 'ff-figure-cell')).toEqual([
      ...['80.0%', '85.0%', '78.0%', '70.0%'],
      ...['0.250', '0.200', '2.000', '0.300'],
      ...['–', '10.0%', '–', '20.0%'],
    ]);
    const bold = figure.all('ff-figure-cell', 'text').filter((cell) => weightOf(cell) === 'bold');
    expect(bold.map((cell) => cell.textContent)).toEqual(['70.0%', '0.300']);
  });

  test('have marks at their figures on the scale of their metric', () => {
    const overall = linesOf(figure, 'ff-overall');
    expect(overall).toHaveLength(2);
    const a = marksOf(figure, 'ff-worst')[0]!;
    const b = marksOf(figure, 'ff-judged')[0]!;
    const c = marksOf(figure, 'ff-tooSmall')[0]!;
    const scale = (b.x - a.x) / 0.15;
    expect(overall[0]!.x1).toBeCloseTo(a.x + 0.1 * scale, 0);
    expect(c.x).toBeCloseTo(a.x + 0.08 * scale, 0);
    expect([a.y, b.y, c.y]).toEqual([a.y, a.y + 27, a.y + 54]);
  });

  test('have lines for intervals; one that leaves the axis ends at its edge', () => {
    const [a, b, c] = linesOf(figure, 'ff-interval');
    const dots = [marksOf(figure, 'ff-worst')[0]!, marksOf(figure, 'ff-judged')[0]!];
    const scale = (dots[1]!.x - dots[0]!.x) / 0.15;
    expect(a!.x2 - a!.x1).toBeCloseTo(0.08 * scale, 0);
    expect((a!.x1 + a!.x2) / 2).toBeCloseTo(dots[0]!.x, 0);
    expect(b!.x2 - b!.x1).toBeCloseTo(0.04 * scale, 0);
    expect(c!.x2 - c!.x1).toBeLessThan(0.3 * scale);
    expect(c!.x2 - c!.x1).toBeGreaterThan(b!.x2 - a!.x1 - 1);
  });

  test('have a triangle at the edge for the one that would stretch the axis', () => {
    const triangles = figure.all('ff-beyond', 'path').map((triangle) => triangle.getAttribute('transform')!);
    // By Brier score and by selection rate, where the range is that of A alone.
    expect(triangles.map((transform) => transform.endsWith('rotate(90)'))).toEqual([true, true]);
    const ends = marksOf(figure, 'ff-beyond').map(({ x }) => x);
    expect(ends[0]).toBeGreaterThan(marksOf(figure, 'ff-worst')[1]!.x);
    expect(figure.labels).toContain('beyond the axis');
  });

  test('are explained: what is better, what marks mean, who is worst and how sure that is', () => {
    expect(textsOf(figure, 'ff-metric')).toEqual([
      // The interval of the worst begins at 66%.
      ...['accuracy', 'higher is better (axis starts at', '60%)'],
      ...['Brier score', 'lower is better'],
      ...['selection rate', 'neither is better'],
    ]);
    expect(textsOf(figure, 'ff-legend')).toEqual([
      'a group',
      'the worst of the groups',
      'too few rows to judge',
      '95% interval',
      'all rows',
      'beyond the axis',
      '–',
      'cannot be told',
    ]);
    expect(figure.title).toBe('Accuracy is lowest for A: 70.0% (66.0% to 74.0%), against 80.0% for all rows');
    expect(figure.words).toContain(
      'one line per group, the lowest accuracy at the top, those with too few rows at the bottom',
    );
    expect(figure.root.querySelector('title')!.textContent).toBe(figure.title);
  });
});

describe('the sentence', () => {
  const title = (more: Partial<MetricByGroup>, count = 3): string => {
    const data = three(more);
    return draw({
      ...data,
      groups: data.groups.slice(0, count),
      metrics: data.metrics.map((metric) => ({ ...metric, byGroup: metric.byGroup.slice(0, count) })),
    }).title;
  };

  test('follows what is better, and names both ends where neither is', () => {
    expect(title({ name: 'ECE', better: 'lower' })).toMatch(/^ECE is highest for B: 85\.0% \(/);
    expect(title({ better: 'neither' })).toBe(
      'Accuracy is 85.0% for B, 70.0% for A: the highest and the lowest',
    );
  });

  test('has no interval and no comparison where there is none', () => {
    const byGroup = [{ value: 0.7 }, { value: 0.8 }, null];
    expect(title({ byGroup, overall: null })).toBe('Accuracy is lowest for A: 70.0%');
  });

  test('says when there is no worst', () => {
    const equal = [{ value: 0.7 }, { value: 0.7 }, { value: 0.1 }];
    expect(title({ byGroup: equal })).toBe('Accuracy is 70.0% for every group that can be judged');
    expect(title({ byGroup: equal }, 2)).toBe('Accuracy is 70.0% for both groups');
    expect(title({}, 1)).toBe('Accuracy is 70.0% (66.0% to 74.0%) for the only group, A');
    expect(title({ byGroup: [null, null, null] })).toBe('Accuracy cannot be told for any group');
    const small = three();
    const groups = small.groups.map((group) => ({ ...group, tooSmall: true }));
    expect(draw({ ...small, groups }).title).toBe('None of 3 groups has rows enough to judge');
  });
});

test.each([
  [1, 3],
  [2, 1],
  [10, 4],
  [25, 5],
])('%d groups and %d metrics have nothing on top of each other and nothing outside', (groups, metrics) => {
  const data = groupMetricsData(groups, metrics);
  expect(faultsAt(draw, data)).toEqual([]);
  const cruel = data.groups.map((group, i) => ({ ...group, name: cruelName(i), rows: 12_345_678 }));
  expect(faultsAt(draw, { ...data, groups: cruel })).toEqual([]);
  const short = data.groups.map((group, i) => ({ ...group, name: String(i), rows: 1 }));
  expect(faultsAt(draw, { ...data, groups: short })).toEqual([]);
});

test('of 64 groups 24 are shown, and the rest is counted', () => {
  const figure = draw(groupMetricsData(64, 3), 1200);
  const counts = textsOf(figure, 'ff-left-out').map((text) => Number(/\d+/.exec(text)![0]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
  expect(textsOf(figure, 'ff-cell')).toHaveLength(3 * 25);
  expect(figure.words).toContain('24 of 64 groups are shown: the first, and the worst of every column');
});

describe('at the limits', () => {
  const withMetric = (metric: Partial<MetricByGroup>): GroupMetricsData => {
    const data = three();
    return { ...data, metrics: data.metrics.map((one) => ({ ...one, ...metric })) };
  };

  test.each([
    ['all 1', 1],
    ['all 0', 0],
    ['very small', 1e-9],
  ])('figures that are %s, with intervals that are points', (_, value) => {
    for (const unit of ['share', 'number'] as const) {
      const figure = draw(
        withMetric({ unit, overall: value, byGroup: [0, 1, 2].map(() => around(value, 0)) }),
      );
      expect(sheetFaults(figure)).toEqual([]);
      // No axis goes where there can be no share.
      const ticks = figure.labels
        .filter((label) => /^−?\d+%$/.test(label))
        .map((label) => Number.parseInt(label, 10));
      expect(ticks.every((tick) => tick >= 0 && tick <= 100)).toBe(true);
      expect(marksOf(figure, 'ff-worst')).toEqual([]);
      expect(figure.labels).not.toContain('the worst of the groups');
      for (const { x1, x2 } of linesOf(figure, 'ff-interval')) expect(x2).toBe(x1);
    }
  });

  test('no figure at all', () => {
    const figure = draw(withMetric({ overall: null, byGroup: [null, null, null] }));
    expect(sheetFaults(figure)).toEqual([]);
    expect(textsOf(figure, 'ff-figure-cell')).toEqual(Array(12).fill('–'));
  });

  test('infinite figures stand at the edge and are written out', () => {
    const infinite = Number.POSITIVE_INFINITY;
    const figure = draw(
      withMetric({
        unit: 'number',
        better: 'lower',
        overall: infinite,
        byGroup: [{ value: infinite, low: 1, high: infinite }, around(0.4, 0.1), null],
      }),
    );
    expect(sheetFaults(figure)).toEqual([]);
    expect(figure.title).toBe('Accuracy is highest for A: ∞ (1.000 to ∞)');
    expect(figure.all('ff-beyond', 'path')).toHaveLength(3);
    expect(textsOf(figure, 'ff-figure-cell').filter((text) => text === '∞')).toHaveLength(6);
  });

  test('a group far off takes no decimals from the others', () => {
    const figure = draw(
      withMetric({ unit: 'number', overall: 0.3, byGroup: [30, 0.31, 0.32].map((value) => ({ value })) }),
    );
    expect(textsOf(figure, 'ff-figure-cell')).toContain('0.310');
  });

  test('without intervals no legend speaks of them', () => {
    const byGroup = [{ value: 0.1 }, { value: 0.2 }, { value: 0.3 }];
    const figure = draw({ ...withMetric({ byGroup }), level: null });
    expect(linesOf(figure, 'ff-interval')).toEqual([]);
    expect(textsOf(figure, 'ff-legend').filter((text) => text.includes('interval'))).toEqual([]);
  });
});
