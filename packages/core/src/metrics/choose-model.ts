// One of several models, by the losses of rows that none of them was trained on: the one whose worst-served
// group fares best, if that is more than chance.
//
//   gain  max_a r_a(reference) − max_a r_a(best)
//
// Where no groups are named, the worst share of the rows judges in the place of the worst group, each model by its own.
//
// The least of several noisy risks flatters the model that has it. So the reference is kept unless the gain is
// more than one standard error of it, bootstrapped within groups with both models' losses of a row together.

import type { GroupIndex } from '../groups/group-index.js';
import { meanRisks } from '../groups/group-index.js';
import { bootstrapByGroup, checkLosses } from '../groups/group-losses.js';
import { worstRisk } from '../groups/risks.js';
import { type BootstrapOptions, DEFAULT_RESAMPLES } from '../numeric/bootstrap.js';
import { spreadOf } from './across-splits.js';
import { bootstrapWorstShare, worstShareMean } from './worst-share.js';

/** Options of `chooseModel`. */
export interface ModelChoiceOptions extends BootstrapOptions {
  /** The place of the model to hold the others against. Default 0. */
  readonly reference?: number;
  /** By group, taken off its risks before the worst is looked for: regrets are compared then. Default 0. */
  readonly offsets?: readonly number[] | undefined;
  /** Judge by the mean loss of the worst share of all rows, in (0, 1], whatever their groups. Default: by groups. */
  readonly share?: number | undefined;
  /** Row → whose it is, where rows belong together; whole numbers ≥ 0. */
  readonly entities?: ArrayLike<number> | undefined;
}

/** Which of several models to take. Models are told by their place. */
export interface ModelChoice {
  /** The best one, or the reference where the gain is not more than its standard error. */
  readonly chosen: number;
  /** The model with the least worst-group risk. */
  readonly best: number;
  /** Models × groups. */
  readonly risks: readonly (readonly number[])[];
  /** By model, what it is judged by: its worst group's risk, or its worst share's. */
  readonly judged: readonly number[];
  /** By how much the best one's worst-group risk is below the reference's; 0 where that is the best. */
  readonly gain: number;
  readonly standardError: number;
}

/** What a model is judged by. */
export interface JudgedModel {
  readonly risks: readonly number[];
  /** The mean loss of the worst share, where that judges. */
  readonly worstShare?: number;
}

/**
 * Chooses the model whose worst group has the least risk, or the reference where that is hardly better.
 * @param losses for each model the loss of every row
 */
export function chooseModel(
  losses: readonly Float64Array[],
  groups: GroupIndex,
  options: ModelChoiceOptions,
): ModelChoice {
  const { share } = options;
  checkLosses(Object.fromEntries(losses.map((own, model) => [`model ${model + 1}`, own])), groups);
  const judged = losses.map((own): JudgedModel => {
    const risks = meanRisks(own, groups);
    return share === undefined
      ? { risks }
      : { risks, worstShare: worstShareMean(own, share, groups.weights) };
  });
  return chooseJudged(judged, (...pair) => pair.map((model) => losses[model]!), groups, options);
}

/**
 * The same of models that were judged one by one.
 * @param lossesOf the loss of every row, of the two models that are compared
 */
export function chooseJudged(
  models: readonly JudgedModel[],
  lossesOf: (reference: number, best: number) => readonly Float64Array[],
  groups: GroupIndex,
  { random, resamples = DEFAULT_RESAMPLES, reference = 0, offsets, entities, share }: ModelChoiceOptions,
): ModelChoice {
  const risks = models.map((own) => own.risks);
  const worstOf = (own: readonly number[]): number =>
    worstRisk(offsets === undefined ? own : own.map((risk, group) => risk - offsets[group]!));
  const { weights } = groups;
  const worst = share === undefined ? risks.map(worstOf) : models.map(({ worstShare }) => worstShare!);
  const best = worst.reduce((least, risk, model) => (risk < worst[least]! ? model : least), reference);
  if (best === reference) return { chosen: reference, best, risks, judged: worst, gain: 0, standardError: 0 };
  const pair = lossesOf(reference, best);
  const resampledWorst = (): ((model: 0 | 1, i: number) => number) => {
    if (share !== undefined) {
      const { resampled } = bootstrapWorstShare(pair, share, { random, resamples }, { entities, weights });
      return (model, i) => resampled[model]![i]!;
    }
    const byGroup = bootstrapByGroup(pair, groups, { random, resamples }, entities);
    return (model, i) => worstOf(byGroup.map(({ resampled }) => resampled[model]![i]!));
  };
  const worstAt = resampledWorst();
  const gains = Array.from({ length: resamples }, (_, i) => worstAt(0, i) - worstAt(1, i));
  const gain = worst[reference]! - worst[best]!;
  const standardError = spreadOf(gains).deviation ?? 0;
  return { chosen: gain > standardError ? best : reference, best, risks, judged: worst, gain, standardError };
}
