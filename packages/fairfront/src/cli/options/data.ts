// The flags of every command that takes data: how it is read, what is predicted for whom, how rows are split.

import type { Command } from 'commander';
import { LABEL_KINDS, READING_KINDS, SOURCE_KINDS, TASK_KINDS } from '../../task/data-options.js';
import { addFlags, type FlagHelp } from './flags.js';

export const LABELS_HEADING = 'What is predicted, and for whom:';
export const READING_HEADING = 'How the file is read:';

const KINDS = { ...SOURCE_KINDS, ...TASK_KINDS };

/** Adds the data argument and all flags about data, in groups as the help shows them. */
export function addDataFlags(command: Command): Command {
  command.argument(
    '[data]',
    "a file, a folder, a pattern such as 'part-*.parquet', - for standard input, or a dataset by name, such as adult:gender",
  );
  addFlags(command, 'Options:', KINDS, { seed: ['<number>', 'same seed, same result (default: 1)'] });
  addLabelFlags(command, 'the column with the classes to predict, or a comparison: income>50000', true);
  addFlags(command, LABELS_HEADING, KINDS, {
    features: ['<columns>', 'the only columns to learn from'],
    ignore: ['<columns>', 'columns not to use'],
    strict: ['refuse data with warnings that something is wrong'],
    groupsAsFeatures: ['let the model see the columns that make the groups'],
    minGroup: ['<rows>', 'rows each group must have in each part (default: 30)'],
    mergeSmall: ['put smaller groups together instead of refusing them'],
  });
  addReadingFlags(command);
  addFlags(command, READING_HEADING, KINDS, {
    image: ['<column>', 'pictures: their paths, or in a database their bytes'],
    imageFolder: ['<folder>', 'a folder or tar where their paths begin (default: beside the file)'],
    imageSize: ['<pixels>', 'of a side, shrunk and cut to a square (default: what the model takes)'],
    minLevelRows: ['<rows>', 'rarer levels are pooled (default: 10)'],
    text: ['<columns>', 'columns of texts, whose words are the features (tf-idf)'],
    vocabulary: ['<words>', 'the most frequent words of a text column that are features (default: 10000)'],
    sublinear: ['a word that a text has f times counts 1 + ln f, not f'],
    dataDir: ['<folder>', 'where datasets by name are looked for first'],
    noVerify: ["use a dataset's files though their checksums differ"],
  });
  return addFlags(command, 'How rows are split:', KINDS, {
    split: ['<shares>', 'train, validation, test (default: 0.6,0.2,0.2)'],
    splitBy: ['<column>', 'rows with the same value stay in one part'],
    splitColumn: ['<column>', 'a column that says train, validation or test'],
    train: ['<file>', 'with --validation and --test: a file for each part'],
    validation: ['<file>', ''],
    test: ['<file>', ''],
    datasetSplit: ['<index>', "a named dataset's published split, counted from 0"],
  });
}

/** Adds the flags that name the target and the groups. @param overlap whether groups may be given several times */
export function addLabelFlags(command: Command, target: string, overlap = false): Command {
  const groups = 'sex · age<55 · age:25,45,65 · race=White|Other:* · sex,age<55';
  return addFlags(command, LABELS_HEADING, overlap ? TASK_KINDS : LABEL_KINDS, {
    target: ['<column>', target],
    groups: [
      '<groups>',
      overlap ? `${groups}; given again, groups that overlap; fit also: auto, to find them` : groups,
    ],
    missingGroup: ['<what>', 'rows without a group (default: error)'],
    missingTarget: ['<what>', 'rows without a target (default: error)'],
    weight: ['<column>', 'what each row counts for: survey or sampling weights (default: 1)'],
  });
}

/** Adds the flags about how a file is read. @param left those that a command does without */
export function addReadingFlags(command: Command, ...left: readonly string[]): Command {
  const { ignore: _, text: __, ...kinds } = READING_KINDS;
  const help: Record<keyof typeof kinds, FlagHelp> = {
    categorical: ['<columns>', 'columns that are categories whatever they look like'],
    numeric: ['<columns>', 'columns that are numbers'],
    missing: ['<texts>', 'texts that mean missing, beside empty, NA, NaN, null and ?'],
    columns: ['<names>', 'names for a file without a header line'],
    skipLines: ['<count>', 'lines before the header'],
    delimiter: ['<character>', 'what separates values'],
    decimal: ['<mark>', "what begins a number's decimals (default: a point)"],
    thousands: ['<mark>', "what stands between thousands: , . ' _ or space (default: nothing)"],
    duplicateHeaders: ['<what>', 'columns of one name; suffix renames the later ones (default: error)'],
    encoding: ['<name>', 'of the text (default: utf-8)'],
    format: ['<name>', 'where neither content nor name tell'],
    table: ['<name>', 'a table of a DuckDB or SQLite file'],
    sql: ['<query>', 'rows of a DuckDB or SQLite file'],
    memory: [
      '<size>',
      'rows that take more, such as 2GB, are kept on disk (default: half of what the machine has)',
    ],
  };
  const own = Object.fromEntries(Object.entries(help).filter(([name]) => !left.includes(name)));
  return addFlags(command, READING_HEADING, kinds, own);
}
