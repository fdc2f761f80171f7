// `fairfront paper <table>` as a user types it, on the real data, with a terminal that is written to at every step.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ExitCode } from '../../../src/cli/describe-error.js';
import { main } from '../../../src/cli/program.js';
import type { TableResult } from '../../../src/paper/tables/table-result.js';
import { insideFolder } from '../../datasets/data.js';
import { fakeTerminal } from '../../fake-terminal.js';

/** A folder that is gone after the test. */
export function outFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'fairfront-tables-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** The progress line, each time it was written. */
  readonly steps: readonly string[];
}

/** @param interruptAt Ctrl-C is pressed as soon as this is written */
export async function paper(
  args: readonly string[],
  {
    interruptAt,
    dataDir = insideFolder.path,
  }: { readonly interruptAt?: string; readonly dataDir?: string } = {},
): Promise<Ran> {
  const terminal = fakeTerminal();
  const code = await main(['paper', ...args, '--data-dir', dataDir], {
    ...terminal,
    stderr: {
      isTTY: true, // every change is written
      write: (text) => {
        terminal.stderr.write(text);
        if (interruptAt !== undefined && text.includes(interruptAt)) terminal.interrupt();
      },
    },
  });
  const steps = terminal
    .err()
    .split('\r\x1b[K')
    .filter((step) => step.startsWith('cells'));
  return { code, out: terminal.out(), err: terminal.err(), steps };
}

/** With --json. */
export async function paperJson(args: readonly string[]): Promise<Ran & { readonly result: TableResult }> {
  const ran = await paper([...args, '--json']);
  return { ...ran, result: JSON.parse(ran.out) as TableResult };
}

/** Without what a clock has a say in. */
export function untimed({ cells, ...result }: TableResult): unknown {
  return { ...result, cells: cells.map(({ seconds: _, ...cell }) => cell) };
}
