// What each figure says: as many marks as there are data, the labels a reader needs, and honesty at the limits.

import { describe, expect, test } from 'vitest';
import {
  drawFigure1,
  drawFigure2,
  drawFigure3,
  drawFigure5,
  drawFigure6,
  drawGapBySolve,
} from '../src/index.js';
import { textWidth } from '../src/marks/words.js';
import { findXmlFault, newDocument, readFigure } from './parse-figure.js';
import {
  figure1Data,
  figure2Data,
  figure3Data,
  figure5Data,
  figure6Data,
  gapBySolveData,
} from './sample-data.js';

/** Where a centred label of one line is, as the figures estimate it. */
function labelBox(label: Element): {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
} {
  const text = label.textContent ?? '';
  const [x, y] = ['x', 'y'].map((name) => Number(label.getAttribute(name))) as [number, number];
  const half = textWidth(text) / 2;
  return { text, left: x - half, right: x + half, top: y - 7, bottom: y + 7 };
}

const labelsOf = (svg: Element): readonly string[] => readFigure(svg).labels;

describe('Figure 1', () => {
  test('names every point and both axes', () => {
    const labels = labelsOf(drawFigure1(figure1Data(), newDocument()));
    for (const label of [
      'Utopia',
      'Naive',
      'Balanced',
      'Minimax Pareto fair',
      'Equal risk',
      'unnecessary harm',
    ]) {
      expect(labels).toContain(label);
    }
    expect(labels).toContain('risk of Female (Brier score)');
    expect(labels).toContain('risk of Male (Brier score)');
    expect(labels).toContain('weight on Female');
  });

  test('shows no harm where the minimax risks are equal', () => {
    const data = figure1Data();
    const middle = data.front[20]!;
    const minimax = { ...data.minimax, mu: middle.mu, risks: [0.4, 0.4] };
    const figure = readFigure(drawFigure1({ ...data, minimax, equalRisk: [0.4, 0.4] }, newDocument()));
    expect(figure.labels.join(' ')).not.toMatch(/unnecessary harm|Equal risk/);
    expect(figure.text).not.toContain('ff-unnecessary-harm');
  });

  test('follows the weight of the second group where that is the worst-off one', () => {
    const data = figure1Data();
    const swap = (pair: readonly number[]): number[] => [...pair].reverse();
    const swapped = {
      ...data,
      minimax: { ...data.minimax, mu: swap(data.minimax.mu), risks: swap(data.minimax.risks) },
      naive: swap(data.naive),
      balanced: swap(data.balanced),
      utopia: swap(data.utopia),
      shares: swap(data.shares),
      front: data.front.map(({ mu, risks }) => ({ mu: swap(mu), risks: swap(risks) })).reverse(),
    };
    expect(labelsOf(drawFigure1(swapped, newDocument()))).toContain('weight on Male');
  });

  test('leaves out points of the front with an infinite risk', () => {
    const data = figure1Data();
    // More than half of them, so that the label of the front must look for its middle among the others.
    const front = data.front.map(({ mu, risks }, i) => {
      return i < 25 ? { mu, risks: [Number.POSITIVE_INFINITY, risks[1]!] } : { mu, risks };
    });
    const figure = readFigure(drawFigure1({ ...data, loss: 'cross-entropy', front }, newDocument()));
    expect(figure.text).not.toMatch(/NaN|Infinity/);
    expect(figure.labels).toContain('risk (cross-entropy, nats)');
    expect(figure.all('ff-front', 'path')).toHaveLength(1);
  });

  test('refuses three groups and says so', () => {
    const data = { ...figure1Data(), groups: ['a', 'b', 'c'] };
    expect(() => drawFigure1(data, newDocument())).toThrow('Figure 1 shows 2 groups; got 3');
  });
});

describe('Figure 2', () => {
  const figure = readFigure(drawFigure2(figure2Data(), newDocument()));

  test('draws every region, solve, line and band', () => {
    expect(figure.all('ff-region', 'path')).toHaveLength(2 * 3);
    expect(figure.all('ff-solve', 'circle')).toHaveLength(5 + 10);
    expect(figure.all('ff-optimum', 'path')).toHaveLength(2);
    expect(figure.all('ff-mean', 'path')).toHaveLength(3 + 3 + 2 + 1);
    expect(figure.all('ff-band', 'path')).toHaveLength(9);
    // Minimax risk, three optimal weights, worst risk.
    expect(figure.all('ff-target', 'line')).toHaveLength(5);
  });

  test('says what is shaded, over how many runs, and the optimum', () => {
    const { minimax, snapshots } = figure2Data();
    const value = Number(Math.max(...minimax.risks).toPrecision(3));
    const threshold = Number(snapshots[0]!.threshold.toPrecision(3));
    expect(figure.labels).toContain(`minimax ${value}`);
    expect(figure.labels).toContain(`optimum ${value}`);
    expect(figure.labels).toContain('mean of 5 runs, shaded ± 1 standard deviation');
    expect(figure.labels).toContain(`shaded: that corner’s group has a risk below ${threshold}`);
    expect(figure.labels).toContain('e¹ Group A');
  });

  test('says where the path ends and where the optimum is, also where it lies on a side among the last solves', () => {
    // The weights (first and second group) that APStar tries in the paper's example, and the optimum there.
    const tried = [
      [0.3333, 0.3333],
      [0.1667, 0.1667],
      [0.4444, 0.1111],
      [0.3333, 0.0833],
      [0.2667, 0.0667],
      [0.3889, 0.0556],
      [0.3333, 0.0476],
      [0.2917, 0.0417],
      [0.3704, 0.037],
      [0.3333, 0.0333],
    ].map(([one, other]) => [one!, other!, 1 - one! - other!]);
    const data = figure2Data();
    const snapshots = data.snapshots.map((snapshot) => {
      return { ...snapshot, trajectory: tried.slice(0, snapshot.iteration) };
    });
    const minimax = { ...data.minimax, mu: [0.3171, 0, 0.6829] };
    const { root } = readFigure(drawFigure2({ ...data, minimax, snapshots }, newDocument()));
    const panels = [...root.querySelectorAll('.ff-point-label')];
    expect(panels).toHaveLength(2);
    for (const [i, group] of panels.entries()) {
      const labels = [...group.querySelectorAll('text')].map(labelBox);
      expect(labels.map(({ text }) => text)).toEqual(['optimum μ*', 'solve 1', `solve ${[5, 10][i]}`]);
      const dots = [...group.parentElement!.querySelectorAll('.ff-solve circle')].map((circle) => {
        return { x: Number(circle.getAttribute('cx')), y: Number(circle.getAttribute('cy')) };
      });
      for (const { left, right, top, bottom } of labels) {
        expect(dots.filter(({ x, y }) => x > left && x < right && y > top && y < bottom)).toEqual([]);
      }
      expect(labels[0]!.top).toBeGreaterThan(Math.max(...dots.map(({ y }) => y)) + 10);
      // Dots are drawn from the last to the first. After 5 solves the label is beside the last; after 10 a line leads to it.
      const leaders = [...group.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
      expect(leaders).toHaveLength(i);
      const [x, y] =
        i === 0 ? [labels[2]!.right, labels[2]!.top + 7] : leaders[0]!.match(/[\d.]+/g)!.map(Number);
      expect(Math.hypot(x! - dots[0]!.x, y! - dots[0]!.y)).toBeLessThan(7);
    }
  });

  test('does not write over the side of the triangle that the optimum lies on', () => {
    const data = figure2Data();
    const minimax = { ...data.minimax, mu: [0.5, 0, 0.5] };
    const snapshots = data.snapshots.map((one) => ({ ...one, trajectory: [[0.1, 0.8, 0.1]] }));
    const { root } = readFigure(drawFigure2({ ...data, minimax, snapshots }, newDocument()));
    const group = root.querySelector('.ff-point-label')!;
    const base = Math.max(
      ...[...group.parentElement!.querySelectorAll('.ff-simplex path')].flatMap((path) =>
        [...path.getAttribute('d')!.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y)),
      ),
    );
    const { text, top, bottom } = labelBox(group.querySelector('text')!);
    expect(text).toBe('optimum μ*');
    expect(bottom < base || top > base).toBe(true);
  });

  test('draws an error of exactly 0 at a floor, and says so on the axis', () => {
    const data = figure2Data();
    const zero = { mean: 0, sd: 0 };
    const iterations = data.iterations.map((row, i) => (i > 20 ? { ...row, riskError: zero } : row));
    const clipped = readFigure(drawFigure2({ ...data, iterations }, newDocument()));
    expect(clipped.labels).toContain('relative error (below 10⁻⁹ drawn there)');
    expect(clipped.text).not.toMatch(/NaN|Infinity/);
    expect(figure.labels).toContain('relative error');
  });

  test('keeps names that are not XML, and shortens those that are too long', () => {
    const groups = ['age<55 & "x"', 'Female · White · over 65 years of age · rural', 'C\u0000'];
    const odd = readFigure(drawFigure2({ ...figure2Data(), groups }, newDocument()));
    expect(findXmlFault(odd.text)).toBeUndefined();
    expect(odd.labels).toContain('age<55 & "x"');
    expect(odd.labels.some((label) => label.startsWith('Female · White') && label.endsWith('…'))).toBe(true);
    expect(odd.labels).toContain('e³ C\\x00');
  });

  test('draws one solve of one run', () => {
    const data = figure2Data();
    const one = { ...data, runs: 1, iterations: data.iterations.slice(0, 1) };
    const figure = readFigure(drawFigure2(one, newDocument()));
    expect(figure.text).not.toMatch(/NaN|Infinity|undefined/);
    expect(figure.labels).toContain('one run');
  });
});

describe('Figure 3', () => {
  const data = figure3Data();
  const figure = readFigure(drawFigure3(data, newDocument()));

  test('draws six examples with captions', () => {
    expect(figure.all('ff-region', 'path')).toHaveLength(6 * 3);
    const solves = data.examples.reduce((total, { trajectory }) => total + trajectory.length, 0);
    expect(figure.all('ff-solve', 'circle')).toHaveLength(solves);
    expect(figure.labels).toContain('4 solves · area 21%');
  });

  test('the start is blue and on top, all other solves red, in each example', () => {
    const paths = [...figure.root.querySelectorAll('.ff-solve')].map((path) =>
      [...path.querySelectorAll('circle')].map((circle) => circle.getAttribute('fill')),
    );
    expect(paths).toHaveLength(6);
    for (const fills of paths) {
      expect(fills.at(-1)).toBe('#0072B2');
      expect(new Set(fills.slice(0, -1))).toEqual(new Set(['#D55E00']));
    }
  });

  test('marks what lies beyond the limit, and prints every share of failures', () => {
    const bins = data.strategies.flatMap(({ solvesByArea }) => solvesByArea);
    const unknown = bins.filter(({ median, p90 }) => median === null || p90 === null);
    expect(unknown.length).toBeGreaterThan(0);
    expect(figure.all('ff-beyond-the-limit', 'path')).toHaveLength(unknown.length);
    expect(figure.all('ff-p90', 'line')).toHaveLength(bins.filter(({ p90 }) => p90 !== null).length);
    expect(figure.all('ff-failed-share', 'text').map((cell) => cell.textContent)).toEqual(
      bins.map(({ failed, runs }) => `${Number(((failed / runs) * 100).toPrecision(2))}%`),
    );
    expect(figure.labels).toContain('share of runs that failed within 100 solves');
  });

  test('labels every tick up to the limit', () => {
    const wide = readFigure(drawFigure3({ ...data, maxSolves: 1000 }, newDocument()));
    for (const tick of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000])
      expect(wide.labels).toContain(String(tick));
  });

  test('says nothing of bins without runs', () => {
    const empty = { areaFrom: 0.4, areaTo: 0.5, median: null, p90: null, failed: 0, runs: 0 };
    const strategies = data.strategies.map((one) => ({ ...one, solvesByArea: [...one.solvesByArea, empty] }));
    const more = readFigure(drawFigure3({ ...data, strategies }, newDocument()));
    expect(more.labels.filter((label) => label === '–')).toHaveLength(3);
    expect(more.all('ff-beyond-the-limit', 'path')).toHaveLength(
      figure.all('ff-beyond-the-limit', 'path').length,
    );
  });
});

test('Figure 5 has three regions, their boundaries and their curves, by name', () => {
  const figure = readFigure(drawFigure5(figure5Data(), newDocument()));
  for (const mark of ['ff-region', 'ff-boundary', 'ff-curve'])
    expect(figure.all(mark, 'path')).toHaveLength(3);
  for (const name of ['C₁', 'C₂', 'C₃'])
    expect(figure.labels.filter((label) => label === name)).toHaveLength(2);
  for (const name of ['N₁', 'N₂', 'N₃', '60°', 'e² second group']) expect(figure.labels).toContain(name);
});

test('Figure 6 has a density and a response per group, and one classifier', () => {
  const figure = readFigure(drawFigure6(figure6Data(), newDocument()));
  expect(figure.all('ff-density', 'path')).toHaveLength(3);
  expect(figure.all('ff-response', 'path')).toHaveLength(3);
  expect(figure.all('ff-classifier', 'path')).toHaveLength(1);
  for (const label of ['Group B', 'h* (minimax fair)', 'probability that Y = 1', 'solve']) {
    expect(figure.labels).toContain(label);
  }
});

test('the gap by solve has a line and the number of solves for each strategy, and the target', () => {
  const figure = readFigure(drawGapBySolve(gapBySolveData(), newDocument()));
  expect(figure.all('ff-gap', 'path')).toHaveLength(3);
  expect(figure.all('ff-target', 'line')).toHaveLength(1);
  for (const label of ['cutting plane, 6', 'random search, 120', 'my own, 2', '50', 'solves']) {
    expect(figure.labels).toContain(label);
  }
  expect(figure.labels.some((label) => label.includes('below 10⁻⁹ drawn there'))).toBe(true);
});
