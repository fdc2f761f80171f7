// Will minimax help? What can be said before any search, from the naive classifier and the parts of a plug-in
// classifier, on rows that none of them has seen.
//
//   floor      max_a min(own_a, naive_a)      no single classifier serves its worst group better than that group could be served alone
//   gain       max_a naive_a − floor          at most, as these models tell
//   H(A|X)     Σ_a p_a E[−ln p(a|X) | a]      how unsure the features leave one of the group; at most H(A) = −Σ_a p_a ln p_a
//
// With the true p(y|x,a) that would be a bound. Classifiers of the groups' own that were learned miss
// something, so the floor is too high by what they miss, and more may be gained than is said: an estimate,
// not a bound. One that does worse than the naive classifier (too little to learn from) is certainly not the
// best the group can get, so the floor takes the better of the two. Where H(A|X) is near 0 a flexible
// classifier treats the groups apart without being told them, and minimax has little to add [MMPF Lemma 4.3].
//
// The interval of the gain takes the worst group anew in every resample. Where several groups are nearly the
// worst that makes it wider than it need be, never narrower: it errs towards "cannot be told".

import { FairfrontError } from '../error.js';
import type { GroupIndex } from '../groups/group-index.js';
import { bootstrapByGroup, checkLosses } from '../groups/group-losses.js';
import { worstGroup } from '../groups/risks.js';
import { WORTHWHILE } from '../metrics/noticeable.js';
import { NOTICEABLE } from '../numbers.js';
import { DEFAULT_LEVEL, DEFAULT_RESAMPLES, type Estimate, percentileInterval } from '../numeric/bootstrap.js';
import { compensatedSum, dot } from '../numeric/sum.js';
import { FEWEST_ROWS, isNegligible, type RiskSourceOptions } from './decomposition.js';

/** Losses of every row, from models that have not seen it. */
export interface OutlookRows {
  /** Losses of the naive classifier. */
  readonly naive: Float64Array;
  /** Losses of p̂(y|x,a) of the row's own group. */
  readonly own: Float64Array;
  /** −ln p̂(a|x) of the row's own group. */
  readonly membership: Float64Array;
  readonly groups: GroupIndex;
  /** p_a, the groups' shares in the rows that p(A|X) was estimated on; each > 0. */
  readonly priors: readonly number[];
  /** Row → whose it is, where rows belong together; whole numbers ≥ 0. */
  readonly entities?: ArrayLike<number> | undefined;
}

/**
 * What minimax can be expected to gain, by these models.
 * - some: a noticeable part of the worst risk, the lower end of its interval apart from 0
 * - none: next to nothing, and the upper end of the interval is negligible too
 * - unclear: the interval leaves room for none and for some
 */
export type OutlookVerdict = 'some' | 'none' | 'unclear';

/** How much the features tell of the group. */
export interface Separability {
  /** H(A|X), in nats; above H(A) where the estimate is worse than none. */
  readonly conditionalEntropy: number;
  /** H(A). */
  readonly entropy: number;
  /**
   * H(A|X) / H(A), at most 1: the uncertainty of the group that the features leave. 0 where there is one
   * group.
   */
  readonly share: number;
}

/** What minimax can be expected to gain before it is tried. */
export interface Outlook {
  /** Rows of each group. */
  readonly rows: readonly number[];
  /** How many rows of one weight tell as much, where rows have weights. */
  readonly effectiveRows?: readonly number[];
  /** How many entities each group has rows of, where rows belong together. */
  readonly entities?: readonly number[];
  readonly naiveRisks: readonly number[];
  readonly ownRisks: readonly number[];
  /** The group that the naive classifier serves worst, and its risk. */
  readonly worstGroup: number;
  readonly worstRisk: number;
  /** The least worst risk, and whose it is. */
  readonly floor: number;
  readonly floorGroup: number;
  /**
   * Groups that the naive classifier serves better than one of their own, the interval of the difference
   * apart from 0.
   */
  readonly betterShared: readonly number[];
  /** Groups with too few rows to trust what is said of them. */
  readonly tooFew: readonly number[];
  /**
   * What the worst risk can fall by, as these models tell: an estimate, not a bound. More rows, or another
   * kind of model, may allow more.
   */
  readonly gainAtMost: Estimate;
  /** The gain as a share of the naive worst risk. */
  readonly gainShare: Estimate;
  readonly verdict: OutlookVerdict;
  readonly separability: Separability;
  /** The level of the intervals. */
  readonly level: number;
  readonly resamples: number;
}

/** Estimates what minimax can gain, and for whom, from losses of cross-fitted models. */
export function foreseeMinimax(
  { naive, own, membership, groups, priors, entities }: OutlookRows,
  { random, resamples = DEFAULT_RESAMPLES, level = DEFAULT_LEVEL }: RiskSourceOptions,
): Outlook {
  checkLosses({ naive, own, membership }, groups);
  checkPriorsSumToOne(priors, groups.names.length);
  const byGroup = bootstrapByGroup([naive, own, membership], groups, { random, resamples }, entities);
  const meansOf = (column: number): number[] => byGroup.map(({ means }) => means[column]!);
  const [naiveRisks, ownRisks] = [meansOf(0), meansOf(1)];
  const bestRisks = naiveRisks.map((risk, group) => Math.min(risk, ownRisks[group]!));
  const worst = worstGroup(naiveRisks);
  const worstRisk = naiveRisks[worst]!;
  const floorGroup = worstGroup(bestRisks);
  const floor = bestRisks[floorGroup]!;

  const gains = new Float64Array(resamples);
  const shares = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let naiveWorst = Number.NEGATIVE_INFINITY;
    let lowest = Number.NEGATIVE_INFINITY;
    for (const { resampled } of byGroup) {
      const naiveRisk = resampled[0]![i]!;
      naiveWorst = Math.max(naiveWorst, naiveRisk);
      lowest = Math.max(lowest, Math.min(naiveRisk, resampled[1]![i]!));
    }
    gains[i] = naiveWorst - lowest;
    shares[i] = shareOf(gains[i]!, naiveWorst);
  }
  const drawCounts = byGroup.map(({ drawCount }) => drawCount);
  const gainShare = { value: shareOf(worstRisk - floor, worstRisk), ...percentileInterval(shares, level) };
  return {
    rows: groups.counts,
    ...(groups.weights && { effectiveRows: byGroup.map(({ size }) => size) }),
    ...(entities === undefined ? {} : { entities: drawCounts }),
    naiveRisks,
    ownRisks,
    worstGroup: worst,
    worstRisk,
    floor,
    floorGroup,
    betterShared: byGroup.flatMap(({ resampled: [naives, owns] }, group) =>
      percentileInterval(
        owns!.map((risk, i) => risk - naives![i]!),
        level,
      ).low > 0
        ? [group]
        : [],
    ),
    tooFew: byGroup.flatMap(({ size }, group) => (size < FEWEST_ROWS ? [group] : [])),
    gainAtMost: { value: worstRisk - floor, ...percentileInterval(gains, level) },
    gainShare,
    verdict: verdictOf(gainShare),
    separability: separabilityOf(meansOf(2), priors),
    level,
    resamples,
  };
}

function verdictOf(gainShare: Estimate): OutlookVerdict {
  if (gainShare.value >= WORTHWHILE && gainShare.low >= NOTICEABLE) return 'some';
  return isNegligible(gainShare, 1) ? 'none' : 'unclear';
}

function shareOf(gain: number, risk: number): number {
  return gain > 0 ? gain / risk : 0;
}

/**
 * Weighed by the priors, so that an estimate that knows nothing but them leaves all of H(A), whatever the
 * groups' shares in these rows.
 */
function separabilityOf(membershipRisks: readonly number[], priors: readonly number[]): Separability {
  const conditionalEntropy = dot(priors, membershipRisks);
  const entropy =
    0 -
    dot(
      priors,
      priors.map((prior) => Math.log(prior)),
    );
  const share = entropy > 0 ? Math.min(1, conditionalEntropy / entropy) : 0;
  return { conditionalEntropy, entropy, share };
}

function checkPriorsSumToOne(priors: readonly number[], groupCount: number): void {
  const sum = compensatedSum(priors);
  if (priors.length !== groupCount || !priors.every((prior) => prior > 0) || !(Math.abs(sum - 1) <= 1e-9)) {
    throw new FairfrontError(
      'bad-groups',
      `priors must be a share > 0 for each of ${groupCount} groups, of sum 1; got ${priors.join(', ')}. Leave out groups without rows`,
    );
  }
}
