// Joint against plug-in estimation on the same samples: the differences, seed by seed, and whether they could
// be chance.

import type { EstimationComparison, EstimationRow, EstimationWay, PairedDifference } from '@fairfront/charts';
import { meanAndDeviation } from '../experiment/statistics.js';

/** A difference of more standard errors than this is clear. */
export const CLEAR = 2;

/**
 * Averages the differences of joint and plug-in estimation. Those of a seed are averaged over the points
 * first: its samples of all problems come from the same random numbers, so they are not independent of each
 * other.
 * @param points the rows of each problem
 * @returns `undefined` where no seed has both ways
 */
export function compareWays(
  points: readonly (readonly EstimationRow[])[],
  samples: number,
): EstimationComparison | undefined {
  const pairs = points.flatMap((rows) => {
    const of = (way: EstimationWay) =>
      rows.find((row) => row.way === way && row.samples === samples)?.runs ?? [];
    return of('joint').flatMap((joint) => {
      const plugIn = of('plug-in').find(({ seed }) => seed === joint.seed);
      return plugIn === undefined ? [] : [{ seed: joint.seed, joint, plugIn }];
    });
  });
  const seeds = [...new Set(pairs.map(({ seed }) => seed))];
  if (seeds.length === 0) return undefined;
  const difference = (name: 'riskError' | 'accuracy'): PairedDifference => {
    const bySeed = seeds.map((seed) => {
      const own = pairs.filter((pair) => pair.seed === seed);
      return meanAndDeviation(own.map(({ joint, plugIn }) => joint[name] - plugIn[name])).mean;
    });
    const { mean, sd } = meanAndDeviation(bySeed);
    return {
      mean,
      standardError: seeds.length > 1 ? sd / Math.sqrt(seeds.length) : null,
      seeds: seeds.length,
    };
  };
  return { samples, riskError: difference('riskError'), accuracy: difference('accuracy') };
}

/**
 * Names the way that is clearly better, if one is.
 * @param better whether small numbers are good, or large ones
 */
export function winner(
  { mean, standardError }: PairedDifference,
  better: 'lower' | 'higher',
): EstimationWay | undefined {
  if (standardError === null || !(Math.abs(mean) > CLEAR * standardError)) return undefined;
  return mean < 0 === (better === 'lower') ? 'joint' : 'plug-in';
}
