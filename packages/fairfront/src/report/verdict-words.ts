// The verdict of a fit in a headline and a sentence or two: what a person reads first, and perhaps only.

import { percent } from '@fairfront/charts/internal';
import { DEFAULT_LEVEL } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import type { Decision } from '../measure/verdict.js';
import { keepsNaive } from '../training/select/selection.js';
import { riskMetric } from './fit-tables.js';
import { change, percent1 } from './numbers.js';

/** What to do, as a title. */
export const HEADLINES: Readonly<Record<Decision, string>> = {
  'use-minimax': 'use the minimax model',
  'keep-naive': 'keep the ordinary model',
  'cannot-tell': 'more data is needed to tell',
};

const LEVEL = percent(DEFAULT_LEVEL);

export interface VerdictWords {
  /** Use the minimax model. */
  readonly headline: string;
  readonly sentences: string;
}

/** Says what to do, and why. */
export function verdictWords(result: FitResult): VerdictWords {
  const { verdict, selection, groups } = result;
  const { decision, worstGroup, gain, reasons } = verdict;
  const headline = HEADLINES[decision];
  const isWorst = groups[riskMetric(result, 'naive', 'test').worstGroup]!.name === worstGroup;
  const who = `${worstGroup}, the group that ordinary training serves worst${isWorst ? '' : ' on the rows that chose'}`;
  const told = (): string => {
    const because = `${capitalised(reasons.join('; '))}.`;
    if (keepsNaive(selection) || gain === null) return because;
    const { estimate, interval } = gain;
    if (decision === 'use-minimax') {
      return `On test rows the risk of ${who}, falls by ${percent(estimate)} (${LEVEL} interval ${percent(interval.low)} to ${percent(interval.high)}).${priceWords(result)}`;
    }
    // As a change, not as a gain, which it may not be.
    return `${because} On test rows the risk of ${who}, changes by ${change(-estimate)} (${LEVEL} interval ${change(-interval.high)} to ${change(-interval.low)}).`;
  };
  return { headline: capitalised(headline), sentences: told() };
}

/** What all rows pay in accuracy, where that is more than chance; and whether the model still tells people apart. */
function priceWords({ models, changes, task }: FitResult): string {
  const { accuracy } = changes.minimax;
  const share = (model: 'naive' | 'minimax'): string =>
    percent1(models[model].metrics.test.accuracy.sampleMean);
  const price =
    accuracy.overall.high < 0
      ? ` The price: over all rows ${share('minimax')} of the guesses are right, not ${share('naive')}.`
      : '';
  const only = onlyGuess(models.minimax.metrics.test);
  const isNew = only !== undefined && onlyGuess(models.naive.metrics.test) === undefined;
  return isNew
    ? `${price} It guesses “${task.classes[only]}” for everybody: only its probabilities differ.`
    : price;
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

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
