// From what the user named to a table, and on to the task: a file, standard input, three files, or a dataset by name.

import {
  concatTables,
  type EncoderOptions,
  parseGroups,
  prepareTask,
  type Split,
  type Splitting,
  type Table,
  type Task,
  type TaskOptions,
} from '@fairfront/core';
import { type DatasetPlaces, dataFolders } from '../datasets/data-folders.js';
import { loadDataset, loadPublishedSplit } from '../datasets/load-dataset.js';
import type { DatasetName } from '../datasets/registry.js';
import { parseDataSource } from '../datasets/registry.js';
import { type ColumnReport, type ReadOptions, readTable } from '../read/read-table.js';
import type { Progress } from '../terminal/progress.js';
import type { Terminal } from '../terminal/terminal.js';
import { UsageError } from '../usage-error.js';
import type { DataOptions } from './data-options.js';

export interface LoadedData {
  /** What a person calls it. */
  readonly label: string;
  readonly table: Table;
  /** Every column of the file, also those that are not in the table. */
  readonly columns: readonly ColumnReport[];
  readonly notes: readonly string[];
  readonly encoding: EncoderOptions;
  /** What the task needs that the data itself decides. */
  readonly defaults: Partial<TaskOptions>;
}

export async function loadData(
  data: string | undefined,
  options: DataOptions,
  terminal: Terminal,
  progress: Progress,
): Promise<LoadedData> {
  const read = readOptions(options, terminal, progress);
  const parts = [options.train, options.validation, options.test];
  if (parts.some((part) => part !== undefined)) return loadParts(data, parts, options, read);
  if (data === undefined) throw new UsageError('name a file, or a dataset (fairfront datasets lists them)');
  const source = parseDataSource(data);
  if (source.kind === 'dataset') return loadNamed(source, options, terminal);
  if (options.datasetSplit !== undefined) {
    throw new UsageError(`--dataset-split is for datasets by name; ${data} is a file`);
  }
  const { table, columns, notes } = await readTable(source.path, read);
  return {
    label: source.path === '-' ? 'standard input' : source.path,
    table,
    columns,
    notes: [...notes, ...(source.note === undefined ? [] : [source.note])],
    encoding: encoding(options),
    defaults: {},
  };
}

/** What is predicted, for which groups, on which rows. */
export function taskOf(
  { table, columns, defaults }: LoadedData,
  options: DataOptions & { readonly seed: number },
): Task {
  const target = options.target ?? defaults.target;
  const groups = options.groups ?? defaults.groups;
  if (target === undefined) throw new UsageError('--target: name the column to predict');
  if (groups === undefined) throw new UsageError('--groups: name the groups, such as --groups sex,age<55');
  const expressions = typeof groups === 'string' ? parseGroups(groups) : groups;
  const groupColumns = expressions.map(({ column }) => column);
  for (const name of [target, ...groupColumns, ...(options.features ?? [])]) {
    if (columns.some((column) => column.name === name && column.kind === 'text')) {
      throw new UsageError(
        `column "${name}" has so many different texts that it makes no category; if it does, add --categorical ${name}`,
      );
    }
  }
  const taken = options.groupsAsFeatures ? [target] : [target, ...groupColumns];
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

async function loadParts(
  data: string | undefined,
  parts: readonly (string | undefined)[],
  options: DataOptions,
  read: ReadOptions,
): Promise<LoadedData> {
  const [train, validation, test] = parts;
  if (train === undefined || validation === undefined || test === undefined) {
    throw new UsageError('--train, --validation and --test go together: name a file for each');
  }
  if (data !== undefined) throw new UsageError(`name either ${data} or --train, --validation and --test`);
  const paths = [train, validation, test];
  const readings = [];
  for (const path of paths) readings.push(await readTable(path, read));
  const tables = readings.map(({ table }) => table);
  return {
    label: paths.join(', '),
    table: concatTables(tables, paths),
    columns: readings[0]!.columns,
    notes: [...new Set(readings.flatMap(({ notes }) => notes))],
    encoding: encoding(options),
    defaults: { splitting: { kind: 'given', splits: [consecutive(tables.map(({ rowCount }) => rowCount))] } },
  };
}

function consecutive([train = 0, validation = 0, test = 0]: readonly number[]): Split {
  const range = (from: number, length: number): Uint32Array =>
    Uint32Array.from({ length }, (_, i) => from + i);
  return {
    train: range(0, train),
    validation: range(train, validation),
    test: range(train + validation, test),
  };
}

async function loadNamed(
  { recipe, preset }: DatasetName,
  options: DataOptions,
  { environment, home, platform }: Terminal,
): Promise<LoadedData> {
  const places: DatasetPlaces = { dataDir: options.dataDir, environment, home, platform };
  const dataset = await loadDataset(recipe, dataFolders(places), { verify: options.verify ?? true });
  const features = recipe.features.filter((name) => !options.ignore?.includes(name));
  const splitting: Splitting | undefined =
    options.datasetSplit === undefined
      ? recipe.splitBy === undefined
        ? undefined
        : { kind: 'drawn', by: recipe.splitBy }
      : { kind: 'given', splits: [await loadPublishedSplit(dataset, options.datasetSplit)] };
  return {
    label: preset === undefined ? recipe.name : `${recipe.name}:${preset.name}`,
    table: dataset.table,
    columns: dataset.table.columns.map(({ name, kind }) => ({ name, kind })),
    notes: dataset.notes,
    encoding: { ...recipe.encoding, ...encoding(options) },
    defaults: {
      target: recipe.target,
      features,
      ...definedOnly({
        groups: preset?.groups,
        missingGroup: preset?.missingGroup,
        minGroup: preset?.minGroup,
        splitting,
      }),
    },
  };
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

function readOptions(options: DataOptions, terminal: Terminal, progress: Progress): ReadOptions {
  const { splitBy, splitColumn } = options;
  return definedOnly({
    categorical: options.categorical,
    naming: [splitBy ?? [], splitColumn ?? []].flat(),
    numeric: options.numeric,
    ignore: options.ignore,
    missing: options.missing,
    columns: options.columns,
    skipLines: options.skipLines,
    delimiter: options.delimiter,
    encoding: options.encoding,
    format: options.format,
    table: options.table,
    sql: options.sql,
    stdin: terminal.stdin,
    onProgress: (rows: number, share: number | undefined) => {
      const total = share === undefined ? undefined : Math.round(rows / share);
      progress.update('reading rows', rows, total ?? rows);
    },
  });
}

function encoding({ minLevelRows }: DataOptions): EncoderOptions {
  return definedOnly({ minLevelRows });
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value: an option not given must not hide a default. */
function definedOnly<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}
