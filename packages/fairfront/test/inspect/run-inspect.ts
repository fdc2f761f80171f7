// `fairfront inspect` on files made for a test.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { main } from '../../src/cli/program.js';
import { fakeTerminal } from '../fake-terminal.js';

/** @returns the paths, in a folder that is gone after the test */
export function madeFiles(files: Readonly<Record<string, string | Uint8Array>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
}

export async function inspect(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await main(['inspect', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

/** On a terminal with a live line. */
export async function inspectLive(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await main(['inspect', ...args], {
    ...terminal,
    stderr: { isTTY: true, write: terminal.stderr.write },
  });
  return { code, err: terminal.err() };
}

/** Exit 2 and a message, of which all of these are parts; nothing on stdout, no stack trace. */
export async function expectUsageError(args: readonly string[], ...parts: readonly string[]): Promise<void> {
  const { code, out, err } = await inspect(...args);
  for (const part of parts) expect(err).toContain(part);
  expect(err).not.toMatch(/\n\s+at /);
  expect(out).toBe('');
  expect(code).toBe(2);
}

/** What --json gives of columns, warnings and notes. */
export async function inspectJson(...args: readonly string[]) {
  const { code, out, err } = await inspect(...args, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  const result = JSON.parse(out) as {
    readonly columns: readonly { readonly name: string; readonly kind: string; readonly role?: string }[];
    readonly task: { readonly features: readonly { readonly column: string }[] };
    readonly warnings: readonly { readonly message: string }[];
    readonly notes: readonly string[];
  };
  return {
    warnings: result.warnings.map(({ message }) => message),
    notes: result.notes,
    kinds: Object.fromEntries(result.columns.map(({ name, kind }) => [name, kind])),
    roles: Object.fromEntries(result.columns.map(({ name, role }) => [name, role])),
    featureColumns: [...new Set(result.task.features.map(({ column }) => column))],
  };
}
