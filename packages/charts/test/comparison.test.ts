import { describe, expect, test } from 'vitest';
import { type ComparedMethod, type ComparisonData, drawComparison } from '../src/index.js';
import { comparisonData } from './audit-samples.js';
import { type Figure, newDocument, readFigure } from './parse-figure.js';
import { cruelName, faultsAt, linesOf, marksOf, sheetFaults, textsOf } from './sheet-faults.js';

const draw = (data: ComparisonData, width = 892): Figure =>
  readFigure(drawComparison(data, newDocument(), { width }));

const method = (
  name: string,
  risks: readonly number[] | null,
  accuracies: readonly number[],
  more: Partial<ComparedMethod> = {},
): ComparedMethod => ({ name, isMinimax: name === 'minimax', needsGroup: false, risks, accuracies, ...more });

const dataOf = (...methods: ComparedMethod[]): ComparisonData => ({
  loss: 'brier',
  part: 'validation',
  groups: ['A', 'B', 'C'].map((name) => ({ name, share: 1 / 3 })),
  methods,
});

const four = (): ComparisonData =>
  dataOf(
    method('naive', [0.2, 0.5, 0.3], [0.9, 0.7, 0.8]),
    method('Zafar', [0.25, 0.3, 0.45], [0.85, 0.8, 0.72], { detail: 'c = 0.03' }),
    method('minimax', [0.3, 0.4, 0.35], [0.88, 0.76, 0.82]),
    method('naive + Hardt', null, [0.65, 0.68, 0.66], { needsGroup: true }),
  );
/** From left to right. */
const bars = (figure: Figure): { left: number; right: number; y: number }[] =>
  figure.all('ff-bar', 'rect').map((rect) => {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
      Number(rect.getAttribute(name)),
    ) as [number, number, number, number];
    return { left: x, right: x + width, y: y + height / 2 };
  });

describe('four methods', () => {
  const figure = draw(four());

  test('have a line each in the order given: those with risks above, all of them below', () => {
    expect(textsOf(figure, 'ff-cell')).toEqual([
      ...['naive', 'Zafar', 'minimax', 'c = 0.03'],
      ...['0.500', '0.450', '0.400', 'B', 'C', 'B'],
      ...['naive', 'Zafar', 'minimax', 'naive + Hardt*', 'c = 0.03'],
      ...['70.0%', '72.0%', '76.0%', '65.0%', 'B', 'C', 'B', 'A'],
    ]);
  });

  test('have a dot for every group, and a bar from the best to the worst', () => {
    expect(marksOf(figure, 'ff-group')).toHaveLength(3 * 3 + 4 * 3);
    const dots = marksOf(figure, 'ff-group').map(({ x }) => x);
    const spans = bars(figure);
    expect(spans).toHaveLength(3 + 4);
    spans.forEach(({ left, right }, i) => {
      const own = dots.slice(3 * i, 3 * i + 3);
      expect(left).toBeCloseTo(Math.min(...own), 0);
      expect(right).toBeCloseTo(Math.max(...own), 0);
    });
    const scale = (spans[0]!.right - spans[0]!.left) / 0.3;
    expect(spans[2]!.right - spans[2]!.left).toBeCloseTo(0.1 * scale, 0);
  });

  test('have the worst marked: of risks at the right, of accuracies at the left', () => {
    const worst = marksOf(figure, 'ff-worst');
    const spans = bars(figure);
    worst.slice(0, 3).forEach(({ x, y }, i) => {
      expect(x).toBeCloseTo(spans[i]!.right, 0);
      expect(y).toBeCloseTo(spans[i]!.y, 0);
    });
    worst.slice(3).forEach(({ x }, i) => {
      expect(x).toBeCloseTo(spans[i + 3]!.left, 0);
    });
    const fills = figure.all('ff-worst', 'path').map((path) => path.getAttribute('fill'));
    expect(fills).toEqual([
      ...['#D55E00', '#D55E00', '#009E73'],
      ...['#D55E00', '#D55E00', '#009E73', '#D55E00'],
    ]);
  });

  test('are held against a line at the worst of minimax, in both panels', () => {
    const lines = linesOf(figure, 'ff-minimax-worst');
    const worst = marksOf(figure, 'ff-worst');
    expect(lines).toHaveLength(2);
    expect(lines[0]!.x1).toBeCloseTo(worst[2]!.x, 0);
    expect(lines[1]!.x1).toBeCloseTo(worst[5]!.x, 0);
    expect(textsOf(figure, 'ff-minimax-label')).toEqual([
      'Minimax: worst risk 0.400',
      'Minimax: worst accuracy 76.0%',
    ]);
    expect(figure.all('ff-minimax-line', 'rect')).toHaveLength(2);
  });

  test('are said in words which is best, with units and directions', () => {
    expect(figure.labels).toContain(
      'Minimax serves its worst-off group best: risk 0.400; next is Zafar with 0.450',
    );
    expect(figure.labels).toContain(
      'Minimax serves its worst-off group best: accuracy 76.0%; next is Zafar with 72.0%',
    );
    expect(figure.labels).toContain('risk on the validation rows (Brier score); further left is better');
    expect(figure.labels).toContain('accuracy on the validation rows; further right is better');
    expect(figure.words).toContain(
      'one line per method, a dot for each of 3 groups; 1 method only decides and has no risk: see accuracy',
    );
    expect(figure.labels).toContain('must know the group to predict');
    expect(figure.root.querySelector('title')!.textContent).toMatch(/^Minimax serves .* risk 0\.400/);
  });
});

describe('the sentence', () => {
  const title = (...methods: ComparedMethod[]): string =>
    draw(dataOf(...methods)).root.querySelector('title')!.textContent!;
  const right = [0.9, 0.9, 0.9];
  const at = (name: string, worst: number): ComparedMethod => method(name, [worst, 0.1, 0.1], right);

  test('gives the best its due when that is not minimax', () => {
    expect(title(at('minimax', 0.4), at('Zafar', 0.38), at('naive', 0.37))).toBe(
      'Naive serves its worst-off group best: risk 0.370; minimax has 0.400',
    );
  });

  test('calls equal what is equal in print', () => {
    expect(title(at('minimax', 0.4001), at('Zafar', 0.4), at('naive', 0.5))).toBe(
      'Minimax and Zafar serve their worst-off groups best: risk 0.400',
    );
    expect(title(at('a', 0.4), at('minimax', 0.4), at('b', 0.4), at('naive', 0.5))).toBe(
      'Minimax and 2 others serve their worst-off groups best: risk 0.400',
    );
    expect(title(at('minimax', 0.4), at('Zafar', 0.4))).toBe(
      'Both methods serve their worst-off groups alike: risk 0.400',
    );
  });

  test('needs no minimax, and no second method', () => {
    expect(title(at('a', 0.5), at('b', 0.4))).toBe(
      'B serves its worst-off group best: risk 0.400; next is a with 0.500',
    );
    expect(title(at('minimax', 0.4))).toBe('Minimax gives its worst-off group risk 0.400');
  });
});

test.each([1, 2, 10, 40])('%d groups have nothing on top of each other and nothing outside', (count) => {
  const data = comparisonData(count);
  expect(faultsAt(draw, data)).toEqual([]);
  const groups = data.groups.map((group, i) => ({ ...group, name: cruelName(i) }));
  const methods = data.methods.map((one, i) => ({ ...one, name: cruelName(i), detail: cruelName(i) }));
  expect(faultsAt(draw, { ...data, groups, methods })).toEqual([]);
});

describe('at the limits', () => {
  test('equal figures', () => {
    const equal = [0.2, 0.2, 0.2];
    for (const value of [0, 1]) {
      const figure = draw(
        dataOf(method('minimax', equal, [value, value, value]), method('naive', equal, equal)),
      );
      expect(sheetFaults(figure)).toEqual([]);
    }
    for (const least of [0, 1e-300, 1e-9]) {
      const figure = draw(dataOf(method('minimax', [least, least, least], [0, 0, 0])));
      expect(sheetFaults(figure)).toEqual([]);
    }
  });

  test('a method that fails does not squeeze the others: it points beyond the axis', () => {
    const data = four();
    const failed = method('failed', [0.2, 30, Number.POSITIVE_INFINITY], [0.5, 0.5, 0.5]);
    const figure = draw({ ...data, methods: [...data.methods, failed] });
    expect(sheetFaults(figure)).toEqual([]);
    expect(figure.all('ff-beyond', 'path')).toHaveLength(1);
    expect(figure.labels).toContain('beyond the axis');
    expect(textsOf(figure, 'ff-cell')).toContain('∞');
    expect(textsOf(figure, 'ff-cell')).toContain('0.450');
    const [naive, , minimax] = marksOf(figure, 'ff-worst');
    expect(naive!.x - minimax!.x).toBeGreaterThan(20);
  });

  test('methods that only decide have accuracies alone', () => {
    const figure = draw(dataOf(four().methods[3]!));
    expect(sheetFaults(figure)).toEqual([]);
    expect(figure.title).toBe('Naive + Hardt* gives its worst-off group accuracy 65.0%');
    expect(figure.labels).toContain('one line per method, a dot for each of 3 groups');
  });

  test('a group without rows has no dot', () => {
    const figure = draw(dataOf(method('minimax', [Number.NaN, 0.4, 0.3], [Number.NaN, 0.7, 0.8])));
    expect(sheetFaults(figure)).toEqual([]);
    expect(marksOf(figure, 'ff-group')).toHaveLength(4);
  });
});

test('what cannot be compared is refused', () => {
  const data = four();
  expect(() => draw({ ...data, groups: [] })).toThrow('groups: a comparison needs at least one; got none');
  expect(() => draw({ ...data, methods: [] })).toThrow('methods: a comparison needs at least one; got none');
  expect(() => draw(dataOf(method('naive', [0.1], [0.1, 0.2, 0.3])))).toThrow(
    'risks of "naive": one for each of 3 groups; got 1',
  );
  const none = [Number.NaN, Number.NaN, Number.NaN];
  expect(() => draw(dataOf(method('naive', null, none)))).toThrow(
    'of at least one group that has rows; got none',
  );
});

describe('runs', () => {
  const whisker = (low: number, high: number) => ({
    worstIntervals: { risk: { low, high }, accuracy: { low: low / 2, high: 1 } },
  });
  const runs = (...methods: ComparedMethod[]): Figure =>
    draw({ ...dataOf(...methods), noun: 'run', level: 0.9 });
  const figure = runs(
    method('runs/a', [0.2, 0.5, 0.3], [0.9, 0.7, 0.8], whisker(0.4, 0.7)),
    method('runs/b', [0.2, 0.4, 0.3], [0.9, 0.75, 0.8], whisker(0.3, 0.55)),
  );

  test('are called so, and none is said to be the best', () => {
    const texts = figure.labels.join('\n');
    expect(texts).toContain('The worst-off group’s risk goes from 0.400 (runs/b) to 0.500 (runs/a)');
    expect(texts).toContain('one line per run, a dot for each of 3 groups');
    expect(texts).toContain('90% interval of the worst-off');
    expect(texts).not.toMatch(/method|serves/);
    const alike = runs(
      method('a', [0.2, 0.5, 0.3], [0.9, 0.7, 0.8]),
      method('b', [0.2, 0.5, 0.3], [0.9, 0.7, 0.8]),
    );
    expect(alike.labels).toContain('The worst-off group’s risk is 0.500 in every run');
  });

  test('have an interval around the worst-off, inside the sheet', () => {
    const lines = linesOf(figure, 'ff-interval');
    expect(lines).toHaveLength(2 + 2);
    expect(sheetFaults(figure)).toEqual([]);
  });
});
