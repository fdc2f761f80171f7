// What a dataset known by name is made of: its files, what is predicted, what a model may see, and the groups studied.

import type { EncoderOptions, MissingGroup, Split, Table } from '@fairfront/core';
import type { Pixels } from './pixels.js';

export interface DatasetFile {
  /** Below the data folder, with forward slashes: adult/adult.data. */
  readonly path: string;
  /** Absent where releases differ: the columns are checked instead. */
  readonly sha256?: string;
  /** The dataset loads without it. */
  readonly optional?: boolean;
  /** The same with .gz at its end will do. */
  readonly orGzipped?: boolean;
}

export interface GroupPreset {
  readonly name: string;
  /** As --groups takes it. */
  readonly groups: string;
  readonly title: string;
  /** What becomes of rows without a sensitive value. Absent: the dataset has none. */
  readonly missingGroup?: MissingGroup;
  /** Rows that each group must have in each part, where the study itself has fewer than is usual. */
  readonly minGroup?: number;
}

export interface DatasetRecipe {
  readonly name: string;
  readonly title: string;
  /** Of the table that is loaded. Absent where it depends on the release. */
  readonly rowCount?: number;
  readonly licence: string;
  /** Where from, and what to know about it. Where to put it is said by whoever says this. */
  readonly howToGet: string;
  /** The first of these of which all files that are not optional are there counts. */
  readonly releases: readonly (readonly DatasetFile[])[];
  readonly target: string;
  /** The class meant by "positive". Absent with more than two classes. */
  readonly positive?: string;
  /** What a model may see, whatever the preset: no column that is sensitive in one of them, none that tells the target. */
  readonly features: readonly string[];
  readonly encoderOptions: EncoderOptions;
  readonly presets: readonly GroupPreset[];
  /** Rows with the same value belong to one part of a split. */
  readonly splitBy?: string;
  readonly publishedSplits?: PublishedSplits;
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
}

export interface DatasetContent {
  readonly table: Table;
  /** What was decided on the way, for a person to read. */
  readonly notes: readonly string[];
  /** An image for each row of the table. */
  readonly pixels?: Pixels;
}

export interface Dataset extends DatasetContent {
  readonly recipe: DatasetRecipe;
  readonly files: DatasetFiles;
}
