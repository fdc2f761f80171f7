// What a fit that predicts a number found, in sentences. A typical error is an RMSE, in the target's own units; what is
// proved and what the verdict is about is its square, the mean squared error.

import { strategyName } from '@fairfront/charts/internal';
import { worstRisk } from '@fairfront/core';
import {
  capitalised,
  change,
  compact,
  count,
  DEFAULT_LEVEL,
  listed,
  percent,
  percentAbove,
  relativeGap,
} from '@fairfront/core/internal';
import type { RegressionResult } from '../measure/regression-result.js';
import type { AtMost } from '../training/select/at-most.js';
import { type Objective, offsetsOf } from '../training/select/objective.js';
import { keepsNaive } from '../training/select/selection.js';
import { modelName, weightWords } from '../training/task-words.js';
import { modelLabel } from './fit-tables.js';
import { familyWords } from './fit-words.js';
import { numbersOf } from './regression-tables.js';
import { stepWords } from './selection-words.js';
import { headlineOf } from './verdict-words.js';

const LEVEL = percent(DEFAULT_LEVEL);

/** The sentences of a fit that predicts a number. */
export interface RegressionWords {
  readonly headline: string;
  readonly verdict: string;
  readonly problem: string;
  /** Whose error changes; undefined where the ordinary model is kept as it is. */
  readonly payers: string | undefined;
  /** Who is predicted too high or too low. */
  readonly bias: string | undefined;
  readonly atMost: string | undefined;
  readonly kind: string | undefined;
  readonly selection: string | undefined;
  readonly certificate: string;
  readonly search: string | undefined;
  readonly repeats: string | undefined;
}

/** Says what a fit that predicts a number found. */
export function regressionWords(result: RegressionResult): RegressionWords {
  return {
    headline: capitalised(headlineOf(result)),
    verdict: verdictWords(result),
    problem: problemWords(result),
    payers: keepsNaive(result.selection) ? undefined : payerWords(result),
    bias: biasWords(result),
    atMost:
      result.atMost &&
      errorAtMostWords(
        result.atMost,
        result.groups.map(({ name }) => name),
      ),
    kind: kindWords(result),
    selection: selectionWords(result),
    certificate: certificateWords(result),
    search: searchWords(result),
    repeats: repeatWords(result),
  };
}

/** What to do, and why: the typical error of the worst-served group before and after. */
function verdictWords(result: RegressionResult): string {
  const { verdict, groups, models, changes, selection, task } = result;
  const { gain, reasons, decision, worstGroup } = verdict;
  const because = `${capitalised(reasons.join('; '))}.`;
  if (keepsNaive(selection) || gain === null) return because;
  const group = groups.findIndex(({ name }) => name === worstGroup);
  const show = numbersOf(result);
  const [before, after] = [models.naive, models.minimax].map(
    ({ metrics }) => metrics.test.rmse.byGroup[group]!,
  );
  const { low, high } = changes.minimax.rmse.byGroup[group]!;
  const { estimate, interval } = gain;
  const moved = `the typical error (RMSE) of ${task.target} is ${show(after!)} instead of ${show(before!)} (change ${LEVEL} interval ${show(low)} to ${show(high)})`;
  const isUsed = decision === 'use-minimax';
  const share = isUsed
    ? `its mean squared error falls by ${percent(estimate)} (${percent(interval.low)} to ${percent(interval.high)})`
    : `its mean squared error changes by ${change(-estimate)} (${change(-interval.high)} to ${change(-interval.low)})`;
  return `${isUsed ? '' : `${because} `}On ${count(groups[group]!.rows.test, 'test row')} of ${worstWords(result)}, ${moved}: ${share}.${isUsed ? priceWords(result) : ''}`;
}

function worstWords({ verdict, models, groups, search }: RegressionResult): string {
  if (search.objective?.kind === 'regret') {
    return `${verdict.worstGroup}, the group that ordinary training leaves most above what it could have alone`;
  }
  const isWorst = groups[models.naive.metrics.test.rmse.worstGroup]!.name === verdict.worstGroup;
  return `${verdict.worstGroup}, the group that ordinary training serves worst${isWorst ? '' : ' on the rows that chose'}`;
}

/** What all rows pay, where that is more than chance. */
function priceWords(result: RegressionResult): string {
  const { models, changes } = result;
  if (changes.minimax.rmse.overall.low <= 0) return '';
  const show = numbersOf(result);
  const own = (name: 'naive' | 'minimax'): string => show(models[name].metrics.test.rmse.overall);
  return ` The price: over all rows it is ${own('minimax')} instead of ${own('naive')}.`;
}

/** What a model was chosen for in place of the least worst risk. */
const CHOSEN_FOR: Readonly<Record<Objective['kind'], string>> = {
  'weight-ratio': 'weights of the groups within a ratio',
  'give-up':
    'the least mean squared error over people, within what the worst group gives up (in squared units)',
  regret: 'the least regret: squared error less what a model of the group’s own leaves it',
  lexicographic: 'each group in turn, from the worst on',
  blind: 'the worst share of people',
};

function problemWords(result: RegressionResult): string {
  const { data, task, groups, selection, search } = result;
  const { rows, values } = task;
  const whole = (number: number): string => number.toLocaleString('en-US');
  const choosers = selection?.by === 'cross-validation' ? 'the same out of fold' : whole(rows.validation);
  const objective =
    search.objective === undefined
      ? ''
      : ` In place of minimax, the model was chosen for ${CHOSEN_FOR[search.objective.kind]}.`;
  return (
    `${data}: predicts the number ${task.target} (mean ${compact(values.mean, 4)}, standard deviation ${compact(values.deviation, 4)}) from ${count(task.features, 'feature')} for ${count(groups.length, 'group')}${familyWords(result)}, with ${modelName(task)} (squared error, lower is better).\n` +
    `${count(rows.train, 'row')} to train on, ${choosers} to choose by, ${whole(rows.test)} to judge by.${weightWords(task.weight)}${objective}`
  );
}

/** Whose typical error changes by more than chance. */
function payerWords(result: RegressionResult): string {
  const { groups, models, changes } = result;
  const show = numbersOf(result);
  const told = groups
    .map(({ name }, group) => ({ name, group, ...changes.minimax.rmse.byGroup[group]! }))
    .filter(({ low, high }) => low > 0 || high < 0)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  if (told.length === 0)
    return 'Who gains and who pays cannot be told: every change of a group’s error may be chance.';
  const words = (of: typeof told): string =>
    listed(
      of.map(({ name, group }) => {
        const [before, after] = [models.naive, models.minimax].map(({ metrics }) =>
          show(metrics.test.rmse.byGroup[group]!),
        );
        return `${name} (${before} to ${after})`;
      }),
    ) || 'nobody';
  return `Typical error, from ordinary training to the ${modelLabel(result, 'minimax')} model. Who gains: ${words(told.filter(({ value }) => value < 0))}. Who pays: ${words(told.filter(({ value }) => value > 0))}.`;
}

/** Groups that the model surely predicts too high or too low. */
function biasWords(result: RegressionResult): string | undefined {
  const { groups, models, task } = result;
  const show = numbersOf(result);
  const surely = models.minimax.metrics.test.intervals.bias.byGroup
    .map((own, group) => ({ ...own, name: groups[group]!.name }))
    .filter(({ low, high }) => low > 0 || high < 0)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  if (surely.length === 0) return undefined;
  const told = surely.map(
    ({ name, value }) => `${name} by ${show(Math.abs(value))} too ${value > 0 ? 'high' : 'low'}`,
  );
  return `On average the chosen model predicts ${task.target} of ${listed(told)}.`;
}

/** Says by how much a linear model can lower the worst group's error at most, on the rows trained on. */
export function errorAtMostWords(
  { worstGroup, worstRisk: worst, lower, share, l2 }: AtMost,
  names: readonly string[],
): string {
  return `At most to gain: on the rows to train on, ordinary training serves ${names[worstGroup]} worst (RMSE ${compact(Math.sqrt(worst))} with penalty ${l2}), and no linear model brings every group below ${compact(Math.sqrt(lower))}: at most ${percentAbove(share)} of its mean squared error. This is proved, not estimated.`;
}

function kindWords({ kind }: RegressionResult): string | undefined {
  if (kind === undefined) return undefined;
  const rmse = (risks: readonly number[]): string => compact(Math.sqrt(worstRisk(risks)));
  const both = `On rows out of fold the worst group’s RMSE is ${rmse(kind.risks.linear)} with the linear model that was chosen and ${rmse(kind.risks.boosted)} with the trees that were`;
  if (kind.chosen === 'boosted') return `${both}: trees were taken.`;
  return `${both}${kind.gain.value > 0 ? ', within one standard error, so the simpler one' : ': the linear one'} was taken.`;
}

function selectionWords({ selection, search }: RegressionResult): string | undefined {
  if (selection === undefined) return undefined;
  const { by, folds, chosen, naive, gain, candidates } = selection;
  const rows = by === 'validation' ? 'validation rows' : `rows out of fold (${folds} folds)`;
  const offsets = offsetsOf(search.objective);
  const judged = ({ risks }: typeof chosen): number =>
    worstRisk(risks.map((risk, group) => risk - (offsets?.[group] ?? 0)));
  const show = (risk: number): string => compact(offsets === undefined ? Math.sqrt(Math.max(0, risk)) : risk);
  const what = offsets === undefined ? 'the worst group’s RMSE' : 'the largest regret of a group';
  const with_ = ({ l2, trees }: typeof chosen): string =>
    trees !== undefined ? ` with ${count(trees, 'tree')}` : l2 === null ? '' : ` with penalty ${l2}`;
  const among = `Chosen among ${count(candidates.length, 'model')} by ${what} on ${rows}: ${stepWords(chosen)}${with_(chosen)}, ${show(judged(chosen))}`;
  if (chosen.model !== 'naive') return `${among}; ordinary training has ${show(judged(naive))}.`;
  return gain.value > 0
    ? `${among}; the best other one has ${show(judged(naive) - gain.value)}, which is within one standard error.`
    : `${among}; no other one has less.`;
}

/** Shares below this are told as this. */
const SMALLEST_SHARE = 1e-6;

function certificateWords({ search, task }: RegressionResult): string {
  const { certificate, worst, objective } = search;
  if (!certificate.certified) return `Not proved how good it can be: ${certificate.reason}.`;
  const { lower, upper } = certificate;
  if (lower <= 0) return 'Not proved how good it can be: no bound above 0 to speak of was found.';
  const start = `Proved for the training rows, with the penalty on large weights (l2 = ${task.l2}) counted in: no linear model`;
  if (objective !== undefined) {
    return `${start} does better than ${compact(lower)} (in squared units) by what was asked for, ${CHOSEN_FOR[objective.kind]}; the best found has ${compact(upper)}.`;
  }
  const saved = percentAbove(Math.max(relativeGap(lower, worst), SMALLEST_SHARE));
  return `${start} has a worst-group RMSE below ${compact(Math.sqrt(lower))}; this one has ${compact(Math.sqrt(worst))}, and at most ${saved} of its mean squared error could be saved.`;
}

function searchWords({ search, selection }: RegressionResult): string | undefined {
  const { strategy, solves } = search;
  if (strategy === 'exact')
    return `The problem was solved as one convex problem in ${count(solves, 'iteration')}.`;
  if (strategy === 'one-run') {
    return keepsNaive(selection)
      ? undefined
      : `The weights of the groups followed their risks on rows held out, from tree to tree, for ${count(solves, 'round')}.`;
  }
  return `${strategyName(strategy)} tried ${count(solves, 'choice')} of group weights.`;
}

function repeatWords(result: RegressionResult): string | undefined {
  const { repeats } = result;
  if (repeats === undefined) return undefined;
  const { splits, worst, change: changed, gained, decisions } = repeats;
  const show = numbersOf(result);
  const deviation = changed.deviation === null ? '' : ` ± ${percent(changed.deviation)}`;
  return `Over ${count(splits, 'split')}, mean on test rows: the worst group’s RMSE is ${show(worst.naive.mean)} with ordinary training and ${show(worst.minimax.mean)} with the chosen model (${change(changed.mean)}${deviation}); it fell in ${gained} of ${splits}. Verdicts: use ${decisions['use-minimax']}, keep ${decisions['keep-naive']}, cannot tell ${decisions['cannot-tell']}.`;
}
