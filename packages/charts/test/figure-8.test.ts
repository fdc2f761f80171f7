import { describe, expect, test } from 'vitest';
import type { Figure8Data } from '../src/paper/estimation-data.js';
import { drawFigure8 } from '../src/paper/figure-8.js';
import { findTextFaults, newDocument, readFigure } from './parse-figure.js';
import { figure8Data } from './sample-estimation.js';

const draw = (data: Figure8Data) => readFigure(drawFigure8(data, newDocument()));
const figure = draw(figure8Data());

/** Marks of one class, by panel. */
const panels = (root: Element, className: string): Element[][] =>
  [...root.querySelectorAll('svg')].map((panel) => [...panel.querySelectorAll(`.${className}`)]);

describe('Figure 8', () => {
  test('has a line, bars and dots for each way and size in each panel', () => {
    for (const name of ['ff-mean', 'ff-deviation', 'ff-estimate']) {
      expect(panels(figure.root, name).map((marks) => marks.length)).toEqual([4, 4, 4, 4]);
    }
    const counts = panels(figure.root, 'ff-deviation').map((marks) =>
      marks.map((mark) => mark.querySelectorAll('line').length),
    );
    expect(counts).toEqual([
      [5, 5, 5, 5],
      [5, 5, 5, 5],
      [4, 4, 4, 4],
      [4, 4, 4, 4],
    ]);
  });

  test('names every line at its end in every panel, and h* beside accuracies alone', () => {
    for (const label of ['plug-in, 4,000', 'joint, 4,000', 'plug-in, 9,000', 'joint, 9,000']) {
      expect(figure.labels.filter((text) => text === label)).toHaveLength(4);
    }
    expect(figure.labels.filter((text) => text === 'h*')).toHaveLength(2);
    expect(panels(figure.root, 'ff-target').map((marks) => marks.length)).toEqual([0, 1, 0, 1]);
  });

  test('says by dashes and hollow dots, not by colour alone, which sample is smaller', () => {
    const [lines] = panels(figure.root, 'ff-mean');
    const dashed = lines!.map((line) => line.getAttribute('stroke-dasharray'));
    expect(dashed).toEqual([null, null, '6,4', '6,4']);
    const [dots] = panels(figure.root, 'ff-estimate');
    const fills = dots!.map((dot) => dot.getAttribute('fill'));
    expect(fills).toEqual(['#D55E00', '#0072B2', '#FFFFFF', '#FFFFFF']);
  });

  test('has dots of greater errors higher up, and bars one deviation to either side', () => {
    const [lines, bars] = ['ff-mean', 'ff-deviation'].map((name) => panels(figure.root, name)[0]!);
    const heights = (line: Element): number[] =>
      [
        ...line
          .querySelector('path')!
          .getAttribute('d')!
          .matchAll(/,([\d.]+)/g),
      ].map(([, y]) => Number(y));
    // Plug-in on the smaller sample has the greatest errors, joint on the larger the least.
    const [, jointLarge, plugInSmall] = lines!.map(heights);
    jointLarge!.forEach((y, i) => {
      expect(plugInSmall![i]).toBeLessThan(y);
    });
    // The error of the plug-in way on 4,000 is 0.1107 with a deviation of a fifth of 7/√4000; bars reach as far down as up.
    const ends = [...bars![2]!.querySelectorAll('line')].map((line) =>
      ['y1', 'y2'].map((name) => Number(line.getAttribute(name))),
    );
    ends.forEach(([one, other], i) => {
      expect(Math.abs((one! + other!) / 2 - plugInSmall![i]!)).toBeLessThan(0.02);
      expect(Math.abs(one! - other!)).toBeGreaterThan(10);
    });
  });

  test('writes divergence and parameter below each tick, what the bars are, and the network', () => {
    for (const tick of ['0.125(0.5)', '1.125(1.5)', '0.079(0.2)', '1.119(0.8)']) {
      expect(figure.labels.filter((text) => text.replace(/\s/g, '') === tick)).toHaveLength(2);
    }
    const note = 'by way and training samples, mean ± sd of 3 runs; dense ResNet (64×64)×2';
    expect(figure.labels.filter((text) => text === note)).toHaveLength(4);
  });

  test('has no text over another', () => {
    expect(findTextFaults(figure.root)).toEqual([]);
  });

  test('is drawn for one run of one size, and for what was finished when it was interrupted', () => {
    const one = draw(figure8Data({ sizes: [200], factors: [1] }));
    expect(one.text).not.toMatch(/NaN|Infinity|undefined/);
    expect(one.labels.some((label) => label.includes('one run each'))).toBe(true);
    expect(panels(one.root, 'ff-mean').map((marks) => marks.length)).toEqual([2, 2, 2, 2]);
    const data = figure8Data();
    const cut: Figure8Data = {
      ...data,
      cases: data.cases.map((each, i) => ({
        ...each,
        points: each.points.map((point, k) => ({
          ...point,
          rows: i + k === 0 ? point.rows.slice(0, 3) : [],
        })),
      })),
    };
    const begun = draw(cut);
    expect(begun.text).not.toMatch(/NaN|Infinity|undefined/);
    expect(panels(begun.root, 'ff-estimate').map((marks) => marks.length)).toEqual([3, 3, 0, 0]);
  });
});
