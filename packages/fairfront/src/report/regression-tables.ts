// The tables of a fit that predicts a number, for the terminal and for the report: errors in the target's own units.

import type { Estimate, Interval, NumberMetric, NumberMetricName, PartName } from '@fairfront/core';
import { change, DEFAULT_LEVEL, decimal, percent, signed } from '@fairfront/core/internal';
import { MODEL_NAMES, type ModelName } from '../measure/model-metrics.js';
import type { RegressionResult } from '../measure/regression-result.js';
import { modelLabel, shownModels } from './fit-tables.js';
import type { TextTable } from './table.js';

/** Writes numbers in the target's units: four digits of the typical error. */
export function numbersOf({ models }: Pick<RegressionResult, 'models'>): (value: number) => string {
  const size = models.naive.metrics.test.rmse.overall;
  const places = size > 0 ? Math.max(0, 4 - Math.ceil(Math.log10(size))) : 3;
  if (places > 8) return (value) => value.toExponential(2).replace('-', '−');
  return (value) => {
    const rounded = Number(value.toFixed(places)) + 0;
    return rounded
      .toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
      .replace('-', '−');
  };
}

/** Groups from the worst served by naive training to the best. */
export function worstFirst({ models, groups }: RegressionResult): number[] {
  const { byGroup } = models.naive.metrics.test.rmse;
  return groups.map((_, group) => group).sort((one, other) => byGroup[other]! - byGroup[one]!);
}

/**
 * Who gets what on test rows: the RMSE of every group under each model, what changes from naive to minimax, and the bias.
 * @param withIntervals whether each figure has its interval too, in a second line of its cell
 */
export function errorTable(result: RegressionResult, withIntervals = false): TextTable {
  const { models, groups, changes } = result;
  const show = numbersOf(result);
  const names = shownModels(result);
  const isCompared = names.includes('minimax');
  const metricsOf = (model: ModelName) => models[model].metrics.test;
  const range = ({ low, high }: Interval): string => `${show(low)} to ${show(high)}`;
  const cell = (value: number, interval: Interval): string =>
    withIntervals ? `${show(value)}\n${range(interval)}` : show(value);
  const inOwnColumn = (text: string, interval: string): string[] =>
    withIntervals ? [interval === '' ? text : `${text}\n${interval}`] : [text, interval];
  const changed = ({ value, ...interval }: Estimate): string[] =>
    isCompared ? inOwnColumn(signed(value, show), range(interval)) : [];
  const judged = (['naive', 'minimax'] as const).filter((model) => names.includes(model));
  const biases = (of: (own: ReturnType<typeof metricsOf>) => Estimate): string[] =>
    judged.map((model) => {
      const { value, ...interval } = of(metricsOf(model));
      const text = signed(value, show);
      return withIntervals ? `${text}\n${range(interval)}` : text;
    });
  const errors = (of: (own: ReturnType<typeof metricsOf>) => Estimate): string[] =>
    names.map((model) => {
      const { value, ...interval } = of(metricsOf(model));
      return cell(value, interval);
    });
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'test rows' },
      { title: 'share' },
      ...names.map((model, i) => ({ title: `${i === 0 ? 'RMSE: ' : ''}${modelLabel(result, model)}` })),
      ...(isCompared ? [{ title: 'change' }] : []),
      ...(isCompared && !withIntervals ? [{ title: `${percent(DEFAULT_LEVEL)} interval` }] : []),
      ...judged.map((model, i) => ({ title: `${i === 0 ? 'bias: ' : ''}${modelLabel(result, model)}` })),
    ],
    rows: [
      ...worstFirst(result).map((group) => [
        groups[group]!.name,
        groups[group]!.rows.test.toLocaleString('en-US'),
        percent(groups[group]!.share),
        ...errors(({ intervals }) => intervals.rmse.byGroup[group]!),
        ...changed(changes.minimax.rmse.byGroup[group]!),
        ...biases(({ intervals }) => intervals.bias.byGroup[group]!),
      ]),
      [
        'worst group',
        '',
        '',
        ...errors(({ intervals }) => intervals.rmse.worst),
        ...(isCompared
          ? inOwnColumn(
              change(metricsOf('minimax').rmse.worst / (metricsOf('naive').rmse.worst || 1) - 1),
              '',
            )
          : []),
        ...judged.map(() => ''), // the group of most bias may be another one
      ],
      [
        'all rows',
        '',
        '',
        ...errors(({ intervals }) => intervals.rmse.overall),
        ...changed(changes.minimax.rmse.overall),
        ...biases(({ intervals }) => intervals.bias.overall),
      ],
    ],
  };
}

const METRICS: readonly (readonly [NumberMetricName, string])[] = [
  ['rmse', 'RMSE'],
  ['mae', 'MAE'],
  ['r2', 'R²'],
  ['bias', 'bias'],
];

/** Every metric of every model: by group, over all rows, and of the worst group. */
export function numberTable(result: RegressionResult, part: PartName): TextTable {
  const { models, groups } = result;
  const show = numbersOf(result);
  const order = worstFirst(result);
  return {
    columns: [
      { title: 'metric', align: 'left' },
      { title: 'model', align: 'left' },
      ...order.map((group) => ({ title: groups[group]!.name })),
      { title: 'all rows' },
      { title: 'worst' },
    ],
    rows: METRICS.flatMap(([key, name]) =>
      shownModels(result).map((model, i) => {
        const { byGroup, overall, worst }: NumberMetric<number | null> = models[model].metrics[part][key];
        const write = (value: number | null): string => {
          if (value === null) return '–';
          return key === 'r2' ? decimal(value) : show(value);
        };
        return [
          i === 0 ? name : '',
          modelLabel(result, model),
          ...[...order.map((group) => byGroup[group]!), overall, worst].map(write),
        ];
      }),
    ),
  };
}

/** RMSE on several splits: mean ± standard deviation; undefined where there was one split. */
export function errorRepeatTable(result: RegressionResult): TextTable | undefined {
  const { repeats, groups } = result;
  if (repeats === undefined) return undefined;
  const show = numbersOf(result);
  type Spread = (typeof repeats)['worst']['naive'];
  const line = (name: string, of: (model: ModelName) => Spread): string[] => [
    name,
    ...MODEL_NAMES.map((model) => {
      const { mean, deviation } = of(model);
      return deviation === null ? show(mean) : `${show(mean)} ± ${show(deviation)}`;
    }),
  ];
  return {
    columns: [
      { title: `RMSE, mean of ${repeats.splits} splits`, align: 'left' },
      ...MODEL_NAMES.map((title) => ({ title })),
    ],
    rows: [
      ...groups.map(({ name }, group) => line(name, (model) => repeats.byGroup[model][group]!)),
      line('worst group', (model) => repeats.worst[model]),
      line('all rows', (model) => repeats.all[model]),
    ],
  };
}
