// How often the worst group's interval holds the true worst risk, on populations where that is known: groups
// that are alike and groups that are not, down to 50 rows. Beside it what percentiles of the resampled worst
// would do.
//
// A population: the logit z of a row is normal, its label is 1 with probability σ(z), and the model says
// σ(sharpness · z). So risks and accuracy are integrals over z.

import {
  bootstrapMeans,
  createRandom,
  type Interval,
  measure,
  percentileInterval,
  type RandomSource,
} from '@fairfront/core';
import { standardNormal } from '@fairfront/core/internal';

const METRICS = ['crossEntropy', 'brier', 'accuracy'] as const;
type Metric = (typeof METRICS)[number];

/** A group of a population, and how many of its rows are seen. */
interface Group {
  readonly rows: number;
  readonly mean: number;
  readonly spread: number;
  readonly sharpness: number;
}

/** Some groups, and how they differ. */
interface Scenario {
  readonly groups: readonly Group[];
  readonly name: string;
}

/** How often an interval holds the truth. */
interface Coverage {
  readonly trials: number;
  /** Shares of the trials. */
  readonly held: Readonly<Record<Metric, number>>;
  /** The same for percentiles of the resampled worst cross-entropy. */
  readonly heldByPercentiles: number;
  /** Mean width of the worst cross-entropy's interval. */
  readonly width: number;
}

const GROUP_COUNTS = [2, 4, 8];

/** Measures the coverage of worst-group intervals, and prints a table. */
export function studyCoverage(): object {
  const rows = GROUP_COUNTS.flatMap(scenarios).map((scenario) => {
    const { held, heldByPercentiles, width } = coverage(scenario, { trials: 500, resamples: 400 });
    return {
      groups: scenario.groups.length,
      case: scenario.name,
      'cross-entropy': percent(held.crossEntropy),
      Brier: percent(held.brier),
      accuracy: percent(held.accuracy),
      'cross-entropy, percentiles of the worst': percent(heldByPercentiles),
      'mean width': width.toFixed(3),
    };
  });
  const title = 'Share of 500 samples in which the 95% interval of the worst group holds the true one';
  process.stdout.write(`${title}\n`);
  console.table(rows);
  return { tables: { [title]: rows } };
}

/** So many groups, alike and not, large and small. */
export function scenarios(groupCount: number): Scenario[] {
  const groups = (of: (share: number) => Group): Group[] =>
    Array.from({ length: groupCount }, (_, group) => of(group / (groupCount - 1)));
  const plain = { mean: 0, spread: 1.5, sharpness: 1.3 };
  return [
    { name: 'alike, 50 rows each', groups: groups(() => ({ ...plain, rows: 50 })) },
    { name: 'alike, 200 rows each', groups: groups(() => ({ ...plain, rows: 200 })) },
    {
      name: 'alike, 50 rows each, few errors',
      groups: groups(() => ({ mean: 2, spread: 3, sharpness: 1.5, rows: 50 })),
    },
    {
      name: '50 to 400 rows, the small served worst',
      groups: groups((share) => ({
        mean: 0.5,
        spread: 1 + 2 * share,
        sharpness: 1.4,
        rows: Math.round(50 * 8 ** share),
      })),
    },
    {
      name: '50 to 400 rows, the small served worst, far too sure of them',
      groups: groups((share) => ({
        mean: 0,
        spread: 3 + share,
        sharpness: 2.5 - 1.5 * share,
        rows: Math.round(50 * 8 ** share),
      })),
    },
    {
      name: '50 to 400 rows, the small served best',
      groups: groups((share) => ({
        mean: 0.5,
        spread: 3 - 2 * share,
        sharpness: 1.4,
        rows: Math.round(50 * 8 ** share),
      })),
    },
  ];
}

/** Draws samples of a population, and counts how many intervals hold what is true. */
export function coverage(
  { groups }: Scenario,
  { trials, resamples, level = 0.95 }: { trials: number; resamples: number; level?: number },
): Coverage {
  const random = createRandom(1);
  const truth = groups.map(trueMetrics);
  const worst = {
    crossEntropy: Math.max(...truth.map(({ crossEntropy }) => crossEntropy)),
    brier: Math.max(...truth.map(({ brier }) => brier)),
    accuracy: Math.min(...truth.map(({ accuracy }) => accuracy)),
  };
  const held = { crossEntropy: 0, brier: 0, accuracy: 0 };
  let byPercentiles = 0;
  let width = 0;
  for (let trial = 0; trial < trials; trial++) {
    const { probabilities, labels, index } = sampleRows(groups, random);
    const { intervals } = measure({ model: probabilities }, labels, index, 2, {
      intervals: { random, resamples, level },
    }).models.model;
    for (const metric of METRICS) if (holds(intervals![metric].worst, worst[metric])) held[metric]++;
    width += intervals!.crossEntropy.worst.high - intervals!.crossEntropy.worst.low;
    const losses = Float64Array.from(labels, (label, row) => -Math.log(probabilities[2 * row + label]!));
    if (holds(percentilesOfWorst(losses, groups, random, resamples, level), worst.crossEntropy)) {
      byPercentiles++;
    }
  }
  const shares = { ...held };
  for (const metric of METRICS) shares[metric] /= trials;
  return { trials, held: shares, heldByPercentiles: byPercentiles / trials, width: width / trials };
}

function holds({ low, high }: Interval, value: number): boolean {
  return low <= value && value <= high;
}

/** The middle of the largest mean loss, whichever group has it in a resample. */
function percentilesOfWorst(
  losses: Float64Array,
  groups: readonly Group[],
  random: RandomSource,
  resamples: number,
  level: number,
): Interval {
  let start = 0;
  const means = groups.map(({ rows }) => {
    const own = Uint32Array.from({ length: rows }, (_, i) => start + i);
    start += rows;
    return bootstrapMeans([losses], { random, resamples }, own).resampled[0]!;
  });
  return percentileInterval(
    means[0]!.map((_, b) => Math.max(...means.map((own) => own[b]!))),
    level,
  );
}

function sampleRows(groups: readonly Group[], random: RandomSource) {
  const scores: number[] = [];
  const labels: number[] = [];
  const codes: number[] = [];
  groups.forEach(({ rows, mean, spread, sharpness }, group) => {
    for (let row = 0; row < rows; row++) {
      const logit = mean + spread * standardNormal(random);
      scores.push(sigmoid(sharpness * logit));
      labels.push(random.uniform() < sigmoid(logit) ? 1 : 0);
      codes.push(group);
    }
  });
  return {
    probabilities: Float64Array.from(scores.flatMap((score) => [1 - score, score])),
    labels: Int32Array.from(labels),
    index: {
      names: groups.map((_, group) => `group ${group + 1}`),
      groups: Int32Array.from(codes),
      counts: groups.map(({ rows }) => rows),
    },
  };
}

/** By the rectangle rule, which for a normal density converges faster than any power of the step. */
function trueMetrics({ mean, spread, sharpness }: Group): Record<Metric, number> {
  const sums = { crossEntropy: 0, brier: 0, accuracy: 0 };
  const step = 1e-3;
  for (let x = -9; x <= 9; x += step) {
    const weight = (step * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
    const logit = mean + spread * x;
    const [positive, score] = [sigmoid(logit), sigmoid(sharpness * logit)];
    const miss = sigmoid(-sharpness * logit);
    sums.crossEntropy -= weight * (positive * Math.log(score) + (1 - positive) * Math.log(miss));
    sums.brier += 2 * weight * (positive * miss ** 2 + (1 - positive) * score ** 2);
    sums.accuracy += weight * (score > 0.5 ? positive : 1 - positive);
  }
  return sums;
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
