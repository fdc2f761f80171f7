// The options of every command that takes data: how it is read, what is predicted for whom, how it is split.

import type { MissingGroup, MissingTarget } from '@fairfront/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../cli/common-options.js';
import { ENCODINGS, type Encoding, parseRecord } from '../read/csv/csv-head.js';
import { FORMATS, type Format } from '../read/source/source.js';

export interface DataOptions {
  readonly target?: string;
  readonly groups?: string;
  readonly features?: readonly string[];
  readonly ignore?: readonly string[];
  readonly groupsAsFeatures?: boolean;

  readonly categorical?: readonly string[];
  readonly numeric?: readonly string[];
  readonly missing?: readonly string[];
  readonly columns?: readonly string[];
  readonly skipLines?: number;
  readonly delimiter?: string;
  readonly encoding?: Encoding;
  readonly format?: Format;
  readonly table?: string;
  readonly sql?: string;

  readonly missingGroup?: MissingGroup;
  readonly missingTarget?: MissingTarget;
  readonly minGroup?: number;
  readonly mergeSmall?: boolean;
  readonly minLevelRows?: number;

  readonly split?: readonly [number, number, number];
  readonly splits?: number;
  readonly splitColumn?: string;
  readonly splitBy?: string;
  readonly train?: string;
  readonly validation?: string;
  readonly test?: string;
  readonly datasetSplit?: number;
  readonly dataDir?: string;
  readonly verify?: boolean;
}

/** Adds the argument and the options, in groups as the help shows them. */
export function addDataOptions(command: Command): Command {
  command.argument('[data]', 'a file, - for standard input, or a dataset by name, such as adult:gender');
  addGroup(
    command,
    LABELS_HEADING,
    ...labelOptions('the classes to predict'),
    new Option('--features <columns>', 'the only columns to use').argParser(list),
    new Option('--ignore <columns>', 'columns not to use').argParser(list),
    new Option('--groups-as-features', 'let the model see the columns that make the groups'),
    new Option('--min-group <rows>', 'rows each group must have in each part (default: 30)').argParser(count),
    new Option('--merge-small', 'put smaller groups together instead of refusing them'),
  );
  addGroup(
    command,
    READING_HEADING,
    ...readingOptions(),
    new Option('--min-level-rows <rows>', 'rarer levels are pooled (default: 10)').argParser(count),
    new Option('--data-dir <folder>', 'where datasets by name are looked for first'),
    new Option('--no-verify', "use a dataset's files though their checksums differ"),
  );
  addGroup(
    command,
    'How rows are split:',
    new Option('--split <shares>', 'train, validation, test (default: 0.6,0.2,0.2)').argParser(shares),
    new Option('--splits <count>', 'how many splits (default: 1)').argParser(count),
    new Option('--split-by <column>', 'rows with the same value stay in one part'),
    new Option('--split-column <column>', 'a column that says train, validation or test'),
    new Option('--train <file>', 'with --validation and --test: a file for each part'),
    new Option('--validation <file>'),
    new Option('--test <file>'),
    new Option('--dataset-split <index>', "a named dataset's published split").argParser(
      wholeNumber(0, 1000),
    ),
  );
  return command;
}

export const LABELS_HEADING = 'What is predicted, and for whom:';
export const READING_HEADING = 'How the file is read:';
const count = wholeNumber(1, 2 ** 31);

export function addGroup(command: Command, heading: string, ...options: readonly Option[]): void {
  for (const option of options) command.addOption(option.helpGroup(heading));
}

/** Which column holds the classes, which make the groups. */
export function labelOptions(target: string): Option[] {
  return [
    new Option('--target <column>', target),
    new Option('--groups <groups>', 'sex · age<55 · age:25,45,65 · race=White|Other:* · sex,age<55'),
    new Option('--missing-group <what>', 'rows without a group (default: error)').choices([
      'error',
      'own',
      'drop',
    ]),
    new Option('--missing-target <what>', 'rows without a target (default: error)').choices([
      'error',
      'drop',
    ]),
  ];
}

export function readingOptions(): Option[] {
  return [
    new Option('--categorical <columns>', 'columns that are categories whatever they look like').argParser(
      list,
    ),
    new Option('--numeric <columns>', 'columns that are numbers').argParser(list),
    new Option('--missing <texts>', 'texts that mean missing, beside empty, NA, NaN, null and ?').argParser(
      list,
    ),
    new Option('--columns <names>', 'names for a file without a header line').argParser(list),
    new Option('--skip-lines <count>', 'lines before the header').argParser(wholeNumber(0, 2 ** 31)),
    new Option('--delimiter <text>', 'what separates values').argParser(delimiter),
    new Option('--encoding <name>', 'of the text (default: utf-8)').choices(ENCODINGS),
    new Option('--format <name>', 'where neither content nor name tell').choices(FORMATS),
    new Option('--table <name>', 'of a DuckDB or SQLite file'),
    new Option('--sql <query>', 'rows of a DuckDB or SQLite file'),
  ];
}

/** a,b or "a,b",c; given twice, both count. */
export function list(text: string, before: readonly string[] = []): string[] {
  return [...before, ...parseRecord(text, 0, ',').fields];
}

function delimiter(text: string): string {
  const character = text === '\\t' || text === 'tab' ? '\t' : text;
  if (character.length !== 1) throw new InvalidArgumentError('It must be one character, or tab.');
  return character;
}

function shares(text: string): [number, number, number] {
  const [train, validation, test, ...more] = text.split(',').map(Number);
  if (train === undefined || validation === undefined || test === undefined || more.length > 0) {
    throw new InvalidArgumentError('It must be three shares, such as 0.6,0.2,0.2.');
  }
  return [train, validation, test];
}
