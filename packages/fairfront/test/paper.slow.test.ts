import { dominates, worstRisk } from '@fairfront/core';
import { closedForm, threeGroupProblem, toPlane, twoGroupProblem } from '@fairfront/core/theory';
import { describe, expect, it } from 'vitest';
import { apStarTrace } from '../src/paper/figures/convergence.js';
import { figure1 } from '../src/paper/figures/figure-1.js';
import { figure2 } from '../src/paper/figures/figure-2.js';
import { figure3 } from '../src/paper/figures/figure-3.js';
import { figure5 } from '../src/paper/figures/figure-5.js';
import { figure6 } from '../src/paper/figures/figure-6.js';
import { checkExperiment, experiments, runExperiment } from '../src/paper/registry.js';

const context = { seed: 1 };

describe('figure 1', () => {
  const figure = figure1();
  const form = closedForm(twoGroupProblem);

  it('has the fields that readers of the JSON rely on', () => {
    expect(figure).toMatchObject({
      minimax: {
        mu: expect.any(Array),
        risks: expect.any(Array),
        lower: expect.any(Number),
        upper: expect.any(Number),
      },
      utopia: [expect.any(Number), expect.any(Number)],
      naive: [expect.any(Number), expect.any(Number)],
      balanced: [expect.any(Number), expect.any(Number)],
    });
  });

  it('has a minimax point that does not reach equal risks, as the paper says', () => {
    expect(worstRisk(figure.minimax.risks)).toBeCloseTo(0.42, 9);
    expect(figure.minimax.risks[1]).toBeLessThan(0.35);
    expect(dominates(figure.minimax.risks, figure.equalRisk)).toBe(true);
  });

  it('compares with a naive and a balanced classifier that serve the worst group worse', () => {
    expect(worstRisk(figure.naive)).toBeGreaterThan(worstRisk(figure.balanced));
    expect(worstRisk(figure.balanced)).toBeGreaterThan(worstRisk(figure.minimax.risks));
    expect(figure.naive).toEqual(form.decompose([0.2, 0.8]).risks);
    expect(figure.balanced).toEqual(form.decompose([0.5, 0.5]).risks);
  });

  it('runs along the front without a dominated point', () => {
    expect(figure.front[0]!.mu).toEqual([0, 1]);
    expect(figure.front.at(-1)!.mu).toEqual([1, 0]);
    for (let i = 1; i < figure.front.length; i++) {
      expect(figure.front[i]!.risks[0]).toBeLessThanOrEqual(figure.front[i - 1]!.risks[0]!);
      expect(figure.front[i]!.risks[1]).toBeGreaterThanOrEqual(figure.front[i - 1]!.risks[1]!);
    }
  });
});

describe('figure 2', () => {
  const figure = figure2(context);
  const form = closedForm(threeGroupProblem);

  it('snapshots solves 5 and 10, and the optimum lies in every region there', () => {
    expect(figure.snapshots.map(({ iteration }) => iteration)).toEqual([5, 10]);
    for (const { threshold, trajectory, iteration } of figure.snapshots) {
      expect(trajectory).toHaveLength(iteration);
      expect(threshold).toBeGreaterThan(figure.minimax.upper);
      expect(worstRisk(form.decompose(figure.minimax.mu).risks)).toBeLessThan(threshold);
    }
  });

  it('outlines regions whose inside is better and whose outside is not', () => {
    for (const { threshold, regions } of figure.snapshots) {
      for (const { group, boundary } of regions) {
        const [corner, ...outline] = boundary;
        expect(corner![group]).toBe(1);
        for (const mu of outline.filter((_, i) => i % 15 === 7)) {
          const towards = (share: number) => mu.map((weight, a) => weight + share * (corner![a]! - weight));
          expect(form.decompose(towards(0.001)).risks[group]!).toBeLessThan(threshold);
          const beyond = towards(-0.01);
          if (beyond.every((weight) => weight >= 0)) {
            expect(form.decompose(beyond).risks[group]!).toBeGreaterThanOrEqual(threshold);
          }
        }
      }
    }
  });

  it('reaches a relative error of the worst risk of 1e-3 within 50 solves, from the uniform start and on average', () => {
    const error = (worst: number): number => worst / figure.minimax.upper - 1;
    const uniform = Math.min(...apStarTrace(form, 50).map(({ risks }) => worstRisk(risks)));
    expect(error(uniform)).toBeLessThan(1e-3);
    expect(uniform).toBeGreaterThanOrEqual(figure.minimax.lower);
    const { mean, sd } = figure.iterations[49]!.worstRisk;
    expect(error(mean + sd)).toBeLessThan(1e-3);
  });

  it('never lets the best worst risk rise', () => {
    const worst = figure.iterations.map(({ worstRisk: { mean } }) => mean);
    worst.slice(1).forEach((value, i) => {
      expect(value).toBeLessThanOrEqual(worst[i]!);
    });
  });
});

/** Whether μ lies within an outline: a ray from it crosses the outline an odd number of times. */
function isWithin(outline: readonly (readonly number[])[], mu: readonly number[]): boolean {
  const [x, y] = toPlane(mu);
  let within = false;
  outline.forEach((corner, i) => {
    const [x1, y1] = toPlane(corner);
    const [x2, y2] = toPlane(outline[(i + 1) % outline.length]!);
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) within = !within;
  });
  return within;
}

describe('figure 3', () => {
  const figure = figure3({ ...context, sets: 60 });

  it('counts every set once for every strategy', () => {
    for (const { solvesByArea } of figure.strategies) {
      expect(solvesByArea.reduce((sum, { runs }) => sum + runs, 0)).toBe(60);
      for (const { median, p90, failed, runs } of solvesByArea) {
        expect(failed).toBeLessThanOrEqual(runs);
        if (median !== null && p90 !== null) expect(p90).toBeGreaterThanOrEqual(median);
      }
    }
  });

  it('compares APStar, random sampling and multiplicative weights', () => {
    expect(figure.strategies.map(({ name }) => name)).toEqual([
      'apstar',
      'random',
      'multiplicative-weights',
      'multiplicative-weights (fast)',
    ]);
  });

  it('ends each example, and no earlier step of it, within all three outlines', () => {
    expect(figure.examples.length).toBeGreaterThan(0);
    for (const { regions, trajectory, solves } of figure.examples) {
      expect(trajectory).toHaveLength(solves);
      const inAll = (mu: readonly number[]): boolean =>
        regions.every(({ boundary }) => isWithin(boundary, mu));
      expect(inAll(trajectory.at(-1)!)).toBe(true);
      expect(trajectory.slice(0, -1).filter(inAll)).toEqual([]);
    }
  });

  it('shows APStar ahead of random sampling and multiplicative weights where the intersection is small', () => {
    const { strategies } = figure3({ ...context, sets: 400 });
    const small = strategies.map(({ name, solvesByArea }) => {
      const bin = solvesByArea.find(({ areaFrom }) => areaFrom === 0.02)!;
      expect(bin.runs).toBeGreaterThan(15);
      return { name, median: bin.median! };
    });
    const [apstar, random, weights] = small;
    expect(random!.median / apstar!.median).toBeGreaterThan(1.5);
    expect(weights!.median / apstar!.median).toBeGreaterThan(5);
  });

  it('is the same for the same seed', () => {
    expect(figure3({ ...context, sets: 5 })).toEqual(figure3({ ...context, sets: 5 }));
    expect(figure3({ ...context, sets: 5 })).not.toEqual(figure3({ ...context, seed: 2, sets: 5 }));
  });

  it('draws at least 500 sets unless told otherwise', () => {
    let total = 0;
    const onProgress = (progress: { readonly total: number }): never => {
      total = progress.total;
      throw new Error('enough');
    };
    expect(() => figure3(context, { onProgress })).toThrow('enough');
    expect(total).toBeGreaterThanOrEqual(500);
  });
});

describe('figure 5', () => {
  it('has three curves of seven pieces from 0 to 60 degrees', () => {
    const { curves, regions } = figure5(context);
    expect(regions).toHaveLength(3);
    for (const { theta, radius } of curves) {
      expect(theta).toHaveLength(8);
      expect(radius).toHaveLength(8);
      expect([theta[0], theta[7]]).toEqual([0, Math.PI / 3]);
    }
  });
});

describe('figure 6', () => {
  it('has densities that integrate to 1 and a classifier between the groups’ curves', () => {
    const { x, densities, responses, classifier } = figure6(context);
    for (const density of densities) {
      const area = density
        .slice(1)
        .reduce((sum, p, i) => sum + ((p + density[i]!) / 2) * (x[i + 1]! - x[i]!), 0);
      expect(area).toBeCloseTo(1, 3);
    }
    x.forEach((_, i) => {
      const levels = responses.map((response) => response[i]!);
      expect(classifier[i]).toBeGreaterThanOrEqual(Math.min(...levels) - 1e-12);
      expect(classifier[i]).toBeLessThanOrEqual(Math.max(...levels) + 1e-12);
    });
  });
});

describe('the register of experiments', () => {
  it('draws each figure there is, apart from the long one, as a standalone picture', async () => {
    const grid = { m1: [1], lambda: [0.5] };
    const study = { samples: [60], runs: 1, hidden: [2, 2], maxSolves: 1, maxEpochs: 1, epochSteps: 1, grid };
    for (const { name, run, kind } of experiments) {
      if (run === undefined || kind === 'table' || name === 'figure-3' || name === 'figure-4') continue;
      const { files, summary } = await runExperiment(name, kind === 'trains' ? study : {});
      const { svg } = files;
      expect(svg, name).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      expect(svg, name).not.toMatch(/NaN|undefined|Infinity/);
      expect(summary.length, name).toBeGreaterThan(20);
    }
  });

  it.each([
    ['figure-9', {}, /there is no experiment "figure-9"\. One of: figure-1, .*table-3/],
    ['table-6', {}, /there is no experiment "table-6"\. One of: figure-1, /],
    [
      'figure-5',
      { samples: [10], runs: 2 },
      /^`samples`, `runs`: only for figure-6 and figure-8, not for figure-5/,
    ],
    ['figure-6', { quick: true }, /^`quick`: figure-6 is no table/],
    ['figure-6', { hidden: [8, 0] }, /^`hidden` must be a whole number of at least 1; got 0/],
    ['table-5', { splits: 1.5 }, /^`splits` must be a whole number of at least 1; got 1\.5/],
    ['table-3', { splits: 6 }, /^`splits: 6`: 5 are published of table-3/],
    [
      'ham10000-full',
      {},
      /^`weights`: ham10000-full begins with a network trained on ImageNet; name the file of .*DenseNet121/,
    ],
    ['table-5', { only: ['MMPF P'] }, /^`only`: table-5 has no MMPF P; leave it out\. It has: Naive LR/],
    [
      'table-5',
      { only: ['MMPF LT'] },
      /^`only`: there is no "MMPF LT"; did you mean "MMPF LR"\? Choose among/,
    ],
  ])('%s with %j is refused: what and why, in the words of the library', async (name, options, message) => {
    expect(() => checkExperiment(name, options)).toThrow(message);
    await expect(runExperiment(name, options)).rejects.toThrow(message);
  });

  it('takes options that are off for options not given', () => {
    expect(checkExperiment('figure-1', { quick: false, only: undefined }).name).toBe('figure-1');
  });
});
