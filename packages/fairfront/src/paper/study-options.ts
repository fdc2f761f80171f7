// The options of figures that train networks, on the command line.

import { type Command, Option } from 'commander';
import { wholeNumber, wholeNumbers } from '../commands/common-options.js';
import { STUDY_DEFAULTS, type StudyOptions } from './figure-context.js';

const MOST_SAMPLES = 10_000_000;
const WIDEST = 4096;

const OPTIONS = [
  {
    name: 'samples',
    option: new Option(
      '--samples <numbers>',
      `rows to train on (default: ${STUDY_DEFAULTS.samples})`,
    ).argParser(wholeNumbers(1, MOST_SAMPLES)),
  },
  {
    name: 'runs',
    option: new Option('--runs <number>', `samples of each size (default: ${STUDY_DEFAULTS.runs})`).argParser(
      wholeNumber(1, 1000),
    ),
  },
  {
    name: 'hidden',
    option: new Option(
      '--hidden <widths>',
      `of each block of the network (default: ${STUDY_DEFAULTS.hidden}; the paper’s: 512,512)`,
    ).argParser(wholeNumbers(1, WIDEST)),
  },
] as const satisfies readonly { readonly name: keyof StudyOptions; readonly option: Option }[];

export function addStudyOptions(command: Command): Command {
  for (const { option } of OPTIONS) command.addOption(option.helpGroup('Networks (figure-6 d and e):'));
  return command;
}

/** Those that were given, as written on the command line. */
export function givenStudyOptions(options: StudyOptions): string[] {
  return OPTIONS.filter(({ name }) => options[name] !== undefined).map(({ name }) => `--${name}`);
}
