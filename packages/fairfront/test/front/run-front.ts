// `fairfront front` on people made up for a test, whose groups want different models.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@fairfront/core';
import { expect, onTestFinished } from 'vitest';
import { main } from '../../src/cli/program.js';
import type { FrontResult } from '../../src/front/front-result.js';
import { fakeTerminal } from '../fake-terminal.js';
import { shownHtml } from '../report/read-report.js';

/** A folder that is gone after the test. */
export function madeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-front-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What x means for each group: slope and intercept of the log-odds. Sizes differ too, so that naive is not balanced. */
const GROUPS = [
  { slope: 3, intercept: 0.5, rows: 500 },
  { slope: -1, intercept: 0, rows: 300 },
  { slope: 1, intercept: -1, rows: 220 },
  { slope: 0.3, intercept: 1, rows: 180 },
];

/** Three of five rows to train on. */
const PARTS = ['train', 'validation', 'train', 'test', 'train'];

/** @param flipTest whether the outcomes of the test rows are turned around */
export function madePeople(names: readonly string[], { flipTest = false } = {}): string {
  const random = createRandom(7);
  const noise = (): number => random.exponential() - random.exponential();
  const lines = ['x,z,group,part,outcome'];
  names.forEach((name, group) => {
    const cell = `"${name.replaceAll('"', '""')}"`;
    const { slope, intercept, rows } = GROUPS[group]!;
    for (let row = 0; row < rows; row++) {
      const [x, z] = [noise(), noise()];
      const isYes = random.uniform() < 1 / (1 + Math.exp(-(slope * x + intercept + 0.3 * z)));
      const part = PARTS[row % PARTS.length]!;
      const outcome = isYes !== (flipTest && part === 'test') ? 'yes' : 'no';
      lines.push(`${x.toFixed(4)},${z.toFixed(4)},${cell},${part},${outcome}`);
    }
  });
  const path = join(madeFolder(), 'people.csv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** What the file asks for. */
export const TASK = ['--target', 'outcome', '--split-column', 'part', '--groups', 'group'];

/** The task, with what a test says in place of its groups. */
export function taskWith(args: readonly string[]): string[] {
  return [...(args[0] === '--groups' ? TASK.slice(0, -2) : TASK), ...args];
}

export async function front(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await main(['front', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err(), listens: terminal.interrupt() };
}

/** Ctrl-C once the live line shows this, heard between two pieces of work. */
export async function frontInterrupted(when: RegExp, ...args: readonly string[]) {
  const terminal = fakeTerminal();
  let pressed = false;
  const code = await main(['front', ...args], {
    ...terminal,
    stderr: {
      isTTY: true,
      write: (text) => {
        terminal.stderr.write(text);
        if (pressed || !when.test(text)) return;
        pressed = true;
        setImmediate(terminal.interrupt);
      },
    },
  });
  expect(pressed).toBe(true);
  return { code, out: terminal.out(), err: terminal.err() };
}

/** @returns the result, and what is in the files */
export async function frontOf(path: string, ...args: readonly string[]) {
  const out = madeFolder();
  const { code, out: printed, err } = await front(path, ...taskWith(args), '--out', out, '--json');
  expect(err).not.toMatch(/error|bug/);
  expect(code).toBe(0);
  const text = (name: string): string => readFileSync(join(out, name), 'utf8');
  return {
    printed,
    result: JSON.parse(printed) as FrontResult,
    json: text('front.json'),
    svg: text('front.svg'),
    html: shownHtml(text('report.html')),
  };
}
