// What `--help` shows, and what it must not wait for.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { AUDIT_KINDS } from '../../src/audit/audit-options.js';
import { main } from '../../src/cli/program.js';
import { CHOOSE_KINDS } from '../../src/decide/choose-options.js';
import { DECIDE_KINDS } from '../../src/decide/decide-options.js';
import { FRONT_KINDS } from '../../src/front/front-options.js';
import { GATE_KINDS } from '../../src/gate/gate.js';
import { PLAN_KINDS } from '../../src/plan/plan-options.js';
import { PREDICT_KINDS } from '../../src/predict/predict-options.js';
import { READING_KINDS, SOURCE_KINDS, TASK_KINDS } from '../../src/task/data-options.js';
import { FIT_KINDS } from '../../src/training/options/fit-options.js';
import { WATCH_KINDS } from '../../src/watch/watch-options.js';
import { fakeTerminal } from '../fake-terminal.js';

const COMMANDS = [
  'demo',
  'inspect',
  'fit',
  'front',
  'choose',
  'decide',
  'predict',
  'audit',
  'compare',
  'gate',
  'card',
  'watch',
  'plan',
  'paper',
  'datasets',
  'doctor',
];

async function help(...args: readonly string[]): Promise<string> {
  const terminal = fakeTerminal();
  expect(await main(args, terminal)).toBe(0);
  expect(terminal.err()).toBe('');
  return terminal.out();
}

/** The flags that a help lists, in the order of the alphabet. */
const flagsIn = (text: string): string[] =>
  [...text.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, flag]) => flag!).sort();

/** The flags of options: a switch that is on by default has the flag that turns it off. */
function flagsOf(names: readonly string[], ...others: readonly string[]): string[] {
  const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const flags = names.map((name) =>
    ['verify', 'settle', 'augment'].includes(name) ? `no-${name}` : kebab(name),
  );
  return [...new Set([...flags, ...others, 'help', 'json', 'quiet'])].sort();
}

const without = (names: readonly string[], ...left: readonly string[]): string[] =>
  names.filter((name) => !left.includes(name));

describe('help', () => {
  it('of the program names every command with what it is for', async () => {
    const text = await help('--help');
    const shown = [...text.matchAll(/^ {2}(\w+) .*\S/gm)].map(([, name]) => name);
    expect(shown).toEqual([...COMMANDS, 'help']);
    expect(flagsIn(text)).toEqual(['help', 'version']);
  });

  const source = Object.keys(SOURCE_KINDS);
  const task = Object.keys(TASK_KINDS);
  const reading = without(Object.keys(READING_KINDS), 'ignore', 'text');
  it.each<[string, readonly string[]]>([
    ['demo', flagsOf(['seed'], 'theory', 'out', 'force')],
    [
      'fit', // trains on all cores
      flagsOf(
        [...source, ...without(Object.keys(FIT_KINDS), 'threads')],
        ...['no-refine', 'check', 'out', 'resume', 'force'],
      ),
    ],
    ['front', flagsOf([...source, ...without(Object.keys(FRONT_KINDS), 'splits')], 'out')],
    ['card', flagsOf(['name'], 'out', 'force')],
    ['predict', flagsOf(Object.keys(PREDICT_KINDS))],
    ['audit', flagsOf([...reading, ...Object.keys(AUDIT_KINDS)], 'out')],
    [
      'audit',
      flagsOf([...without(Object.keys(READING_KINDS), 'ignore', 'text'), ...Object.keys(AUDIT_KINDS)], 'out'),
    ],
    ['choose', flagsOf(Object.keys(CHOOSE_KINDS), 'out', 'force')],
    ['decide', flagsOf(Object.keys(DECIDE_KINDS), 'out', 'force')],
    ['compare', flagsOf([], 'out')],
    [
      'gate',
      flagsOf([...without(Object.keys(READING_KINDS), 'ignore', 'text'), ...Object.keys(GATE_KINDS)], 'rule'),
    ],
    ['inspect', flagsOf([...source, ...task])],
    ['watch', flagsOf([...reading, ...Object.keys(WATCH_KINDS)], 'out')],
    ['plan', flagsOf([...reading, ...Object.keys(PLAN_KINDS), 'dataDir'])],
    [
      'paper',
      flagsOf(
        [
          'seed',
          'samples',
          'runs',
          'hidden',
          'epochSteps',
          'only',
          'splits',
          'quick',
          'dataDir',
          'weights',
          'device',
        ],
        'out',
      ),
    ],
    ['datasets', flagsOf(['dataDir'])],
  ])('of %s lists its flags, those of the options that the library has', async (command, flags) => {
    const text = await help(command, '--help');
    expect(flagsIn(text)).toEqual(flags);
    expect(text).toMatch(/Examples?:\n {2}fairfront /);
    expect(await help('help', command)).toBe(text);
  });
});

const program = fileURLToPath(new URL('../../bin/fairfront.js', import.meta.url));
const built = fileURLToPath(new URL('../../dist/cli/program.js', import.meta.url));
const absent = !existsSync(built);
if (absent) process.stdout.write(`skipped: what --help loads, since there is no ${built} (npm run build)\n`);

describe.skipIf(absent)('what is loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-loads-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'hooks.mjs'),
    `import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      appendFileSync(${JSON.stringify(join(folder, 'loaded'))}, url + '\\n');
      return next(url, context);
    }`,
  );
  writeFileSync(
    join(folder, 'register.mjs'),
    `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);`,
  );

  /** Every module that the built program loads for these arguments. */
  function loadedBy(...args: readonly string[]): string[] {
    rmSync(join(folder, 'loaded'), { force: true });
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', join(folder, 'register.mjs'), program, ...args],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return readFileSync(join(folder, 'loaded'), 'utf8').trim().split('\n');
  }
  /** Whatever goes wrong is told by words of core's tables, which are five small files; nothing else of core. */
  const WORDS = 'core\\/(?!dist\\/(tables|words|error|table\\/(levels|table))\\.js)';
  const HEAVY = new RegExp(
    `duckdb|onnxruntime|packages\\/(charts\\/|neural\\/|${WORDS})|linkedom|plot|sqlite|zod`,
  );
  const commandsIn = (loaded: readonly string[]): string[] =>
    COMMANDS.filter((name) => loaded.some((url) => url.endsWith(`/dist/cli/${name}.js`)));

  it.each(['--help', '--version'])('by %s is the parser, and no command', (flag) => {
    const loaded = loadedBy(flag);
    expect(loaded.filter((url) => url.includes('/commander/'))).not.toEqual([]);
    expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
    expect(commandsIn(loaded)).toEqual([]);
  });

  it.each(COMMANDS)('by %s --help is that command alone', (command) => {
    const loaded = loadedBy(command, '--help');
    expect(commandsIn(loaded)).toEqual([command]);
    expect(loaded.filter((url) => /duckdb\/node|onnxruntime|node-sqlite/.test(url))).toEqual([]);
  });
});
