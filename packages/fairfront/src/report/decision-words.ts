// What changes in decisions when the chosen model takes the place of the ordinary one: who is selected, who is found.

import type { AuditMetrics, Estimate } from '@fairfront/core';
import { isNoticeable } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { riskOf } from '../measure/model-metrics.js';
import { percent1 } from './numbers.js';
import type { TextTable } from './table.js';

/** Shares of a group that are selected count as many more, or fewer, from this difference on. */
const MANY = 0.05;

/** Says where decisions change in a way that risks do not show. */
export function decisionWords({ models, changes, groups, task }: FitResult): string[] {
  const { minimax } = changes;
  const risks = riskOf(minimax, task).byGroup;
  const before = riskOf(models.naive.metrics.test, task).byGroup;
  const [rates] = minimax.rates;
  return groups.flatMap(({ name }, group) => {
    const accuracy = minimax.accuracy.byGroup[group]!;
    const gainsRisk = risks[group]!.value < 0 && isNoticeable(risks[group]!, before[group]!);
    const words: string[] = [];
    if (gainsRisk && accuracy.high < 0) {
      words.push(
        `${name} gains in risk and loses accuracy: ${pointWords(accuracy)}. Its probabilities are better, its decisions at one half are not.`,
      );
    }
    const selected = minimax.rates.length === 1 ? rates!.selectionRate.byGroup[group] : undefined;
    if (
      selected !== null &&
      selected !== undefined &&
      Math.abs(selected.value) >= MANY &&
      selected.low * selected.high > 0
    ) {
      const share = (model: 'naive' | 'minimax'): string =>
        percent1(models[model].metrics.test.rates[0]!.selectionRate.byGroup[group]!);
      words.push(
        `Of ${name}, ${share('minimax')} are predicted “${task.classes[rates!.positive]}”, not ${share('naive')}.`,
      );
    }
    return words;
  });
}

function pointWords({ value, low, high }: Estimate): string {
  const points = (share: number): string => (100 * share).toFixed(1).replace('-', '−');
  return `${points(value)} points (${points(low)} to ${points(high)})`;
}

/** What the ordinary and the chosen model decide for each group, with intervals; for several classes, class by class. */
export function decisionTable({ models, groups, task }: FitResult): TextTable {
  const several = task.classes.length > 2;
  const line = (group: number, model: 'naive' | 'minimax', place: number): string[] => {
    const { rates, auc, intervals } = models[model].metrics.test as AuditMetrics;
    const own = rates[place]!;
    const cell = (
      value: number | null,
      interval: Estimate | null | undefined,
      show: (share: number) => string,
    ): string => {
      if (value === null) return '–';
      return interval === null || interval === undefined
        ? show(value)
        : `${show(value)} (${show(interval.low)} to ${show(interval.high)})`;
    };
    const rate = (name: 'baseRate' | 'meanPrediction' | 'selectionRate' | 'tpr' | 'fpr'): string =>
      cell(own[name].byGroup[group]!, intervals?.rates[place]?.[name].byGroup[group], percent1);
    const isFirst = model === 'naive';
    return [
      isFirst && place === 0 ? groups[group]!.name : '',
      ...(several ? [isFirst ? task.classes[own.positive]! : ''] : []),
      model,
      isFirst ? percent1(own.baseRate.byGroup[group]!) : '',
      rate('meanPrediction'),
      rate('selectionRate'),
      rate('tpr'),
      rate('fpr'),
      ...(several
        ? []
        : [cell(auc.byGroup[group]!, intervals?.auc.byGroup[group], (share) => share.toFixed(3))]),
    ];
  };
  const places = models.naive.metrics.test.rates.map((_, place) => place);
  return {
    columns: [
      { title: 'group', align: 'left' },
      ...(several ? [{ title: 'class', align: 'left' as const }] : []),
      { title: 'model', align: 'left' },
      { title: 'base rate' },
      { title: 'mean prediction' },
      { title: 'selected' },
      { title: 'true positives' },
      { title: 'false positives' },
      ...(several ? [] : [{ title: 'AUC' }]),
    ],
    rows: groups.flatMap((_, group) =>
      places.flatMap((place) => [line(group, 'naive', place), line(group, 'minimax', place)]),
    ),
  };
}
