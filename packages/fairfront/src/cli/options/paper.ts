// The options of `fairfront paper`: those of figures that train networks, and those of tables.

import { type Command, Option } from 'commander';
import { STUDY_DEFAULTS } from '../../paper/experiment/experiment.js';
import { SPLITS } from '../../paper/tables/table-recipes.js';
import { wholeNumber, wholeNumbers } from '../common-options.js';

const MOST_SAMPLES = 10_000_000;
const WIDEST = 4096;
const MOST_STEPS = 100_000;
/** For data whose splits are drawn. Adult has five that are published. */
const MOST_SPLITS = 1000;

const STUDY_OPTIONS = [
  new Option('--samples <numbers>', `rows to train on (default: ${defaultWords('samples')})`).argParser(
    wholeNumbers(1, MOST_SAMPLES),
  ),
  new Option('--runs <number>', `samples of each size (default: ${defaultWords('runs')})`).argParser(
    wholeNumber(1, 1000),
  ),
  new Option(
    '--hidden <widths>',
    `of each block of the network (default: ${defaultWords('hidden')}; the paper’s: 512,512)`,
  ).argParser(wholeNumbers(1, WIDEST)),
  new Option(
    '--epoch-steps <number>',
    `steps of an epoch at least; 1 is one pass over the rows (default: ${defaultWords('epochSteps')})`,
  ).argParser(wholeNumber(1, MOST_STEPS)),
];

const TABLE_OPTIONS = [
  new Option(
    '--only <methods>',
    'rows to make, with commas between them: "MMPF LR,Zafar"; what is trained together comes together',
  ).argParser((text) => text.split(',').map((name) => name.trim())),
  new Option(
    '--splits <count>',
    `the first so many (default: ${SPLITS}): Adult’s are published, others are drawn with seeds 1, 2, … whatever --seed is`,
  ).argParser(wholeNumber(1, MOST_SPLITS)),
  new Option('--quick', 'few solves and epochs: minutes, and not the paper’s experiment'),
];

/** Adds the options of experiments to a command. */
export function addPaperOptions(command: Command): Command {
  for (const option of STUDY_OPTIONS) {
    command.addOption(option.helpGroup('Networks (figure-6 d and e, figure-8):'));
  }
  for (const option of TABLE_OPTIONS) command.addOption(option.helpGroup('Tables:'));
  return command;
}

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
