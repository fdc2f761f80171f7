// From a name to data: a file, a folder or a pattern of files, standard input, a file for each part of the split, or a dataset by name.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { loadDataset } from '../datasets/load-dataset.js';
import { type DatasetName, parseDataSource } from '../datasets/registry.js';
import { definedOnly } from '../defined-only.js';
import { checkOptions, checkWithout } from '../option-kinds.js';
import { columnList, type ReadOptions } from '../read/read-options.js';
import { readTable } from '../read/read-table.js';
import { UsageError } from '../usage-error.js';
import { completeData, type LoadedData } from './data.js';
import { PICTURE_KINDS, READING_KINDS, SOURCE_KINDS, type SourceOptions } from './data-options.js';
import { readParts } from './read-parts.js';
import { withPictures } from './with-pictures.js';

export interface LoadOptions extends SourceOptions {
  /** Columns that only name a thing, such as a person: they may have any number of different texts. */
  readonly naming?: readonly string[];
}

/** What loading finds around it; by default what the process has. */
export interface Surroundings {
  /** What "-" reads. */
  readonly stdin?: Readable;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home?: string;
  /** As in process.platform. */
  readonly platform?: string;
  /** The folder where rows are kept that do not fit into memory; by default a temporary one. */
  readonly cache?: string;
  /** Told how many rows are read, and which share of the file that is, where it is known. */
  onRows?(rows: number, share: number | undefined): void;
  /** Told how many pictures are decoded. */
  onPictures?(done: number, total: number): void;
}

/** Those of some options that `loadData` takes; columns that others name as ones that only name a thing are among them. */
export function loadOptionsOf(options: object): LoadOptions {
  const given = Object.entries(options);
  const source = given.filter(([name]) => Object.hasOwn(SOURCE_KINDS, name));
  const naming = given.flatMap(([name, value]) =>
    ['splitBy', 'splitColumn', 'entities'].includes(name) && typeof value === 'string' ? [value] : [],
  );
  return { ...Object.fromEntries(source), naming };
}

/**
 * Loads a file, or a dataset by name such as `adult:gender`.
 * @param name a path, a folder or a pattern such as data/part-*.parquet, "-" for standard input, a dataset; left out where `train`, `validation` and `test` name files
 */
export async function loadData(
  name: string | undefined,
  options: LoadOptions = {},
  surroundings: Surroundings = {},
): Promise<LoadedData> {
  checkOptions(options, { ...SOURCE_KINDS, naming: columnList });
  const { train, validation, test, ...others } = options;
  const {
    datasetSplit: _,
    dataDir: __,
    verify: ___,
    imageSize: ____,
    imageFolder: _____,
    ...reading
  } = others;
  const { stdin, onRows, cache } = surroundings;
  const read = definedOnly({ ...reading, stdin, onProgress: onRows, cache });
  if ([train, validation, test].some((path) => path !== undefined)) {
    return loadParts(name, [train, validation, test], options, read, surroundings);
  }
  if (name === undefined) {
    throw new UsageError('name a file, or a dataset (fairfront datasets lists them)');
  }
  const source = parseDataSource(name);
  if (source.kind === 'dataset') return loadNamed(source, options, surroundings);
  const label = source.path === '-' ? 'standard input' : source.path;
  checkForFile(label, options);
  const { notes, ...found } = await readTable(source.path, read);
  const data = completeData({
    ...found,
    label,
    notes: [...notes, ...(source.note === undefined ? [] : [source.note])],
  });
  return withPictures(data, options, { folder: folderOf(source.path), ...surroundings });
}

async function loadParts(
  name: string | undefined,
  paths: readonly (string | undefined)[],
  options: LoadOptions,
  read: ReadOptions,
  surroundings: Surroundings,
): Promise<LoadedData> {
  const named = paths.filter((path) => path !== undefined);
  if (named.length < paths.length) {
    throw new UsageError('`train`, `validation` and `test` go together: name a file for each');
  }
  if (name !== undefined)
    throw new UsageError(`name either ${name} or \`train\`, \`validation\` and \`test\``);
  checkForFile('what `train` names', options);
  const { split, ...found } = await readParts(named, read);
  const data = completeData({
    ...found,
    label: named.join(', '),
    defaults: { splitting: { kind: 'given', splits: [split] } },
  });
  return withPictures(data, options, { folder: folderOf(named[0]!), ...surroundings });
}

/** The folder of a file; of standard input the current one; a folder itself. */
function folderOf(path: string): string {
  if (path === '-') return '.';
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
}

async function loadNamed(
  source: DatasetName,
  options: LoadOptions,
  { environment, home, platform }: Surroundings,
): Promise<LoadedData> {
  const { ignore, dataDir, verify, datasetSplit } = options;
  const given = Object.keys(READING_KINDS).filter((option) => option !== 'ignore' && option !== 'memory');
  checkWithout(options, given, `the recipe of ${source.recipe.name} says how its files are read`);
  checkWithout(
    options,
    Object.keys(PICTURE_KINDS),
    `the recipe of ${source.recipe.name} says which pictures it has`,
  );
  const places = { dataDir, environment, home, platform };
  return completeData(await loadDataset(source, { ...places, verify, datasetSplit }), ignore);
}

/** Refuses what only datasets by name have. */
function checkForFile(label: string, { verify, ...options }: LoadOptions): void {
  const given = { ...options, ...(verify === false ? { verify } : {}) };
  checkWithout(
    given,
    ['datasetSplit', 'dataDir', 'verify'],
    `for datasets by name only, and ${label} is read as a file`,
  );
}
