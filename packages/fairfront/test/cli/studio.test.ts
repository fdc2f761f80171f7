// `fairfront studio` on a terminal: what it prints, and how it ends.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { type FakeTerminal, fakeTerminal } from '../fake-terminal.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();

/** Starts it, waits until it prints, does something, presses Ctrl-C. */
async function running(
  args: readonly string[],
  during: (terminal: FakeTerminal) => Promise<void>,
): Promise<FakeTerminal> {
  const terminal = fakeTerminal();
  const ended = main(['studio', ...args, '--port', '0', '--no-open'], terminal);
  await expect.poll(terminal.out).toContain('\n');
  await during(terminal);
  expect(terminal.interrupt()).toBe(true);
  expect(await ended).toBe(0);
  expect(terminal.err()).toBe('');
  return terminal;
}

it('with --json prints one line, whose address opens the page', async () => {
  const place = join(folder, 'new');
  const terminal = await running([place, '--json'], async ({ out }) => {
    const { url } = JSON.parse(out());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('set-cookie')).toContain('HttpOnly');
  });
  expect(terminal.out().trimEnd().split('\n')).toHaveLength(1);
  expect(existsSync(place)).toBe(true);
});

it('says where it is, and that runs go on without it', async () => {
  const terminal = await running([folder], async () => undefined);
  expect(terminal.out()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?token=/);
  expect(terminal.out()).toMatch(/Runs under way go on/);
});

it.each([
  [['--port', '70000'], /--port/],
  [['--limit', 'much'], /a size such as 500MB/],
  [['--limit', '0MB'], /a size such as 500MB/],
])('%j is refused', async (args, words) => {
  const terminal = fakeTerminal();
  expect(await main(['studio', folder, ...args], terminal)).toBe(2);
  expect(terminal.err()).toMatch(words);
});

it('a folder that is a file is refused', async () => {
  const terminal = fakeTerminal();
  const file = new URL(import.meta.url).pathname;
  expect(await main(['studio', file, '--no-open'], terminal)).toBe(2);
  expect(terminal.err()).toMatch(/it is a file/);
});
