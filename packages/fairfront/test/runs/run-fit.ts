// `fairfront fit` on made-up loans, and what a test wants to know of a run.

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@fairfront/core';
import { afterAll, expect } from 'vitest';
import { main } from '../../src/cli/program.js';
import type { FitResult } from '../../src/measure/fit-result.js';
import { CHECKPOINT_KIND } from '../../src/runs/checkpoint.js';
import type { FitCheckpoint } from '../../src/runs/checkpoint-content.js';
import { seal, unseal } from '../../src/sealed-file.js';
import { VERSION } from '../../src/version.js';
import { fakeTerminal } from '../fake-terminal.js';

/** A folder that is gone when the tests of the file are done. Call it outside of tests. */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-fit-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Loans of four groups, sex × region, of which women are fewer, and in the south their income says little. `default` has two
 * classes, `grade` three; income and purpose have missing values.
 */
export function loans(rowCount: number, seed = 5): string {
  const random = createRandom(seed);
  const draw = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random.uniform() * values.length)]!;
  const noise = (): number => random.exponential() - random.exponential();
  const lines = Array.from({ length: rowCount }, () => {
    const sex = draw(['F', 'M', 'M']);
    const region = draw(['north', 'south']);
    const age = 20 + Math.floor(50 * random.uniform());
    const income = 1000 + Math.round(3000 * random.uniform());
    const purpose = draw(['car', 'home', 'study']);
    const fromIncome = ((income - 2500) / 800) * (sex === 'F' && region === 'south' ? 0.2 : 1);
    const score = fromIncome + (sex === 'F' ? 0.03 : -0.01) * (age - 45) + (purpose === 'home' ? 0.7 : 0);
    const grade = score + noise();
    return [
      sex,
      region,
      age,
      random.uniform() < 0.1 ? 'NA' : income,
      random.uniform() < 0.05 ? '' : purpose,
      grade > 1 ? 'a' : grade > -0.5 ? 'b' : 'c',
      score + noise() > 0.2 ? 'no' : 'yes',
    ].join(',');
  });
  return `sex,region,age,income,purpose,grade,default\n${lines.join('\n')}\n`;
}

export function writeLoans(folder: string, rowCount: number, seed?: number): string {
  const path = join(folder, `loans-${rowCount}-${seed ?? 0}.csv`);
  writeFileSync(path, loans(rowCount, seed));
  return path;
}

export const TWO_GROUPS = ['--target', 'default', '--groups', 'sex', '--ignore', 'grade'];
export const FOUR_GROUPS = ['--target', 'default', '--groups', 'sex,region', '--ignore', 'grade'];
export const THREE_CLASSES = ['--target', 'grade', '--groups', 'sex,region', '--ignore', 'default'];

/** The paper's way: what APStar finds by validation rows is taken as it is. */
export const BY_VALIDATION = ['--select', 'validation', '--search', 'apstar'];

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function fit(...args: readonly string[]): Promise<Run> {
  const terminal = fakeTerminal();
  const code = await main(['fit', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

/** Exit 0, and what it printed as JSON. */
export async function fitJson(...args: readonly string[]): Promise<FitResult> {
  const { code, out, err } = await fit(...args, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out);
}

/** On a terminal with a live line, of which `onLine` is told each state. */
export async function fitWatched(
  onLine: (line: string, interrupt: () => void) => void,
  ...args: readonly string[]
): Promise<Run> {
  const terminal = fakeTerminal();
  const code = await main(['fit', ...args], {
    ...terminal,
    stderr: {
      isTTY: true,
      write: (text) => {
        terminal.stderr.write(text);
        // As from a keyboard, it is heard between two pieces of work, not in the midst of one.
        onLine(text, () => setImmediate(terminal.interrupt));
      },
    },
  });
  return { code, out: terminal.out(), err: terminal.err() };
}

/** Ctrl-C once the live line shows this. */
export async function fitInterrupted(when: RegExp, ...args: readonly string[]): Promise<Run> {
  let pressed = false;
  const run = await fitWatched(
    (line, interrupt) => {
      if (pressed || !when.test(line)) return;
      pressed = true;
      interrupt();
    },
    ...args,
  );
  expect(pressed).toBe(true);
  return run;
}

/** Exit 2 and a message with all of these parts; nothing on stdout, no stack trace. */
export async function expectRefused(args: readonly string[], ...parts: readonly string[]): Promise<void> {
  const { code, out, err } = await fit(...args);
  for (const part of parts) expect(err).toContain(part);
  expect(err).not.toMatch(/\n\s+at /);
  expect(out).toBe('');
  expect(code).toBe(2);
}

/** The files of a run in which another model than naive was chosen. */
export const RUN_FILES = [
  ...['SHA256SUMS', 'model.json', 'model.onnx', 'naive.json', 'naive.onnx'],
  ...['predictions.csv', 'report.html', 'result.json'],
];
/** A network is in its own file alone. */
export const NETWORK_FILES = RUN_FILES.filter((name) => !/^(model|naive)\.json$/.test(name));

/** Those of them that a run has: where naive was chosen, there is no other file for it. */
export function filesOf(out: string, names: readonly string[] = RUN_FILES): readonly string[] {
  const isNaive = readResult(out).selection?.chosen.model === 'naive';
  return isNaive ? names.filter((name) => !name.startsWith('naive.')) : names;
}

/** All files of a folder, or those of these names: texts as they are, the rest in base64. */
export function runFiles(out: string, names: readonly string[] = readdirSync(out)): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(out, name), name.endsWith('.onnx') ? 'base64' : 'utf8')]),
  );
}

export function readResult(out: string): FitResult {
  return JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
}

export function checkpointOf(out: string): string {
  return join(out, 'checkpoint', 'fit.bin');
}

/** A checkpoint as plain data, to look at and to damage. */
export interface SavedCheckpoint {
  readonly folder: string;
  readonly asked: unknown;
  readonly fingerprint: string;
  readonly progress: FitCheckpoint['progress'];
}

export function readSaved(out: string): SavedCheckpoint {
  return unseal(CHECKPOINT_KIND, readFileSync(checkpointOf(out))) as SavedCheckpoint;
}

/** Writes a checkpoint with a right checksum, whatever is in it. */
export function writeSaved(out: string, saved: unknown): void {
  writeCheckpointBytes(out, seal(CHECKPOINT_KIND, saved));
}

export function writeCheckpointBytes(out: string, bytes: Uint8Array): void {
  mkdirSync(join(out, 'checkpoint'), { recursive: true });
  writeFileSync(checkpointOf(out), bytes);
}

/** A sealed file of this JSON, as somebody makes it who knows the form. */
export function sealedText(kind: string, json: string, memory: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(`${json}\n`), memory]);
  const sum = createHash('sha256').update(`${kind} ${VERSION} `).update(body).digest('hex');
  return Buffer.concat([Buffer.from(`${kind} ${VERSION} ${sum}\n`), body]);
}

export function isUnfinished(out: string): boolean {
  return existsSync(checkpointOf(out)) && !existsSync(join(out, 'result.json'));
}
