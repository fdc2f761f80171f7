// The options of whatever takes data: how it is read, what is predicted for whom, how its rows are split.

import type { MissingGroup, MissingTarget } from '@fairfront/core';
import {
  flag,
  type OptionKind,
  type OptionKinds,
  oneOf,
  optionText,
  path,
  shares,
  text,
  wholeNumber,
} from '../option-kinds.js';
import { columnList, READ_KINDS, type ReadOptions } from '../read/read-options.js';
import { UsageError } from '../usage-error.js';

export { columnList } from '../read/read-options.js';

/** How a file is read. */
export type ReadingOptions = Omit<
  ReadOptions,
  'naming' | 'stdin' | 'onProgress' | 'image' | 'cache' | 'keepCache'
>;

/** Pictures to learn from. */
export interface PictureOptions {
  /** The column with pictures: their paths, or the pictures themselves as data URIs. Default: none. */
  readonly image?: string;
  /** Pixels of a side: pictures are made so small and cut to a square. Default: what the model takes. */
  readonly imageSize?: number;
  /** A folder or a tar where paths of pictures begin. Default: the folder of the table. */
  readonly imageFolder?: string;
}

/** What is predicted, for whom, from which columns. */
export interface LabelOptions {
  /**
   * The column with the classes to predict, or a comparison such as `income>50000`; with the squared loss, a column of
   * numbers. A dataset has one.
   */
  readonly target?: string;
  /** The groups, such as `sex,age<55`. A dataset's preset has some. */
  readonly groups?: string;
  /** Rows without a group. Default error. */
  readonly missingGroup?: MissingGroup;
  /** Rows without a target. Default error. */
  readonly missingTarget?: MissingTarget;
  /** A column with what each row counts for, such as survey weights: finite numbers ≥ 0. Default: every row counts 1. */
  readonly weight?: string;
}

/** A task made of data: its labels, features and splits. */
export interface TaskOptions extends Omit<LabelOptions, 'groups'>, PictureOptions {
  /**
   * The groups, such as `sex,age<55`: combinations of columns, so that no groups overlap. A list makes a family of groups
   * of each of its texts; every row is in a group of each family. A dataset's preset has some.
   */
  readonly groups?: string | readonly string[];
  /** Columns that are not used. */
  readonly ignore?: readonly string[];
  /** The only columns to learn from. Default: all but the target and those that make the groups. */
  readonly features?: readonly string[];
  /** Whether a model sees the columns that make the groups. Default false. */
  readonly groupsAsFeatures?: boolean;
  /** Rows each group must have in each part. Default 30. */
  readonly minGroup?: number;
  /** Whether smaller groups are put together instead of refused. Default false. */
  readonly mergeSmall?: boolean;
  /** Rarer levels are pooled. Default 10. */
  readonly minLevelRows?: number;
  /** Columns of texts: their words are features, weighed by tf-idf. Default: none. */
  readonly text?: readonly string[];
  /** Words of each text column that are features: the most frequent of the training rows. Default 10,000. */
  readonly vocabulary?: number;
  /** Whether a word that a text has f times counts 1 + ln f, not f. Default false. */
  readonly sublinear?: boolean;
  /** Shares of training, validation and test rows. Default 0.6, 0.2, 0.2. */
  readonly split?: readonly [number, number, number];
  /** How many splits; a fit is repeated on each of them. Default 1. */
  readonly splits?: number;
  /** A column that says train, validation or test. */
  readonly splitColumn?: string;
  /** Rows with the same value in this column stay in one part. */
  readonly splitBy?: string;
  /** Whether data with warnings that something is wrong are refused. Default false. */
  readonly strict?: boolean;
  /** Same seed, same result. From 0 to 2³² − 1; default 1. */
  readonly seed?: number;
}

/** Where data come from, beside their name. */
export interface SourceOptions extends ReadingOptions, PictureOptions {
  /** A file for each part of the split, in place of one that is split. */
  readonly train?: string;
  readonly validation?: string;
  readonly test?: string;
  /** A published split of a dataset by name, counted from 0. */
  readonly datasetSplit?: number;
  /** A folder where datasets by name are looked for first. */
  readonly dataDir?: string;
  /** Whether the checksums of a dataset's files must be right. Default true. */
  readonly verify?: boolean;
  /** Whether rows that do not fit into `memory` stay in the folder where they are kept. Default false. */
  readonly keepCache?: boolean;
}

/** Everything that decides how data become a task. */
export type DataOptions = SourceOptions & TaskOptions;

/** What was asked for, to do it again. */
export interface Asked {
  /** The data by name; absent where a table was handed over. */
  readonly data?: string | undefined;
  /** Those options that were set, by name. */
  readonly options: Readonly<Record<string, unknown>>;
}

export const DEFAULT_SEED = 1;
const count = wholeNumber(1, 2 ** 31);
const {
  naming: _,
  stdin: __,
  onProgress: ___,
  image: ____,
  cache: _____,
  keepCache: ______,
  ...reading
} = READ_KINDS;
export const READING_KINDS: OptionKinds<ReadingOptions> = reading;

export const PICTURE_KINDS: OptionKinds<PictureOptions> = {
  image: text,
  imageSize: wholeNumber(1, 4096),
  imageFolder: path,
};

export const LABEL_KINDS: OptionKinds<LabelOptions> = {
  target: text,
  groups: { ...text, rule: "a text such as 'sex,age<55'" },
  missingGroup: oneOf(['error', 'own', 'drop']),
  missingTarget: oneOf(['error', 'drop']),
  weight: text,
};

/** Groups, or families of groups: by a flag that is given again, each time one. */
const families: OptionKind = {
  rule: "a text such as 'sex,age<55', or a list of such texts",
  accepts: (value) =>
    typeof value === 'string' ||
    (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')),
  parse: (given) => given,
  join: (before, value) => (before === undefined ? value : [before, value].flat()),
};

export const TASK_KINDS: OptionKinds<TaskOptions> = {
  ...LABEL_KINDS,
  groups: families,
  ...PICTURE_KINDS,
  ignore: columnList,
  features: columnList,
  groupsAsFeatures: flag,
  minGroup: count,
  mergeSmall: flag,
  minLevelRows: count,
  text: columnList,
  vocabulary: count,
  sublinear: flag,
  split: shares,
  splits: count,
  splitColumn: text,
  splitBy: text,
  strict: flag,
  seed: wholeNumber(0, 2 ** 32 - 1),
};

/** Refuses several splits where one is worked on. */
export function checkOneSplit({ splits = 1 }: Pick<TaskOptions, 'splits'>, reason: string): void {
  if (splits > 1) throw new UsageError(`${optionText('splits', splits)}: ${reason}; leave it out`);
}

export const SOURCE_KINDS: OptionKinds<SourceOptions> = {
  ...READING_KINDS,
  ...PICTURE_KINDS,
  train: path,
  validation: path,
  test: path,
  datasetSplit: wholeNumber(0, 1000),
  dataDir: path,
  verify: flag,
  keepCache: flag,
};

/** Divides options into those of loading data, and all others. What both have, such as `ignore`, is among the others. */
export function divideOptions<Options extends object>(
  options: Options & SourceOptions,
): [SourceOptions, Omit<Options, Exclude<keyof SourceOptions, keyof TaskOptions>>] {
  const entries = Object.entries(options);
  const isSource = ([name]: [string, unknown]): boolean =>
    Object.hasOwn(SOURCE_KINDS, name) && !Object.hasOwn(TASK_KINDS, name);
  const take = (wanted: boolean): object =>
    Object.fromEntries(entries.filter((entry) => isSource(entry) === wanted));
  return [take(true), take(false) as Options];
}
