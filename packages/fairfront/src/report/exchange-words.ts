// What it costs others to serve a group still better, at the point that was chosen.
//
//   Σ_a μ_a r_a(h) ≥ Σ_a μ_a r_a(h*)   for every model h, where h* is the minimum at μ
//
// so if r_A falls by 1% of itself and only B pays, r_B rises by at least r_A μ_A / (r_B μ_B) percent of itself. The
// penalty is counted in, as in training.

import type { FitResult } from '../measure/fit-result.js';
import { riskMetric } from './fit-tables.js';

export interface ExchangeRate {
  /** The group that would be served better, and the one that would pay. */
  readonly gains: number;
  readonly pays: number;
  /** By how many percent of its risk the one rises at least for each percent that the other falls. */
  readonly rate: number;
}

/** Weights below this are none: what such a group would pay says nothing. */
const SMALLEST_WEIGHT = 1e-4;

/** The exchange rate between the two groups with the most weight. @param risks those that training minimised */
export function exchangeRate(mu: readonly number[], risks: readonly number[]): ExchangeRate | undefined {
  const [first, second] = mu.map((_, group) => group).sort((one, other) => mu[other]! - mu[one]!);
  if (first === undefined || second === undefined || mu[second]! < SMALLEST_WEIGHT) return undefined;
  // Who is served worse is whom one would want to serve better.
  const [gains, pays] = risks[first]! >= risks[second]! ? [first, second] : [second, first];
  const rate = (risks[gains]! * mu[gains]!) / (risks[pays]! * mu[pays]!);
  return Number.isFinite(rate) && rate > 0 ? { gains, pays, rate } : undefined;
}

/** Says the exchange rate of a fit, where the chosen model is known to be a minimum: linear models alone are. */
export function exchangeWords(result: FitResult): string | undefined {
  const { task, models, search, groups, lastLayer } = result;
  const { mu, training } = models.minimax;
  const isMinimum =
    task.model === 'linear' &&
    task.estimation === 'joint' &&
    lastLayer === undefined &&
    search.certificate.certified &&
    (training === undefined || training.status === 'converged');
  if (!isMinimum) return undefined;
  const { byGroup, worst } = riskMetric(result, 'minimax', 'train');
  const penalty = Math.max(0, search.worst - worst);
  const found = exchangeRate(
    mu,
    byGroup.map((risk) => risk + penalty),
  );
  if (found === undefined) return undefined;
  const [gains, pays] = [groups[found.gains]!.name, groups[found.pays]!.name];
  return `The exchange rate at the chosen point: 1% less risk for ${gains} would cost ${pays} at least ${ratePercent(found.rate)} (on the training rows, if nobody else pays).`;
}

/** Two digits that matter. */
function ratePercent(rate: number): string {
  return `${Number(rate.toPrecision(2))}%`;
}
