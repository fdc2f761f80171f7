import { worstRisk } from '@fairfront/core';
import { closedForm, threeGroupProblem } from '@fairfront/core/theory';
import { describe, expect, it } from 'vitest';
import type { StudyOptions } from '../../src/paper/experiment/figure-context.js';
import { frontSummary } from '../../src/paper/figures/front-summary.js';
import { sampleStudy } from '../../src/paper/studies/sample-study.js';

const front = frontSummary(closedForm(threeGroupProblem));
const small: StudyOptions = { samples: [200], runs: 1, hidden: [8, 8], maxSolves: 2, maxEpochs: 40 };
const run = (study: StudyOptions, seed = 1) =>
  sampleStudy(threeGroupProblem, front, { seed, study: { ...small, ...study } });

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
    const study = await sampleStudy(threeGroupProblem, front, {
      seed: 1,
      signal,
      study: { ...small, runs: 3 },
      progress: {
        update: (what, done, total, detail) => {
          told.push(what);
          expect(total).toBe(2);
          expect(detail).toMatch(/^epoch \d+, validation risk 0\.\d{4}$/);
          if (what.includes('run 2') && done === 1) signal.aborted = true;
        },
      },
    });
    expect(new Set(told)).toEqual(
      new Set(['200 samples, run 1 of 3, solves', '200 samples, run 2 of 3, solves']),
    );
    expect(study!.rows.map(({ runs }) => runs.map(({ seed }) => seed))).toEqual([[1]]);
    const none = await sampleStudy(threeGroupProblem, front, {
      seed: 1,
      signal: { aborted: true },
      study: small,
    });
    expect(none).toBeUndefined();
  });

  it('leaves room for Ctrl-C while it trains', async () => {
    const signal = { aborted: false };
    setTimeout(() => {
      signal.aborted = true;
    }, 0);
    expect(await sampleStudy(threeGroupProblem, front, { seed: 1, signal, study: small })).toBeUndefined();
  });

  it('refuses blocks of different widths, and samples that miss a group', async () => {
    await expect(run({ hidden: [8, 4] })).rejects.toThrow('must all be of one width');
    await expect(run({ samples: [2] })).rejects.toThrow('a sample of 2 rows has none of group');
    await expect(run({ samples: [12] }, 3)).rejects.toThrow('a sample of 4 rows has none of group');
  });
});
