import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { worstRisk } from '@fairfront/core';
import { closedForm, threeGroupProblem } from '@fairfront/core/theory';
import { describe, expect, it } from 'vitest';
import type { ExperimentOptions } from '../../src/paper/experiment/experiment.js';
import { keptCells } from '../../src/paper/experiment/run-cells.js';
import { frontSummary } from '../../src/paper/figures/front-summary.js';
import { sampleStudy } from '../../src/paper/studies/sample-study.js';

const front = frontSummary(closedForm(threeGroupProblem));
const small: ExperimentOptions = { samples: [200], runs: 1, hidden: [8, 8], maxSolves: 2, maxEpochs: 40 };
const run = (options: ExperimentOptions, seed = 1) => sampleStudy(front, { seed, ...small, ...options });

describe('sampleStudy', () => {
  it('comes closer to the closed form on larger samples, and never below it', async () => {
    const { rows } = (await run({
      samples: [3000, 100],
      runs: 4,
      hidden: [32, 32],
      maxSolves: 3,
      maxEpochs: 30,
    }))!;
    expect(rows.map(({ samples, validationSamples }) => [samples, validationSamples])).toEqual([
      [100, 34],
      [3000, 1000],
    ]);
    const [few, many] = rows;
    expect(many!.worstRiskError.mean).toBeLessThan(few!.worstRiskError.mean);
    expect(many!.riskError.mean).toBeLessThan(few!.riskError.mean);
    for (const { risks, worstRiskError } of rows.flatMap(({ runs }) => runs)) {
      expect(worstRisk(risks)).toBeGreaterThan(front.minimax.lower);
      expect(worstRiskError).toBeCloseTo(worstRisk(risks) / worstRisk(front.minimax.risks) - 1, 12);
      risks.forEach((risk, group) => {
        expect(risk).toBeGreaterThan(front.utopia[group]!);
      });
    }
    // Better than saying ½ of everybody, which has a risk of ½.
    expect(worstRisk(many!.runs[0]!.risks)).toBeLessThan(0.4);
  });

  it('says what was found: the seed, the solve, the weights, and errors as they are defined', async () => {
    const { rows, hidden, maxSolves } = (await run({ runs: 2 }, 7))!;
    expect({ hidden, maxSolves }).toEqual({ hidden: [8, 8], maxSolves: 2 });
    expect(rows[0]!.runs.map(({ seed }) => seed)).toEqual([7, 8]);
    for (const { risks, mu, solve, solves, epochs, riskError, muError } of rows[0]!.runs) {
      const distance = (one: readonly number[], other: readonly number[]): number =>
        Math.sqrt(one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0));
      const size = (vector: readonly number[]): number => distance(vector, [0, 0, 0]);
      expect(riskError).toBeCloseTo(distance(risks, front.minimax.risks) / size(front.minimax.risks), 12);
      expect(muError).toBeCloseTo(distance(mu, front.minimax.mu) / size(front.minimax.mu), 12);
      expect(mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
      expect(solves).toBe(2);
      expect([1, 2]).toContain(solve);
      expect(epochs).toBeGreaterThan(10);
    }
    const errors = rows[0]!.runs.map(({ riskError }) => riskError);
    expect(rows[0]!.riskError.mean).toBeCloseTo((errors[0]! + errors[1]!) / 2, 12);
    expect(rows[0]!.riskError.sd).toBeCloseTo(Math.abs(errors[0]! - errors[1]!) / Math.SQRT2, 12);
  });

  it('is the same for the same seed, whatever else is asked for, and another for another', async () => {
    const alone = (await run({ runs: 1 }, 2))!.rows[0]!.runs[0];
    const among = (await run({ samples: [100, 200, 200], runs: 2 }, 1))!.rows;
    expect(among.map(({ samples }) => samples)).toEqual([100, 200]);
    expect(among[1]!.runs[1]).toEqual(alone);
    expect(among[1]!.runs[0]!.risks).not.toEqual(alone!.risks);
  });

  it('stops when it is told to, and keeps the runs that were finished', async () => {
    const signal = { aborted: false };
    const told: string[] = [];
    const study = await sampleStudy(
      front,
      { ...small, runs: 3 },
      {
        signal,
        onProgress: ({ what, done, total, detail = '' }) => {
          expect([what, total]).toEqual(['networks', 3]);
          if (detail === '') return;
          told.push(detail.slice(0, detail.indexOf(':')));
          expect(detail).toMatch(/: solve [12] of 2, epoch \d+, validation risk 0\.\d{4}$/);
          if (done === 1 && detail.includes('solve 2')) signal.aborted = true; // amid the second network
        },
      },
    );
    expect(new Set(told)).toEqual(
      new Set(['joint, three groups, 200 samples, seed 1', 'joint, three groups, 200 samples, seed 2']),
    );
    expect(study!.rows.map(({ runs }) => runs.map(({ seed }) => seed))).toEqual([[1]]);
    expect(await sampleStudy(front, small, { signal: { aborted: true } })).toBeUndefined();
  });

  it('goes on with what is kept in its folder, ends as if undisturbed, and leaves what others keep there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairfront-study-'));
    try {
      const other = keptCells<number, number>(folder, 'figure-8', {});
      other.keep(1, 2);
      const signal = { aborted: false };
      const two = { ...small, runs: 2, folder };
      const stop = ({ done }: { readonly done: number }): void => {
        if (done === 1) signal.aborted = true;
      };
      expect((await sampleStudy(front, two, { signal, onProgress: stop }))!.rows[0]!.runs).toHaveLength(1);
      const told: number[] = [];
      const rest = await sampleStudy(front, two, { onProgress: ({ done }) => void told.push(done) });
      expect(Math.min(...told)).toBe(1);
      expect(rest).toEqual(await run({ runs: 2 }));
      expect(readdirSync(join(folder, 'checkpoint'))).toEqual(['figure-8.bin']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('leaves room for Ctrl-C while it trains', async () => {
    const signal = { aborted: false };
    setTimeout(() => {
      signal.aborted = true;
    }, 0);
    expect(await sampleStudy(front, small, { signal })).toBeUndefined();
  });

  it('refuses blocks of different widths, and samples that miss a group', async () => {
    await expect(run({ hidden: [8, 4] })).rejects.toThrow('must all be of one width');
    await expect(run({ samples: [2] })).rejects.toThrow('a sample of 2 rows has none of group');
    await expect(run({ samples: [12] }, 3)).rejects.toThrow('a sample of 4 rows has none of group');
  });
});
