// Finds, checks and reads a dataset: by its name as the data of a task, or by its recipe.

import { createHash } from 'node:crypto';
import { FairfrontError, type Split, type Splitting } from '@fairfront/core';
import { readTable } from '../read/read-table.js';
import { readChunks } from '../read/source/bytes.js';
import { UsageError } from '../usage-error.js';
import { type DataFolder, type DatasetPlaces, dataFolders } from './data-folders.js';
import { datasetData, type LoadedDataset } from './dataset-data.js';
import { describeFolder, type FoundDataset, findDataset } from './locate.js';
import type { Dataset, DatasetFiles, DatasetRecipe } from './recipe.js';
import { type DatasetName, parseDatasetName } from './registry.js';

export interface DatasetOptions extends DatasetPlaces {
  /** Whether files must have the checksums that their recipe knows. Default true. */
  readonly verify?: boolean | undefined;
  /** The number of a published split, from 0. Default: rows are split by whoever prepares the task. */
  readonly datasetSplit?: number | undefined;
}

/** Loads a dataset by its name, such as `adult` or, with a preset for the groups, `adult:gender`. */
export async function loadDataset(
  name: string | DatasetName,
  { verify, datasetSplit, ...places }: DatasetOptions = {},
): Promise<LoadedDataset> {
  const { recipe, preset } = typeof name === 'string' ? parseDatasetName(name) : name;
  const dataset = await loadRecipe(recipe, dataFolders(places), { verify });
  const splitting: Splitting | undefined =
    datasetSplit === undefined
      ? undefined
      : { kind: 'given', splits: [await loadPublishedSplit(dataset, datasetSplit)] };
  return datasetData({ recipe, ...(preset && { preset }) }, dataset, splitting);
}

/** Loads a dataset from the first of the folders that has it, as its recipe makes it. */
export async function loadRecipe(
  recipe: DatasetRecipe,
  folders: readonly DataFolder[],
  options: Pick<DatasetOptions, 'verify'> = {},
): Promise<Dataset> {
  const files = datasetFiles(findDataset(recipe, folders), options);
  const content = await recipe.load(files);
  return { recipe, files, ...content };
}

/** Loads one of the splits published with a dataset. @param index from 0 */
export async function loadPublishedSplit({ recipe, table, files }: Dataset, index: number): Promise<Split> {
  const { publishedSplits } = recipe;
  if (publishedSplits === undefined) {
    throw new UsageError(`\`datasetSplit\`: dataset ${recipe.name} has no published splits; use \`split\``);
  }
  if (!Number.isInteger(index) || index < 0 || index >= publishedSplits.count) {
    throw new UsageError(
      `\`datasetSplit\` must be a whole number from 0 to ${publishedSplits.count - 1} for ${recipe.name}; got ${index}`,
    );
  }
  return publishedSplits.load(files, table.rowCount, index);
}

/** Hands a recipe the files that were found, each checked when it is asked for. */
export function datasetFiles(
  { recipe, folder, files }: FoundDataset,
  { verify = true }: Pick<DatasetOptions, 'verify'> = {},
): DatasetFiles {
  const find = (path: string) => files.find((file) => file.path === path);
  const checked = async (path: string): Promise<string> => {
    const file = find(path);
    if (file === undefined) {
      throw new UsageError(`${path} is not in ${describeFolder(folder)}. Get it: ${recipe.howToGet}`);
    }
    if (verify && file.sha256 !== undefined) await checkSha256(file.location, file.sha256);
    return file.location;
  };
  return {
    has: (path) => find(path) !== undefined,
    checked,
    read: async (path, options) => readTable(await checked(path), options),
  };
}

async function checkSha256(path: string, expected: string): Promise<void> {
  const found = await sha256Of(path);
  if (found !== expected) {
    throw new FairfrontError(
      'bad-file',
      `${path} is not the file it should be: sha256 ${found}, expected ${expected}. Get it anew, or use it as it is with \`verify: false\``,
    );
  }
}

/** Computes the SHA-256 of a file, of a gzipped one that of its content. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readChunks({ path, label: path, gzipped: path.endsWith('.gz') })) {
    hash.update(chunk);
  }
  return hash.digest('hex');
}
