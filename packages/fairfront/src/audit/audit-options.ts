// The options of an audit: which columns hold the truth, the groups and what the model said; and how sure the figures must be.

import { DEFAULT_LEVEL, DEFAULT_RESAMPLES } from '@fairfront/core/internal';
import { type Command, Option } from 'commander';
import { numberBetween, wholeNumber } from '../cli/common-options.js';
import {
  addGroup,
  type DataOptions,
  LABELS_HEADING,
  labelOptions,
  list,
  READING_HEADING,
  readingOptions,
} from '../task/data-options.js';

export interface AuditOptions
  extends Pick<
    DataOptions,
    | 'target'
    | 'groups'
    | 'missingGroup'
    | 'missingTarget'
    | 'categorical'
    | 'numeric'
    | 'missing'
    | 'columns'
    | 'skipLines'
    | 'delimiter'
    | 'encoding'
    | 'format'
    | 'table'
    | 'sql'
  > {
  readonly probabilities?: readonly string[];
  /** The class that rates are of, and a single column of probabilities. By default the second of two; of more, every class has rates. */
  readonly positive?: string;
  /** The column that says whose a row is. */
  readonly entities?: string;
  /** 0: no intervals. */
  readonly resamples: number;
  readonly level: number;
}

export function addAuditOptions(command: Command): Command {
  command.argument('<predictions>', 'a file with a row for each prediction, or - for standard input');
  addGroup(
    command,
    LABELS_HEADING,
    ...labelOptions('what was true: the class of every row'),
    new Option(
      '--probabilities <columns>',
      'what the model said: class=column for each class; of two classes, the column of --positive is enough',
    ).argParser(list),
    new Option(
      '--positive <class>',
      'the class that rates are of (default: the second of two; of more, each)',
    ),
  );
  addGroup(
    command,
    'How sure the figures are:',
    new Option('--resamples <count>', 'bootstrap samples for the intervals; 0: no intervals')
      .argParser(wholeNumber(0, 1e6))
      .default(DEFAULT_RESAMPLES),
    new Option('--level <share>', 'of intervals').argParser(numberBetween(0, 1)).default(DEFAULT_LEVEL),
    new Option(
      '--entities <column>',
      'rows with the same value are of one person: people are drawn, not rows',
    ),
  );
  addGroup(command, READING_HEADING, ...readingOptions());
  return command;
}
