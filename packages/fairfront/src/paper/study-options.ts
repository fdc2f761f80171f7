// The options of figures that train networks, on the command line.

import { type Command, Option } from 'commander';
import { wholeNumber, wholeNumbers } from '../cli/common-options.js';
import { STUDY_DEFAULTS, type StudyOptions } from './experiment/figure-context.js';

const MOST_SAMPLES = 10_000_000;
const WIDEST = 4096;
const MOST_STEPS = 100_000;

/** The default, or that of each figure where they differ. */
function defaultWords(name: 'samples' | 'runs' | 'hidden' | 'epochSteps'): string {
  const defaults = Object.entries(STUDY_DEFAULTS).map(([figure, study]) => ({
    figure,
    text: `${study[name]}`,
  }));
  const [first, ...others] = defaults;
  return others.every(({ text }) => text === first!.text)
    ? first!.text
    : defaults.map(({ figure, text }) => `${text} for ${figure}`).join('; ');
}

const OPTIONS = [
  {
    name: 'samples',
    option: new Option(
      '--samples <numbers>',
      `rows to train on (default: ${defaultWords('samples')})`,
    ).argParser(wholeNumbers(1, MOST_SAMPLES)),
  },
  {
    name: 'runs',
    option: new Option(
      '--runs <number>',
      `samples of each size (default: ${defaultWords('runs')})`,
    ).argParser(wholeNumber(1, 1000)),
  },
  {
    name: 'hidden',
    option: new Option(
      '--hidden <widths>',
      `of each block of the network (default: ${defaultWords('hidden')}; the paper’s: 512,512)`,
    ).argParser(wholeNumbers(1, WIDEST)),
  },
  {
    name: 'epochSteps',
    option: new Option(
      '--epoch-steps <number>',
      `steps of an epoch at least; 1 is one pass over the rows (default: ${defaultWords('epochSteps')})`,
    ).argParser(wholeNumber(1, MOST_STEPS)),
  },
] as const satisfies readonly { readonly name: keyof StudyOptions; readonly option: Option }[];

export function addStudyOptions(command: Command): Command {
  for (const { option } of OPTIONS)
    command.addOption(option.helpGroup('Networks (figure-6 d and e, figure-8):'));
  return command;
}

/** Those that were given, as written on the command line. */
export function givenStudyOptions(options: StudyOptions): string[] {
  return OPTIONS.filter(({ name }) => options[name] !== undefined).map(({ option }) => option.long!);
}
