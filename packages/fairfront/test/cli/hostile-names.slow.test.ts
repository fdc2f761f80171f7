// Data and options full of escape sequences, line ends and invisible characters: whatever a command prints stays
// visible text, in as many lines as the same run with harmless names has.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { fakeTerminal } from '../fake-terminal.js';
import { madeOfData } from '../report/read-report.js';

/** Clears the screen, goes back, begins lines, turns text around, hides, and rings. */
const ATTACK = [
  '\x1b[2J\x9b2J\x07\x7f\r\n\tforged  0.00\n\n\x85\u2028\u2029',
  '\u202e\u2066\u200e\u061c\u200b\u2060\ufeff\u00ad\u3164\u{e0041}',
].join('');

/** Ranges of code points that no command may print; a line end may be. */
const FORBIDDEN = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe0fff],
] as const;

/** The characters of a text that must not be in it, by their code points. */
function forbidden(text: string): string[] {
  const found = [...new Set(text)].map((letter) => letter.codePointAt(0)!);
  return found
    .filter((code) => FORBIDDEN.some(([from, to]) => from <= code && code <= to))
    .map((code) => code.toString(16));
}

type Named = (name: string) => string;
const harmless: Named = (name) => name;
const hostile: Named = (name) => `${name}${ATTACK}`;
/** Names that differ at the end only. */
const endless: Named = (name) => `${'long'.repeat(800)}${name}`;

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Writes a file whose columns, levels and classes are named so. */
function write(named: Named, path: string): void {
  const header = ['sex', 'y', 'x', 'z', 'colour', 'p'].map((name) => cell(named(name)));
  const rows = Array.from({ length: 300 }, (_, i) => {
    const noise = (i * 7919) % 101;
    const isYes = (noise + (i % 3 === 0 ? 30 : 0)) % 100 < 50;
    const words = [i % 3 === 0 ? 'first' : 'second', isYes ? 'yes' : 'no'].map((name) => cell(named(name)));
    const colour = cell(named(['red', 'green', 'blue'][i % 7 === 0 ? 0 : 1 + (i % 2)]!));
    return [...words, noise, (i * 31) % 17, colour, ((i * 13) % 99) / 100 + 0.005].join(',');
  });
  writeFileSync(path, [header.join(','), ...rows, ''].join('\n'));
}

interface World {
  readonly named: Named;
  /** The file of data, and where to write. */
  readonly data: string;
  readonly out: string;
}

let root: string;
const worlds: Record<'plain' | 'attacked' | 'long', World> = {} as never;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fairfront-hostile-'));
  const make = (named: Named, filed: Named, name: string): World => {
    const folder = join(root, filed(name));
    mkdirSync(folder);
    const data = join(folder, `${filed('data')}.csv`);
    write(named, data);
    return { named, data, out: join(folder, filed('out')) };
  };
  worlds.plain = make(harmless, harmless, 'plain');
  worlds.attacked = make(hostile, hostile, 'attacked');
  worlds.long = make(endless, harmless, 'long');
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

async function run(args: readonly string[], isTTY = false) {
  const terminal = fakeTerminal();
  const shown: Terminal = { ...terminal, stderr: { ...terminal.stderr, isTTY } };
  const code = await main(args, shown);
  return { code, out: terminal.out(), err: terminal.err().replaceAll('\r\x1b[K', '') };
}

const task = ({ named, data }: World): string[] => [
  ...[data, '--target', named('y'), '--groups', named('sex'), '--ignore', cell(named('p'))],
];
const byValidation = ['--min-group', '10', '--select', 'validation', '--force'];

/** Commands that do their work. */
const done: Readonly<Record<string, (world: World) => string[]>> = {
  inspect: ({ data }) => ['inspect', data],
  'inspect of a task': (world) => ['inspect', ...task(world), '--min-group', '10'],
  fit: (world) => ['fit', ...task(world), ...byValidation, '--out', `${world.out}-fit`],
  'fit by folds': (world) => [
    'fit',
    ...task(world),
    '--model',
    'linear',
    '--min-group',
    '10',
    '--force',
    '--out',
    `${world.out}-folds`,
  ],
  'fit --splits': (world) => [
    'fit',
    ...task(world),
    ...byValidation,
    '--splits',
    '2',
    '--out',
    `${world.out}-splits`,
  ],
  'fit --compare': (world) => {
    return [
      'fit',
      ...task(world),
      ...byValidation,
      '--compare',
      'equal-risk',
      '--out',
      `${world.out}-compare`,
    ];
  },
  'fit --check': (world) => [
    'fit',
    ...task(world),
    '--min-group',
    '10',
    '--estimation',
    'plug-in',
    '--check',
  ],
  front: (world) => {
    rmSync(`${world.out}-front`, { recursive: true, force: true });
    return ['front', ...task(world), '--min-group', '10', '--steps', '4', '--out', `${world.out}-front`];
  },
  audit: ({ named, data, out }) => {
    const labels = ['--target', named('y'), '--groups', named('sex')];
    const said = ['--probabilities', cell(`${named('yes')}=${named('p')}`), '--positive', named('yes')];
    return ['audit', data, ...labels, ...said, '--out', `${out}-audit`, '--resamples', '20'];
  },
  'audit --ll144': ({ named, data, out }) => {
    const columns = [named('sex'), named('colour')].map(cell).join(',');
    const selected = `${named('y')}=${named('yes')}`;
    return ['audit', data, '--ll144', columns, '--selected', selected, '--out', `${out}-ratios`];
  },
  'card, of the run that fit left': ({ out }) => ['card', `${out}-fit`, '--force', '--out', `${out}-card`],
  datasets: ({ out }) => ['datasets', '--data-dir', dirname(out)],
  'paper figure-5': ({ out }) => ['paper', 'figure-5', '--out', `${out}-paper`],
  'demo --theory': ({ out }) => ['demo', '--theory', '--out', `${out}-demo`, '--force'],
};

/** Commands that cannot be done, each for another reason. */
const refused: Readonly<Record<string, (world: World) => string[]>> = {
  'no such command': ({ named }) => [named('nothing')],
  'no such flag': ({ named }) => ['fit', `--${named('what')}`],
  'a flag’s bad number': ({ named }) => ['fit', '--seed', named('x')],
  'a flag’s bad choice': ({ named }) => ['fit', '--loss', named('x')],
  'too many arguments': ({ named, data }) => ['inspect', data, named('more')],
  'no such file': ({ out }) => ['inspect', `${out}/nothing.csv`],
  'no such column': ({ named, data }) => ['inspect', data, '--target', named('q'), '--groups', named('sex')],
  'no such group': ({ named, data }) => {
    return ['inspect', data, '--target', named('y'), '--groups', `${named('sex')}=${named('q')}|*`];
  },
  'groups that cannot be read': ({ named, data }) => ['inspect', data, '--groups', `${named('sex')}=`],
  'no such feature': (world) => ['inspect', ...task(world), '--features', cell(world.named('q'))],
  'no such class': ({ named, data, out }) => {
    const labels = ['--target', named('y'), '--groups', named('sex'), '--probabilities', cell(named('p'))];
    return ['audit', data, ...labels, '--positive', named('q'), '--out', out];
  },
  'words for numbers': ({ named, data }) => ['inspect', data, '--numeric', cell(named('colour'))],
  'a dataset that is not there': ({ out }) => ['inspect', 'ham10000', '--data-dir', out],
  'no such preset': ({ named }) => ['inspect', `adult:${named('x')}`],
  'no such experiment': ({ named }) => ['paper', named('x')],
  'no such row of a table': ({ named, out }) => ['paper', 'table-3', '--only', named('x'), '--out', out],
  'a split column of other words': (world) => {
    return ['inspect', ...task(world), '--split-column', world.named('colour')];
  },
  'small groups': (world) => ['inspect', ...task(world), '--min-group', '500'],
  'a file in the way': ({ data, named }) => ['paper', 'figure-5', '--out', join(data, named('below'))],
  'nothing to resume': ({ out }) => ['fit', '--resume', '--out', `${out}-nothing`],
  'a folder with a run': (world) => {
    mkdirSync(`${world.out}-run`, { recursive: true });
    writeFileSync(join(`${world.out}-run`, 'result.json'), '{}');
    return ['fit', ...task(world), '--out', `${world.out}-run`];
  },
};

const lineCount = (text: string): number => text.split('\n').length;

const cases = [
  ...Object.entries(done).map(([name, args]) => ({ name, args, code: 0 })),
  ...Object.entries(refused).map(([name, args]) => ({ name, args, code: 2 })),
];

describe('what a command prints', { timeout: 120_000 }, () => {
  it.each(cases)('is visible, in the lines of a harmless run, and short: $name', async ({ args, code }) => {
    const plain = await run(args(worlds.plain));
    expect(plain, plain.err).toMatchObject({ code });
    const attacked = await run(args(worlds.attacked));
    expect(attacked.code, attacked.err).toBe(code);
    expect(forbidden(attacked.out + attacked.err)).toEqual([]);
    expect(lineCount(attacked.out)).toBe(lineCount(plain.out));
    expect(lineCount(attacked.err)).toBe(lineCount(plain.err));
    const long = await run(args(worlds.long));
    expect(long.code, long.err).toBe(code);
    expect(lineCount(long.out)).toBe(lineCount(plain.out));
    expect((long.out + long.err).length).toBeLessThan(15_000);
  });

  it('is visible on a terminal with a live line', async () => {
    const { out, err } = await run(done['fit']!(worlds.attacked), true);
    expect(forbidden(out + err)).toEqual([]);
  });

  it('with --json is the exact value in visible characters', async () => {
    const { code, out } = await run(['inspect', worlds.attacked.data, '--json']);
    expect(code).toBe(0);
    expect(forbidden(out)).toEqual([]);
    const names = JSON.parse(out).columns.map((column: { name: string }) => column.name);
    expect(names).toContain(hostile('colour'));
  });
});

describe('a report', { timeout: 120_000 }, () => {
  it.each(['fit', 'front', 'audit'])('of %s is visible', async (command) => {
    const { code } = await run(done[command]!(worlds.attacked));
    expect(code).toBe(0);
    const page = madeOfData(readFileSync(join(`${worlds.attacked.out}-${command}`, 'report.html'), 'utf8'));
    expect(forbidden(page)).toEqual([]);
    expect(page).toContain('first\\x1b[2J\\x9b2J');
    expect(page).not.toMatch(/^\s*forged/m);
  });
});
