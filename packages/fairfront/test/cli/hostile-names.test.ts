// Data and options full of escape sequences, line ends and invisible characters: whatever a command prints stays
// visible text, in as many lines as the same run with harmless names has.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { fakeTerminal } from '../fake-terminal.js';

/** Clears the screen, goes back, begins lines, turns text around, hides, and has half a character. */
const ATTACK =
  '\x1b[2J\x9b2J\r\n\tforged  0.00\n\n\x85\u2028\u2029\u202e\u2066\u200f\u061c\u200b\ufeff\u00ad\u3164\u{e0041}\x07\x7f';
const FORBIDDEN =
  /[\0-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\u{e0000}-\u{e0fff}]/u;

type Named = (name: string) => string;
const harmless: Named = (name) => name;
const hostile: Named = (name) => `${name}${ATTACK}`;
/** Names of 200,000 characters that differ at the end only. */
const endless: Named = (name) => `${'long'.repeat(50_000)}${name}`;

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fairfront-hostile-'));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Files whose columns, levels and classes are named so. */
function write(named: Named, folder: string, file: string): string {
  const header = ['sex', 'y', 'x', 'z', 'colour', 'p'].map((name) => cell(named(name)));
  const rows = Array.from({ length: 600 }, (_, i) => {
    const noise = (i * 7919) % 101;
    const isYes = (noise + (i % 3 === 0 ? 30 : 0)) % 100 < 50;
    const words = [i % 3 === 0 ? 'first' : 'second', isYes ? 'yes' : 'no'].map((name) => cell(named(name)));
    const colour = cell(named(['red', 'green', 'blue'][i % 3]!));
    return [...words, noise, (i * 31) % 17, colour, ((i * 13) % 99) / 100 + 0.005].join(',');
  });
  mkdirSync(folder, { recursive: true });
  const path = join(folder, file);
  writeFileSync(path, [header.join(','), ...rows, ''].join('\n'));
  return path;
}

interface World {
  readonly named: Named;
  /** The file of data, and a folder to write into. */
  readonly data: string;
  readonly out: string;
}

function world(named: Named, filed: Named, name: string): World {
  const folder = join(root, filed(name));
  return { named, data: write(named, folder, `${filed('data')}.csv`), out: join(folder, filed('out')) };
}

async function run(args: readonly string[], isTTY = false) {
  const terminal = fakeTerminal();
  const shown: Terminal = { ...terminal, stderr: { ...terminal.stderr, isTTY } };
  const code = await main(args, shown);
  return { code, out: terminal.out(), err: terminal.err().replaceAll('\r\x1b[K', '') };
}

const task = ({ named, data }: World): string[] => [data, '--target', named('y'), '--groups', named('sex')];

const commands: Readonly<Record<string, (world: World) => string[]>> = {
  inspect: ({ data }) => ['inspect', data],
  'inspect of a task': (world) => ['inspect', ...task(world)],
  fit: (world) => ['fit', ...task(world), '--out', world.out, '--force', '--compare', 'post-processing'],
  'fit by validation': (world) => [
    'fit',
    ...task(world),
    '--out',
    world.out,
    '--force',
    '--select',
    'validation',
  ],
  'fit --splits': (world) => [
    'fit',
    ...task(world),
    '--out',
    world.out,
    '--force',
    '--select',
    'validation',
    '--splits',
    '2',
  ],
  'fit --check': (world) => ['fit', ...task(world), '--estimation', 'plug-in', '--check'],
  front: (world) => ['front', ...task(world), '--out', `${world.out}-front`, '--steps', '4'],
  audit: (world) => {
    const { named, out } = world;
    const said = ['--probabilities', `${named('yes')}=${named('p')}`, '--positive', named('yes')];
    return ['audit', ...task(world), ...said, '--out', `${out}-audit`, '--resamples', '20'];
  },
  datasets: ({ out }) => ['datasets', '--data-dir', out],
  'paper figure-5': ({ out }) => ['paper', 'figure-5', '--out', `${out}-paper`],
  'demo --theory': ({ out }) => ['demo', '--theory', '--out', `${out}-demo`, '--force'],
  'no such command': ({ named }) => [named('command')],
  'no such flag': ({ named }) => ['fit', `--${named('sedd')}`],
  'a flag’s bad number': ({ named }) => ['fit', '--seed', named('1')],
  'a flag’s bad choice': ({ named }) => ['fit', '--loss', named('x')],
  'too many arguments': ({ named, data }) => ['inspect', data, named('more')],
  'no such file': ({ out }) => ['inspect', `${out}/nothing.csv`],
  'no such column': ({ named, data }) => ['inspect', data, '--target', named('q'), '--groups', named('sex')],
  'no such group': ({ named, data }) => [
    'inspect',
    data,
    '--target',
    named('y'),
    '--groups',
    `${named('sex')}=${named('q')}|*`,
  ],
  'no such feature': (world) => ['inspect', ...task(world), '--features', world.named('q')],
  'no such class': (world) => [
    'audit',
    ...task(world),
    '--probabilities',
    world.named('p'),
    '--positive',
    world.named('q'),
    '--out',
    world.out,
  ],
  'words among numbers': ({ named, data }) => [
    'inspect',
    data,
    '--numeric',
    `${named('colour')},${named('sex')}`,
  ],
  'a dataset that is not there': ({ out }) => ['inspect', 'ham10000', '--data-dir', out],
  'no such dataset': ({ named }) => ['inspect', `adult:${named('x')}`],
  'no such experiment': ({ named }) => ['paper', named('figure-1')],
  'no such row of a table': ({ named, out }) => ['paper', 'table-3', '--only', named('x'), '--out', out],
  'a split column of other words': (world) => [
    'inspect',
    ...task(world),
    '--split-column',
    world.named('colour'),
  ],
  'small groups': (world) => ['inspect', ...task(world), '--min-group', '500'],
  'warnings refused': (world) => ['inspect', ...task(world), '--strict'],
  'a file in the way': ({ data, named }) => ['paper', 'figure-5', '--out', join(data, named('below'))],
  'nothing to resume': ({ out }) => ['fit', '--resume', '--out', `${out}-nothing`],
};

const lineCount = (text: string): number => text.split('\n').length;

describe('what a command prints', { timeout: 120_000 }, () => {
  describe.each(Object.entries(commands))('%s', (name, args) => {
    it('has no character that cannot be seen, and the lines of a harmless run', async () => {
      const plain = await run(args(world(harmless, harmless, 'plain')));
      for (const isTTY of [false, true]) {
        const attacked = await run(args(world(hostile, hostile, name)), isTTY);
        expect(attacked.code).toBe(plain.code);
        expect(FORBIDDEN.exec(attacked.out + attacked.err)).toBeNull();
        expect(lineCount(attacked.out)).toBe(lineCount(plain.out));
        if (!isTTY) expect(lineCount(attacked.err)).toBe(lineCount(plain.err));
      }
    });

    it('is short, however long the names are', async () => {
      const plain = await run(args(world(harmless, harmless, 'plain')));
      const long = await run(args(world(endless, harmless, `long ${name}`)));
      expect(long.code).toBe(plain.code);
      expect(lineCount(long.out)).toBe(lineCount(plain.out));
      expect((long.out + long.err).length).toBeLessThan(30_000);
    });
  });

  it('with --json is the exact value in visible characters', async () => {
    const { data } = world(hostile, hostile, 'json');
    const { code, out } = await run(['inspect', data, '--json']);
    expect(code).toBe(0);
    expect(FORBIDDEN.exec(out)).toBeNull();
    expect(JSON.parse(out).columns.map((column: { name: string }) => column.name)).toContain(
      hostile('colour'),
    );
  });
});

describe('a report', { timeout: 120_000 }, () => {
  it.each(['fit', 'front', 'audit'])('of %s has no character that cannot be seen', async (command) => {
    const own = world(hostile, harmless, `report ${command}`);
    await run(commands[command]!(own));
    const folder = command === 'fit' ? own.out : `${own.out}-${command}`;
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(FORBIDDEN.exec(page)).toBeNull();
    expect(page).toContain('\\u202e');
    expect(page).not.toMatch(/^\s*forged/m);
  });
});
