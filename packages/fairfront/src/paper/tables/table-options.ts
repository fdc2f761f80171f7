// The options of the paper's tables, on the command line.

import { nearestName } from '@fairfront/core/internal';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../../cli/common-options.js';
import { ROWS_OF, SPLITS, TRAINERS, type TrainerName } from './table-recipes.js';

export interface TableOptions {
  /** What is trained; by default all. */
  readonly only?: readonly TrainerName[] | undefined;
  /** How many; by default five. */
  readonly splits?: number | undefined;
  readonly quick?: boolean | undefined;
}

/** Of data whose splits are drawn; Adult's are published, and five. */
const MOST_SPLITS = 1000;

const OPTIONS = [
  new Option(
    '--only <methods>',
    'rows to make, with commas between them: "MMPF LR,Zafar"; what is trained together comes together',
  ).argParser(parseMethods),
  new Option(
    '--splits <count>',
    `the first so many (default: ${SPLITS}): Adult’s are published, others are drawn with seeds 1, 2, … whatever --seed is`,
  ).argParser(wholeNumber(1, MOST_SPLITS)),
  new Option('--quick', 'few solves and epochs: minutes, and not the paper’s experiment'),
];

export function addTableOptions(command: Command): Command {
  for (const option of OPTIONS) command.addOption(option.helpGroup('Tables:'));
  return command;
}

/** Those that were given, as written on the command line. */
export function givenTableOptions({ only, splits, quick }: TableOptions): string[] {
  const given = [only, splits, quick === true ? true : undefined];
  return OPTIONS.filter((_, i) => given[i] !== undefined).map(({ long }) => long!);
}

/** By rows' names, as the paper has them. */
function parseMethods(text: string): TrainerName[] {
  const asked = text.split(',').map((name) => name.trim().replace(/\+H$/, ''));
  const known = TRAINERS.flatMap((trainer) => [...ROWS_OF[trainer]]);
  const trainers = asked.map((name) => {
    const found = TRAINERS.find((trainer) => ROWS_OF[trainer].includes(name));
    if (found !== undefined) return found;
    const near = nearestName(name, known);
    throw new InvalidArgumentError(
      `There is no "${name}"${near === undefined ? '.' : `; did you mean "${near}"?`} Choose among ${known.join(', ')}.`,
    );
  });
  return TRAINERS.filter((trainer) => trainers.includes(trainer));
}
