// The folders in which datasets are looked for: --data-dir, $FAIRFRONT_DATA, then the user's cache folder.

import { existsSync, statSync } from 'node:fs';
import { posix, resolve, win32 } from 'node:path';
import { UsageError } from '../usage-error.js';

export interface DatasetPlaces {
  /** From --data-dir. */
  readonly dataDir?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home: string;
  /** As in process.platform. */
  readonly platform: string;
}

export interface DataFolder {
  readonly path: string;
  /** Why it is looked at. */
  readonly from: '--data-dir' | '$FAIRFRONT_DATA' | 'cache folder';
}

/** In the order in which they are looked at, no two the same. */
export function dataFolders(places: DatasetPlaces): readonly DataFolder[] {
  const folders: DataFolder[] = [];
  const add = (path: string, from: DataFolder['from']): void => {
    if (!folders.some((folder) => folder.path === path)) folders.push({ path, from });
  };
  if (places.dataDir !== undefined) {
    // Somebody named it: going on to the next place would hide a slip of the pen.
    if (!isFolder(places.dataDir)) throw new UsageError(`--data-dir: there is no folder ${places.dataDir}`);
    add(resolve(places.dataDir), '--data-dir');
  }
  const fromEnvironment = places.environment['FAIRFRONT_DATA'];
  if (fromEnvironment) add(resolve(fromEnvironment), '$FAIRFRONT_DATA');
  add(cacheFolder(places), 'cache folder');
  return folders;
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function cacheFolder({ environment, home, platform }: DatasetPlaces): string {
  if (platform === 'win32') {
    return win32.join(
      environment['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'),
      'fairfront',
      'data',
    );
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'fairfront', 'data');
  const cache = environment['XDG_CACHE_HOME'];
  // The XDG specification: a relative path is to be ignored.
  return posix.join(
    cache && posix.isAbsolute(cache) ? cache : posix.join(home, '.cache'),
    'fairfront',
    'data',
  );
}
