// The worst share of people, whoever they are, in sentences.

import type { Estimate } from '@fairfront/core';
import { DEFAULT_LEVEL, decimal, decimalAbove, percent } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { keepsNaive } from '../training/select/selection.js';
import { riskMetric } from './fit-tables.js';

/** The worst 10% of people. */
export function worstShareName(share: number): string {
  return `the worst ${percent(share)} of people`;
}

/** How the worst share of people fares; undefined where models were judged by groups. */
export function blindWords(result: FitResult): string | undefined {
  const { blind, selection } = result;
  if (blind === undefined) return undefined;
  const { share, risks, trainRisks } = blind;
  const isNaive = keepsNaive(selection);
  const told = ({ value, low, high }: Estimate): string =>
    `${decimal(value)} (${percent(DEFAULT_LEVEL)} interval ${decimal(low)} to ${decimal(high)})`;
  const ordinary = isNaive ? '' : `, where ordinary training leaves ${told(risks.naive)}`;
  const all = (model: 'naive' | 'minimax'): string => decimal(riskMetric(result, model, 'test').sampleMean);
  const price = isNaive
    ? ''
    : ` Everybody together has ${all('minimax')}, with ordinary training ${all('naive')}.`;
  return `No ${percent(share)} of the people trained on have a mean risk above ${decimalAbove(trainRisks.minimax)} with the ${isNaive ? 'ordinary' : 'chosen'} model. On test rows ${worstShareName(share)} have ${told(risks.minimax)}${ordinary}. Who they are is not said: whoever the model serves worst, and in part whoever had bad luck.${price}`;
}
