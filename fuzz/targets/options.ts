// Flags of every command with any value. The flags are those that the help shows.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { main, type Terminal } from 'fairfront/internal';
import fc from 'fast-check';
import { hostileText, UNPRINTABLE } from '../inputs/hostile-texts.js';
import { smallCsv, workFolder } from '../outcome.js';
import type { Target } from '../target.js';

/** The command and what stands after it; DATA is the path of a small table. */
type Input = readonly string[];

const COMMANDS = ['fit', 'inspect', 'audit', 'front', 'datasets', 'demo', 'paper'];
/** After so long Ctrl-C is pressed: some values ask for a lot of work. */
const INTERRUPT_MS = 1000;

export const options: Target<Input> = {
  inputs: async () => {
    const flags = await Promise.all(
      COMMANDS.map(async (command) => [command, await flagsOf(command)] as const),
    );
    return fc.oneof(
      ...flags.map(([command, known]) => ({
        weight: command === 'paper' || command === 'demo' ? 1 : 8,
        arbitrary: argumentsOf(command, known),
      })),
    );
  },
  attempt: async (args) => {
    const folder = join(workFolder(), 'command');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'data.csv');
    writeFileSync(path, smallCsv());
    process.chdir(folder);
    const { code, printed } = await run(args.map((each) => (each === 'DATA' ? path : each)));
    process.chdir(workFolder());
    rmSync(folder, { recursive: true, force: true });
    assert.ok(code !== 1, printed);
    assert.ok(!UNPRINTABLE.test(printed), `printed ${JSON.stringify(UNPRINTABLE.exec(printed))} raw`);
    if (code === 2) assert.ok(printed.length > 10 && printed.length < 10_000, `${printed.length} characters`);
  },
};

interface KnownFlag {
  readonly flag: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

async function flagsOf(command: string): Promise<KnownFlag[]> {
  const { printed } = await run([command, '--help']);
  return printed.split(/\n(?= {2}-)/).flatMap((help) => {
    const [, flag, takes] = /^ {2}(?:-\w, )?(--[a-z0-9-]+)( <)?/.exec(help) ?? [];
    if (flag === undefined) return [];
    const choices = /choices:([^)]*)/.exec(help)?.[1] ?? '';
    return [
      {
        flag,
        takesValue: takes !== undefined,
        choices: [...choices.matchAll(/"([^"]*)"/g)].map(([, each]) => each!),
      },
    ];
  });
}

const value = fc.oneof(
  fc.constantFrom('', '0', '1', '2', '-1', '0.5', '1e309', 'NaN', '5', '0.6,0.2,0.2', '1,1', '3,4', ','),
  fc.constantFrom(
    'sex',
    'age',
    'default',
    'purpose',
    'sex,age<40',
    'age:30,50',
    'p',
    'yes=p',
    'adult',
    '-',
    'DATA',
  ),
  hostileText,
);

function argumentsOf(command: string, flags: readonly KnownFlag[]): fc.Arbitrary<Input> {
  const one = fc.constantFrom(...flags).chain(({ flag, takesValue, choices }): fc.Arbitrary<string[]> => {
    if (!takesValue) return fc.constant([flag]);
    return (choices.length === 0 ? value : fc.oneof(fc.constantFrom(...choices), value)).map((each) => [
      flag,
      each,
    ]);
  });
  const usual = { audit: ['--probabilities', 'p'] }[command] ?? [];
  const task = ['DATA', '--target', 'default', '--groups', 'sex', ...usual];
  return fc
    .record({
      isTask: fc.boolean(),
      further: fc.array(one, { maxLength: 4 }),
      odd: fc.option(value, { freq: 6 }),
    })
    .map(({ isTask, further, odd }) => [
      command,
      ...(isTask && !['datasets', 'demo', 'paper'].includes(command) ? task : []),
      ...further.flat(),
      ...(odd === null ? [] : [odd]),
    ]);
}

async function run(args: readonly string[]): Promise<{ code: number; printed: string }> {
  let printed = '';
  const write = (text: string): void => {
    printed += text;
  };
  const listeners = new Set<() => void>();
  const terminal: Terminal = {
    stdin: Readable.from(['sex,default\n']),
    stdout: { write },
    stderr: { write },
    environment: {},
    home: workFolder(),
    platform: 'linux',
    now: () => performance.now(),
    interruptCode: () => 130,
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const timer = setInterval(() => {
    for (const listener of listeners) listener();
  }, INTERRUPT_MS);
  try {
    return { code: await main(args, terminal), printed };
  } finally {
    clearInterval(timer);
  }
}
