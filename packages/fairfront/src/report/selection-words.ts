// How the model of a fit was chosen, how much there was to gain, and what other splits of the rows come to.

import { worstRisk } from '@fairfront/core';
import {
  change,
  count,
  decimal,
  decimalAbove,
  decimalBelow,
  percent,
  percentAbove,
} from '@fairfront/core/internal';
import type { ChosenPoint, FitResult } from '../measure/fit-result.js';
import type { AtMost } from '../training/select/at-most.js';
import { offsetsOf, worstShareOf } from '../training/select/objective.js';
import type { CandidateReport } from '../training/select/selection.js';
import { lossName } from '../training/task-words.js';
import { worstShareName } from './blind-words.js';
import { spreadText } from './fit-tables.js';

/** Says how much there is to gain at most on the rows trained on. */
export function atMostWords(
  { worstGroup, worstRisk, lower, share, l2 }: AtMost,
  names: readonly string[],
): string {
  if (names.length === 1) return `At most to gain: nothing, since ${names[0]} is the only group.`;
  return `At most to gain: on the rows to train on, ordinary training serves ${names[worstGroup]} worst (${decimalAbove(worstRisk)} with penalty ${l2}), and no linear model brings every group below ${decimalBelow(lower)}: at most ${percentAbove(share)} less.`;
}

/** The same to somebody who reads no formula. */
export function plainAtMostWords({ share }: AtMost, names: readonly string[]): string {
  if (names.length === 1) return `Nothing: ${names[0]} is the only group.`;
  return `On the rows trained on, no linear model lowers the risk of the group that ordinary training serves worst by more than ${percentAbove(share)}. This is proved, not estimated.`;
}

/** Says what was chosen by which rows. */
export function selectionWords({ selection, lastLayer, search }: FitResult): string | undefined {
  if (selection === undefined) return undefined;
  const { by, folds, chosen, naive, gain, candidates } = selection;
  const rows = by === 'validation' ? 'validation rows' : `rows out of fold (${folds} folds)`;
  const offsets = offsetsOf(search.objective);
  const share = worstShareOf(search.objective);
  const judged = ({ risks, worstShare }: CandidateReport): number =>
    worstShare ?? worstRisk(risks.map((risk, group) => risk - (offsets?.[group] ?? 0)));
  const worst = (of: CandidateReport): string => decimal(judged(of));
  const what =
    share !== undefined
      ? `the mean risk of ${worstShareName(share)}`
      : offsets === undefined
        ? 'the worst group’s risk'
        : 'the largest regret of a group';
  const among = `Chosen among ${count(candidates.length, 'model')} by ${what} on ${rows}`;
  if (chosen.model === 'naive') {
    const best =
      gain.value > 0
        ? `the best other one has ${decimal(judged(naive) - gain.value)}, which is within one standard error (${decimal(gain.standardError)})`
        : 'no other one has less';
    return `${among}: ordinary training${penaltyWords(chosen)}, ${worst(naive)}; ${best}.`;
  }
  const layer = lastLayer && `the balanced network with ${layerWords(lastLayer.chosen)}`;
  if (layer !== undefined && chosen.model === 'minimax') {
    return `${among}: ${layer}, ${worst(chosen)}; ordinary training has ${worst(naive)}.`;
  }
  const other = layer === undefined ? '' : `, and ${layer} ${worst(lastLayer!.chosen)}`;
  const model = share === undefined ? stepWords(chosen) : 'the model for them';
  return `${among}: ${model}${penaltyWords(chosen)}, ${worst(chosen)}; ordinary training has ${worst(naive)}${other}.`;
}

/** Says which point of a front was chosen by a person, and for what. */
export function chosenWords(chosen: ChosenPoint, { groups, models, task }: FitResult): string {
  const { point, points, part, risks, by } = chosen;
  const name = (group: number): string => groups[group]!.name;
  const weights = models.minimax.mu.map((weight, group) => `${name(group)} ${weight.toFixed(3)}`);
  const own = risks.map((risk, group) => `${name(group)} ${decimal(risk)}`);
  const rows = part === 'train' ? 'training rows' : 'validation rows';
  const which = typeof point === 'number' ? `point ${point} of ${points}` : `the point named ${point}`;
  const why =
    by.kind === 'index'
      ? 'named by a person'
      : by.kind === 'mu'
        ? `the nearest to the weights that a person asked for, ${by.mu.join(', ')} (${by.distance < 5e-7 ? 'exactly these' : `${by.distance.toFixed(3)} of the weight is elsewhere`})`
        : `of ${count(by.among, 'model')} with ${by.limits.map(({ group, risk }) => `at most ${risk} for ${group}`).join(' and ')}, the one of least mean risk`;
  return `The chosen model is ${which} of a Pareto front: ${why}. It counts ${weights.join(', ')} and has ${lossName({ task })} ${own.join(', ')} on ${rows}.`;
}

function layerWords(chosen: CandidateReport): string {
  return `its last layer trained anew (${stepWords(chosen)}${penaltyWords(chosen)}, judged out of fold)`;
}

/** Says how far a model has gone to minimax. */
export function stepWords({ model, from, step }: CandidateReport): string {
  if (model === 'naive') return 'ordinary training';
  if (model === 'balanced') return 'balanced training';
  if (step === 1) return 'minimax';
  return `${percent(step)} of the way from ${from} to minimax`;
}

/** What beside its weights makes a candidate: a penalty, or how many trees. */
function penaltyWords({ l2, trees }: CandidateReport): string {
  if (trees !== undefined) return ` with ${count(trees, 'tree')}`;
  return l2 === null ? '' : ` with penalty ${l2}`;
}

/** Says which kind of model was taken, where that was left open. */
export function kindWords({ kind }: FitResult): string | undefined {
  if (kind === undefined) return undefined;
  const { chosen, risks, gain } = kind;
  const [linear, boosted] = [worstRisk(risks.linear), worstRisk(risks.boosted)].map(decimal);
  const both = `On rows out of fold the worst group’s risk is ${linear} with the linear model that was chosen and ${boosted} with the trees that were`;
  if (chosen === 'boosted') return `${both}: trees were taken.`;
  const why =
    gain.value > 0
      ? `, within one standard error (${decimal(gain.standardError)}), so the simpler one`
      : ': the linear one';
  return `${both}${why} was taken.`;
}

/** Says what all splits come to. */
export function repeatWords({ repeats, blind }: FitResult): string | undefined {
  if (repeats === undefined) return undefined;
  const { splits, worst, change: changed, gained, decisions } = repeats;
  const deviation = changed.deviation === null ? '' : ` ± ${percent(changed.deviation)}`;
  return `Over ${count(splits, 'split')}, mean ± standard deviation on test rows: the ${blind ? `risk of ${worstShareName(blind.share)}` : 'worst group’s risk'} is ${spreadText(worst.naive)} with ordinary training and ${spreadText(worst.minimax)} with the chosen model (${change(changed.mean)}${deviation}); it fell in ${gained} of ${splits}. Verdicts: use minimax ${decisions['use-minimax']}, keep the ordinary model ${decisions['keep-naive']}, cannot tell ${decisions['cannot-tell']}.`;
}
