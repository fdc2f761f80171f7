// What a fit found, in sentences that a person can act on.

import { percent, strategyName } from '@fairfront/charts';
import { count, listed } from '@fairfront/core';
import { change, decimal } from '../terminal/numbers.js';
import type { FitResult } from './fit-result.js';
import { riskMetric, worstFirst } from './fit-tables.js';

/** Changes of a group's risk below this share of it are called none. */
const NOTABLE = 0.002;

export interface FitWords {
  readonly problem: string;
  readonly outcome: string;
  readonly payers: string;
  readonly certificate: string;
  readonly search: string;
  readonly refinement: string | undefined;
  /** Where the model learned its training rows by heart. */
  readonly advice: string | undefined;
}

export function fitWords(result: FitResult): FitWords {
  return {
    problem: problemWords(result),
    outcome: outcomeWords(result),
    payers: payerWords(result),
    certificate: certificateWords(result),
    search: searchWords(result),
    refinement: refinementWords(result),
    advice: adviceWords(result),
  };
}

export function lossName({ task }: Pick<FitResult, 'task'>): string {
  return task.loss === 'brier' ? 'Brier score' : 'cross-entropy';
}

function problemWords(result: FitResult): string {
  const { data, task, groups } = result;
  const { rows } = task;
  return (
    `${data}: predicts ${task.target} from ${count(task.features, 'feature')} for ${count(groups.length, 'group')}, with a linear model (${lossName(result)}, lower is better).\n` +
    `${count(rows.train, 'row')} to train on, ${rows.validation.toLocaleString('en-US')} to choose by, ${rows.test.toLocaleString('en-US')} to judge by.`
  );
}

function outcomeWords(result: FitResult): string {
  const naive = riskMetric(result, 'naive', 'test');
  const minimax = riskMetric(result, 'minimax', 'test');
  const name = (group: number): string => result.groups[group]!.name;
  const share = minimax.worst / naive.worst - 1;
  const before = `Trained as usual, the model serves ${name(naive.worstGroup)} worst: ${decimal(naive.worst)} on test rows.`;
  if (share >= 0) {
    return `${before} The minimax model has ${decimal(minimax.worst)} for its worst group, ${name(minimax.worstGroup)}: on these test rows it is no better (${change(share)}). Where groups differ little, or are small, there is little to gain.`;
  }
  const who = minimax.worstGroup === naive.worstGroup ? '' : ` (now ${name(minimax.worstGroup)})`;
  return `${before} The minimax model brings the worst group${who} to ${decimal(minimax.worst)} (${change(share)}).`;
}

/** Who gains and who pays, from naive to minimax. */
function payerWords(result: FitResult): string {
  const naive = riskMetric(result, 'naive', 'test').byGroup;
  const minimax = riskMetric(result, 'minimax', 'test').byGroup;
  const changes = worstFirst(result, 'test').map((group) => ({
    name: result.groups[group]!.name,
    share: minimax[group]! / naive[group]! - 1,
  }));
  const words = (of: typeof changes): string =>
    listed(of.map(({ name, share }) => `${name} ${change(share)}`));
  const gains = changes
    .filter(({ share }) => share <= -NOTABLE)
    .sort((one, other) => one.share - other.share);
  const pays = changes.filter(({ share }) => share >= NOTABLE).sort((one, other) => other.share - one.share);
  if (gains.length + pays.length === 0) return 'Who pays: nobody; no group’s risk changes by more than 0.2%.';
  return [
    `Who gains: ${gains.length === 0 ? 'nobody' : words(gains)}.`,
    `Who pays: ${pays.length === 0 ? 'nobody' : words(pays)}.`,
  ].join(' ');
}

function certificateWords(result: FitResult): string {
  const { certificate, relativeGap, steeredBy } = result.search;
  if (!certificate.certified) return `Not proved how good it can be: ${certificate.reason}.`;
  const worst = certificate.lower / (1 - relativeGap);
  const chosen =
    steeredBy === 'validation' && relativeGap > 2 * certificate.relativeGap
      ? ` It was chosen by validation rows; by training rows alone the search came within ${percent(certificate.relativeGap)}.`
      : '';
  const unpenalised = riskMetric(result, 'minimax', 'train').worst;
  const regularised =
    worst > unpenalised * (1 + REGULARISED)
      ? ` These risks include the penalty on large weights, ${decimal(worst - unpenalised)}: the proof is of the regularised problem.`
      : '';
  return `Proved: no linear model has a worst-group risk below ${decimal(certificate.lower)} on the training rows. This one has ${decimal(worst)}, at most ${percent(relativeGap)} above the best possible.${chosen}${regularised}`;
}

/** Share of the worst risk from which on the penalty is worth a sentence. */
const REGULARISED = 1e-3;

function searchWords({ search }: FitResult): string {
  const { strategy, solves, stopped, gap, maxSolves } = search;
  if (strategy === 'exact') {
    return `Solved as one problem in ${count(solves, 'iteration')}${stopped === 'gap' ? '' : `, which ended early (${stopped})`}; validation rows had no say.`;
  }
  const why =
    stopped === 'gap'
      ? `certified within ${percent(gap)}`
      : stopped === 'max-solves'
        ? `the limit of ${maxSolves} solves`
        : 'nothing left to try';
  return `${strategyName(strategy)} tried ${count(solves, 'choice')} of group weights and ended by ${why}.`;
}

function refinementWords({ search }: FitResult): string | undefined {
  if (search.refinement === null) return undefined;
  const { share, populationRisk } = search.refinement;
  const { before, after } = populationRisk;
  if (share === 0) return 'Last solves: no group was found to be harmed needlessly.';
  return `Last solves: the mean risk over all validation rows fell by a further ${percent(1 - after / before)}, the worst group’s held.`;
}

/** Test risk over training risk, from which on a model is said to overfit. */
const OVERFITS = 1.15;

function adviceWords(result: FitResult): string | undefined {
  const train = riskMetric(result, 'minimax', 'train').sampleMean;
  const test = riskMetric(result, 'minimax', 'test').sampleMean;
  if (test <= OVERFITS * train) return undefined;
  return `The risk of all rows is ${decimal(test)} on test rows and ${decimal(train)} on training rows: the model knows these partly by heart. A larger --l2 than ${result.task.l2}, or more rows, may serve every group better.`;
}
