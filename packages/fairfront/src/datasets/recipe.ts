// The recipe of a dataset: its files, what is predicted, what a model may see, and the groups studied.

import type { EncoderOptions, MissingGroup, Split, Table } from '@fairfront/core';
import type { Pictures } from '../pictures/pictures.js';
import type { Reading, ReadOptions } from '../read/read-options.js';

export interface DatasetFile {
  /** Below the data folder, with forward slashes: adult/adult.data. */
  readonly path: string;
  /** Absent where releases differ: the columns are checked instead. */
  readonly sha256?: string;
  /** The dataset loads without it. */
  readonly optional?: boolean;
  /** Whether the same file, gzipped and with .gz at its end, will do. The checksum is that of the content. */
  readonly orGzipped?: boolean;
}

export interface GroupPreset {
  readonly name: string;
  /** As the option `groups` has it. */
  readonly groups: string;
  readonly title: string;
  /** What becomes of rows without a sensitive value. Absent: the dataset has none. */
  readonly missingGroup?: MissingGroup;
  /** Rows that each group must have in each part, where the study has fewer than the usual limit. */
  readonly minGroup?: number;
}

export interface DatasetRecipe {
  readonly name: string;
  readonly title: string;
  /** Rows of the table that is loaded. Absent where that depends on the release. */
  readonly rowCount?: number;
  readonly licence: string;
  /** Which files to get, and where. Where to put them is added by whoever prints this. */
  readonly howToGet: string;
  /** Sets of files; the first counts of which all are there that are not optional. */
  readonly releases: readonly (readonly DatasetFile[])[];
  readonly target: string;
  /** The class meant by "positive". Absent with more than two classes. */
  readonly positive?: string;
  /** What a model may see: nothing that is sensitive in any preset, or that tells the target. */
  readonly features: readonly string[];
  readonly encoderOptions: EncoderOptions;
  readonly presets: readonly GroupPreset[];
  /** Rows with the same value belong to one part of a split. */
  readonly splitBy?: string;
  readonly publishedSplits?: PublishedSplits;
  /** Makes the table of the files. */
  load(files: DatasetFiles): Promise<DatasetContent>;
}

export interface PublishedSplits {
  /** They are numbered from 0. */
  readonly count: number;
  readonly title: string;
  load(files: DatasetFiles, rowCount: number, index: number): Promise<Split>;
}

/** A dataset's files where they were found. */
export interface DatasetFiles {
  has(path: string): boolean;
  /** Where the file is, once its checksum is right. */
  checked(path: string): Promise<string>;
  /** Reads the file as a table, once its checksum is right. */
  read(path: string, options: ReadOptions): Promise<Reading>;
}

export interface DatasetContent {
  readonly table: Table;
  /** What was decided on the way, for a person to read. */
  readonly notes: readonly string[];
  /** In place of the recipe's, where the files decide what a model may see. */
  readonly features?: readonly string[];
  readonly encoderOptions?: EncoderOptions;
  /** A picture for each row of the table. */
  readonly pictures?: Pictures;
}

export interface Dataset extends DatasetContent {
  readonly recipe: DatasetRecipe;
  readonly files: DatasetFiles;
}
