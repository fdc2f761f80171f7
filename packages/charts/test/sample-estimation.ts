// Joint and plug-in estimation, made up without a random number: errors fall with the root of the sample, and joint is ahead in Case I.

import type {
  DependenceExample,
  EstimationCase,
  EstimationComparison,
  EstimationPoint,
  EstimationRow,
  EstimationRun,
  EstimationWay,
  Figure7Data,
  Figure8Data,
} from '../src/paper/estimation-data.js';

const density = (distance: number): number => Math.exp(-0.5 * distance ** 2) / Math.sqrt(2 * Math.PI);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The wave of the study, and the second group's. */
const wave = (x: number): number => {
  const high = Math.floor(2 * x) % 2 === 0;
  return x < 0 ? (high ? 0.8 : 0.2) : high ? 0.9 : 0.1;
};
const flipped = (x: number, lambda: number): number =>
  (1 - lambda) * wave(x) + lambda * (1 - Math.round(wave(x)));

function example(m1: number, lambda: number): DependenceExample {
  const x = Array.from({ length: 201 }, (_, i) => -4 + i * 0.05 + 1e-6);
  const densities = [0, m1].map((centre) => x.map((at) => density(at - centre)));
  const responses = [x.map(wave), x.map((at) => flipped(at, lambda))];
  const classifier = x.map((_, i) => {
    const [one, other] = densities.map((values) => values[i]!) as [number, number];
    return (one * responses[0]![i]! + other * responses[1]![i]!) / (one + other);
  });
  const risks = [0.3, 0.28];
  return {
    m1,
    lambda,
    groups: ['group 0', 'group 1'],
    loss: 'brier',
    minimax: { mu: [0.5, 0.5], risks, lower: 0.2999, upper: 0.3 },
    utopia: [0.25, 0.2],
    naive: risks,
    balanced: risks,
    x,
    densities,
    responses,
    classifier,
  };
}

export const figure7Data = (): Figure7Data => ({
  examples: [example(2, 0), example(0, 0.5), example(2, 0.5)],
});

export function estimationRow(
  way: EstimationWay,
  samples: number,
  error: number,
  accuracy: number,
  factors: readonly number[] = [0.8, 1, 1.3],
): EstimationRow {
  const runs = factors.map((factor, i): EstimationRun => {
    const right = accuracy - 0.02 * (factor - 1);
    return {
      seed: i + 1,
      risks: [0.28, 0.27],
      accuracies: [right, right],
      mu: [0.5, 0.5],
      solve: 3,
      solves: 15,
      epochs: 120,
      riskError: error * factor,
      worstRiskError: error * factor,
      accuracy: right,
    };
  });
  const spread = (of: (run: EstimationRun) => number, sd: number) => ({ mean: mean(runs.map(of)), sd });
  return {
    way,
    samples,
    validationSamples: Math.ceil(samples / 3),
    runs,
    riskError: spread(({ riskError }) => riskError, factors.length > 1 ? 0.2 * error : 0),
    worstRiskError: spread(({ worstRiskError }) => worstRiskError, factors.length > 1 ? 0.2 * error : 0),
    accuracy: spread(({ accuracy: right }) => right, factors.length > 1 ? 0.006 : 0),
  };
}

const comparison = (samples: number): EstimationComparison => ({
  samples,
  riskError: { mean: -0.02, standardError: 0.005, seeds: 3 },
  accuracy: { mean: 0.004, standardError: 0.003, seeds: 3 },
});

export interface PointOptions {
  readonly sizes?: readonly number[];
  readonly factors?: readonly number[];
}

function point(
  name: 'I' | 'II',
  value: number,
  divergence: number,
  { sizes = [4000, 9000], factors }: PointOptions,
): EstimationPoint {
  const accuracy = name === 'I' ? 0.85 + 0.012 * value : 0.85 - 0.4 * value;
  const rows = sizes.flatMap((samples) =>
    (['plug-in', 'joint'] as const).map((way) => {
      const ahead = name === 'I' && way === 'joint' ? 0.75 : 1;
      const error = (ahead * (7 + 2 * value)) / Math.sqrt(samples);
      return estimationRow(way, samples, error, accuracy - error / 8, factors);
    }),
  );
  return {
    m1: name === 'I' ? value : 0,
    lambda: name === 'I' ? 0 : value,
    divergence,
    minimax: { mu: [0.5, 0.5], risks: [0.25, 0.24], lower: 0.25, upper: 0.25 },
    accuracy,
    rows,
    comparisons: sizes.map(comparison),
  };
}

export function figure8Data(options: PointOptions = {}): Figure8Data {
  const { sizes = [4000, 9000] } = options;
  const caseOf = (
    name: 'I' | 'II',
    points: readonly (readonly [value: number, divergence: number])[],
  ): EstimationCase => ({
    name,
    points: points.map(([value, divergence]) => point(name, value, divergence, options)),
    comparisons: sizes.map(comparison),
  });
  return {
    hidden: [64, 64],
    maxSolves: 15,
    maxEpochs: 500,
    epochSteps: 400,
    cases: [
      caseOf(
        'I',
        [0, 0.5, 1, 1.5, 2].map((m1) => [m1, m1 ** 2 / 2] as const),
      ),
      caseOf('II', [
        [0, 0],
        [0.2, 0.079],
        [0.5, 0.394],
        [0.8, 1.119],
      ]),
    ],
  };
}
