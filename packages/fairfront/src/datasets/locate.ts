// Which files of a dataset are where.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../usage-error.js';
import { type DataFolder, isFolder } from './data-folders.js';
import type { DatasetFile, DatasetRecipe } from './recipe.js';

export interface FoundFile extends DatasetFile {
  /** The file's own path: absolute, with .gz where it is that one. */
  readonly location: string;
}

export interface FoundDataset {
  readonly recipe: DatasetRecipe;
  /** The data folder that has it. */
  readonly folder: DataFolder;
  /** The folder of its files. */
  readonly location: string;
  readonly files: readonly FoundFile[];
  /** Optional files that are not there. */
  readonly without: readonly DatasetFile[];
}

/** A folder that does not have the dataset, and what it lacks. */
export interface LookedAt {
  readonly folder: DataFolder;
  readonly lacks: string;
}

export function locateDataset(
  recipe: DatasetRecipe,
  folders: readonly DataFolder[],
): FoundDataset | undefined {
  for (const folder of folders) {
    for (const release of recipe.releases) {
      const files = release.flatMap((file) => locateFile(file, folder) ?? []);
      const without = release.filter(({ path }) => !files.some((file) => file.path === path));
      if (without.every(({ optional }) => optional)) {
        return { recipe, folder, location: dirname(files[0]!.location), files, without };
      }
    }
  }
  return undefined;
}

export function findDataset(recipe: DatasetRecipe, folders: readonly DataFolder[]): FoundDataset {
  const found = locateDataset(recipe, folders);
  if (found !== undefined) return found;
  throw new UsageError(
    [
      `dataset ${recipe.name} was not found. Looked in`,
      ...lookedAt(recipe, folders).map(({ folder, lacks }) => `  ${folder.path} (${folder.from}): ${lacks}`),
      ...gettingIt(recipe, folders),
    ].join('\n'),
  );
}

/** What each folder lacks of the release it comes nearest to. */
export function lookedAt(recipe: DatasetRecipe, folders: readonly DataFolder[]): readonly LookedAt[] {
  return folders.map((folder) => {
    if (!isFolder(folder.path)) return { folder, lacks: 'no such folder' };
    const lacking = recipe.releases.map((release) =>
      release.filter((file) => !file.optional && locateFile(file, folder) === undefined),
    );
    const nearest = lacking.reduce((best, files) => (files.length < best.length ? files : best));
    return { folder, lacks: `no ${nearest.map(({ path }) => path).join(', ')}` };
  });
}

/** Where to get it, and where to put it. */
export function gettingIt(recipe: DatasetRecipe, folders: readonly DataFolder[]): readonly string[] {
  const names = recipe.releases.map((release) => release[0]!.path.split('/')[0]!);
  const places = names.map((name) => join(folders.at(-1)!.path, name));
  return [
    `Get it: ${recipe.howToGet}`,
    `Put it into ${places.join(' or ')}; or into ${names.join(' or ')} anywhere, and name the folder above that with --data-dir or FAIRFRONT_DATA`,
  ];
}

function locateFile(file: DatasetFile, folder: DataFolder): FoundFile | undefined {
  const location = join(folder.path, ...file.path.split('/'));
  const candidates = file.orGzipped ? [location, `${location}.gz`] : [location];
  const there = candidates.find((path) => existsSync(path));
  return there === undefined ? undefined : { ...file, location: there };
}
