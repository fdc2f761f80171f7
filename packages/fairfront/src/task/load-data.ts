// From what the user named to a table: a file, standard input, three files, or a dataset by name.

import type { EncoderOptions, Table, TaskOptions } from '@fairfront/core';
import type { Progress } from '../cli/progress.js';
import type { Terminal } from '../cli/terminal.js';
import { loadDataset } from '../datasets/load-dataset.js';
import type { DatasetName } from '../datasets/registry.js';
import { parseDataSource } from '../datasets/registry.js';
import { definedOnly } from '../defined-only.js';
import { type ColumnReport, type ReadOptions, readTable } from '../read/read-table.js';
import { UsageError } from '../usage-error.js';
import type { DataOptions } from './data-options.js';
import { readParts } from './read-parts.js';
import { refuseForDataset, refuseForFile } from './refuse-options.js';

export interface LoadedData {
  /** What a person calls it. */
  readonly label: string;
  readonly table: Table;
  /** Every column of the file, also those that are not in the table. */
  readonly columns: readonly ColumnReport[];
  readonly notes: readonly string[];
  readonly encoderOptions: EncoderOptions;
  /** What the task needs that the data itself decides. */
  readonly defaults: Partial<TaskOptions>;
}

/** What is read, and the columns that only name whose a row is: they may have any number of different texts. */
export type LoadOptions = DataOptions & { readonly entities?: string | undefined };

export async function loadData(
  data: string | undefined,
  options: LoadOptions,
  terminal: Terminal,
  progress: Progress,
): Promise<LoadedData> {
  const release = terminal.onInterrupt(() => process.exit(130)); // in good order: temporary copies go
  return load(data, options, terminal, progress).finally(release);
}

async function load(
  data: string | undefined,
  options: LoadOptions,
  terminal: Terminal,
  progress: Progress,
): Promise<LoadedData> {
  const read = readOptions(options, terminal, progress);
  const parts = [options.train, options.validation, options.test];
  if (parts.some((part) => part !== undefined)) return loadParts(data, parts, options, read);
  if (data === undefined) throw new UsageError('name a file, or a dataset (fairfront datasets lists them)');
  const source = parseDataSource(data);
  if (source.kind === 'dataset') return loadNamed(source, options, terminal);
  const label = source.path === '-' ? 'standard input' : source.path;
  refuseForFile(label, options);
  const { table, columns, notes } = await readTable(source.path, read);
  return {
    label,
    table,
    columns,
    notes: [...notes, ...(source.note === undefined ? [] : [source.note])],
    encoderOptions: encoderOptions(options),
    defaults: {},
  };
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
  refuseForFile('what --train names', options);
  const { split, ...reading } = await readParts(paths, read);
  return {
    label: paths.join(', '),
    ...reading,
    encoderOptions: encoderOptions(options),
    defaults: { splitting: { kind: 'given', splits: [split] } },
  };
}

async function loadNamed(
  { recipe, preset }: DatasetName,
  options: DataOptions,
  { environment, home, platform }: Terminal,
): Promise<LoadedData> {
  refuseForDataset(recipe, options);
  const { dataDir, verify, ignore, datasetSplit } = options;
  return loadDataset(
    { recipe, ...definedOnly({ preset }) },
    { dataDir, verify, ignore, datasetSplit, environment, home, platform },
  );
}

function readOptions(options: LoadOptions, terminal: Terminal, progress: Progress): ReadOptions {
  const { splitBy, splitColumn, entities } = options;
  return definedOnly({
    categorical: options.categorical,
    naming: [splitBy ?? [], splitColumn ?? [], entities ?? []].flat(),
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
      const isKnown = share !== undefined && share > 0;
      progress.update('reading rows', rows, isKnown ? Math.round(rows / share) : undefined);
    },
  });
}

function encoderOptions({ minLevelRows }: DataOptions): EncoderOptions {
  return definedOnly({ minLevelRows });
}
