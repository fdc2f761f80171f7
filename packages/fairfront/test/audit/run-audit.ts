// `fairfront audit` on made-up predictions, and what a test wants to know of a run.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@fairfront/core';
import { afterAll, expect } from 'vitest';
import { audit as auditTable } from '../../src/audit/audit.js';
import type { AuditOptions } from '../../src/audit/audit-options.js';
import type { AuditResult } from '../../src/audit/audit-result.js';
import { main } from '../../src/cli/program.js';
import { columnList } from '../../src/task/data-options.js';
import { loadData } from '../../src/task/load-data.js';
import { type FakeTerminal, fakeTerminal } from '../fake-terminal.js';

/** A folder that is gone when the tests of the file are done. Call it outside of tests. */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-audit-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @returns its path */
export function writeLines(folder: string, name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Of four women two are judged right, of five men all; `p` is the probability of yes, `q` of no. */
export const NINE = [
  'sex,truth,p,q',
  'F,yes,0.8,0.2',
  'F,no,0.6,0.4',
  'F,no,0.3,0.7',
  'F,yes,0.4,0.6',
  'M,yes,0.9,0.1',
  'M,yes,0.7,0.3',
  'M,no,0.2,0.8',
  'M,no,0.1,0.9',
  'M,yes,0.6,0.4',
];
export const LABELS = ['--target', 'truth', '--groups', 'sex'];
export const NO_INTERVALS = ['--resamples', '0'];

/** Rows of a group, with columns sex, truth, p: how many, how sure of yes, how many are yes. */
export function groupRows(sex: string, count: number, p: number, yes: number): string[] {
  return Array.from({ length: count }, (_, i) => `${sex},${i < yes ? 'yes' : 'no'},${p}`);
}

/** Predictions of a middling model, each row by a person of its own; the women's are noise. */
export function manyPredictions(rowCount: number, seed = 3): string[] {
  const random = createRandom(seed);
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const isWoman = row % 2 === 0;
    const p = random.uniform();
    const chance = isWoman ? 0.5 : p;
    return [isWoman ? 'F' : 'M', random.uniform() < chance ? 'yes' : 'no', p.toFixed(3), `person${row}`].join(
      ',',
    );
  });
  return ['sex,truth,p,person', ...rows];
}

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function audit(...args: readonly string[]): Promise<Run> {
  return auditOn(fakeTerminal(), ...args);
}

export async function auditOn(terminal: FakeTerminal, ...args: readonly string[]): Promise<Run> {
  const code = await main(['audit', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

/** Exit 0, and what it printed as JSON. */
export async function auditJson(...args: readonly string[]): Promise<AuditResult> {
  const { code, out, err } = await audit(...args, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out);
}

/** As the command does it, without a page or a file. @param probabilities as on the command line */
export async function auditOf(
  path: string,
  probabilities: string,
  options: AuditOptions = {},
): Promise<AuditResult> {
  const { entities } = options;
  const data = await loadData(path, entities === undefined ? {} : { naming: [entities] });
  const said = columnList.parse(probabilities) as string[];
  const own = { target: 'truth', groups: 'sex', probabilities: said, resamples: 0, ...options };
  return (await auditTable(data, own)).result;
}

/** Exit 2 and a message with all of these parts; nothing on stdout, no stack trace, no folder. */
export async function expectRefused(
  folder: string,
  args: readonly string[],
  ...parts: readonly string[]
): Promise<void> {
  const out = join(folder, 'refused');
  rmSync(out, { recursive: true, force: true }); // of a test that went wrong
  const { code, out: text, err } = await audit(...args, '--out', out);
  for (const part of parts) expect(err).toContain(part);
  expect(err).not.toMatch(/\n\s+at |undefined|NaN/);
  expect(text).toBe('');
  expect(code).toBe(2);
  expect(existsSync(out)).toBe(false);
}
