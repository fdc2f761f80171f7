// Which columns drive each group's risk, in sentences, pictures and a table.

import type { ImportanceData, PartialDependenceData } from '@fairfront/charts';
import type { Estimate } from '@fairfront/core';
import { count, decimal, isNoticeable, listed, percent, WORTHWHILE } from '@fairfront/core/internal';
import type { ExplainedColumn, Importance } from '../measure/explanation.js';
import type { FitResult } from '../measure/fit-result.js';
import type { PartialDependence } from '../measure/partial-dependence.js';
import type { ColumnGain } from '../measure/tree-gains.js';
import { keepsNaive } from '../training/select/selection.js';
import { figure, table, words } from './blocks.js';
import { modelLabel, riskMetric, worstFirst } from './fit-tables.js';
import type { Block } from './page.js';
import type { TextTable } from './table.js';

/** Columns that are named. */
const MOST_NAMED = 3;

type Drive = Estimate & { readonly column: string };

/** What matters most to the worst-served group, in a line; undefined where it was not measured. */
export function whyLine(result: FitResult): string | undefined {
  const importance = result.why?.importance;
  if (!importance) return undefined;
  const { worstGroup } = result.verdict;
  const drives = drivesOf(result, importance, worstOf(result)).slice(0, MOST_NAMED);
  return drives.length === 0
    ? `No column by itself matters noticeably to ${worstGroup}`
    : `What matters most to ${worstGroup}: ${listed(drives.map(({ column }) => column))}`;
}

/** What the models go by, for the report: what was found first. */
export function whyBlocks(result: FitResult): Block[] {
  const { why } = result;
  if (why === undefined) return [];
  const { importance, dependence } = why;
  return [
    ...(importance === null ? [] : importanceBlocks(result, importance)),
    ...(dependence.length === 0
      ? []
      : [
          figure(
            'partial-dependence',
            dependenceData(result, dependence),
            'What the chosen model says on average of a group’s test rows if all of them had the same value in the column, whether such rows exist or not; numbers from the 1st to the 99th percentile of the training rows. It describes the model, not what would become of people whose value changes.',
          ),
        ]),
  ];
}

/** What models are made of: the largest weights of linear ones, what trees asked for. */
export function partBlocks(result: FitResult): Block[] {
  const { weights, gains } = result.why ?? {};
  return [
    ...(weights === undefined ? [] : [table(weightsTable(result), weightsCaption(result))]),
    ...(gains === undefined ? [] : [table(gainsTable(gains, keepsNaive(result.selection)), GAINS_CAPTION)]),
  ];
}

function importanceBlocks(result: FitResult, importance: Importance): Block[] {
  const { rows, repeats, level } = importance;
  const all = result.task.rows.test;
  const some =
    rows === all
      ? `${rows.toLocaleString('en-US')}`
      : `${rows.toLocaleString('en-US')} of the ${all.toLocaleString('en-US')}`;
  return [
    ...words(whyLine(result) && `${whyLine(result)}.`, ...whySentences(result)),
    figure(
      'importance',
      importanceData(result, importance),
      `How much worse a group is served without a column: its values are dealt out anew among all rows together, ${count(repeats, 'time')}, and the rise of each row’s loss is averaged; ${some} test rows, ${percent(level)} intervals over rows. Columns that tell the same share their importance: each alone may look needless. It says what the model uses, not what causes the outcome.`,
    ),
  ];
}

/** What the importances come to, a sentence each. */
export function whySentences(result: FitResult): string[] {
  const importance = result.why?.importance;
  if (!importance) return [];
  return [
    firstDrive(result, importance),
    drivesByGroup(result, importance),
    changedDrive(result, importance),
    ...misleading(result, importance),
  ].filter((text) => text !== undefined);
}

function worstOf({ groups, verdict }: FitResult): number {
  return groups.findIndex(({ name }) => name === verdict.worstGroup);
}

/** The columns that noticeably matter to a group in the chosen model, the most important first. */
function drivesOf(result: FitResult, importance: Importance, group: number): Drive[] {
  return noticed(result, importance, group)
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value);
}

function noticed(result: FitResult, { columns }: Importance, group: number): Drive[] {
  const risk = riskMetric(result, 'minimax', 'test').byGroup[group]!;
  return columns
    .map(({ column, minimax }) => ({ column, ...minimax.byGroup[group]! }))
    .filter((own) => isNoticeable(own, risk));
}

function firstDrive(result: FitResult, importance: Importance): string | undefined {
  const group = worstOf(result);
  const [first] = drivesOf(result, importance, group);
  if (first === undefined) return undefined;
  const risk = riskMetric(result, 'minimax', 'test').byGroup[group]!;
  return `Without ${first.column}, the risk of ${result.verdict.worstGroup} would be ${decimal(risk + first.value)} instead of ${decimal(risk)} with the ${keepsNaive(result.selection) ? 'chosen model, which is naive' : `${modelLabel(result, 'minimax')} model`}: ${rise(first, importance)}.`;
}

/** +0.0512 (95% interval 0.0400 to 0.0611). */
function rise({ value, low, high }: Estimate, { level }: Importance): string {
  return `${value > 0 ? '+' : ''}${decimal(value)} (${percent(level)} interval ${decimal(low)} to ${decimal(high)})`;
}

/** Which column matters most to whom, where that is not the same for all. */
function drivesByGroup(result: FitResult, importance: Importance): string | undefined {
  const byColumn = new Map<string, string[]>();
  for (const group of worstFirst(result, 'test')) {
    const [first] = drivesOf(result, importance, group);
    if (first === undefined) continue;
    byColumn.set(first.column, [...(byColumn.get(first.column) ?? []), result.groups[group]!.name]);
  }
  if (result.groups.length < 2 || byColumn.size === 0) return undefined;
  const [only] = byColumn;
  if (byColumn.size === 1 && only![1].length === result.groups.length) {
    return `${only![0]} matters most to every group.`;
  }
  const parts = [...byColumn].map(([column, names]) => `${column} to ${listed(names)}`);
  return `What matters most: ${parts.join('; ')}.`;
}

/** The column whose importance to the worst group changes most from naive to minimax, where it surely does, by a share that matters. */
function changedDrive(result: FitResult, { columns, level }: Importance): string | undefined {
  const group = worstOf(result);
  const apart = ({ naive, minimax }: ExplainedColumn): number => {
    const [one, other] = [naive.byGroup[group]!, minimax.byGroup[group]!];
    return one.low > other.high || other.low > one.high ? Math.abs(one.value - other.value) : 0;
  };
  const [most] = [...columns].sort((one, other) => apart(other) - apart(one));
  const risk = riskMetric(result, 'naive', 'test').byGroup[group]!;
  if (most === undefined || apart(most) < WORTHWHILE * risk) return undefined;
  const [before, after] = [most.naive.byGroup[group]!, most.minimax.byGroup[group]!];
  return `What changes most for ${result.verdict.worstGroup}: the importance of ${most.column}, ${decimal(before.value)} with naive training, is ${decimal(after.value)} with ${modelLabel(result, 'minimax') === 'minimax' ? 'minimax' : 'the chosen model'} (their ${percent(level)} intervals do not overlap).`;
}

/** Columns that are said to mislead. */
const MOST_MISLEADING = 2;
/** Of many columns and groups some seem to mislead by chance: 0 must be so many times as far as the interval's end. */
const SURELY = 2;

/** Columns without which a group would be served better. */
function misleading(result: FitResult, importance: Importance): string[] {
  const misled = worstFirst(result, 'test')
    .flatMap((group) => noticed(result, importance, group).map((own) => ({ ...own, group })))
    .filter(({ value, high }) => value + SURELY * (high - value) < 0)
    .sort((one, other) => one.value - other.value);
  const columns = [...new Set(misled.map(({ column }) => column))].slice(0, MOST_MISLEADING);
  return columns.map((column) => {
    const own = misled.filter((each) => each.column === column);
    const names = listed(own.map(({ group }) => result.groups[group]!.name));
    const first = own.length === 1 ? '' : `, for ${result.groups[own[0]!.group]!.name} most`;
    return `${column} misleads the model about ${names}: without it, the risk would be lower${first}: ${rise(own[0]!, importance)}.`;
  });
}

function importanceData(result: FitResult, { columns, level }: Importance): ImportanceData {
  const order = shownGroups(result);
  const inOrder = <Value>(values: readonly Value[]): Value[] => order.map((group) => values[group]!);
  const isSame = columns.every(({ naive, minimax }) =>
    naive.byGroup.every(({ value }, group) => value === minimax.byGroup[group]!.value),
  );
  return {
    loss: result.task.loss,
    level,
    ...(modelLabel(result, 'minimax') === 'chosen' && { after: 'chosen' }),
    groups: inOrder(result.groups).map(({ name, rows }) => ({ name, rows: rows.test })),
    columns: columns.map(({ column, naive, minimax }) => ({
      column,
      ...(isSame ? {} : { naive: inOrder(naive.byGroup) }),
      minimax: inOrder(minimax.byGroup),
    })),
  };
}

/** The group that the title speaks of, then the others from the worst served on. */
function shownGroups(result: FitResult): number[] {
  const worst = worstOf(result);
  return [worst, ...worstFirst(result, 'test').filter((group) => group !== worst)];
}

/** Of several classes, the one whose probability changes most with the column. */
function dependenceData(result: FitResult, dependence: readonly PartialDependence[]): PartialDependenceData {
  const order = shownGroups(result);
  const reach = ({ byGroup }: PartialDependence['curves'][number]): number =>
    Math.max(...byGroup.map((curve) => Math.max(...curve) - Math.min(...curve)));
  return {
    groups: order.map((group) => result.groups[group]!.name),
    columns: dependence.map(({ column, values, curves }) => {
      const widest = curves.reduce((one, other) => (reach(other) > reach(one) ? other : one));
      return { column, class: widest.class, values, byGroup: order.map((group) => widest.byGroup[group]!) };
    }),
  };
}

/** The largest weights of both linear models, or of the one where naive was kept. */
export function weightsTable(result: FitResult): TextTable {
  const { why, task, selection } = result;
  const isNaive = keepsNaive(selection);
  const isBinary = task.classes.length === 2;
  return {
    columns: [
      { title: 'feature', align: 'left' },
      ...(isBinary ? [] : [{ title: 'class', align: 'left' } as const]),
      { title: 'naive' },
      ...(isNaive ? [] : [{ title: modelLabel(result, 'minimax') }]),
    ],
    rows: (why?.weights ?? []).map((own) => [
      own.feature,
      ...(isBinary ? [] : [own.class]),
      decimal(own.naive),
      ...(isNaive ? [] : [decimal(own.minimax)]),
    ]),
  };
}

function weightsCaption({ task }: FitResult): string {
  const score = task.classes.length === 2 ? `log-odds of “${task.classes[1]}”` : 'score of the class';
  return `The largest weights of the linear models: by how much the ${score} rises where the feature is one standard deviation (of the training rows) higher and all others are the same. Features that go together share their weight, and a penalty makes weights smaller.`;
}

const GAINS_CAPTION =
  'What the trees asked for: the share of all that splits gained on the training rows, by column. A column with many values is asked for more easily than it helps on other rows; the figure above is measured on rows that were not trained on.';

/** The share of the gains that each column has in both models, or in the one where naive was kept. */
export function gainsTable(gains: readonly ColumnGain[], isNaive: boolean): TextTable {
  return {
    columns: [
      { title: 'column', align: 'left' },
      ...(isNaive ? [] : [{ title: 'naive' }]),
      { title: isNaive ? 'share of the gains' : 'minimax' },
    ],
    rows: gains.map(({ column, naive, minimax }) => [
      column,
      ...(isNaive ? [] : [percent(naive)]),
      percent(minimax),
    ]),
  };
}
