// Every command that writes, ended by every signal, at random moments: it leaves no half of anything, and when it is run
// again, the same bytes as a run that nobody disturbed. FAIRFRONT_KILLS says how often, FAIRFRONT_SEED at which moments.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { manyPredictions, writeLines } from './audit/run-audit.js';
import { insideFolder } from './datasets/data.js';
import { type Ended, isProgramAbsent, startProgram, startProgramIn } from './runs/fit-child.js';
import { SMALL_MLP } from './runs/network-runs.js';
import { PLUG_IN } from './runs/plug-in-runs.js';
import * as fits from './runs/run-fit.js';

const KILLS = Number(process.env['FAIRFRONT_KILLS'] ?? 18);
const SEED = Number(process.env['FAIRFRONT_SEED'] ?? 1);

const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];
/** Exit codes of what listens to a signal; nobody hears the first. */
const CODES: Readonly<Record<Signal, number | null>> = {
  SIGKILL: null,
  SIGTERM: 143,
  SIGINT: 130,
  SIGHUP: 129,
};

const folder = fits.workFolder();
const loans = fits.writeLoans(folder, 3000);
const predictions = writeLines(folder, 'predictions.csv', manyPredictions(3000));
const two = [loans, ...fits.TWO_GROUPS];
const four = [loans, ...fits.FOUR_GROUPS];

interface Command {
  readonly args: readonly string[];
  /** What makes another result in the same folder. Default: another seed. */
  readonly other?: readonly string[];
  /** The file that stands for all of a result. */
  readonly last: string;
  /** What lets it replace a result. */
  readonly force?: readonly string[];
  /** Whether, asked to end, it shows what it has. */
  readonly isPartial?: boolean;
}

const run = { last: 'result.json', force: ['--force'] };
const COMMANDS: Readonly<Record<string, Command>> = {
  'fit, folds': { args: ['fit', ...four], ...run },
  'fit, search': { args: ['fit', ...four, ...fits.BY_VALIDATION, '--gap', '1e-12'], ...run },
  'fit, network': { args: ['fit', ...two, ...SMALL_MLP, '--max-epochs', '8'], ...run },
  'fit, plug-in': { args: ['fit', ...two, ...PLUG_IN, '--folds', '4', '--max-solves', '20'], ...run },
  front: { args: ['front', ...two, '--steps', '20'], last: 'front.json' },
  audit: {
    args: ['audit', predictions, '--target', 'truth', '--groups', 'sex', '--probabilities', 'p'],
    last: 'audit.json',
  },
  'paper, figure': { args: ['paper', 'figure-2'], last: 'figure-2.json' },
  'paper, table': {
    args: ['paper', 'table-5', '--splits', '3', '--only', 'MMPF LR,Zafar', '--data-dir', insideFolder.path],
    last: 'table-5.json',
    isPartial: true,
  },
  'demo, theory': { args: ['demo', '--theory'], ...run },
  // A long one, for long runs.
  ...(KILLS >= 100 ? { demo: { args: ['demo'], other: ['demo', '--theory'], ...run } } : {}),
};

type Files = Readonly<Record<string, string>>;

/** The files of a result, without what a clock has a say in. */
function filesIn(out: string): Files {
  const names = readdirSync(out, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.fairfront-'),
  );
  return Object.fromEntries(
    names.map(({ name }) => [
      name,
      readFileSync(join(out, name), 'latin1').replaceAll(/"seconds":[^,}]+/g, '"seconds":0'),
    ]),
  );
}

/** Locks and temporary files, wherever they are. */
const leftovers = (out: string): string[] =>
  readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.fairfront-'));

const isPartOf = (files: Files, whole: Files): boolean =>
  Object.entries(files).every(([name, text]) => whole[name] === text);

/** What a command makes undisturbed, and how long it takes. */
async function undisturbed(args: readonly string[], name: string): Promise<{ out: string; ms: number }> {
  const out = join(folder, name);
  const start = performance.now();
  const { code, err } = await startProgram(...args, '--out', out, '--quiet').ended;
  expect(code, err).toBe(0);
  expect(leftovers(out)).toEqual([]);
  return { out, ms: performance.now() - start };
}

interface Attempt {
  readonly args: readonly string[];
  readonly out: string;
  readonly temporary: string;
}

/** Ends a command after a random share of its time, or, since it writes but for a moment, at a change of its folder. */
async function endAtRandom(
  { args, out, temporary }: Attempt,
  signal: Signal,
  ms: number,
  uniform: () => number,
): Promise<Ended> {
  const [byChange, share, changes] = [uniform() < 0.5, uniform(), 1 + Math.floor(60 * uniform())];
  const { child, ended } = startProgramIn({ temporary }, ...args, '--out', out);
  if (!byChange) {
    await Promise.race([wait(1.1 * share * ms), ended]);
    child.kill(signal);
    return ended;
  }
  let seen = 0;
  const watcher = watch(out, () => {
    if (++seen === changes) child.kill(signal);
  });
  return ended.finally(() => watcher.close());
}

/** Checks what a command left that was ended by a signal. @returns whether it was, before it was done */
function checkLeft(
  { code, signal: by, err }: Ended,
  signal: Signal,
  { out, temporary }: Attempt,
  { last, isPartial = false }: Command,
  results: readonly Files[],
): boolean {
  expect(err).not.toMatch(/\n\s+at |error|bug/);
  if (code !== 0) expect([CODES[signal], signal]).toContain(code ?? by);
  if (signal !== 'SIGKILL') {
    expect(readdirSync(temporary).filter((name) => name.startsWith('fairfront-'))).toEqual([]);
    if (code !== null) expect(leftovers(out)).toEqual([]);
  }
  const found = filesIn(out);
  for (const [name, text] of Object.entries(found)) if (name.endsWith('.json')) JSON.parse(text);
  if (isPartial && code === CODES[signal]) return true;
  const from = results.filter((whole) => isPartOf(found, whole));
  expect(from, `files of one result: ${Object.keys(found)}`).not.toEqual([]);
  if (last in found) expect(from).toContainEqual(found); // all of them
  return code !== 0;
}

/** One command in one folder: ended so often, then left to end. @returns how often it was ended before it was done */
async function disturb(
  name: string,
  signals: readonly Signal[],
  reference: { readonly old: string; readonly fresh: string; readonly ms: number },
  uniform: () => number,
): Promise<number> {
  const command = COMMANDS[name]!;
  const out = mkdtempSync(join(folder, 'killed-'));
  if (uniform() < 0.5) cpSync(reference.old, out, { recursive: true });
  const fresh = filesIn(reference.fresh);
  let earlier = filesIn(out);
  const attempt = (): Attempt => {
    const goesOn = command.args[0] === 'fit' && existsSync(fits.checkpointOf(out));
    const temporary = `${mkdtempSync(join(folder, 'temporary-'))}`;
    return {
      args: goesOn ? ['fit', '--resume'] : [...command.args, ...(command.force ?? [])],
      out,
      temporary,
    };
  };
  let kills = 0;
  for (const signal of signals) {
    const one = attempt();
    const ended = await endAtRandom(one, signal, reference.ms, uniform);
    if (checkLeft(ended, signal, one, command, [earlier, fresh])) kills++;
    if (command.isPartial && ended.code === CODES[signal]) earlier = filesIn(out);
  }
  const { args, temporary } = attempt();
  const { code, err } = await startProgramIn({ temporary }, ...args, '--out', out).ended;
  expect(code, err).toBe(0);
  expect(filesIn(out)).toEqual(fresh);
  expect(leftovers(out)).toEqual([]);
  if (args[0] === 'fit') expect(existsSync(join(out, 'checkpoint'))).toBe(false);
  return kills;
}

describe.skipIf(isProgramAbsent() || process.platform === 'win32')(
  'a command that is ended by a signal',
  () => {
    it(
      `${KILLS} times at random leaves nothing half done, and ends with the same bytes`,
      async () => {
        const { uniform } = createRandom(SEED);
        const names = Object.keys(COMMANDS);
        const references = new Map<string, { old: string; fresh: string; ms: number }>();
        for (const name of names) {
          const { args, other = [...args, '--seed', '2'] } = COMMANDS[name]!;
          const [old, fresh] = await Promise.all([
            undisturbed(other, `${name}, old`),
            undisturbed(args, `${name}, fresh`),
          ]);
          references.set(name, { old: old.out, fresh: fresh.out, ms: fresh.ms });
        }
        let [next, kills] = [0, 0];
        const perName = new Map<string, number>();
        const work = async (): Promise<void> => {
          while (kills < KILLS) {
            const index = next++;
            const name = names[index % names.length]!;
            const first = index + Math.floor(index / names.length); // in four rounds every command meets every signal
            const signals = [0, 1].map((i) => SIGNALS[(first + i) % SIGNALS.length]!);
            const done = await disturb(name, signals, references.get(name)!, uniform);
            kills += done;
            for (const signal of signals)
              perName.set(`${name} ${signal}`, (perName.get(`${name} ${signal}`) ?? 0) + 1);
          }
        };
        await Promise.all([work(), work()]);
        process.stdout.write(`${kills} kills in ${next} runs\n`);
      },
      60_000 + 60_000 * KILLS,
    );
  },
);

describe.skipIf(isProgramAbsent() || process.platform === 'win32')(
  'a command that reads standard input',
  () => {
    const flags = ['--target', 'default', '--groups', 'sex'];
    it.each([
      ['fit', 'SIGTERM', flags],
      ['front', 'SIGHUP', flags],
      ['audit', 'SIGTERM', [...flags, '--probabilities', 'p']],
      ['inspect', 'SIGHUP', undefined],
      ['fit', 'SIGINT', flags],
    ] as const)(
      '%s removes its copy when it is ended by %s',
      async (command, signal, given) => {
        const temporary = mkdtempSync(join(folder, 'temporary-'));
        const out = join(folder, `reads ${command} ${signal}`);
        const args = given === undefined ? [] : [...given, '--out', out];
        const { child, ended } = startProgramIn({ temporary, stdin: true }, command, '-', ...args);
        const isCopied = (): boolean => readdirSync(temporary).some((name) => name.startsWith('fairfront-'));
        while (!isCopied() && child.exitCode === null) await wait(5);
        child.kill(signal);
        expect(await ended).toMatchObject({ code: CODES[signal], signal: null });
        expect(isCopied()).toBe(false);
        if (existsSync(out)) expect(readdirSync(out)).toEqual([]);
      },
      60_000,
    );
  },
);
