// What changes in decisions when the chosen model takes the place of the ordinary one: who is selected, who is found.

import type { DecisionsByGroupData } from '@fairfront/charts';
import type { Estimate } from '@fairfront/core';
import { DEFAULT_LEVEL, isNoticeable, listed, percent1 } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { riskOf } from '../measure/model-metrics.js';
import { keepsNaive } from '../training/select/selection.js';
import { modelLabel, worstFirst } from './fit-tables.js';
import type { TextTable } from './table.js';

/** Shares of a group that are selected count as many more, or fewer, from this difference on. */
const MANY = 0.05;

/** Says where decisions change in a way that risks do not show. @param most groups that are named. Default 12 */
export function decisionWords(result: FitResult, most?: number): string[] {
  const selected = selectionRateWords(result, most);
  return [...accuracyWords(result), ...(selected === undefined ? [] : [selected])];
}

function accuracyWords({ models, changes, groups, task }: FitResult): string[] {
  const risks = riskOf(changes.minimax, task).byGroup;
  const before = riskOf(models.naive.metrics.test, task).byGroup;
  return groups.flatMap(({ name }, group) => {
    const accuracy = changes.minimax.accuracy.byGroup[group]!;
    const gainsRisk = risks[group]!.value < 0 && isNoticeable(risks[group]!, before[group]!);
    return gainsRisk && accuracy.high < 0
      ? [
          `${name} gains in risk and loses accuracy, ${pointWords(accuracy)}: its probabilities are better, its decisions are worse.`,
        ]
      : [];
  });
}

/** Names the groups of which many more, or fewer, are given the positive class; with several classes there is none. */
function selectionRateWords(
  { models, changes, groups, task }: FitResult,
  most: number | undefined,
): string | undefined {
  const [rates, other] = changes.minimax.rates;
  if (rates === undefined || other !== undefined) return undefined;
  const share = (model: 'naive' | 'minimax', group: number): string =>
    percent1(models[model].metrics.test.rates[0]!.selectionRate.byGroup[group]!);
  const told = groups.flatMap(({ name }, group) => {
    const changed = rates.selectionRate.byGroup[group]!;
    const isMany =
      changed !== null && Math.abs(changed.value) >= MANY && (changed.low > 0 || changed.high < 0);
    return isMany
      ? [`${share('minimax', group)} of ${name} (with ordinary training ${share('naive', group)})`]
      : [];
  });
  return told.length === 0
    ? undefined
    : `“${task.classes[rates.positive]}” is predicted for ${listed(told, most)}.`;
}

function pointWords({ value, low, high }: Estimate): string {
  const points = (share: number): string => (100 * share).toFixed(1).replace('-', '−');
  return `${points(value)} points (${points(low)} to ${points(high)})`;
}

/** How decisions change for each group, where there are two classes and the model is another than the ordinary one. */
export function decisionChanges(result: FitResult): DecisionsByGroupData | undefined {
  const { models, changes, groups, task, selection } = result;
  if (task.classes.length > 2 || keepsNaive(selection)) return undefined;
  const [before, after] = [models.naive.metrics.test, models.minimax.metrics.test];
  const order = worstFirst(result, 'test');
  const metric = (
    rate: 'selectionRate' | 'tpr' | 'fpr',
    name: string,
    better: 'higher' | 'lower' | 'neither',
  ): DecisionsByGroupData['metrics'][number] => ({
    name,
    unit: 'share',
    better,
    byGroup: order.map((group) => {
      const [was, is] = [before, after].map(({ intervals }) => intervals!.rates[0]![rate].byGroup[group]);
      const change = changes.minimax.rates[0]![rate].byGroup[group];
      return was && is && change ? { before: was, after: is, change } : null;
    }),
  });
  return {
    groups: order.map((group) => groups[group]!.name),
    level: DEFAULT_LEVEL,
    before: 'naive',
    after: modelLabel(result, 'minimax'),
    metrics: [
      metric('selectionRate', 'selected', 'neither'),
      metric('tpr', 'recognised', 'higher'),
      metric('fpr', 'wrongly selected', 'lower'),
    ],
  };
}

/**
 * What the ordinary and the chosen model decide for each group, an interval below each rate; for several classes, class
 * by class. Groups are in the order of the table of risks.
 */
export function decisionTable(result: FitResult): TextTable {
  const { models, groups, task, selection } = result;
  const shown = keepsNaive(selection) ? (['naive'] as const) : (['naive', 'minimax'] as const);
  const several = task.classes.length > 2;
  const line = (group: number, model: 'naive' | 'minimax', place: number): string[] => {
    const { rates, auc, intervals } = models[model].metrics.test;
    const own = rates[place]!;
    const cell = (
      value: number | null,
      interval: Estimate | null | undefined,
      show: (share: number) => string,
    ): string => {
      if (value === null) return '–';
      return interval === null || interval === undefined
        ? show(value)
        : `${show(value)}\n${show(interval.low)} to ${show(interval.high)}`;
    };
    const rate = (name: 'baseRate' | 'meanPrediction' | 'selectionRate' | 'tpr' | 'fpr'): string =>
      cell(own[name].byGroup[group]!, intervals?.rates[place]?.[name].byGroup[group], percent1);
    const isFirst = model === 'naive';
    return [
      isFirst && place === 0 ? groups[group]!.name : '',
      ...(several ? [isFirst ? task.classes[own.positive]! : ''] : []),
      modelLabel(result, model),
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
    rows: worstFirst(result, 'test').flatMap((group) =>
      places.flatMap((place) => shown.map((model) => line(group, model, place))),
    ),
  };
}
