// A dataset by its recipe: found, checked, read.

import { FairfrontError, type Split } from '@fairfront/core';
import { UsageError } from '../usage-error.js';
import { checkSha256 } from './checksum.js';
import type { DataFolder } from './data-folders.js';
import { type FoundDataset, findDataset } from './locate.js';
import type { Dataset, DatasetFiles, DatasetRecipe } from './recipe.js';

export interface LoadOptions {
  /** Whether checksums are checked. Default true. */
  readonly verify?: boolean;
}

export async function loadDataset(
  recipe: DatasetRecipe,
  folders: readonly DataFolder[],
  options: LoadOptions = {},
): Promise<Dataset> {
  const files = datasetFiles(findDataset(recipe, folders), options);
  const content = await recipe.load(files);
  return { recipe, files, ...content };
}

/** @param index from 0; as --dataset-split has it */
export async function loadPublishedSplit({ recipe, table, files }: Dataset, index: number): Promise<Split> {
  const { publishedSplits } = recipe;
  if (publishedSplits === undefined) {
    throw new UsageError(`--dataset-split: dataset ${recipe.name} has no published splits; use --split`);
  }
  if (!Number.isInteger(index) || index < 0 || index >= publishedSplits.count) {
    throw new UsageError(
      `--dataset-split must be a whole number from 0 to ${publishedSplits.count - 1} for ${recipe.name}; got ${index}`,
    );
  }
  return publishedSplits.load(files, table.rowCount, index);
}

export function datasetFiles(found: FoundDataset, { verify = true }: LoadOptions = {}): DatasetFiles {
  const find = (path: string) => found.files.find((file) => file.path === path);
  return {
    has: (path) => find(path) !== undefined,
    checked: async (path) => {
      const file = find(path);
      if (file === undefined) {
        throw new FairfrontError(
          'usage',
          `${path} is not in ${found.folder.path} (${found.folder.from}). Get it: ${found.recipe.howToGet}`,
        );
      }
      const gzipped = file.location.endsWith('.gz'); // the checksum is that of the file as such
      if (verify && file.sha256 !== undefined && !gzipped) await checkSha256(file.location, file.sha256);
      return file.location;
    },
  };
}
