// What a command finds around it: streams, environment, clock. Tests hand over their own.

import { homedir } from 'node:os';
import type { Readable } from 'node:stream';

export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean | undefined };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home: string;
  /** As in process.platform. */
  readonly platform: string;
  now(): number;
  /**
   * Calls `listener` on the next Ctrl-C instead of ending the program; a second one ends it.
   * @returns what takes that back
   */
  onInterrupt(listener: () => void): () => void;
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env, platform } = process;
  return {
    stdin,
    stdout,
    stderr,
    environment: env,
    home: homedir(),
    platform,
    now: () => performance.now(),
    onInterrupt: (listener) => {
      process.once('SIGINT', listener);
      return () => process.removeListener('SIGINT', listener);
    },
  };
}
