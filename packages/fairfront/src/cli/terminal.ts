// What a command finds around it: streams, environment, clock. Tests hand over their own.

import { homedir } from 'node:os';
import type { Readable } from 'node:stream';
import { visible } from '@fairfront/core/tables';

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** Characters of a line, where it is known. */
  readonly columns?: number | undefined;
}

export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home: string;
  /** As in process.platform. */
  readonly platform: string;
  now(): number;
  /**
   * Calls `listener` on the next Ctrl-C, SIGTERM or SIGHUP instead of ending the program; a second one ends it.
   * Not for work that leaves no room for a listener: it could not be ended at all.
   * @returns what takes that back
   */
  onInterrupt(listener: () => void): () => void;
  /** The exit code of a program that was interrupted: 128 and the signal's number; before any, Ctrl-C's. */
  interruptCode(): InterruptCode;
}

/** Signals that ask a program to end, and the exit codes by which shells know them. */
const INTERRUPTS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type InterruptCode = (typeof INTERRUPTS)[keyof typeof INTERRUPTS];

/** The terminal that the program was started from. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env, platform } = process;
  const signals = Object.keys(INTERRUPTS) as (keyof typeof INTERRUPTS)[];
  let code: InterruptCode = INTERRUPTS.SIGINT;
  return {
    stdin,
    stdout,
    stderr,
    environment: env,
    home: homedir(),
    platform,
    now: () => performance.now(),
    onInterrupt: (listener) => {
      const heard = (signal: keyof typeof INTERRUPTS): void => {
        release();
        code = INTERRUPTS[signal];
        listener();
      };
      const release = (): void => {
        for (const signal of signals) process.removeListener(signal, heard);
      };
      for (const signal of signals) process.on(signal, heard);
      return release;
    },
    interruptCode: () => code,
  };
}

/** Clears a live line. Written by itself, it is the only command that reaches a terminal. */
export const CLEAR_LINE = '\r\x1b[K';

/** The same terminal, whose streams show as an escape every character but line ends that cannot be seen. */
export function guarded(terminal: Terminal): Terminal {
  const guard = (stream: OutputStream): OutputStream => ({
    write: (text) => stream.write(text === CLEAR_LINE ? text : text.split('\n').map(visible).join('\n')),
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
  });
  return { ...terminal, stdout: guard(terminal.stdout), stderr: guard(terminal.stderr) };
}
