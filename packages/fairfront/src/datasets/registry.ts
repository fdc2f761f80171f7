// Every dataset known by name, and how a name is parsed: adult, or adult:gender with a preset for the groups.

import { statSync } from 'node:fs';
import { quoted } from '@fairfront/core/internal';
import { UsageError } from '../usage-error.js';
import { adult } from './adult.js';
import { type DatasetName, parseNameAmong } from './dataset-name.js';
import { german } from './german.js';
import { ham10000 } from './ham10000.js';
import { ham10000At64, ham10000Full } from './ham10000-pictures.js';
import { mimicIii } from './mimic-iii.js';
import type { DatasetRecipe } from './recipe.js';
import { smsSpam } from './sms-spam.js';
import { support2 } from './support2.js';

/** A dataset is added by its recipe here. */
export const datasets: readonly DatasetRecipe[] = [
  adult,
  german,
  ham10000,
  ham10000At64,
  ham10000Full,
  mimicIii,
  smsSpam,
  support2,
];

export type { DatasetName } from './dataset-name.js';

/** What a caller named: a file, or a dataset. */
export type DataSource =
  | { readonly kind: 'file'; readonly path: string; readonly note?: string }
  | ({ readonly kind: 'dataset' } & DatasetName);

/** Finds the dataset and the preset that a name means; throws where there is none. */
export function parseDatasetName(text: string): DatasetName {
  return parseNameAmong(text, datasets);
}

/**
 * Decides whether a text names a file or a dataset. A file that exists is never taken for a dataset. A folder
 * named adult does not hide the dataset; one of another name stands for the files in it.
 * @param isData whether a path can be read as data; given in tests
 */
export function parseDataSource(text: string, isData: (path: string) => boolean = isFileOrPipe): DataSource {
  if (isData(text)) {
    const note = hiddenDataset(text);
    return { kind: 'file', path: text, ...(note === undefined ? {} : { note }) };
  }
  if (text === '-' || /[./\\*?[\]{}]/.test(text)) return { kind: 'file', path: text }; // in no dataset's name
  try {
    return { kind: 'dataset', ...parseDatasetName(text) };
  } catch (error) {
    if (isFolder(text)) return { kind: 'file', path: text };
    throw error instanceof UsageError
      ? new UsageError(`there is no file ${quoted([text])}, and ${error.message}`)
      : error;
  }
}

function hiddenDataset(text: string): string | undefined {
  const name = text.split(':')[0]!;
  if (!datasets.some((recipe) => recipe.name === name)) return undefined;
  return `"${text}" is a file here and is read as one; for the dataset of that name, rename the file or work in another folder`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFileOrPipe(path: string): boolean {
  try {
    const entry = statSync(path, { throwIfNoEntry: false });
    return entry !== undefined && !entry.isDirectory();
  } catch {
    return true; // no dataset has such a name, and reading it says what is wrong
  }
}
