// The settings of trees, tuned: some are drawn at random, each is boosted for minimax on all folds, and the one whose
// worst group fares best on rows held out is taken; the one that was set is kept unless that is more than chance.

import { chooseModel, createRandom, type GroupIndex, worstRisk } from '@fairfront/core';
import type { ResolvedBoosting } from '@fairfront/trees';
import type { BoostedOptions } from '../options/boosted-options.js';

/** What is drawn. An option that was set is left as it is. */
const DRAWN = {
  learningRate: [0.03, 0.05, 0.1, 0.2],
  maxDepth: [2, 3, 4, 6, 8],
  minChildWeight: [1, 5, 20],
  lambda: [1, 5, 20],
  subsample: [0.7, 1],
  columnSample: [0.6, 1],
} as const;
type DrawnName = keyof typeof DRAWN;

/** Settings of trees that were tried, and which was taken. */
export interface TuningReport {
  readonly settings: readonly TunedSetting[];
  /** The place of the one that was taken; the first is the one that was set. */
  readonly chosen: number;
}

export interface TunedSetting extends Pick<ResolvedBoosting, DrawnName> {
  /** The worst group's risk on the rows held out. */
  readonly worstRisk: number;
  readonly trees: number;
}

/** Draws settings; the first is the one that was set. */
export function drawSettings(
  base: ResolvedBoosting,
  given: BoostedOptions & { readonly learningRate?: number | undefined },
  count: number,
): ResolvedBoosting[] {
  const { uniform } = createRandom(base.seed);
  const names = (Object.keys(DRAWN) as DrawnName[]).filter(
    (name) => given[name] === undefined && !(name === 'maxDepth' && given.maxLeaves !== undefined),
  );
  return [
    base,
    ...Array.from({ length: count }, () => {
      const drawn = names.map((name) => [name, DRAWN[name][Math.floor(uniform() * DRAWN[name].length)]!]);
      return { ...base, ...Object.fromEntries(drawn) } as ResolvedBoosting;
    }),
  ];
}

/** What a setting came to on the rows held out. */
export interface TriedSetting {
  readonly setting: ResolvedBoosting;
  readonly losses: Float64Array;
  readonly risks: readonly number[];
  readonly trees: number;
}

/** Takes the best setting, or the first where that is hardly better. */
export function chooseSetting(
  tried: readonly TriedSetting[],
  groups: GroupIndex,
  entities: ArrayLike<number> | undefined,
): { readonly setting: ResolvedBoosting; readonly report: TuningReport } {
  const [{ setting: base }] = tried as [TriedSetting];
  const { chosen } = chooseModel(
    tried.map(({ losses }) => losses),
    groups,
    { random: createRandom(base.seed), entities },
  );
  const settings = tried.map(({ setting, risks, trees }): TunedSetting => {
    const { learningRate, maxDepth, minChildWeight, lambda, subsample, columnSample } = setting;
    return {
      ...{ learningRate, maxDepth, minChildWeight, lambda, subsample, columnSample },
      worstRisk: worstRisk(risks),
      trees,
    };
  });
  return { setting: tried[chosen]!.setting, report: { settings, chosen } };
}
