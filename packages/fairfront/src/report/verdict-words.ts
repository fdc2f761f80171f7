// The verdict of a fit in a headline and a sentence or two: what a person reads first, and perhaps only.

import { capitalised, change, count, DEFAULT_LEVEL, percent, percent1 } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import type { Decision } from '../measure/verdict.js';
import type { Warning } from '../notice/warning.js';
import { keepsNaive } from '../training/select/selection.js';
import { worstShareName } from './blind-words.js';
import { modelLabel, riskMetric } from './fit-tables.js';
import { inFlags } from './flags.js';
import type { PageVerdict } from './page.js';

/** What to do, as a title. */
const HEADLINES: Readonly<Record<Decision, string>> = {
  'use-minimax': 'use the minimax model',
  'keep-naive': 'keep the ordinary model',
  'cannot-tell': 'more data is needed to tell',
};

/** What to do, as a title. */
export function headlineOf({
  verdict,
  chosen,
  search,
}: Pick<FitResult, 'verdict'> & {
  readonly chosen?: FitResult['chosen'];
  readonly search?: Pick<FitResult['search'], 'objective'>;
}): string {
  return (chosen ?? search?.objective) !== undefined && verdict.decision === 'use-minimax'
    ? 'use the chosen model'
    : HEADLINES[verdict.decision];
}

const LEVEL = percent(DEFAULT_LEVEL);

export interface VerdictWords {
  /** Use the minimax model. */
  readonly headline: string;
  readonly sentences: string;
}

/** Says what to do, and why. */
export function verdictWords(result: FitResult): VerdictWords {
  const { verdict, selection } = result;
  const { decision, gain, reasons } = verdict;
  const headline = headlineOf(result);
  const who = worstWords(result);
  const told = (): string => {
    const because = `${capitalised(reasons.join('; '))}.`;
    if (keepsNaive(selection) || gain === null || hasCollapsed(result)) return because;
    const { estimate, interval } = gain;
    if (decision === 'use-minimax') {
      return `On test rows the risk of ${who}, falls by ${percent(estimate)} (${LEVEL} interval ${percent(interval.low)} to ${percent(interval.high)}).${priceWords(result)}`;
    }
    // As a change, not as a gain, which it may not be.
    return `${because} On test rows the risk of ${who}, changes by ${change(-estimate)} (${LEVEL} interval ${change(-interval.high)} to ${change(-interval.low)}).`;
  };
  return { headline: capitalised(headline), sentences: told() };
}

/** A model that says the same of everybody changes risks as any such would: that is no gain to tell of. */
function hasCollapsed({ blind }: FitResult): boolean {
  return typeof blind?.collapse.reason === 'string';
}

/** The group that the verdict speaks of, and why of that one. */
function worstWords(result: FitResult): string {
  const { groups, verdict, search, blind } = result;
  if (blind !== undefined) return `${worstShareName(blind.share)}, whoever they are under each model`;
  if (search.objective?.kind === 'regret') {
    return `${verdict.worstGroup}, the group that ordinary training leaves most above what it could have alone`;
  }
  const isWorst = groups[riskMetric(result, 'naive', 'test').worstGroup]!.name === verdict.worstGroup;
  return `${verdict.worstGroup}, the group that ordinary training serves worst${isWorst ? '' : ' on the rows that chose'}`;
}

/** How a verdict is coloured. */
export const VERDICT_TONES: Readonly<Record<Decision, PageVerdict['tone']>> = {
  'use-minimax': 'good',
  'keep-naive': 'keep',
  'cannot-tell': 'unclear',
};

/** Whether a warning voids the verdict: a feature that gives the target away makes every figure too good. */
export function isLeak({ kind }: Warning): boolean {
  return kind.startsWith('target-given-away');
}

/** The verdict in two sentences: what is found, and the rows it rests on; what voids it stands below. */
export function pageVerdict(result: FitResult): PageVerdict {
  const { decision } = result.verdict;
  const caveats = [
    ...(decision === 'use-minimax' ? [onlyGuessWords(result)] : []),
    ...result.warnings.filter(isLeak).map(({ message }) => `${message}.`),
  ].filter((text) => text !== undefined);
  return {
    tone: VERDICT_TONES[decision],
    headline: verdictWords(result).headline,
    text: inFlags(foundWords(result)),
    ...(caveats.length > 0 && { caveats: caveats.map(inFlags) }),
  };
}

function foundWords(result: FitResult): string {
  const { groups, task, verdict, selection } = result;
  const { decision, worstGroup, gain, reasons } = verdict;
  const because = `${capitalised(reasons.join('; '))}.`;
  if (selection !== undefined && keepsNaive(selection)) {
    const { rows } = task;
    return selection.by === 'validation'
      ? `${because} This rests on ${count(rows.validation, 'validation row')}.`
      : `${because} This rests on ${count(rows.train + rows.validation, 'row')}, each judged by models that were trained without it.`;
  }
  const own = result.blind ? undefined : groups.find(({ name }) => name === worstGroup)!.rows.test;
  const rows = `${count(task.rows.test, 'row')} that no model was trained on or chosen by${own === undefined ? '' : `, ${own.toLocaleString('en-US')} of them ${worstGroup}`}`;
  if (gain === null || hasCollapsed(result)) return `${because} This rests on ${rows}.`;
  const { estimate, interval } = gain;
  if (decision === 'use-minimax') {
    const price = priceOf(result);
    return `The ${modelLabel(result, 'minimax')} model’s risk for ${worstWords(result)}, is ${percent(estimate)} lower (${LEVEL} interval ${percent(interval.low)} to ${percent(interval.high)})${price === undefined ? '' : `; the price: ${price}`}. This rests on ${rows}.`;
  }
  return `${because} On ${rows}, the risk of ${worstWords(result)}, changes by ${change(-estimate)} (${LEVEL} interval ${change(-interval.high)} to ${change(-interval.low)}).`;
}

/** What all rows pay in accuracy, where that is more than chance. */
function priceOf({ models, changes }: FitResult): string | undefined {
  if (changes.minimax.accuracy.overall.high >= 0) return undefined;
  const share = (model: 'naive' | 'minimax'): string =>
    percent1(models[model].metrics.test.accuracy.sampleMean);
  return `over all rows ${share('minimax')} of the guesses are right, not ${share('naive')}`;
}

/** Says that the model no longer tells people apart, where the ordinary one did. */
function onlyGuessWords({ models, task }: FitResult): string | undefined {
  const only = onlyGuess(models.minimax.metrics.test);
  return only === undefined || onlyGuess(models.naive.metrics.test) !== undefined
    ? undefined
    : `It guesses “${task.classes[only]}” for everybody: only its probabilities differ.`;
}

function priceWords(result: FitResult): string {
  const [price, only] = [priceOf(result), onlyGuessWords(result)];
  return `${price === undefined ? '' : ` The price: ${price}.`}${only === undefined ? '' : ` ${only}`}`;
}

/** The class that is guessed in every row, if there is one. */
function onlyGuess({ rates }: FitResult['models']['naive']['metrics']['test']): number | undefined {
  const all = (place: number, share: number): boolean =>
    rates[place]!.selectionRate.byGroup.every((own) => own === share);
  if (rates.length === 1) {
    const { positive } = rates[0]!;
    return all(0, 1) ? positive : all(0, 0) ? 1 - positive : undefined;
  }
  return rates.find((_, place) => all(place, 1))?.positive;
}
