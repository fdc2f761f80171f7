// From data to what a model is trained on: the task, the encoder fitted on its training rows, every part as matrices.

import {
  type Encoder,
  encodeDense,
  encodeSparse,
  fitEncoder,
  type LabelledRows,
  PART_NAMES,
  type PartName,
  parseGroups,
  prepareTask,
  type Split,
  type Splitting,
  type Table,
  type Task,
  taskPart,
} from '@fairfront/core';
import { quoted, shortened, targetExpression } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { checkWithout, optionText } from '../option-kinds.js';
import { UsageError } from '../usage-error.js';
import { completeData, type Data, type LoadedData } from './data.js';
import { DEFAULT_SEED, type TaskOptions } from './data-options.js';

export interface PreparedFit {
  readonly label: string;
  /** With one split. Where folds choose, its training and its validation rows are the same: all but the test rows. */
  readonly task: Task;
  readonly encoder: Encoder;
  readonly parts: Readonly<Record<PartName, LabelledRows>>;
  /** The split as it was drawn or given. */
  readonly split: Split;
  readonly layout: Layout;
  readonly notes: readonly string[];
}

/** Sparse rows of float64 for linear models, dense ones of float32 for networks. */
export type Layout = 'sparse' | 'dense';

export interface PrepareOptions {
  /** Default sparse. */
  readonly layout?: Layout | undefined;
  /** Whether folds of all rows but the test rows choose models, not the validation part. Default false. */
  readonly byFolds?: boolean;
  /** Which split, where there are several. Default 0. */
  readonly split?: number;
}

/** Makes of data the matrices that models are trained on. */
export function prepareFit(
  data: Table | Data,
  options: TaskOptions,
  { layout = 'sparse', byFolds = false, split: index = 0 }: PrepareOptions = {},
): PreparedFit {
  const loaded = completeData(data, options.ignore);
  const made = makeTask(loaded, options);
  const split = made.splits[index]!;
  const task = { ...made, splits: [byFolds ? withoutValidation(split) : split] };
  const encoder = fitEncoder(
    task.table,
    task.features,
    task.splits[0]!.train,
    encoderOptions(loaded, options),
  );
  if (encoder.features.length === 0) {
    throw new UsageError(
      'no column is left to learn from: every one is the target, makes the groups, is ignored or has a single value; let the model see more columns with `features` or `groupsAsFeatures: true`',
    );
  }
  return {
    label: loaded.label,
    task,
    encoder,
    parts: encodeParts(task, encoder, layout),
    split,
    layout,
    notes: [
      ...loaded.notes,
      ...task.notes,
      ...encoder.dropped.map(({ column, reason }) => `${shortened(column)} is not used: ${reason}`),
    ],
  };
}

/** All rows but the test rows are trained on, and each of them chooses when it is out of fold. */
function withoutValidation({ train, validation, test }: Split): Split {
  const rows = Uint32Array.from([...train, ...validation]);
  return { train: rows, validation: rows, test };
}

/** The parts of a task with one split as matrices; parts of the same rows are the same. */
function encodeParts(task: Task, encoder: Encoder, layout: Layout): PreparedFit['parts'] {
  const part = (name: PartName): LabelledRows => {
    const { rows, labels, groups } = taskPart(task, 0, name);
    const features =
      layout === 'sparse'
        ? encodeSparse(encoder, task.table, rows)
        : encodeDense(encoder, task.table, rows, 'f32');
    return { features, labels, groups };
  };
  const [{ train, validation }] = task.splits as [Split];
  const trained = part('train');
  return {
    train: trained,
    validation: validation === train ? trained : part('validation'),
    test: part('test'),
  };
}

/** The same with the rows split as they were drawn, for what a validation part must choose. */
export function withValidationPart(fit: PreparedFit): PreparedFit {
  if (fit.task.splits[0] === fit.split) return fit;
  const task = { ...fit.task, splits: [fit.split] };
  return { ...fit, task, parts: encodeParts(task, fit.encoder, fit.layout) };
}

/** Whether folds of all rows but the test rows choose models. */
export function choosesByFolds({ task, split }: Pick<PreparedFit, 'task' | 'split'>): boolean {
  return task.splits[0] !== split;
}

/** Row of a part → whose it is, where rows stay together. */
export function partEntities({ task }: Pick<PreparedFit, 'task'>, part: PartName): Uint32Array | undefined {
  const { entities, splits } = task;
  return entities && Uint32Array.from(splits[0]![part], (row) => entities[row]!);
}

/** How the columns of data are encoded. */
export function encoderOptions(
  { dataset, encoderOptions: own }: LoadedData,
  { minLevelRows }: Pick<TaskOptions, 'minLevelRows'>,
): LoadedData['encoderOptions'] {
  return dataset === undefined ? { ...own, ...definedOnly({ minLevelRows }) } : own;
}

/** What is predicted, for which groups, on which rows. */
export function makeTask(data: LoadedData, options: TaskOptions): Task {
  const { table, defaults } = data;
  checkForDataset(data, options);
  const target = options.target ?? defaults.target;
  const groups = options.groups ?? defaults.groups;
  if (target === undefined) throw new UsageError('`target`: name the column to predict');
  if (groups === undefined) {
    throw new UsageError("`groups`: name the groups, such as `groups: 'sex,age<55'`");
  }
  const expressions = typeof groups === 'string' ? parseGroups(groups) : groups;
  const groupColumns = expressions.map(({ column }) => column);
  const splitColumn = splitColumnOf(data, options);
  const targetColumn = targetColumnOf(data, target);
  checkAreRead(data, {
    target: [targetColumn],
    groups: groupColumns,
    features: options.features ?? [],
    split: splitColumn === undefined ? [] : [splitColumn],
  });
  const grouping = options.features?.find((name) => groupColumns.includes(name));
  if (defaults.features !== undefined && grouping !== undefined) {
    // The way out that files have, groupsAsFeatures, a dataset's recipe closes.
    throw new UsageError(
      `\`features\`: ${quoted([grouping])} cannot be a feature: it makes the groups; take it out of \`features\``,
    );
  }
  const taken = [targetColumn, splitColumn, ...(options.groupsAsFeatures ? [] : groupColumns)];
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
  return splitColumn ?? splitBy ?? (splitting?.kind === 'drawn' ? splitting.by : undefined);
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
          `${what}: column ${quoted([name])} has so many different texts that it makes no category; if it does, add ${optionText('categorical', [name])}`,
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

/** Rows of each part; where folds choose there is no validation part. */
export function partRows(fit: Pick<PreparedFit, 'parts' | 'task' | 'split'>): Record<PartName, number> {
  const rows = { train: 0, validation: 0, test: 0 };
  for (const name of PART_NAMES) rows[name] = fit.parts[name].labels.length;
  return choosesByFolds(fit) ? { ...rows, validation: 0 } : rows;
}

/** What a network for the task must fit. */
export function sizesOf({ encoder, task, parts }: PreparedFit): {
  inputs: number;
  classes: number;
  rows: number;
} {
  return {
    inputs: encoder.features.length,
    classes: task.target.classes.length,
    rows: parts.train.labels.length,
  };
}
