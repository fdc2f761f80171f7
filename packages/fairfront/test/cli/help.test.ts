// What `--help` shows.

import { describe, expect, it } from 'vitest';
import { AUDIT_KINDS } from '../../src/audit/audit-options.js';
import { main } from '../../src/cli/program.js';
import { CHOOSE_KINDS } from '../../src/decide/choose-options.js';
import { DECIDE_KINDS } from '../../src/decide/decide-options.js';
import { DISCOVER_KINDS } from '../../src/discover/discover-options.js';
import { FRONT_KINDS } from '../../src/front/front-options.js';
import { GATE_KINDS } from '../../src/gate/gate.js';
import { PLAN_KINDS } from '../../src/plan/plan-options.js';
import { PREDICT_KINDS } from '../../src/predict/predict-options.js';
import { READING_KINDS, SOURCE_KINDS, TASK_KINDS } from '../../src/task/data-options.js';
import { FIT_KINDS } from '../../src/training/options/fit-options.js';
import { WATCH_KINDS } from '../../src/watch/watch-options.js';
import { fakeTerminal } from '../fake-terminal.js';
import { COMMANDS } from './commands.js';

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

/** Where work is done, which is no option of what is done. */
const ELSEWHERE = ['workers', 'storage'];

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
        ...['no-refine', 'check', 'out', 'resume', 'force', ...ELSEWHERE],
      ),
    ],
    [
      'front',
      flagsOf(
        [...without(source, 'keepCache'), ...without(Object.keys(FRONT_KINDS), 'splits')],
        'out',
        ...ELSEWHERE,
      ),
    ],
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
    ['inspect', flagsOf([...without(source, 'keepCache'), ...task])],
    ['watch', flagsOf([...reading, ...Object.keys(WATCH_KINDS)], 'out')],
    ['plan', flagsOf([...reading, ...Object.keys(PLAN_KINDS), 'dataDir'])],
    [
      'discover',
      flagsOf(
        [...reading, ...Object.keys(DISCOVER_KINDS), 'dataDir', 'datasetSplit'],
        ...['out', ...ELSEWHERE],
      ),
    ],
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
        ...['out', ...ELSEWHERE],
      ),
    ],
    ['worker', flagsOf([], 'redis', 'storage', 'threads')],
    ['workers', flagsOf([], 'redis')],
    ['datasets', flagsOf(['dataDir'])],
    ['studio', flagsOf([], 'port', 'limit', 'no-open')],
  ])('of %s lists its flags, those of the options that the library has', async (command, flags) => {
    const text = await help(command, '--help');
    expect(flagsIn(text)).toEqual(flags);
    expect(text).toMatch(/Examples?:\n {2}fairfront /);
    expect(await help('help', command)).toBe(text);
  });
});
