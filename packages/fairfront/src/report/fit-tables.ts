// The tables of a fit, for the terminal and for the report.

import { percent } from '@fairfront/charts/internal';
import type { GroupMetric, GroupMetrics, PartName } from '@fairfront/core';
import { type FitResult, MODEL_NAMES, type ModelName } from '../measure/fit-result.js';
import { change, decimal, percent1 } from './numbers.js';
import type { TextTable } from './table.js';

/** The metric that was minimised. */
export function riskMetric({ models, task }: FitResult, model: ModelName, part: PartName): GroupMetric {
  const metrics = models[model].metrics[part];
  return task.loss === 'brier' ? metrics.brier : metrics.crossEntropy;
}

/** The same of the network that stands in for the mixture. */
function distilledMetric({ distilled, task }: FitResult, part: PartName): GroupMetric | undefined {
  const metrics = distilled?.metrics[part];
  return task.loss === 'brier' ? metrics?.brier : metrics?.crossEntropy;
}

/** Groups from the worst served by naive training to the best. */
export function worstFirst(result: FitResult, part: PartName): number[] {
  const { byGroup } = riskMetric(result, 'naive', part);
  return result.groups.map((_, group) => group).sort((one, other) => byGroup[other]! - byGroup[one]!);
}

/** Who gets what: the risk of every group under each model, and what changed from naive to minimax. */
export function riskTable(result: FitResult, part: PartName): TextTable {
  const [naive, balanced, minimax] = MODEL_NAMES.map((model) => riskMetric(result, model, part)) as [
    GroupMetric,
    GroupMetric,
    GroupMetric,
  ];
  const distilled = distilledMetric(result, part);
  const shown = [naive, balanced, minimax, ...(distilled === undefined ? [] : [distilled])];
  const accuracy = (model: ModelName): GroupMetric => result.models[model].metrics[part].accuracy;
  const rows = worstFirst(result, part).map((group) => {
    const { name, share, rows } = result.groups[group]!;
    return [
      name,
      rows[part].toLocaleString('en-US'),
      percent(share),
      ...shown.map(({ byGroup }) => decimal(byGroup[group]!)),
      change(minimax.byGroup[group]! / naive.byGroup[group]! - 1),
      percent1(accuracy('naive').byGroup[group]!),
      percent1(accuracy('minimax').byGroup[group]!),
    ];
  });
  const summary = (name: string, of: (metric: GroupMetric) => number): string[] => [
    name,
    '',
    '',
    ...shown.map((metric) => decimal(of(metric))),
    change(of(minimax) / of(naive) - 1),
    percent1(of(accuracy('naive'))),
    percent1(of(accuracy('minimax'))),
  ];
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: `${part} rows` },
      { title: 'share' },
      ...MODEL_NAMES.map((title) => ({ title })),
      ...(distilled === undefined ? [] : [{ title: 'distilled' }]),
      { title: 'change' },
      { title: 'accuracy: naive' },
      { title: 'minimax' },
    ],
    rows: [
      ...rows,
      summary('worst group', ({ worst }) => worst),
      summary('all rows', ({ sampleMean }) => sampleMean),
    ],
  };
}

const METRIC_NAMES: readonly (readonly [keyof GroupMetrics, string])[] = [
  ['accuracy', 'accuracy'],
  ['brier', 'Brier score'],
  ['crossEntropy', 'cross-entropy'],
  ['ece', 'calibration error, expected'],
  ['mce', 'calibration error, largest'],
];

/** Every metric of every model: over all rows, in the worst group, and how far groups are apart. */
export function metricTable({ models }: FitResult, part: PartName): TextTable {
  return {
    columns: [
      { title: 'metric', align: 'left' },
      { title: 'model', align: 'left' },
      { title: 'all rows' },
      { title: 'group mean' },
      { title: 'worst group' },
      { title: 'disparity' },
    ],
    rows: METRIC_NAMES.flatMap(([key, name]) =>
      MODEL_NAMES.map((model, i) => {
        const { sampleMean, groupMean, worst, disparity } = models[model].metrics[part][key];
        const show = key === 'accuracy' ? percent1 : decimal;
        return [i === 0 ? name : '', model, ...[sampleMean, groupMean, worst, disparity].map(show)];
      }),
    ),
  };
}

/** The weights of the groups that each model was trained for. */
export function weightTable({ models, groups }: FitResult): TextTable {
  return {
    columns: [{ title: 'group', align: 'left' }, ...MODEL_NAMES.map((title) => ({ title: `${title} μ` }))],
    rows: groups.map(({ name }, group) => [
      name,
      ...MODEL_NAMES.map((model) => decimal(models[model].mu[group]!)),
    ]),
  };
}
