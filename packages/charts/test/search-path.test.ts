import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawSearchPath, type SearchPathData, type SolveRow } from '../src/index.js';
import { informativeRange } from '../src/report/search-plot.js';
import { type Figure, findTextFaults, newDocument, readFigure } from './parse-figure.js';
import { searchPathData } from './report-samples.js';

const draw = (data: SearchPathData, width = 892): Figure =>
  readFigure(drawSearchPath(data, newDocument(), { width }));
const pathOf = (mark: Element): [number, number][] =>
  [...mark.getAttribute('d')!.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe('steered by validation risks', () => {
  const data = searchPathData();
  const figure = draw(data);

  test('has what is chosen by and what is proved in two panels', () => {
    expect(figure.words).toContain('What is chosen by: worst risk on the validation rows');
    expect(figure.words).toContain('What is proved: worst risk on the training rows');
    const panels = [...figure.root.querySelectorAll('svg')];
    expect(panels).toHaveLength(2);
    expect(panels.map((panel) => panel.querySelectorAll('.ff-best path').length)).toEqual([1, 0]);
    expect(panels.map((panel) => panel.querySelectorAll('.ff-band path').length)).toEqual([0, 1]);
    expect(panels.map((panel) => panel.querySelectorAll('.ff-bound path').length)).toEqual([0, 2]);
  });

  test('draws every solve, those far above at the edge', () => {
    expect(figure.all('ff-solve', 'circle')).toHaveLength(20);
    expect(figure.all('ff-above', 'path')).toHaveLength(1);
    expect(figure.words).toContain('△: above the axis');
  });

  test('says what was found, where, and how good it must be', () => {
    const { bestWorstRisk, lower, upper } = data.solves.at(-1)!;
    const found = data.solves.findIndex((solve) => solve.worstRisk === bestWorstRisk) + 1;
    expect(figure.labels).toContain(`best ${bestWorstRisk.toFixed(3)}, solve ${found}`);
    expect(figure.labels).toContain(`reached: ${upper!.toFixed(3)}`);
    expect(figure.labels).toContain(`impossible below ${lower!.toFixed(3)}`);
    const gap = ((100 * (upper! - lower!)) / upper!).toPrecision(2);
    expect(figure.words).toContain(`shaded: the least possible, within ${gap}% of the lowest reached`);
    expect(figure.labels).toContain('solve (APStar)');
  });

  test('the best line falls, step by step, to its end', () => {
    const line = pathOf(figure.all('ff-best', 'path')[0]!);
    for (const [i, [x, y]] of line.slice(1).entries()) {
      expect(x).toBeGreaterThanOrEqual(line[i]![0]);
      expect(y).toBeGreaterThanOrEqual(line[i]![1]);
    }
    expect(line.length).toBeGreaterThan(2 * 19);
  });
});

test('steered by training risks there is one panel with all of it, and the upper bound is the best', () => {
  const figure = draw(searchPathData(21, 'train'));
  expect(figure.root.querySelectorAll('svg')).toHaveLength(1);
  expect(figure.title).toMatch(
    /^APStar, 21 solves: the best worst risk on the training rows is 0\.\d{3}, found at solve \d+$/,
  );
  for (const [mark, count] of [
    ['ff-best', 1],
    ['ff-band', 1],
    ['ff-bound', 2],
  ] as const) {
    expect(figure.all(mark, 'path')).toHaveLength(count);
  }
  expect(figure.labels.join(' ')).not.toContain('reached: ');
});

test.each(['validation', 'train'] as const)('bounds that do not hold are not drawn (%s)', (steering) => {
  const figure = draw({ ...searchPathData(21, steering), certified: false });
  expect(figure.root.querySelectorAll('svg')).toHaveLength(1);
  expect(figure.text).not.toMatch(/ff-band|ff-bound/);
  expect(figure.words).toContain('what is possible is not proved');
});

test.each([null, Number.POSITIVE_INFINITY])('nor an upper bound of %s to the end', (upper) => {
  const data = searchPathData();
  const figure = draw({ ...data, solves: data.solves.map((solve) => ({ ...solve, upper })) });
  expect(figure.text).not.toMatch(/ff-band|NaN|Infinity|null/);
});

describe.each([1, 2, 21, 100, 101, 500])('%d solves', (count) => {
  test.each(['validation', 'train'] as const)('have all texts clear of each other (%s)', (steering) => {
    const data = searchPathData(count, steering);
    // Of the first two solves nothing is proved; here something is.
    const solves = data.solves.map((solve) => ({ ...solve, upper: solve.upper ?? solve.worstRisk }));
    const figure = draw({ ...data, solves });
    expect(findTextFaults(figure.root)).toEqual([]);
    expect(figure.text).not.toMatch(/NaN|Infinity|undefined|null/);
    expect(figure.all('ff-solve', 'circle').length + figure.all('ff-above', 'path').length).toBe(count);
  });
});

test('one solve has a line of its own width, and no lower limit yet', () => {
  const solves = [{ worstRisk: 0.4, bestWorstRisk: 0.4, lower: 0, upper: 0.41 }];
  const figure = draw({ steering: 'validation', solves, certified: true, strategy: 'exact' });
  const [from, to] = pathOf(figure.all('ff-best', 'path')[0]!);
  expect(to![0] - from![0]).toBeGreaterThan(100);
  expect(figure.labels).toContain('no lower limit yet');
  expect(figure.words).toContain('shaded: the least possible; no lower limit is proved yet');
});

test('bounds 1e-6 apart are told apart', () => {
  const solves = [3, 2, 1].map((k) => {
    const risk = 0.4 + k * 1e-6;
    return { worstRisk: risk, bestWorstRisk: risk, lower: 0.4, upper: risk };
  });
  const figure = draw({ steering: 'train', solves, certified: true, strategy: 'cutting-plane' });
  expect(figure.labels).toContain('best 0.400001, solve 3');
  expect(figure.labels).toContain('impossible below 0.400000');
  expect(findTextFaults(figure.root)).toEqual([]);
});

test('a search without solves is refused', () => {
  expect(() => draw({ ...searchPathData(), solves: [] })).toThrow('solves: a search path needs at least one');
});

describe('the axis', () => {
  const row = (worstRisk: number, bestWorstRisk: number, lower: number, upper: number | null): SolveRow => {
    return { worstRisk, bestWorstRisk, lower, upper };
  };

  test('begins neither at a lower bound of 0 nor at a risk ten times the others', () => {
    const solves = [row(4, 4, 0, null), row(0.42, 0.42, 0.3, 0.42), row(0.41, 0.41, 0.4, 0.41)];
    const [low, high] = informativeRange(solves, true, true);
    expect(low).toBeGreaterThan(0.35);
    expect(high).toBeLessThan(0.5);
  });

  test('goes down to 0 where nothing more is proved', () => {
    expect(informativeRange([row(0.4, 0.4, 0, 0.4)], false, true)[0]).toBe(0);
  });

  test('holds the last best risk and the last bounds, whatever came before', () => {
    const risk = fc.double({ min: 1e-6, max: 100, noNaN: true });
    const solve = fc.tuple(risk, risk, fc.option(risk));
    fc.assert(
      fc.property(fc.array(solve, { minLength: 1, maxLength: 40 }), (raw) => {
        let [best, upper, lower] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
        const solves = raw.map(([worst, below, above]) => {
          best = Math.min(best, worst);
          if (above !== null) upper = Math.min(upper, above);
          lower = Math.min(upper, Math.max(lower, below / 10));
          return row(worst, best, lower, Number.isFinite(upper) ? upper : null);
        });
        const last = solves.at(-1)!;
        const withBounds = last.upper !== null;
        const [low, high] = informativeRange(solves, true, withBounds);
        expect(high).toBeGreaterThan(low);
        for (const end of [last.bestWorstRisk, ...(withBounds ? [last.lower!, last.upper!] : [])]) {
          expect(end).toBeGreaterThanOrEqual(low);
          expect(end).toBeLessThanOrEqual(high);
        }
      }),
    );
  });
});
