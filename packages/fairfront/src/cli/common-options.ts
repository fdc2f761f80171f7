// Options that every command has, and the context made of them.

import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext, CommonOptions } from './command-context.js';
import { createProgress } from './progress.js';
import type { Terminal } from './terminal.js';

export function addCommonOptions(command: Command): Command {
  return command
    .option('--json', 'print the result as JSON, and nothing else, on standard output', false)
    .option('--seed <number>', 'same seed, same result', wholeNumber(0, 2 ** 32 - 1), 1)
    .option('--quiet', 'no progress and no summary', false);
}

export function addOutOption(command: Command, defaultOut: string): Command {
  return command.option('--out <folder>', 'where to write files', defaultOut);
}

export function commandContext<Options extends CommonOptions>(
  options: Options,
  terminal: Terminal,
): CommandContext<Options> {
  const { stdout, stderr, now } = terminal;
  return {
    options,
    terminal,
    progress: createProgress(stderr, now, options.quiet),
    say: (text) => {
      if (!options.json && !options.quiet) stdout.write(`${text}\n`);
    },
    result: (value) => {
      if (options.json) stdout.write(`${JSON.stringify(value)}\n`);
    },
  };
}

export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < from || value > to || text.trim() === '') {
      throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
    }
    return value;
  };
}

export function wholeNumbers(from: number, to: number): (text: string) => number[] {
  const parse = wholeNumber(from, to);
  return (text) => {
    try {
      return text.split(',').map(parse);
    } catch {
      throw new InvalidArgumentError(
        `It must be whole numbers from ${from} to ${to}, with commas between them.`,
      );
    }
  };
}

export function numberAbove(bound: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!(value > bound && Number.isFinite(value))) {
      throw new InvalidArgumentError(`It must be a number above ${bound}.`);
    }
    return value;
  };
}

/** Neither of the bounds. */
export function numberBetween(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!(value > from && value < to)) {
      throw new InvalidArgumentError(`It must be a number between ${from} and ${to}.`);
    }
    return value;
  };
}

/** From `from` up to, not including, `to`. */
export function numberIn(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!(value >= from && value < to) || text.trim() === '') {
      throw new InvalidArgumentError(
        to === Number.POSITIVE_INFINITY
          ? `It must be a number of at least ${from}.`
          : `It must be a number of at least ${from} and below ${to}.`,
      );
    }
    return value;
  };
}
