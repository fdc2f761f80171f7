// Data of reports as `fit` and `front` give them, small and without a random number: three risks that are quadratic around their own best
// parameters, which weights can be solved for in closed form.

import type {
  EvidenceByLookData,
  ParetoFrontData,
  RisksByGroupData,
  SearchPathData,
  SolveRow,
} from '../src/index.js';

const wave = (i: number, rate: number): number => 0.5 + 0.5 * Math.sin(i * rate + rate);

export const longNames = (count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    [
      ['Male', 'Female'][i % 2],
      ['White', 'Black', 'Asian-Pac-Islander', 'Amer-Indian-Eskimo', 'Other'][i % 5],
      ['under 25', '25 to 54', '55+'][i % 3],
      ...(i < 30 ? [] : ['again']),
    ].join(' · '),
  );

/** One group is served worse and worse, the others as promised. */
export function evidenceData(looks = 12, count = 3): EvidenceByLookData {
  const groups = longNames(count).map((name, group) => ({
    name,
    eValues: Array.from({ length: looks }, (_, look) =>
      group === 0 ? 0.5 * 2.2 ** look : 0.9 ** look * (0.7 + wave(look + group, 1.3)),
    ),
  }));
  const mean = groups[0]!.eValues.map(
    (_, look) => groups.reduce((sum, { eValues }) => sum + eValues[look]!, 0) / count,
  );
  const since = mean.findIndex((eValue) => eValue >= 20);
  return { alarm: 20, groups, mean, since: since < 0 ? null : since + 1 };
}

/** Groups with a high naive risk gain, the others pay. */
export function risksByGroupData(count = 10): RisksByGroupData {
  const names = longNames(count);
  const naive = names.map((_, i) => 0.15 + 0.3 * wave(i, 1.7));
  const minimax = naive.map((risk, i) =>
    risk > 0.36 ? risk - 0.035 * (1 + wave(i, 2)) : risk + 0.01 + 0.07 * wave(i, 3.1),
  );
  return {
    loss: 'cross-entropy',
    part: 'test',
    groups: names.map((name, i) => ({ name, share: 0.5 / (i + 1) ** 2 })),
    models: [
      { name: 'naive', risks: naive },
      { name: 'balanced', risks: naive.map((risk, i) => (risk + minimax[i]!) / 2) },
      { name: 'minimax', risks: minimax },
    ],
  };
}

/** The first two solves prove nothing, and the first has a risk far above the others. */
export function searchPathData(
  count = 21,
  steering: SearchPathData['steering'] = 'validation',
): SearchPathData {
  const shift = steering === 'validation' ? 0.013 : 0;
  let best = Number.POSITIVE_INFINITY;
  let upper = Number.POSITIVE_INFINITY;
  let lower = 0;
  const solves = Array.from({ length: count }, (_, i): SolveRow => {
    const worst =
      0.394 + (0.12 * (1 + wave(i, 2.3))) / (i + 1) + (i % 5 === 3 ? 0.03 : 0) + (i === 0 ? 1 : 0);
    best = Math.min(best, worst + shift);
    if (i >= 2) {
      upper = Math.min(upper, worst);
      lower = Math.max(lower, 0.394 - (0.3 * (0.3 + wave(i, 1.3))) / (i + 1) ** 1.5);
    }
    return {
      worstRisk: worst + shift,
      bestWorstRisk: best,
      lower,
      upper: Number.isFinite(upper) ? upper : null,
    };
  });
  return { steering, solves, certified: true, strategy: 'apstar' };
}

const centres = [
  [0, 0],
  [1, 0],
  [0.4, 0.9],
] as const;

/** Risks at the parameters that weights `mu` lead to. */
function risksAt(mu: readonly number[], least: readonly number[], scale: number): number[] {
  const at = [0, 1].map((k) => mu.reduce((sum, weight, a) => sum + weight * centres[a]![k]!, 0));
  return mu.map(
    (_, a) => least[a]! + scale * ((at[0]! - centres[a]![0]) ** 2 + (at[1]! - centres[a]![1]) ** 2),
  );
}

function frontData(
  groups: readonly string[],
  mus: readonly (readonly number[])[],
  least: readonly number[],
  scale: number,
): ParetoFrontData {
  const at = (mu: readonly number[]) => ({ mu, risks: risksAt(mu, least, scale) });
  const points = mus.map(at);
  const worst = ({ risks }: { readonly risks: readonly number[] }): number => Math.max(...risks);
  const minimax = points.reduce((best, point) => (worst(point) < worst(best) ? point : best));
  const shares = [0.7, 0.2, 0.1].slice(0, groups.length);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return {
    loss: 'brier',
    part: 'test',
    groups,
    points,
    marks: [
      { name: 'naive', ...at(shares.map((share) => share / total)) },
      { name: 'balanced', ...at(groups.map(() => 1 / groups.length)) },
      { name: 'minimax', ...minimax },
      { name: 'utopia', risks: least },
    ],
  };
}

/** 51 points; where the second group's least risk is high it is worse off on the whole front. */
export function twoGroupFront(least: readonly number[] = [0.3, 0.28], scale = 0.2): ParetoFrontData {
  const mus = Array.from({ length: 51 }, (_, i) => [i / 50, 1 - i / 50]);
  return frontData(['Female', 'Male'], mus, least, scale);
}

/** 231 points. */
export function threeGroupFront(least: readonly number[] = [0.3, 0.35, 0.28], scale = 0.3): ParetoFrontData {
  const mus = Array.from({ length: 21 }, (_, i) =>
    Array.from({ length: 21 - i }, (_, j) => [i / 20, j / 20, (20 - i - j) / 20]),
  ).flat();
  return frontData(['Male · White', 'Female · Black', 'Other'], mus, least, scale);
}
