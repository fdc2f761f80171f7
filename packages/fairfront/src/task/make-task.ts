// From data to a task: what is predicted, for whom, from which columns, on which rows. What a dataset by name
// settles is refused as an option.

import { type Loss, prepareTask, type Splitting, type Task } from '@fairfront/core';
import { groupFamilies, quoted, targetExpression } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { checkWithout, optionText } from '../option-kinds.js';
import { UsageError } from '../usage-error.js';
import type { LoadedData } from './data.js';
import { DEFAULT_SEED, type TaskOptions } from './data-options.js';

/** Whether pictures are all that is learned from: those of a dataset stand beside its columns. */
export function seesPictures({ pictures, backbone, dataset }: LoadedData): boolean {
  return pictures !== undefined && backbone === undefined && dataset === undefined;
}

/** Without groups everybody is one, where models are judged without them. */
export type MadeTask = TaskOptions & { readonly blind?: number; readonly loss?: Loss };

/**
 * What is predicted, for which groups, on which rows.
 * @param fromPictures whether models learn from pictures: then the task has no features
 */
export function makeTask(data: LoadedData, options: MadeTask, fromPictures = seesPictures(data)): Task {
  const { table, defaults, pictures, backbone } = data;
  checkForDataset(data, options);
  const target = options.target ?? defaults.target;
  const groups = options.groups ?? defaults.groups ?? (options.blind === undefined ? undefined : []);
  if (target === undefined) throw new UsageError('`target`: name the column to predict');
  if (groups === undefined) {
    throw new UsageError(
      "`groups`: name the groups, such as `groups: 'sex,age<55'`; a fit also takes `groups: 'auto'`, which finds some, or `blind: 0.5`, which needs none",
    );
  }
  const groupColumns = groupFamilies(groups)
    .flat()
    .map(({ column }) => column);
  const splitColumn = splitColumnOf(data, options);
  const targetColumn = targetColumnOf(data, target);
  checkAreRead(data, {
    target: [targetColumn],
    groups: groupColumns,
    features: options.features ?? [],
    split: splitColumn === undefined ? [] : [splitColumn],
    weight: options.weight === undefined ? [] : [options.weight],
  });
  const grouping = options.features?.find((name) => groupColumns.includes(name));
  if (defaults.features !== undefined && grouping !== undefined) {
    // The way out that files have, groupsAsFeatures, a dataset's recipe closes.
    throw new UsageError(
      `\`features\`: ${quoted([grouping])} cannot be a feature: it makes the groups; take it out of \`features\``,
    );
  }
  const taken = [
    targetColumn,
    splitColumn,
    options.weight,
    ...(options.groupsAsFeatures ? [] : groupColumns),
  ];
  const columns = table.columns.map(({ name }) => name);
  const known = defaults.features ?? (pictures && columns.filter((name) => name !== pictures.column));
  const features = fromPictures
    ? [pictures!.column]
    : backbone !== undefined
      ? [...(options.features ?? []), ...backbone.columns]
      : (options.features ?? known?.filter((name) => !taken.includes(name)));
  const task = prepareTask(table, {
    ...defaults,
    ...definedOnly({
      features,
      missingGroup: options.missingGroup,
      missingTarget: options.missingTarget,
      weight: options.weight,
      minGroup: options.minGroup,
      mergeSmall: options.mergeSmall,
      groupsAsFeatures: options.groupsAsFeatures,
    }),
    target,
    predicts: options.loss === 'squared' ? 'number' : 'class',
    groups,
    splitting: splittingOf(options, defaults.splitting),
  });
  return fromPictures ? { ...task, features: [] } : task;
}

/** Refuses what a dataset's recipe settles. */
function checkForDataset({ dataset, defaults }: LoadedData, options: TaskOptions): void {
  if (dataset === undefined) return;
  checkWithout(
    options,
    ['groupsAsFeatures'],
    `what a model may see of ${dataset} is settled by its recipe, whatever the groups`,
  );
  checkWithout(options, ['minLevelRows'], `${dataset} is encoded as its recipe says, after the literature`);
  const known = defaults.features ?? [];
  const others = options.features?.filter((feature) => !known.includes(feature)) ?? [];
  if (others.length === 0) return;
  throw new UsageError(
    `\`features\`: ${quoted(others)}: not among the features of ${dataset}, and its recipe lets a model see no other column; choose among ${quoted(known)}`,
  );
}

/** The column that a target is read from, also where that column is not in the table. */
export function targetColumnOf({ columns }: LoadedData, target: string): string {
  return targetExpression(
    target,
    columns.map(({ name }) => name),
  ).column;
}

/** The column that says which part a row is in, or whose it is. */
export function splitColumnOf(
  { defaults }: LoadedData,
  { splitColumn, splitBy }: Pick<TaskOptions, 'splitColumn' | 'splitBy'>,
): string | undefined {
  const { splitting } = defaults;
  return (
    splitColumn ??
    splitBy ??
    (splitting === undefined || splitting.kind === 'column' ? undefined : splitting.by)
  );
}

/**
 * Refuses columns that the source has and the table not: that they do not exist would be untrue.
 * @param wanted columns by what asks for them
 */
export function checkAreRead(
  { columns }: LoadedData,
  wanted: Readonly<Record<string, readonly string[]>>,
): void {
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]));
  for (const [what, names] of Object.entries(wanted)) {
    for (const name of names) {
      const kind = kinds.get(name);
      if (kind === 'ignored') {
        throw new UsageError(`${what}: column ${quoted([name])} is ignored; take it out of \`ignore\``);
      }
      if (kind === 'text') {
        throw new UsageError(
          `${what}: column ${quoted([name])} has so many different texts that it makes no category; ${what === 'features' ? `to learn from their words, add ${optionText('text', [name])}, and ` : ''}if it does, add ${optionText('categorical', [name])}`,
        );
      }
    }
  }
}

function splittingOf(options: TaskOptions, byData: Splitting | undefined): Splitting {
  const { split, splits, splitColumn, splitBy, seed = DEFAULT_SEED } = options;
  const drawn = split !== undefined || splits !== undefined || splitBy !== undefined;
  if (byData?.kind === 'given' && (drawn || splitColumn !== undefined)) {
    throw new UsageError(
      'the split is given already; leave out `split`, `splits`, `splitBy` and `splitColumn`',
    );
  }
  if (splitColumn !== undefined) {
    if (drawn) {
      throw new UsageError(
        '`splitColumn` says where each row goes; leave out `split`, `splits` and `splitBy`',
      );
    }
    return { kind: 'column', column: splitColumn };
  }
  if (byData?.kind === 'given') return byData;
  const by = splitBy ?? (byData?.kind === 'drawn' ? byData.by : undefined);
  return { kind: 'drawn', seed, ...definedOnly({ fractions: split, repeats: splits, by }) };
}
