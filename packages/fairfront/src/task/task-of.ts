// From loaded data and what was asked to the task: what is predicted, for which groups, on which rows.

import { parseGroups, prepareTask, type Splitting, type Task } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { optionText } from '../option-text.js';
import { UsageError } from '../usage-error.js';
import type { DataOptions } from './data-options.js';
import type { LoadedData } from './load-data.js';

export function taskOf(data: LoadedData, options: DataOptions & { readonly seed: number }): Task {
  const { table, defaults } = data;
  const target = options.target ?? defaults.target;
  const groups = options.groups ?? defaults.groups;
  if (target === undefined) throw new UsageError('--target: name the column to predict');
  if (groups === undefined) throw new UsageError('--groups: name the groups, such as --groups sex,age<55');
  const expressions = typeof groups === 'string' ? parseGroups(groups) : groups;
  const groupColumns = expressions.map(({ column }) => column);
  const splitColumn = splitColumnOf(data, options);
  refuseUnread(data, {
    target: [target],
    groups: groupColumns,
    features: options.features ?? [],
    split: splitColumn === undefined ? [] : [splitColumn],
  });
  const grouping = options.features?.find((name) => groupColumns.includes(name));
  if (defaults.features !== undefined && grouping !== undefined) {
    // The way out that files have, --groups-as-features, a dataset's recipe closes.
    throw new UsageError(
      `--features: ${quoted([grouping])} cannot be a feature: it makes the groups; take it out of --features`,
    );
  }
  const taken = [target, splitColumn, ...(options.groupsAsFeatures ? [] : groupColumns)];
  return prepareTask(table, {
    ...defaults,
    ...definedOnly({
      features: options.features ?? defaults.features?.filter((name) => !taken.includes(name)),
      missingGroup: options.missingGroup,
      missingTarget: options.missingTarget,
      minGroup: options.minGroup,
      mergeSmall: options.mergeSmall,
      groupsAsFeatures: options.groupsAsFeatures,
    }),
    target,
    groups: expressions,
    splitting: splittingOf(options, defaults.splitting),
  });
}

/** The column that says which part a row is in, or whose it is. */
export function splitColumnOf({ defaults }: LoadedData, options: DataOptions): string | undefined {
  const { splitting } = defaults;
  return options.splitColumn ?? options.splitBy ?? (splitting?.kind === 'drawn' ? splitting.by : undefined);
}

/** Columns that the file has and the table not: that they do not exist would be untrue. @param wanted by what asks for them */
export function refuseUnread(
  { columns }: LoadedData,
  wanted: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [what, names] of Object.entries(wanted)) {
    for (const name of names) {
      const kind = columns.find((column) => column.name === name)?.kind;
      if (kind === 'ignored') {
        throw new UsageError(`${what}: column ${quoted([name])} is ignored; take it out of --ignore`);
      }
      if (kind === 'text') {
        throw new UsageError(
          `${what}: column ${quoted([name])} has so many different texts that it makes no category; if it does, add ${optionText('categorical', [name])}`,
        );
      }
    }
  }
}

function splittingOf(
  options: DataOptions & { readonly seed: number },
  byData: Splitting | undefined,
): Splitting {
  const { split, splits, splitColumn, splitBy, seed } = options;
  const drawn = split !== undefined || splits !== undefined || splitBy !== undefined;
  if (byData?.kind === 'given' && (drawn || splitColumn !== undefined)) {
    throw new UsageError(
      'the split is given already; leave out --split, --splits, --split-by and --split-column',
    );
  }
  if (splitColumn !== undefined) {
    if (drawn)
      throw new UsageError(
        '--split-column says where each row goes; leave out --split, --splits and --split-by',
      );
    return { kind: 'column', column: splitColumn };
  }
  if (byData?.kind === 'given') return byData;
  const by = splitBy ?? (byData?.kind === 'drawn' ? byData.by : undefined);
  return { kind: 'drawn', seed, ...definedOnly({ fractions: split, repeats: splits, by }) };
}
