// What every command is given: where to write, and how to tell.

import { inFlags } from '../report/flags.js';
import { createProgress, type Progress } from './progress.js';
import type { Terminal } from './terminal.js';

export interface Context {
  readonly terminal: Terminal;
  readonly progress: Progress;
  /** A line on stdout; silent with --json or --quiet. Options named in it become flags. */
  say(text: string): void;
  /** Ends the program at once when it is interrupted, after temporary files and locks are removed. */
  endWhenInterrupted(): () => void;
  /** The result on stdout, with --json only. */
  result(value: unknown): void;
}

export interface TellingOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Makes the context of a command. */
export function createContext({ json = false, quiet = false }: TellingOptions, terminal: Terminal): Context {
  const { stdout, stderr, now } = terminal;
  return {
    terminal,
    progress: createProgress(stderr, now, quiet),
    say: (text) => {
      if (!json && !quiet) stdout.write(`${inFlags(text)}\n`);
    },
    endWhenInterrupted: () => terminal.onInterrupt(() => process.exit(terminal.interruptCode())),
    result: (value) => {
      if (json) stdout.write(`${JSON.stringify(value)}\n`);
    },
  };
}
