// What every command is given: where to write, and the options common to all.

import type { Progress } from './progress.js';
import type { Terminal } from './terminal.js';

export interface CommonOptions {
  /** The result on stdout as JSON, nothing else. */
  readonly json: boolean;
  readonly seed: number;
  readonly quiet: boolean;
}

/** Of commands that write files. */
export interface OutOptions extends CommonOptions {
  readonly out: string;
}

export interface CommandContext<Options extends CommonOptions = CommonOptions> {
  readonly options: Options;
  readonly terminal: Terminal;
  readonly progress: Progress;
  /** A line on stdout; silent with --json or --quiet. */
  say(text: string): void;
  /** The result on stdout, with --json only. */
  result(value: unknown): void;
}
