// The models of a fit and the methods they are compared with, line by line.

import type { ComparisonData } from '@fairfront/charts';
import type { GroupMetric, GroupMetrics, PartName } from '@fairfront/core';
import { decimal, percent1 } from '@fairfront/core/internal';
import type { ComparedResult } from '../measure/compared-result.js';
import type { FitResult } from '../measure/fit-result.js';
import { MODEL_NAMES } from '../measure/model-metrics.js';
import type { TextTable } from './table.js';

export interface MethodLine {
  readonly name: string;
  /** The value of its parameter, in words. */
  readonly detail?: string;
  readonly kind: 'ordinary' | 'baseline' | 'minimax' | 'equal-risk' | 'equalised-odds';
  /** Whether a person's group must be known to predict for them. */
  readonly needsGroup: boolean;
  /** The risk that is minimised; null for what decides without probabilities. */
  readonly risk: GroupMetric | null;
  readonly accuracy: GroupMetric;
}

/** Ordinary training first, then the baselines, then minimax, then what is made of them afterwards. */
export function methodLines(
  { models, task }: FitResult,
  compared: ComparedResult,
  part: PartName,
): MethodLine[] {
  const riskOf = ({ brier, crossEntropy }: GroupMetrics): GroupMetric =>
    task.loss === 'brier' ? brier : crossEntropy;
  const own = MODEL_NAMES.map((name): MethodLine => {
    const metrics = models[name].metrics[part];
    return {
      name,
      kind: name === 'minimax' ? 'minimax' : 'ordinary',
      needsGroup: false,
      risk: riskOf(metrics),
      accuracy: metrics.accuracy,
    };
  });
  const baselines = compared.baselines.map(
    ({ title, parameter, needsGroup, metrics }): MethodLine => ({
      name: title,
      detail: `${parameter.symbol} = ${Number(parameter.value.toPrecision(3))}`,
      kind: 'baseline',
      needsGroup,
      risk: riskOf(metrics[part]),
      accuracy: metrics[part].accuracy,
    }),
  );
  const titles = new Map(compared.baselines.map(({ name, title }) => [name as string, title]));
  const { equalRisk } = compared;
  return [
    ...own.filter(({ kind }) => kind === 'ordinary'),
    ...baselines,
    ...own.filter(({ kind }) => kind === 'minimax'),
    ...(equalRisk === undefined
      ? []
      : [
          {
            name: 'minimax, equal risk',
            kind: 'equal-risk' as const,
            needsGroup: true,
            risk: equalRisk.risks[part],
            accuracy: equalRisk.accuracy[part],
          },
        ]),
    ...compared.equalisedOdds.map(
      ({ of, accuracy }): MethodLine => ({
        name: `${titles.get(of) ?? of} + Hardt`,
        kind: 'equalised-odds',
        needsGroup: true,
        risk: null,
        accuracy: accuracy[part],
      }),
    ),
  ];
}

/** Marks what needs the group. */
export const NEEDS_GROUP = '*';

export function compareTable(lines: readonly MethodLine[]): TextTable {
  const cells = (metric: GroupMetric | null, show: (value: number) => string): string[] =>
    metric === null
      ? ['–', '–', '–']
      : [metric.worst, metric.sampleMean, metric.disparity].map((value) => show(value));
  return {
    columns: [
      { title: 'method', align: 'left' },
      { title: 'chosen', align: 'left' },
      { title: 'risk: worst' },
      { title: 'all rows' },
      { title: 'apart' },
      { title: 'accuracy: worst' },
      { title: 'all rows' },
      { title: 'apart' },
    ],
    rows: lines.map(({ name, detail, needsGroup, risk, accuracy }) => [
      `${name}${needsGroup ? ` ${NEEDS_GROUP}` : ''}`,
      detail ?? '',
      ...cells(risk, decimal),
      ...cells(accuracy, percent1),
    ]),
  };
}

export function comparisonData(
  { task, groups }: FitResult,
  lines: readonly MethodLine[],
  part: PartName,
): ComparisonData {
  return {
    loss: task.loss,
    part,
    groups,
    methods: lines.map(({ kind, risk, accuracy, ...line }) => ({
      ...line,
      isMinimax: kind === 'minimax',
      risks: risk?.byGroup ?? null,
      accuracies: accuracy.byGroup,
    })),
  };
}
