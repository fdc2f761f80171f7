// Comparisons made by hand, for what is said and drawn of them.

import {
  type AuditMetrics,
  type GroupMetric,
  type GroupMetrics,
  groupMetric,
  type PartName,
} from '@fairfront/core';
import type {
  BaselineResult,
  ComparedResult,
  EqualisedOddsResult,
  EqualRiskResult,
} from '../../src/measure/compared-result.js';
import type { BaselineName } from '../../src/training/options/methods.js';

const SYMBOLS = { zafar: 'c', feldman: 'λ', kamishima: 'η' } as const;
const TITLES = { zafar: 'Zafar', feldman: 'Feldman', kamishima: 'Kamishima' } as const;

/** Of groups of one row each. */
export function madeMetric(
  byGroup: readonly number[],
  worstIs: 'highest' | 'lowest' = 'highest',
): GroupMetric {
  const names = byGroup.map((_, group) => String(group));
  const groups = Int32Array.from(names.keys());
  return groupMetric(byGroup, { names, groups, counts: names.map(() => 1) }, worstIs);
}

/** The same on every part but the training rows, where nobody should look. */
function onParts<Value>(value: Value, onTrain: Value): Record<PartName, Value> {
  return { train: onTrain, validation: value, test: value };
}

/** Metrics as test rows have them; of decisions nothing is known. */
function withoutIntervals(metrics: GroupMetrics): AuditMetrics {
  const auc = { byGroup: [], worst: null, worstGroup: null, difference: null, ratio: null, leftOut: 0 };
  return { ...metrics, eceByChance: [], rates: [], auc, reliability: [], intervals: null, tooSmall: [] };
}

/** @param risks cross-entropies of the groups; Brier scores are ten times as large, so that a mistake between the two shows */
export function madeBaseline(
  name: BaselineName,
  risks: readonly number[],
  { needsGroup = false, value = 0.1 }: { readonly needsGroup?: boolean; readonly value?: number } = {},
): BaselineResult {
  const metrics = (of: readonly number[]): GroupMetrics => ({
    accuracy: madeMetric(
      of.map((_, group) => 0.6 + group / 10),
      'lowest',
    ),
    brier: madeMetric(of.map((risk) => 10 * risk)),
    crossEntropy: madeMetric(of),
    ece: madeMetric(of),
    mce: madeMetric(of),
  });
  return {
    name,
    title: TITLES[name],
    parameter: { symbol: SYMBOLS[name], value, grid: [] },
    needsGroup,
    metrics: {
      ...onParts(metrics(risks), metrics(risks.map(() => 0))),
      test: withoutIntervals(metrics(risks)),
    },
  };
}

/** @param risks of the test rows; on validation rows all have the highest of them, unless `risk` says otherwise */
export function madeEqualRisk(
  risks: readonly number[],
  withheld: readonly number[],
  {
    keepsDecisions = true,
    risk = Math.max(...risks),
    accuracies = risks.map(() => 0.5),
  }: {
    readonly keepsDecisions?: boolean;
    readonly risk?: number;
    readonly accuracies?: readonly number[];
  } = {},
): EqualRiskResult {
  const none = risks.map(() => 0);
  return {
    of: 'minimax',
    needsGroup: true,
    risk,
    withheld,
    keepsDecisions,
    risks: {
      train: madeMetric(none),
      validation: madeMetric(risks.map(() => risk)),
      test: madeMetric(risks),
    },
    accuracy: onParts(madeMetric(accuracies, 'lowest'), madeMetric(none, 'lowest')),
  };
}

export function madeOdds(of: string, accuracies: readonly number[]): EqualisedOddsResult {
  return {
    of,
    needsGroup: true,
    fitted: { tpr: 0.75, fpr: 0.125 },
    accuracy: onParts(
      madeMetric(accuracies, 'lowest'),
      madeMetric(
        accuracies.map(() => 0),
        'lowest',
      ),
    ),
    test: { tpr: accuracies, fpr: accuracies },
  };
}

export function madeCompared(parts: Partial<ComparedResult>): ComparedResult {
  return { baselines: [], equalisedOdds: [], ...parts };
}
