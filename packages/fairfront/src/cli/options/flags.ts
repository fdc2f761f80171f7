// Options of the library as flags of a command: their names, what they take, and the check of it, come from the
// library.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { flag, type OptionKind, path, text } from '../../option-kinds.js';
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
    command.addOption(kind === flag ? option : parsed(option, kind));
  }
  return command;
}

/**
 * The option with its check. Given twice, lists of columns and numbers by name are joined; settings and paths are
 * overridden, as scripts expect it; a name in the data is refused, since whoever writes --groups sex --groups age wants
 * both.
 */
function parsed(option: Option, kind: OptionKind): Option {
  let before: unknown;
  return option.argParser((given) => {
    const value = kind.parse(given);
    if (!kind.accepts(value)) throw new InvalidArgumentError(ruleWords(kind));
    if (before !== undefined && kind.parse === text.parse) {
      throw new InvalidArgumentError('It was given before; give it once.');
    }
    before =
      kind === columnList && Array.isArray(before)
        ? [...before, ...(value as string[])]
        : (kind.join?.(before, value) ?? value);
    return before;
  });
}

/** What a flag takes, after its value was refused. */
function ruleWords({ names, rule }: OptionKind): string {
  return names === undefined ? `It must be ${rule}.` : `Allowed choices are ${names.join(', ')}.`;
}

/** Adds what every command has. */
export function addTelling(command: Command): Command {
  return command
    .option('--json', 'print the result as JSON, and nothing else, on standard output')
    .option('--quiet', 'no progress and no summary');
}

/** Adds the folder that a command writes to. */
export function addOut(command: Command, folder: string): Command {
  return command.addOption(
    parsed(new Option('--out <folder>', 'where to write files').default(folder), path),
  );
}

/** The options that were set on the command line. */
export function givenOptions(command: Command): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  );
}
