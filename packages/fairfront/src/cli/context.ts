// What every command is given: where to write, and how to tell.

import { INVISIBLE, visible } from '@fairfront/core/internal';
import { inFlags } from '../report/flags.js';
import { createProgress, type Progress } from './progress.js';
import type { Terminal } from './terminal.js';

export interface Context {
  readonly terminal: Terminal;
  readonly progress: Progress;
  /**
   * Lines on stdout; silent with --json or --quiet. Options named in them become flags. A line end inside a line is
   * data and is shown as an escape; texts of several lines that hold names are made of a printable result.
   */
  say(lines: string | readonly string[]): void;
  /** Ends the program at once when it is interrupted, after temporary files and locks are removed. */
  endWhenInterrupted(): () => void;
  /** The result on stdout, with --json only. */
  result(value: unknown): void;
}

export interface TellingOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The value as JSON in visible characters, which `JSON.parse` turns into the same value. */
function jsonText(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(INVISIBLE, (letter) => letter.split('').map(escaped).join(''));
}

/** Makes the context of a command. */
export function createContext({ json = false, quiet = false }: TellingOptions, terminal: Terminal): Context {
  const { stdout, stderr, now } = terminal;
  return {
    terminal,
    progress: createProgress(stderr, now, quiet),
    say: (lines) => {
      if (!json && !quiet)
        stdout.write(
          `${[lines]
            .flat()
            .map((line) => visible(inFlags(line)))
            .join('\n')}\n`,
        );
    },
    endWhenInterrupted: () => terminal.onInterrupt(() => process.exit(terminal.interruptCode())),
    result: (value) => {
      if (json) stdout.write(`${jsonText(value)}\n`);
    },
  };
}
