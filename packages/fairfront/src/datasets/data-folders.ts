// The folders in which datasets are looked for: the one that the caller names, $FAIRFRONT_DATA, the user's
// cache folder, and last the folder inside this package, which holds Adult and German.

import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, resolve, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shortened } from '@fairfront/core/internal';
import { describeFileError } from '../describe-file-error.js';
import { UsageError } from '../usage-error.js';

export interface DatasetPlaces {
  /** A folder to look in first; it must be there. Default: none. */
  readonly dataDir?: string | undefined;
  /** Environment variables. Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The user's home folder. Default: `os.homedir()`. */
  readonly home?: string | undefined;
  /** The operating system, named as in `process.platform`, which is the default. */
  readonly platform?: string | undefined;
}

export interface DataFolder {
  readonly path: string;
  /** Why it is looked at. */
  readonly from: 'dataDir' | '$FAIRFRONT_DATA' | 'cache folder' | 'inside the package';
}

/** What ships with this package. The path is the same from src and from dist. */
export const insideFolder: DataFolder = {
  path: fileURLToPath(new URL('../../data', import.meta.url)),
  from: 'inside the package',
};

/** Lists the folders in the order in which they are looked at, no two the same. */
export function dataFolders(places: DatasetPlaces = {}): readonly DataFolder[] {
  const { dataDir, environment = process.env } = places;
  // Somebody named it: going on to the next place would hide a typing mistake.
  const wrong = dataDir === undefined ? undefined : whyNoFolder(dataDir);
  if (wrong !== undefined) {
    throw new UsageError(`\`dataDir\`: there is no folder ${shortened(dataDir!, 200)}: ${wrong}`);
  }
  const fromEnvironment = environment['FAIRFRONT_DATA'];
  const folders: DataFolder[] = [
    ...(dataDir === undefined ? [] : [{ path: resolve(dataDir), from: 'dataDir' } as const]),
    ...(fromEnvironment ? [{ path: resolve(fromEnvironment), from: '$FAIRFRONT_DATA' } as const] : []),
    { path: cacheFolder(places), from: 'cache folder' },
    insideFolder,
  ];
  return folders.filter(({ path }, i) => folders.findIndex((folder) => folder.path === path) === i);
}

/** Tells whether a path is a folder. */
export function isFolder(path: string): boolean {
  return whyNoFolder(path) === undefined;
}

/** Says why a path is no folder; undefined where it is one. */
function whyNoFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'it is a file';
  } catch (error) {
    return describeFileError(error);
  }
}

function cacheFolder({
  environment = process.env,
  home = homedir(),
  platform = process.platform,
}: DatasetPlaces): string {
  if (platform === 'win32') {
    const local = environment['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local');
    return win32.join(local, 'fairfront', 'data');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'fairfront', 'data');
  const cache = environment['XDG_CACHE_HOME'];
  // The XDG specification: a relative path is to be ignored.
  const base = cache && posix.isAbsolute(cache) ? cache : posix.join(home, '.cache');
  return posix.join(base, 'fairfront', 'data');
}
