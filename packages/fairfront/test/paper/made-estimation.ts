// Results of the plug-in study, made up.

import type { EstimationPoint, EstimationRow, EstimationRun, EstimationWay } from '@fairfront/charts';
import { meanAndDeviation } from '../../src/paper/experiment/statistics.js';
import { compareWays } from '../../src/paper/studies/compare-ways.js';

/** @param errors by seed; the accuracy is 1 − error, the risks a quarter above a quarter by the error */
export function estimationRow(
  way: EstimationWay,
  samples: number,
  errors: Readonly<Record<number, number>>,
): EstimationRow {
  const runs = Object.entries(errors).map(([seed, error]): EstimationRun => {
    return {
      seed: Number(seed),
      risks: [0.25 * (1 + error), 0.25 * (1 + error)],
      accuracies: [1 - error, 1 - error],
      mu: [0.5, 0.5],
      solve: 1,
      solves: 15,
      epochs: 10,
      riskError: error,
      worstRiskError: error,
      accuracy: 1 - error,
    };
  });
  return {
    way,
    samples,
    validationSamples: Math.ceil(samples / 3),
    runs,
    riskError: meanAndDeviation(runs.map(({ riskError }) => riskError)),
    worstRiskError: meanAndDeviation(runs.map(({ worstRiskError }) => worstRiskError)),
    accuracy: meanAndDeviation(runs.map(({ accuracy }) => accuracy)),
  };
}

export function estimationPoint(
  { m1, lambda }: { readonly m1: number; readonly lambda: number },
  rows: readonly EstimationRow[],
): EstimationPoint {
  const sizes = [...new Set(rows.map(({ samples }) => samples))];
  return {
    m1,
    lambda,
    divergence: m1 ** 2 / 2 + lambda,
    minimax: { mu: [0.5, 0.5], risks: [0.25, 0.25], lower: 0.25, upper: 0.25 },
    accuracy: 0.85,
    rows,
    comparisons: sizes.flatMap((size) => compareWays([rows], size) ?? []),
  };
}
