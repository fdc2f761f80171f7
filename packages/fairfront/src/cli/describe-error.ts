// What went wrong, in words and as an exit code: a mistake that can be mended, an interruption, a system that refused
// something, too little memory, or a bug. It is loaded from the start: later, there may be no file left to open.

import { FairfrontError, oneLine } from '@fairfront/core/tables';
import { describeFileError } from '../describe-file-error.js';
import { Interrupted } from '../interrupted.js';
import { inFlags } from '../report/flags.js';
import type { InterruptCode } from './terminal.js';

/** 0 done · 1 a bug · 2 bad input or usage · 3 a gate or a watch says stop · 128 and the number of a signal: interrupted, 130 by Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 3 | InterruptCode;

/** A command has done its work and said what it found, and what it found is a reason to stop: exit code 3. */
export class Alarm extends Error {}

interface Described {
  readonly message: string;
  readonly code: ExitCode;
}

/** Describes an error to whoever works on a command line. @param interruptCode the exit code of an interruption */
export function describeError(error: unknown, interruptCode: ExitCode = 130): Described {
  if (error instanceof Interrupted) return { message: inFlags(error.message), code: interruptCode };
  if (error instanceof Alarm) return { message: inFlags(error.message), code: 3 };
  const own = error instanceof FairfrontError ? error.message : (systemWords(error) ?? memoryWords(error));
  if (own !== undefined) return { message: `error: ${inFlags(own)}`, code: 2 };
  const { message, stack = String(error) } = error instanceof Error ? error : new Error(String(error));
  const shown = stack.replace(message, () => oneLine(message));
  return { message: `This is a bug in fairfront; please report it with what follows.\n${shown}`, code: 1 };
}

/** Says what the system refused: a file, a folder, one more open file. */
function systemWords(error: unknown): string | undefined {
  const { errno, code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (errno === undefined || syscall === undefined) return undefined;
  return oneLine(
    `${path === undefined ? '' : `${path}: `}${describeFileError(error)} (${code} on ${syscall})`,
  );
}

const MEMORY =
  /allocation failed|out of memory|OUT_OF_MEMORY|MEMORY_ALLOCATION|bad_alloc|Invalid (typed array|string) length|string longer than/i;

/** Says that there is too little memory, and how to need less. */
function memoryWords(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (!MEMORY.test(`${code} ${message}`)) return undefined;
  return `there is too little memory for so many rows and columns (${oneLine(message)}); take fewer columns with \`features\` or \`ignore\`, pool more levels with a larger \`minLevelRows\`, take fewer rows, or give Node more: NODE_OPTIONS=--max-old-space-size=8192 (megabytes)`;
}
