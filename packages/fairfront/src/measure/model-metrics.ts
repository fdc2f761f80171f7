// The models of a fit by name, and the metric that they are trained for.

import type { ClassLoss } from '@fairfront/core';

export const MODEL_NAMES = ['naive', 'balanced', 'minimax'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** Whether a result is of a model that predicts a number. */
export function isRegression<Result extends { readonly task: { readonly kind?: string } }>(
  result: Result,
): result is Result & Extract<Result, { readonly task: { readonly kind: 'regression' } }> {
  return result.task.kind === 'regression';
}

/** The metric that is minimised, of classes. */
export function riskOf<Metric>(
  metrics: { readonly brier: Metric; readonly crossEntropy: Metric },
  { loss }: { readonly loss: ClassLoss },
): Metric {
  return loss === 'brier' ? metrics.brier : metrics.crossEntropy;
}
