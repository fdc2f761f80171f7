import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { worstRisk } from '@fairfront/core';
import { plugInStudyProblem } from '@fairfront/core/theory';
import { describe, expect, it } from 'vitest';
import type { ExperimentHooks, ExperimentOptions } from '../../src/paper/experiment/experiment.js';
import { outcomeDivergence, plugInStudy } from '../../src/paper/studies/plug-in-study.js';
import { studyJob } from '../../src/paper/studies/study-cell.js';

const TINY: ExperimentOptions = {
  samples: [200],
  runs: 1,
  hidden: [4, 4],
  maxSolves: 3,
  maxEpochs: 2,
  epochSteps: 1,
  grid: { m1: [0], lambda: [0.5, 0] },
};

const run = (options: ExperimentOptions = {}, hooks: ExperimentHooks = {}) =>
  plugInStudy({ seed: 1, ...TINY, ...options }, hooks);

describe('plugInStudy', () => {
  it('has both ways at every problem of both cases, by rising divergence, and what they are compared with', async () => {
    const told: string[] = [];
    const { data, finished, total } = (await run(
      {},
      { onProgress: ({ what, done, total, detail }) => void told.push(`${what} ${done}/${total} ${detail}`) },
    ))!;
    // Two problems, two ways: m₁ = 0, λ = 0 is part of both cases and is run once.
    expect({ finished, total }).toEqual({ finished: 4, total: 4 });
    expect(data).toMatchObject({ hidden: [4, 4], maxSolves: 3, maxEpochs: 2, epochSteps: 1 });
    const [first, second] = data.cases;
    expect(first!.points.map(({ m1, lambda, divergence }) => [m1, lambda, divergence])).toEqual([[0, 0, 0]]);
    expect(second!.points.map(({ m1, lambda }) => [m1, lambda])).toEqual([
      [0, 0],
      [0, 0.5],
    ]);
    expect(second!.points[1]!.divergence).toBeCloseTo(0.3941, 4);
    expect(second!.points[0]).toEqual(first!.points[0]);
    expect(first!.points[0]!.accuracy).toBeCloseTo(0.85, 9);
    for (const { points, comparisons } of data.cases) {
      for (const { rows, minimax } of points) {
        expect(rows.map(({ way }) => way)).toEqual(['plug-in', 'joint']);
        for (const { runs, samples, validationSamples, riskError, accuracy } of rows) {
          expect([samples, validationSamples, runs.length]).toEqual([200, 67, 1]);
          const [only] = runs;
          expect(worstRisk(only!.risks)).toBeGreaterThanOrEqual(minimax.lower);
          expect(only!.worstRiskError).toBeCloseTo(worstRisk(only!.risks) / worstRisk(minimax.risks) - 1, 9);
          expect(only!.accuracy).toBeCloseTo((only!.accuracies[0]! + only!.accuracies[1]!) / 2, 12);
          expect(only).toMatchObject({ seed: 1, solves: 3 });
          expect([riskError.mean, accuracy.mean]).toEqual([only!.riskError, only!.accuracy]);
        }
        // Three solves of two epochs for one network, two epochs for each of three.
        expect(rows.map(({ runs }) => runs[0]!.epochs)).toEqual([6, 6]);
      }
      const mean = (name: 'plug-in' | 'joint') =>
        points.reduce((sum, { rows }) => sum + rows.find(({ way }) => way === name)!.riskError.mean, 0) /
        points.length;
      expect(comparisons[0]!.riskError.mean).toBeCloseTo(mean('joint') - mean('plug-in'), 12);
    }
    expect(told[0]).toBe('classifiers 0/4 undefined');
    expect(told[1]).toBe('classifiers 0/4 plug-in, m₁ = 0, λ = 0, 200 samples, seed 1: network 1 of 3');
    expect(told).toContainEqual(
      expect.stringMatching(
        /^classifiers 1\/4 joint, m₁ = 0, λ = 0, 200 samples, seed 1: solve 3 of 3, epoch 2, validation risk 0\.\d{4}$/,
      ),
    );
    // By itself, and from another seed.
    const cell = { way: 'joint', problem: { m1: 0, lambda: 0.5 }, samples: 200, seed: 1 } as const;
    const among = second!.points[1]!.rows[1]!.runs[0]!;
    expect(among).toMatchObject(await studyJob.run(cell, data, () => {}));
    const other = await studyJob.run({ ...cell, seed: 2 }, data, () => {});
    expect(other.risks).not.toEqual(among.risks);
    expect(told.at(-1)).toBe('classifiers 4/4 undefined');
  });

  it('keeps what was finished when it is told to stop, and nothing where nothing was', async () => {
    const signal = { aborted: false };
    const onProgress = ({ done }: { readonly done: number }): void => {
      if (done === 1) signal.aborted = true;
    };
    const { data, finished, total } = (await run({ runs: 3 }, { signal, onProgress }))!;
    expect({ finished, total }).toEqual({ finished: 1, total: 12 });
    const [first, second] = data.cases;
    expect(first!.points.map(({ rows }) => rows.map(({ way }) => way))).toEqual([['plug-in']]);
    expect(second!.points.map(({ rows }) => rows.length)).toEqual([1, 0]);
    expect([first!.comparisons, first!.points[0]!.comparisons]).toEqual([[], []]);
    expect(await run({}, { signal: { aborted: true } })).toBeUndefined();
  });

  it('goes on with what is kept in its folder, and ends as if undisturbed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairfront-study-'));
    try {
      const signal = { aborted: false };
      const stop = ({ done }: { readonly done: number }): void => {
        if (done === 2) signal.aborted = true;
      };
      expect((await run({ folder }, { signal, onProgress: stop }))!.finished).toBe(2);
      const told: number[] = [];
      const rest = await run({ folder }, { onProgress: ({ done }) => void told.push(done) });
      expect(Math.min(...told)).toBe(2); // the others are not trained again
      expect(rest).toEqual(await run());
      expect(existsSync(join(folder, 'checkpoint'))).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says of which classifier an error is', async () => {
    await expect(run({ hidden: [8, 4] })).rejects.toThrow(
      /^plug-in, m₁ = 0, λ = 0, 200 samples, seed 1: .*must all be of one width/,
    );
    await expect(run({ samples: [1] })).rejects.toThrow(/1 samples, seed 1: a sample of 1 rows has none of/);
  });
});

describe('studyJob', () => {
  it.each(['joint', 'plug-in'] as const)('learns the wave by %s estimation', async (way) => {
    const cell = { way, problem: { m1: 0.5, lambda: 0 }, samples: 1500, seed: 1 };
    const maxSolves = way === 'joint' ? 2 : 15;
    const options = { hidden: [16, 16], maxSolves, maxEpochs: 2, epochSteps: 250 };
    const { risks, accuracies, solves } = await studyJob.run(cell, options, () => {});
    expect(solves).toBe(maxSolves);
    // Always saying ½ has a risk of ½; the best there is, 0.25 and less.
    expect(worstRisk(risks)).toBeLessThan(0.43);
    expect(Math.min(...accuracies)).toBeGreaterThan(0.63);
  });

  it('judges the classifier of the weights that the search found', async () => {
    const cell = { way: 'plug-in', problem: { m1: 2, lambda: 0.5 }, samples: 200, seed: 1 } as const;
    const options = { hidden: [4, 4], maxEpochs: 2, epochSteps: 1 };
    const one = await studyJob.run(cell, { ...options, maxSolves: 1 }, () => {});
    expect(one).toMatchObject({ mu: [0.5, 0.5], solve: 1, solves: 1 });
    const best = await studyJob.run(cell, { ...options, maxSolves: 15 }, () => {});
    expect(best.solve).toBeGreaterThan(1);
    expect(best.mu).not.toEqual(one.mu);
    expect(best.risks).not.toEqual(one.risks);
  });
});

describe('outcomeDivergence', () => {
  it('is the mean divergence of the second group’s outcomes from the first’s', () => {
    const of = (lambda: number) => outcomeDivergence(plugInStudyProblem({ m1: 0, lambda }));
    expect(of(0)).toBe(0);
    // Left of 0 the levels are 0.8 and 0.4, or 0.2 and 0.6; right of it 0.9 and 0.45, or 0.1 and 0.55. Half of X is on either side.
    const divergence = (p: number, q: number) => p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
    expect(of(0.5)).toBeCloseTo((divergence(0.8, 0.4) + divergence(0.9, 0.45)) / 2, 9);
    expect(of(0.8)).toBeGreaterThan(of(0.5));
  });

  it('does not count where the second group is', () => {
    const far = outcomeDivergence(plugInStudyProblem({ m1: 2, lambda: 0.5 }));
    expect(far).toBeCloseTo(outcomeDivergence(plugInStudyProblem({ m1: 0, lambda: 0.5 })), 9);
  });
});
