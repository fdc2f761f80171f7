// Options of the library as flags of a command: their names, what they take, and the check of it, come from the
// library.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { flag, type OptionKind } from '../../option-kinds.js';
import { columnList } from '../../task/data-options.js';

/** Help for a flag: what it takes, if it takes something, then what it is for. */
export type FlagHelp = readonly [help: string] | readonly [takes: string, help: string];

/**
 * Adds options of the library as flags.
 * @param flags by the option's name; `no…` is the flag that turns a switch off
 */
export function addFlags(
  command: Command,
  heading: string,
  kinds: Readonly<Record<string, OptionKind>>,
  flags: Readonly<Record<string, FlagHelp>>,
): Command {
  for (const [name, told] of Object.entries(flags)) {
    const [takes, help] = told.length === 2 ? told : ['', told[0]];
    const kind = kinds[name] ?? flag;
    const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const option = new Option(`--${words} ${takes}`.trim(), help).helpGroup(heading);
    if (kind.names !== undefined) option.choices(kind.names);
    else if (kind !== flag) option.argParser((text, before) => parse(kind, text, before));
    command.addOption(option);
  }
  return command;
}

function parse(kind: OptionKind, text: string, before: unknown): unknown {
  const value = kind.parse(text);
  if (!kind.accepts(value)) throw new InvalidArgumentError(`It must be ${kind.rule}.`);
  return kind === columnList && Array.isArray(before) ? [...before, ...(value as string[])] : value;
}

/** Adds what every command has. */
export function addTelling(command: Command): Command {
  return command
    .option('--json', 'print the result as JSON, and nothing else, on standard output')
    .option('--quiet', 'no progress and no summary');
}

/** Adds the folder that a command writes to. */
export function addOut(command: Command, folder: string): Command {
  return command.option('--out <folder>', 'where to write files', folder);
}

/** The options that were set on the command line. */
export function givenOptions(command: Command): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  );
}
