// Which model a fit takes, and by which rows: never one that is not better for the worst group than naive training.

import {
  chooseModel,
  createRandom,
  type GroupIndex,
  type LabelledRows,
  type Loss,
  type ModelChoice,
} from '@fairfront/core';
import { chooseJudged, type JudgedModel, rowOutcomes } from '@fairfront/core/internal';
import { definedOnly } from '../../defined-only.js';
import type { SelectionName } from '../options/fit-options.js';

/** What was chosen, among what, by which rows. */
export interface SelectionReport {
  readonly by: SelectionName;
  /** Into how many folds the rows were parted; null where the validation part chose. */
  readonly folds: number | null;
  readonly chosen: CandidateReport;
  readonly naive: CandidateReport;
  /** By how much the best candidate's worst-group risk is below naive's on these rows; 0 where naive is the best. */
  readonly gain: { readonly value: number; readonly standardError: number };
  readonly candidates: readonly CandidateReport[];
  /** Penalties, or steps to minimax, that were left out when the time was up. */
  readonly untried: readonly number[];
}

/** A model that could have been chosen. */
export interface CandidateReport {
  readonly model: 'naive' | 'balanced' | 'minimax';
  /** How far on the way to minimax (1), and whether from naive or from balanced (0). */
  readonly step: number;
  readonly from: 'naive' | 'balanced';
  /** The penalty of a linear model. */
  readonly l2: number | null;
  /** Rounds of boosted trees. */
  readonly trees?: number;
  /** By group, on the rows that chose. */
  readonly risks: readonly number[];
  /** The mean loss of the worst share of these rows, where that was judged by. */
  readonly worstShare?: number;
}

/** Whether the ordinary model itself was chosen. */
export function keepsNaive(selection: SelectionReport | undefined): boolean {
  return selection?.chosen.model === 'naive';
}

export interface Candidate extends Omit<CandidateReport, 'risks' | 'worstShare'> {
  /** The loss of every row. */
  readonly losses: Float64Array;
}

interface SelectionOptions {
  readonly seed: number;
  readonly entities?: ArrayLike<number> | undefined;
  /** By group, taken off its risks: regrets choose then. */
  readonly offsets?: readonly number[] | undefined;
  /** The worst share of the rows judges, in place of the worst group. */
  readonly share?: number | undefined;
}

/** How a choice was made, beside its figures. */
type SelectionWay = Pick<SelectionReport, 'by' | 'folds'> & { readonly untried?: readonly number[] };

interface Selected {
  readonly report: SelectionReport;
  /** The place of the chosen candidate. */
  readonly chosen: number;
}

/** Chooses among candidates; the first is naive. */
export function selectCandidate(
  candidates: readonly Candidate[],
  groups: GroupIndex,
  way: SelectionWay,
  { seed, ...options }: SelectionOptions,
): Selected {
  const choice = chooseModel(
    candidates.map(({ losses }) => losses),
    groups,
    { random: createRandom(seed), ...options },
  );
  return reportChoice(candidates, choice, way, options);
}

/**
 * The same of candidates that were judged one by one.
 * @param lossesOf the loss of every row, of the two that are compared
 */
export function selectJudged(
  candidates: readonly (Omit<Candidate, 'losses'> & { readonly judged: JudgedModel })[],
  lossesOf: (naive: number, best: number) => readonly Float64Array[],
  groups: GroupIndex,
  way: SelectionWay,
  { seed, ...options }: SelectionOptions,
): Selected {
  const choice = chooseJudged(
    candidates.map(({ judged }) => judged),
    lossesOf,
    groups,
    { random: createRandom(seed), ...options },
  );
  return reportChoice(candidates, choice, way, options);
}

function reportChoice(
  candidates: readonly Omit<Candidate, 'losses'>[],
  { chosen, risks, judged, gain, standardError }: ModelChoice,
  { by, folds, untried = [] }: SelectionWay,
  { share }: Pick<SelectionOptions, 'share'>,
): Selected {
  const reports = candidates.map(
    // Field by field: a candidate may have more than a report holds.
    ({ model, step, from, l2, trees }, i): CandidateReport => ({
      ...{ model, step, from, l2 },
      ...definedOnly({ trees }),
      risks: risks[i]!,
      ...(share === undefined ? {} : { worstShare: judged[i]! }),
    }),
  );
  return {
    chosen,
    report: {
      by,
      folds,
      chosen: reports[chosen]!,
      naive: reports[0]!,
      gain: { value: gain, standardError },
      candidates: reports,
      untried,
    },
  };
}

/**
 * The loss of every row.
 * @param probabilities rows × classes, or the numbers that are predicted
 */
export function lossesOf(
  probabilities: Float64Array,
  { labels, values }: Pick<LabelledRows, 'labels' | 'values'>,
  classCount: number,
  loss: Loss,
): Float64Array {
  if (loss === 'squared') return probabilities.map((said, row) => (said - values![row]!) ** 2);
  const { brier, crossEntropy } = rowOutcomes(probabilities, labels, classCount);
  return loss === 'brier' ? brier : crossEntropy;
}
