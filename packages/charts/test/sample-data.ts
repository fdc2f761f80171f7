// Data as the paper's experiments give them, small and without a random number: risks in closed form
// [MMPF Thm. 4.2] summed over a grid, APStar [MMPF Alg. 1] from fixed starts, star regions found by bisection.

import type {
  AreaBin,
  Figure1Data,
  Figure2Data,
  Figure3Data,
  Figure5Data,
  Figure6Data,
  GapBySolveData,
  GroupVector,
  IterationRow,
  MeanAndDeviation,
  StarRegion,
} from '../src/index.js';

interface Group {
  readonly name: string;
  readonly mean: number;
  readonly threshold: number;
  readonly low: number;
  readonly high: number;
}

const twoGroups: readonly Group[] = [
  { name: 'Female', mean: -0.5, threshold: -0.25, low: 0.3, high: 0.7 },
  { name: 'Male', mean: 0.5, threshold: 0.25, low: 0.05, high: 0.95 },
];
const threeGroups: readonly Group[] = [
  { name: 'Group A', mean: -0.5, threshold: -0.25, low: 0.1, high: 0.9 },
  { name: 'Group B', mean: 0, threshold: 0, low: 0.1, high: 0.9 },
  { name: 'Group C', mean: 0.5, threshold: 0.25, low: 0.1, high: 0.8 },
];

const STEP = 0.05;
const x = Array.from({ length: 161 }, (_, i) => -4 + (i + 0.5) * STEP);
const density = ({ mean }: Group, at: number): number =>
  Math.exp(-((at - mean) ** 2) / 2) / Math.sqrt(2 * Math.PI);
const response = ({ threshold, low, high }: Group, at: number): number => (at <= threshold ? low : high);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const largest = (values: readonly number[]): number => Math.max(...values);

function classify(groups: readonly Group[], mu: GroupVector, at: number): number {
  const weights = groups.map((group, i) => mu[i]! * density(group, at));
  return sum(groups.map((group, i) => weights[i]! * response(group, at))) / sum(weights);
}

function risksAt(groups: readonly Group[], mu: GroupVector): number[] {
  const h = x.map((at) => classify(groups, mu, at));
  return groups.map((group) =>
    sum(
      x.map((at, i) => {
        const f = response(group, at);
        return STEP * density(group, at) * (2 * f * (1 - f) + 2 * (f - h[i]!) ** 2);
      }),
    ),
  );
}

interface Solve {
  readonly mu: number[];
  readonly risks: number[];
}

function apStar(groups: readonly Group[], start: GroupVector, solves: number): Solve[] {
  const alpha = 0.5;
  let mu = [...start];
  let risks = risksAt(groups, mu);
  let best = largest(risks);
  let decay = 1;
  const trace: Solve[] = [{ mu, risks }];
  while (trace.length < solves) {
    const failing = risks.map((risk) => (risk >= best ? 1 : 0));
    const share = (1 - alpha) / (decay * sum(failing));
    const factor = decay / ((decay - 1) * alpha + 1);
    mu = mu.map((value, i) => (alpha * value + share * failing[i]!) * factor);
    mu = mu.map((value) => value / sum(mu));
    risks = risksAt(groups, mu);
    decay += 1;
    if (largest(risks) < best) {
      best = largest(risks);
      decay = Math.min(decay, 2);
    }
    trace.push({ mu, risks });
  }
  return trace;
}

/** The polygon of N_i: the corner, then per angle the furthest point that still `belongs`. */
function regionOf(group: number, belongs: (mu: GroupVector) => boolean, rays = 24): StarRegion {
  const corner = [0, 1, 2].map((i) => (i === group ? 1 : 0));
  const boundary = Array.from({ length: rays + 1 }, (_, k) => {
    const far = [0, 0, 0];
    far[(group + 1) % 3] = 1 - k / rays;
    far[(group + 2) % 3] = k / rays;
    const at = (share: number): number[] => corner.map((value, i) => value + share * (far[i]! - value));
    let [inside, outside] = [0, 1];
    if (belongs(at(1))) return far;
    for (let i = 0; i < 30; i++) {
      const middle = (inside + outside) / 2;
      if (belongs(at(middle))) inside = middle;
      else outside = middle;
    }
    return at(inside);
  });
  return { group, boundary: [corner, ...boundary] };
}

function spread(values: readonly number[]): MeanAndDeviation {
  const mean = sum(values) / values.length;
  return { mean, sd: Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length) };
}

const relativeError = (value: GroupVector, truth: GroupVector): number =>
  Math.hypot(...value.map((entry, i) => entry - truth[i]!)) / Math.hypot(...truth);

function summarise(runs: readonly Solve[][], optimum: Solve): IterationRow[] {
  let bestSoFar = runs.map((run) => run[0]!);
  return runs[0]!.map((_, t) => {
    bestSoFar = runs.map((run, k) =>
      largest(run[t]!.risks) < largest(bestSoFar[k]!.risks) ? run[t]! : bestSoFar[k]!,
    );
    return {
      iteration: t + 1,
      risks: [0, 1, 2].map((i) => spread(runs.map((run) => run[t]!.risks[i]!))),
      mu: [0, 1, 2].map((i) => spread(runs.map((run) => run[t]!.mu[i]!))),
      riskError: spread(bestSoFar.map(({ risks }) => relativeError(risks, optimum.risks))),
      muError: spread(bestSoFar.map(({ mu }) => relativeError(mu, optimum.mu))),
      worstRisk: spread(bestSoFar.map(({ risks }) => largest(risks))),
    };
  });
}

const starts: readonly GroupVector[] = [
  [0.2, 0.2, 0.6],
  [0.1, 0.8, 0.1],
  [0.7, 0.2, 0.1],
  [1 / 3, 1 / 3, 1 / 3],
  [0.45, 0.1, 0.45],
];
const runs = starts.map((start) => apStar(threeGroups, start, 30));
const optimum = apStar(threeGroups, starts[3]!, 300).reduce((best, solve) =>
  largest(solve.risks) < largest(best.risks) ? solve : best,
);
const summaryOf = (groups: readonly Group[], best: Solve, shares: GroupVector) => ({
  groups: groups.map(({ name }) => name),
  loss: 'brier' as const,
  minimax: { ...best, lower: largest(best.risks) - 1e-4, upper: largest(best.risks) },
  utopia: groups.map((_, i) => risksAt(groups, unit(groups.length, i))[i]!),
  naive: risksAt(groups, shares),
  balanced: risksAt(
    groups,
    groups.map(() => 1 / groups.length),
  ),
});
const unit = (length: number, at: number): number[] => Array.from({ length }, (_, i) => (i === at ? 1 : 0));

export function figure1Data(): Figure1Data {
  const front = Array.from({ length: 41 }, (_, i) => ({ mu: [i / 40, 1 - i / 40] })).map(({ mu }) => ({
    mu,
    risks: risksAt(twoGroups, mu),
  }));
  const best = front.at(-1)!;
  const worst = largest(best.risks);
  const shares = [0.3, 0.7];
  return { ...summaryOf(twoGroups, best, shares), shares, front, equalRisk: [worst, worst] };
}

export function figure2Data(): Figure2Data {
  const run = runs[0]!;
  const snapshots = [5, 10].map((iteration) => {
    const trajectory = run.slice(0, iteration);
    const threshold = Math.min(...trajectory.map(({ risks }) => largest(risks)));
    const regions = [0, 1, 2].map((i) => regionOf(i, (mu) => risksAt(threeGroups, mu)[i]! < threshold));
    return { iteration, threshold, trajectory: trajectory.map(({ mu }) => mu), regions };
  });
  const summary = summaryOf(threeGroups, optimum, [1 / 3, 1 / 3, 1 / 3]);
  return { ...summary, runs: runs.length, snapshots, iterations: summarise(runs, optimum) };
}

const waves = [0, 1, 2, 3, 4, 5].map((seed) => (group: number, angle: number) => {
  return 0.72 + 0.2 * Math.sin(seed * 1.7 + group * 2.1 + angle * (3 + (seed % 3))) - 0.02 * seed;
});

/** A star set around corner `group`, as far out as `radius` says by angle, within the simplex. */
function starRegion(group: number, radius: (angle: number) => number): StarRegion {
  return regionOf(
    group,
    (mu) => {
      // Distances along the two edges that leave the corner, which are 60° apart.
      const [one, other] = [mu[(group + 1) % 3]!, mu[(group + 2) % 3]!];
      const [across, up] = [one + other / 2, (Math.sqrt(3) / 2) * other];
      return Math.hypot(across, up) <= radius(Math.atan2(up, across));
    },
    40,
  );
}

export function figure3Data(): Figure3Data {
  const limits = [0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4];
  const bins = (hardness: number): AreaBin[] =>
    limits.slice(1).map((areaTo, i) => {
      const areaFrom = limits[i]!;
      const needed = Math.max(2, Math.round(hardness / (areaFrom + areaTo)));
      const failed = Math.round(Math.max(0, Math.min(0.9, (needed - 40) / 100)) * 200);
      const known = (share: number, value: number): number | null =>
        failed / 200 > 1 - share ? null : Math.min(100, value);
      return {
        areaFrom,
        areaTo,
        median: known(0.5, needed),
        p90: known(0.9, Math.ceil(needed * 2.2)),
        failed,
        runs: 200,
      };
    });
  const path = (seed: number): number[][] =>
    Array.from({ length: 4 + seed * 2 }, (_, t) => {
      const toCentre = 1 - 0.75 ** t;
      const start = unit(3, seed % 3).map((value) => 0.75 * value + 0.25 / 3);
      const side = (0.18 / (t + 1)) * Math.sin(t * 2 + seed);
      const mu = start.map(
        (value, i) => value + toCentre * (1 / 3 - value) + side * [1, -1, 0][(i + seed) % 3]!,
      );
      const inside = mu.map((value) => Math.max(0, value));
      return inside.map((value) => value / sum(inside));
    });
  return {
    sets: 2000,
    maxSolves: 100,
    strategies: [
      { name: 'apstar', solvesByArea: bins(0.25) },
      { name: 'random', solvesByArea: bins(1) },
      { name: 'multiplicative-weights', solvesByArea: bins(0.6) },
    ],
    examples: waves.map((wave, seed) => ({
      regions: [0, 1, 2].map((group) => starRegion(group, (angle) => wave(group, angle))),
      trajectory: path(seed),
      solves: path(seed).length,
      area: 0.21 / (seed + 1) ** 1.5,
    })),
  };
}

export function figure5Data(): Figure5Data {
  const theta = [0, 0.2, 0.45, 0.7, 0.85, Math.PI / 3];
  const radii = [
    [0.62, 0.85, 0.7, 0.66, 0.8, 0.7],
    [0.75, 0.6, 0.72, 0.55, 0.78, 0.9],
    [0.5, 0.7, 0.82, 0.68, 0.6, 0.65],
  ];
  const curves = radii.map((radius, group) => ({ group, theta, radius }));
  const regions = curves.map(({ group, radius }) =>
    starRegion(group, (angle) => {
      const next = Math.max(
        1,
        theta.findIndex((value) => value >= angle - 1e-9),
      );
      const share = (angle - theta[next - 1]!) / (theta[next]! - theta[next - 1]!);
      return radius[next - 1]! + share * (radius[next]! - radius[next - 1]!);
    }),
  );
  return { regions, curves, area: 0.173 };
}

export function figure6Data(): Figure6Data {
  const { snapshots: _, ...summary } = figure2Data();
  return {
    ...summary,
    x,
    densities: threeGroups.map((group) => x.map((at) => density(group, at))),
    responses: threeGroups.map((group) => x.map((at) => response(group, at))),
    classifier: x.map((at) => classify(threeGroups, optimum.mu, at)),
  };
}

/** One strategy that certifies the target, one that does not, and one that is exact at once. */
export function gapBySolveData(): GapBySolveData {
  const falling = (solves: number, rate: number): number[] =>
    Array.from({ length: solves }, (_, i) => 0.2 * rate ** i);
  return {
    target: 1e-4,
    strategies: [
      { name: 'cutting-plane', gaps: falling(6, 0.2) },
      { name: 'random', gaps: falling(120, 0.98) },
      { name: 'my own', gaps: [0.2, 0] },
    ],
  };
}
