// What every command is given: where to write, and the options common to all.

import type { Progress } from '../terminal/progress.js';

export interface CommonOptions {
  /** The result on stdout as JSON, nothing else. */
  readonly json: boolean;
  readonly out: string;
  readonly seed: number;
  readonly quiet: boolean;
}

export interface CommandContext {
  readonly options: CommonOptions;
  readonly progress: Progress;
  /** A line on stdout; silent with --json or --quiet. */
  say(text: string): void;
  /** The result on stdout, with --json only. */
  result(value: unknown): void;
}
