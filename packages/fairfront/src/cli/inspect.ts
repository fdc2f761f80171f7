// `fairfront inspect <data>`: what fairfront makes of a file, without training anything.

import { PART_NAMES } from '@fairfront/core';
import { compact, count, percent, shortened } from '@fairfront/core/internal';
import type { Command } from 'commander';
import {
  type ColumnInspection,
  type Inspection,
  inspect,
  type TaskInspection,
} from '../inspect/inspection.js';
import { printable } from '../report/printable.js';
import { atMostWords } from '../report/selection-words.js';
import { formatTable } from '../report/table.js';
import { TASK_KINDS } from '../task/data-options.js';
import { createContext } from './context.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addDataFlags } from './options/data.js';
import { addFlags, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Levels shown of a column. */
const LEVELS_SHOWN = 3;

/** Gives the command its flags, help and action. */
export function defineInspect(command: Command, terminal: Terminal): void {
  addFlags(addDataFlags(addTelling(command)), 'How rows are split:', TASK_KINDS, {
    splits: ['<count>', 'how many splits (default: 1)'],
  })
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront inspect loans.csv\n  fairfront inspect loans.csv --target default --groups "sex,age<55"\n  fairfront inspect adult:gender-ethnicity --dataset-split 0',
    )
    .action(async (data: string | undefined) => {
      const { json, quiet, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      const loaded = await loadForCommand(data, given, context).finally(() => context.progress.end());
      const result = inspect(loaded, withoutLoading(given));
      context.result(result);
      context.say(describe(result).split('\n'));
    });
}

function describe(result: Inspection): string {
  const { data, rows, columns, task, warnings, notes } = printable(result);
  return [
    `${data}: ${count(rows, 'row')}, ${count(columns.length, 'column')}`,
    '',
    columnTable(columns),
    ...(task === undefined
      ? ['', "Name what is predicted and for whom to see the groups: --target default --groups 'sex,age<55'"]
      : taskLines(task)),
    ...(warnings.length > 0 ? ['', ...warnings.map(({ message }) => `Warning: ${message}.`)] : []),
    ...(notes.length > 0 ? ['', ...notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}

function columnTable(columns: readonly ColumnInspection[]): string {
  const withRoles = columns.some(({ role }) => role !== undefined);
  return formatTable(
    [
      { title: 'column', align: 'left' },
      { title: 'read as', align: 'left' },
      ...(withRoles ? [{ title: 'role', align: 'left' as const }] : []),
      { title: 'missing' },
      { title: 'values', align: 'left' },
    ],
    columns.map((column) => [
      shortened(column.name),
      column.kind,
      ...(withRoles ? [column.role ?? ''] : []),
      column.missing === undefined ? '' : column.missing.toLocaleString('en-US'),
      values(column),
    ]),
  );
}

function values({ kind, range, distinct, texts, levels }: ColumnInspection): string {
  if (texts !== undefined) return count(texts, 'different text');
  if (range !== undefined) {
    const different = typeof distinct === 'number' ? count(distinct, 'value') : 'more than 10,000 values';
    return `${different}: ${compact(range.min)} to ${compact(range.max)}, mean ${compact(range.mean)}`;
  }
  if (levels !== undefined) {
    const total = levels.reduce((sum, { rows }) => sum + rows, 0);
    const shown = levels
      .slice(0, LEVELS_SHOWN)
      .map(({ level, rows }) => `${shortened(level, 30)} ${percent(rows / total)}`);
    return `${count(levels.length, 'level')}: ${shown.join(', ')}${levels.length > LEVELS_SHOWN ? ', …' : ''}`;
  }
  return kind === 'text' ? 'so many texts that they make no category' : '';
}

function taskLines({
  target,
  classes,
  groups,
  splits,
  features,
  words = [],
  dropped,
  strongest,
  atMost,
}: TaskInspection): string[] {
  const parts = splits[0]!;
  const used = PART_NAMES.reduce((sum, part) => sum + parts[part], 0);
  const isWeighed = groups.some(({ effectiveRows }) => effectiveRows !== undefined);
  const shares = groups.reduce((sum, { share }) => sum + share, 0); // 1, unless groups overlap
  const shareOf = (i: number): number =>
    isWeighed
      ? groups.reduce((sum, { share, classShares }) => sum + share * classShares[i]!, 0) / shares
      : classes[i]!.rows / used;
  const wordCount = words.reduce((sum, own) => sum + own.words, 0);
  const kinds = (kind: string): number => features.filter((feature) => feature.kind === kind).length;
  return [
    '',
    `Predicts ${target}: ${classes.map(({ name }, i) => `${name} ${percent(shareOf(i))}`).join(', ')}`,
    '',
    formatTable(
      [
        { title: 'group', align: 'left' },
        { title: 'rows' },
        ...(isWeighed ? [{ title: 'worth' }] : []),
        { title: 'share' },
        ...PART_NAMES.map((title) => ({ title })),
        ...classes.map(({ name }) => ({ title: name })),
      ],
      groups.map(({ name, rows, effectiveRows = rows, share, parts, classShares }) => [
        name,
        rows.toLocaleString('en-US'),
        ...(isWeighed ? [Math.round(effectiveRows).toLocaleString('en-US')] : []),
        percent(share),
        ...PART_NAMES.map((part) => parts[part].toLocaleString('en-US')),
        ...classShares.map(percent),
      ]),
    ),
    ...(isWeighed ? ['Shares are by weight; worth: how many rows of one weight tell as much.'] : []),
    '',
    `${count(splits.length, 'split')}: ${PART_NAMES.map((part) => `${parts[part].toLocaleString('en-US')} ${part}`).join(', ')}${splits.length > 1 ? ', the fewest rows of each group over all splits above' : ''}`,
    `${count(features.length + wordCount, 'feature')}: ${wordCount > 0 ? `${count(wordCount, 'word')}, ` : ''}${count(kinds('value'), 'number')}, ${count(kinds('level') + kinds('other'), 'level')}, ${count(kinds('missing'), 'indicator')} of missing values`,
    ...(atMost === undefined
      ? []
      : [
          '',
          atMostWords(
            atMost,
            groups.map(({ name }) => name),
          ),
        ]),
    ...(strongest.length > 0 ? [`Strongest by themselves (AUC): ${strongest.map(strength).join(', ')}`] : []),
    ...dropped.map(({ column, reason }) => `Dropped ${column}: ${reason}.`),
  ];
}

function strength({ column, auc, class: told }: TaskInspection['strongest'][number]): string {
  return `${shortened(column, 30)} ${auc.toFixed(2)}${told === undefined ? '' : ` for ${shortened(told, 30)}`}`;
}
