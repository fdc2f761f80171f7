// The models of a fit by name, and the metric that they are trained for.

import type { Loss } from '@fairfront/core';

export const MODEL_NAMES = ['naive', 'balanced', 'minimax'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** The metric that is minimised. */
export function riskOf<Metric>(
  metrics: { readonly brier: Metric; readonly crossEntropy: Metric },
  { loss }: { readonly loss: Loss },
): Metric {
  return loss === 'brier' ? metrics.brier : metrics.crossEntropy;
}
