import { describe, expect, test } from 'vitest';
import { drawFigure6 } from '../src/index.js';
import { newDocument, readFigure } from './parse-figure.js';
import { figure6Data } from './sample-data.js';
import { sampleRow, sampleStudy } from './sample-study.js';

const draw = (study: ReturnType<typeof sampleStudy>) =>
  readFigure(drawFigure6({ ...figure6Data(), study }, newDocument()));

const heights = (elements: readonly Element[]): number[] =>
  elements.map((element) => Number(element.getAttribute('cy')));

describe('Figure 6 d and e', () => {
  const figure = draw(sampleStudy());

  test('have a dot for every run and a line of means each', () => {
    expect(figure.all('ff-run', 'circle')).toHaveLength(2 * 3 * 3);
    // Panel b has two lines by solve, panel c one.
    expect(figure.all('ff-mean', 'path')).toHaveLength(3 + 2);
  });

  test('have lower dots for smaller errors, and sizes at equal distances on a logarithmic axis', () => {
    const dots = figure.all('ff-run', 'circle').slice(0, 9);
    const [small, , large] = [0, 3, 6].map((at) => heights(dots.slice(at, at + 3)));
    expect(Math.min(...large!)).toBeGreaterThan(Math.max(...small!));
    const [first, second, third] = [0, 3, 6].map((at) => Number(dots[at]!.getAttribute('cx')));
    expect(second! - first!).toBeGreaterThan(50);
    expect(Math.abs(third! - second! - (second! - first!))).toBeLessThan(0.1);
  });

  test('have their line through the dots where there is one run of each size', () => {
    const single = draw(sampleStudy([sampleRow(1000, [1]), sampleRow(10_000, [0.5])]));
    const lines = single.all('ff-mean', 'path').slice(-2);
    const dots = single.all('ff-run', 'circle');
    expect(dots).toHaveLength(4);
    dots.forEach((dot, i) => {
      const ends = lines[Math.floor(i / 2)]!.getAttribute('d')!
        .match(/[\d.]+/g)!
        .map(Number);
      const end = ends.slice(2 * (i % 2), 2 * (i % 2) + 2);
      // Both are rounded to 1/100 of a pixel.
      expect(Math.abs(Number(dot.getAttribute('cx')) - end[0]!)).toBeLessThan(0.02);
      expect(Math.abs(Number(dot.getAttribute('cy')) - end[1]!)).toBeLessThan(0.02);
    });
  });

  test('say what network it was, over how many runs, and every mean', () => {
    const note = 'dense ResNet (512×512)×2; a dot for each of 3 runs, line through the means';
    expect(figure.labels.filter((label) => label === note)).toHaveLength(2);
    for (const text of ['training samples', '1,000', '3,162', '10,000']) {
      expect(figure.labels.filter((label) => label === text)).toHaveLength(2);
    }
    // 1.033 / √n, and 1.5 times that.
    const means = figure.all('ff-mean-label', 'text').map(({ textContent }) => textContent);
    expect(means).toEqual(['3.3%', '1.8%', '1%', '4.9%', '2.8%', '1.6%']);
  });

  test('are drawn for one run of one size, and for runs that were interrupted', () => {
    const one = draw({ ...sampleStudy([sampleRow(1000, [1])]), hidden: [64, 64, 64] });
    expect(one.text).not.toMatch(/NaN|Infinity|undefined/);
    expect(one.all('ff-run', 'circle')).toHaveLength(2);
    expect(one.labels).toContain('dense ResNet (64×64)×3; one run of each size');
    const cut = draw(sampleStudy([sampleRow(1000), sampleRow(10_000, [1])]));
    expect(cut.labels.some((label) => label.includes('a dot for each of 1 to 3 runs'))).toBe(true);
  });

  test('leave ticks out where there are many sizes', () => {
    const many = draw(sampleStudy([1, 2, 3, 4, 5, 6, 7, 8].map((n) => sampleRow(n * 1000))));
    expect(many.labels).toContain('5,000');
    expect(many.labels).not.toContain('7,000');
  });
});
