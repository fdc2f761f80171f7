// The files that a path stands for: one, those of a folder, or those that a pattern such as data/part-*.parquet matches.

import { readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeFileError } from '../../describe-file-error.js';
import { ReadError } from './read-error.js';

/** How the names of data files end; others in a folder are passed over. */
const DATA_FILE = /\.(csv|tsv|txt|parquet|jsonl|ndjson|json)(\.gz)?$/i;
const WILD = /[*?[\]{}]/;

/** The files that a path stands for, sorted by name. What is there by the very name is no pattern. */
export function sourceFiles(path: string, label: string): readonly string[] {
  const status = entryAt(path);
  if (status?.isDirectory()) {
    const files = entriesOf(path, label)
      .filter((name) => /^[^._]/.test(name) && DATA_FILE.test(name))
      .map((name) => join(path, name))
      .filter(isFile);
    if (files.length > 0) return files;
    throw new ReadError(
      `${label} is a folder without data files (.csv, .tsv, .parquet, .jsonl, .json, also .gz); name a file, or a pattern such as 'part-*'`,
    );
  }
  if (status !== undefined || !WILD.test(path)) return [path];
  const found = new Set(alternatives(path).flatMap((pattern) => matches(pattern, label)));
  const files = [...found].filter(isFile).sort();
  if (files.length > 0) return files;
  throw new ReadError(
    `no file matches ${label} (* any letters, ? one letter, [ab] one of these, {a,b} either); is the path right?`,
  );
}

/** A pattern for each way through its braces: part-{a,b} is part-a and part-b. */
function alternatives(pattern: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => alternatives(pattern.replace(whole, () => choice)));
}

/** The paths that a pattern matches, folder by folder. */
function matches(pattern: string, label: string): string[] {
  const folder = dirname(pattern);
  const name = pattern.slice(
    folder === '.' && !pattern.startsWith('.') ? 0 : folder.replace(/\/$/, '').length + 1,
  );
  if (!WILD.test(pattern)) return entryAt(pattern) === undefined ? [] : [pattern];
  const folders = WILD.test(folder) ? matches(folder, label) : [folder];
  const named = expressionOf(name);
  return folders
    .filter((each) => entryAt(each)?.isDirectory())
    .flatMap((each) =>
      entriesOf(each, label)
        .filter((entry) => named.test(entry))
        .map((entry) => join(each, entry)),
    );
}

/** A name's pattern as a regular expression. Names that begin with a point are matched by one only. */
function expressionOf(name: string): RegExp {
  const body = name.replace(/\*+|\?|\[[!^]?[^\]]+\]|[\\^$.|+()[\]{}]/g, (found) => {
    if (found.startsWith('*')) return '.*';
    if (found === '?') return '.';
    return found.length > 1 ? found.replace(/^\[!/, '[^').replaceAll('\\', '\\\\') : `\\${found}`;
  });
  try {
    return new RegExp(`^${name.startsWith('.') ? '' : '(?!\\.)'}${body}$`, 's');
  } catch {
    throw new ReadError(`${name} is no pattern: [ab] is one of these letters, [a-c] one from a to c`);
  }
}

function entriesOf(folder: string, label: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw new ReadError(`cannot read ${label}: ${describeFileError(error)}`, { cause: error });
  }
}

function isFile(path: string): boolean {
  return entryAt(path)?.isFile() === true;
}

/** What is at a path; nothing where that cannot be looked at either: who reads it says why. */
function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
