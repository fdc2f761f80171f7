// Which files of a dataset are where.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../usage-error.js';
import { type DataFolder, insideFolder, isFolder } from './data-folders.js';
import type { DatasetFile, DatasetRecipe } from './recipe.js';

export interface FoundFile extends DatasetFile {
  /** The file's own path: absolute, with .gz where it is gzipped. */
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

/** Finds the first folder that has a whole release of the dataset. */
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

/** Finds the dataset, or throws an error that says where it was looked for and how to get it. */
export function findDataset(recipe: DatasetRecipe, folders: readonly DataFolder[]): FoundDataset {
  const found = locateDataset(recipe, folders);
  if (found !== undefined) return found;
  throw new UsageError([
    `dataset ${recipe.name} was not found. Looked in`,
    ...lookedAt(recipe, folders).map(({ folder, lacks }) => `  ${describeFolder(folder)}: ${lacks}`),
    ...gettingIt(recipe, folders),
  ]);
}

/** Describes a folder by its path and by why it is looked at. */
export function describeFolder({ path, from }: DataFolder): string {
  return `${path} (${from === 'dataDir' ? '`dataDir`' : from})`;
}

/** Says for each folder of the user's what it lacks of the release it comes nearest to. */
export function lookedAt(recipe: DatasetRecipe, folders: readonly DataFolder[]): readonly LookedAt[] {
  return usersOwn(folders).map((folder) => {
    if (!isFolder(folder.path)) return { folder, lacks: 'no such folder' };
    const lacking = recipe.releases.map((release) =>
      release.filter((file) => !file.optional && locateFile(file, folder) === undefined),
    );
    const nearest = lacking.reduce((best, files) => (files.length < best.length ? files : best));
    return { folder, lacks: `no ${nearest.map(({ path }) => path).join(', ')}` };
  });
}

/** Says where to get a dataset, and where to put it. */
export function gettingIt(recipe: DatasetRecipe, folders: readonly DataFolder[]): readonly string[] {
  const names = recipe.releases.map((release) => release[0]!.path.split('/')[0]!);
  const last = usersOwn(folders).at(-1);
  const places = names.map((name) => join(last?.path ?? '.', name));
  return [
    `Get it: ${recipe.howToGet}`,
    `Put it into ${places.join(' or ')}; or into a folder ${names.join(' or ')} anywhere, and name the folder above that with \`dataDir\` or $FAIRFRONT_DATA`,
  ];
}

/** What ships with the package is fixed: nobody is told to put a file there. */
function usersOwn(folders: readonly DataFolder[]): readonly DataFolder[] {
  return folders.filter(({ from }) => from !== insideFolder.from);
}

function locateFile(file: DatasetFile, folder: DataFolder): FoundFile | undefined {
  const location = join(folder.path, ...file.path.split('/'));
  const candidates = file.orGzipped ? [location, `${location}.gz`] : [location];
  const there = candidates.find((path) => existsSync(path));
  return there === undefined ? undefined : { ...file, location: there };
}
