// Errors of networks by size of sample, made up: falling with the root of the size, and spread over runs without a random number.

import type { SampleRow, SampleRun, SampleStudy } from '../src/index.js';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function sampleRow(samples: number, factors: readonly number[] = [0.8, 1, 1.3]): SampleRow {
  const runs = factors.map(
    (factor, i): SampleRun => ({
      seed: i + 1,
      risks: [0.29, 0.27, 0.29],
      mu: [0.3, 0.1, 0.6],
      solve: 7,
      solves: 20,
      epochs: 400,
      worstRiskError: factor / Math.sqrt(samples),
      riskError: (1.5 * factor) / Math.sqrt(samples),
      muError: (4 * factor) / Math.sqrt(samples),
    }),
  );
  const spread = (of: (run: SampleRun) => number) => ({ mean: mean(runs.map(of)), sd: 0.001 });
  return {
    samples,
    validationSamples: Math.ceil(samples / 3),
    runs,
    worstRiskError: spread(({ worstRiskError }) => worstRiskError),
    riskError: spread(({ riskError }) => riskError),
    muError: spread(({ muError }) => muError),
  };
}

export function sampleStudy(
  rows: readonly SampleRow[] = [1000, 3162, 10_000].map((n) => sampleRow(n)),
): SampleStudy {
  return { hidden: [512, 512], maxSolves: 20, rows };
}
