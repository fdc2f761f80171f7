// The tables of a fit, for the terminal and for the report.

import type { Estimate, GroupMetric, GroupMetrics, Interval, PartName, Spread } from '@fairfront/core';
import { change, DEFAULT_LEVEL, decimal, percent, percent1, riskChange } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { MODEL_NAMES, type ModelName, riskOf } from '../measure/model-metrics.js';
import type { AnyResult } from '../measure/regression-result.js';
import { keepsNaive } from '../training/select/selection.js';
import type { TextTable } from './table.js';

/** The metric that was minimised. */
export function riskMetric({ models, task }: FitResult, model: ModelName, part: PartName): GroupMetric {
  return riskOf(models[model].metrics[part], task);
}

/**
 * The models of a result that differ: where the ordinary one stays, it is the minimax model too, and where nobody is told
 * apart by groups the balanced one.
 */
export function shownModels({
  selection,
  groups,
}: Pick<FitResult, 'selection' | 'groups'>): readonly ModelName[] {
  return MODEL_NAMES.filter(
    (name) => !(name === 'minimax' && keepsNaive(selection)) && !(name === 'balanced' && groups.length === 1),
  );
}

/** What a model is called: a point of a front that a person chose, or the model of another objective, is not minimax. */
export function modelLabel<Name extends ModelName>(
  { chosen, search }: Pick<FitResult, 'search'> & { readonly chosen?: FitResult['chosen'] },
  model: Name,
): Name | 'chosen' {
  return model === 'minimax' && (chosen ?? search.objective) !== undefined ? 'chosen' : model;
}

/** Groups from the worst served by naive training to the best. */
export function worstFirst(result: FitResult, part: PartName): number[] {
  const { byGroup } = riskMetric(result, 'naive', part);
  return result.groups.map((_, group) => group).sort((one, other) => byGroup[other]! - byGroup[one]!);
}

/**
 * Who gets what on test rows: the risk of every group under each model, and what changes from naive to minimax.
 * @param withIntervals whether each risk has its interval too; every interval is then in a second line of its cell
 */
export function riskTable(result: FitResult, withIntervals = false): TextTable {
  const { models, task, groups, distilled } = result;
  const names = shownModels(result);
  const isCompared = names.includes('minimax');
  const shown = names.map((model) => ({
    title: modelLabel(result, model) as string,
    risk: riskMetric(result, model, 'test'),
    intervals: riskOf(models[model].metrics.test.intervals!, task),
  }));
  if (distilled !== undefined) {
    const { test } = distilled.metrics;
    shown.push({ title: 'distilled', risk: riskOf(test, task), intervals: riskOf(test.intervals!, task) });
  }
  const changes = riskOf(result.changes.minimax, task);
  const judged = (['naive', 'minimax'] as const).filter((model) => names.includes(model));
  const accuracies = (of: (metric: GroupMetric) => number): string[] =>
    judged.map((model) => percent1(of(models[model].metrics.test.accuracy)));
  const worstWith = (model: ModelName): number => riskMetric(result, model, 'test').worst;
  const cell = (value: number, interval: Interval | undefined): string =>
    withIntervals && interval !== undefined ? `${decimal(value)}\n${range(interval)}` : decimal(value);
  const inOwnColumn = (text: string, interval: string): string[] =>
    withIntervals ? [interval === '' ? text : `${text}\n${interval}`] : [text, interval];
  const changed = ({ relative }: { readonly relative: Estimate | null }): string[] => {
    if (!isCompared) return [];
    if (relative === null) return inOwnColumn('–', '');
    const { value, low, high } = relative;
    return inOwnColumn(change(value), `${change(low)} to ${change(high)}`);
  };
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'test rows' },
      { title: 'share' },
      ...shown.map(({ title }) => ({ title })),
      ...(isCompared ? [{ title: 'change' }] : []),
      ...(isCompared && !withIntervals ? [{ title: `${percent(DEFAULT_LEVEL)} interval` }] : []),
      ...judged.map((model, i) => ({
        title: `${i === 0 || withIntervals ? 'accuracy: ' : ''}${modelLabel(result, model)}`,
      })),
    ],
    rows: [
      ...worstFirst(result, 'test').map((group) => [
        groups[group]!.name,
        groups[group]!.rows.test.toLocaleString('en-US'),
        percent(groups[group]!.share),
        ...shown.map(({ risk, intervals }) => cell(risk.byGroup[group]!, intervals.byGroup[group])),
        ...changed(changes.byGroup[group]!),
        ...accuracies(({ byGroup }) => byGroup[group]!),
      ]),
      result.blind
        ? [
            `worst ${percent(result.blind.share)}`,
            '',
            percent(result.blind.share),
            ...names.map((name) => cell(result.blind!.risks[name].value, result.blind!.risks[name])),
            ...changed(result.blind.change),
            ...judged.map(() => ''),
          ]
        : [
            'worst group',
            '',
            '',
            ...shown.map(({ risk, intervals }) => cell(risk.worst, intervals.worst)),
            ...(isCompared ? inOwnColumn(riskChange(worstWith('naive'), worstWith('minimax')), '') : []),
            ...judged.map(() => ''), // the group of least accuracy may be another one
          ],
      ...(groups.length === 1
        ? []
        : [
            [
              'all rows',
              '',
              '',
              ...shown.map(({ risk }) => decimal(risk.sampleMean)),
              ...changed(changes.overall),
              ...accuracies(({ sampleMean }) => sampleMean),
            ],
          ]),
    ],
  };
}

/** Three decimals are enough for the ends of an interval, and leave room for its neighbours. */
function range({ low, high }: Interval): string {
  return `${low.toFixed(3)} to ${high.toFixed(3)}`;
}

/** What several splits came to: mean ± standard deviation of test risks; undefined where there was one split. */
export function repeatTable({ repeats, groups, blind }: FitResult): TextTable | undefined {
  if (repeats === undefined) return undefined;
  const { byGroup, worst, all } = repeats;
  const line = (name: string, of: (model: ModelName) => Spread): string[] => [
    name,
    ...MODEL_NAMES.map((model) => spreadText(of(model))),
  ];
  return {
    columns: [
      { title: `mean of ${repeats.splits} splits`, align: 'left' },
      ...MODEL_NAMES.map((title) => ({ title })),
    ],
    rows: [
      ...groups.map(({ name }, group) => line(name, (model) => byGroup[model][group]!)),
      line(blind ? `worst ${percent(blind.share)}` : 'worst group', (model) => worst[model]),
      line('all rows', (model) => all[model]),
    ],
  };
}

/** 0.4031 ± 0.0042. */
export function spreadText({ mean, deviation }: Spread): string {
  return deviation === null ? decimal(mean) : `${decimal(mean)} ± ${decimal(deviation)}`;
}

const METRIC_NAMES: readonly (readonly [keyof GroupMetrics, string])[] = [
  ['accuracy', 'accuracy'],
  ['brier', 'Brier score (sum over classes, 0 to 2)'],
  ['crossEntropy', 'cross-entropy'],
  ['ece', 'calibration error, expected'],
  ['mce', 'calibration error, largest'],
];

/** Every metric of every model: over all rows, in the worst group, and how far groups are apart. */
export function metricTable(result: FitResult, part: PartName): TextTable {
  const { models } = result;
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
      shownModels(result).map((model, i) => {
        const { sampleMean, groupMean, worst, disparity } = models[model].metrics[part][key];
        const show = key === 'accuracy' ? percent1 : decimal;
        return [
          i === 0 ? name : '',
          modelLabel(result, model),
          ...[sampleMean, groupMean, worst, disparity].map(show),
        ];
      }),
    ),
  };
}

/** The weights of the groups that each model was trained for. */
export function weightTable(result: AnyResult): TextTable {
  const { models, groups } = result;
  const shown = shownModels(result);
  return {
    columns: [
      { title: 'group', align: 'left' },
      ...shown.map((model) => ({ title: `${modelLabel(result, model)} μ` })),
    ],
    rows: groups.map(({ name }, group) => [name, ...shown.map((model) => decimal(models[model].mu[group]!))]),
  };
}

/** What the run was made with. */
export function settingTable({ fairfront, fingerprint, task, selection, search }: AnyResult): TextTable {
  const { loss, model, estimation, l2, seed, features, rows, weight } = task;
  const whole = (number: number): string => number.toLocaleString('en-US');
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['fairfront', fairfront],
    ['data fingerprint', fingerprint],
    ['rows: train, validation, test', [rows.train, rows.validation, rows.test].map(whole).join(', ')],
    ['features', whole(features)],
    ['weight of rows', weight],
    ['loss', loss],
    ['model', estimation === 'joint' ? model : `${model}, ${estimation}`],
    ['penalty (l2)', l2 === undefined ? undefined : String(l2)],
    [
      'chosen by',
      selection && (selection.folds === null ? selection.by : `${selection.by}, ${selection.folds} folds`),
    ],
    ['search', `${search.strategy}, ${whole(search.solves)} solves`],
    ['seed', String(seed)],
  ];
  return {
    columns: [
      { title: 'setting', align: 'left' },
      { title: 'value', align: 'left' },
    ],
    rows: lines.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  };
}
