// Every command that writes, ended by every signal, at random moments: it leaves no half of anything, and when it
// is run again, the same bytes as a run that nobody disturbed. FAIRFRONT_KILLS says how often, FAIRFRONT_SEED at
// which moments.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@fairfront/core';
import { expect, it } from 'vitest';
import { manyPredictions, writeLines } from './audit/run-audit.js';
import { insideFolder } from './datasets/data.js';
import { type Ended, isProgramAbsent, program, startProgram, startProgramIn } from './runs/fit-child.js';
import { SMALL_MLP } from './runs/network-runs.js';
import { PLUG_IN } from './runs/plug-in-runs.js';
import * as fits from './runs/run-fit.js';

const KILLS = Number(process.env['FAIRFRONT_KILLS'] ?? 12);
const SEED = Number(process.env['FAIRFRONT_SEED'] ?? 1);

/** How often one folder sees it before the command is left to end. */
const IN_A_ROW = KILLS < 100 ? 2 : 8;

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
const loans = fits.writeLoans(folder, 1000);
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

/** What a command makes undisturbed, how long it takes and how often its folder changes. */
interface Reference {
  readonly out: string;
  ms: number;
  readonly changes: number;
}

interface References {
  readonly reference: Reference;
  /** Of another run before, made when it is first needed. */
  old(): Promise<Reference>;
}

async function undisturbed(args: readonly string[]): Promise<Reference> {
  const out = mkdtempSync(join(folder, 'undisturbed-'));
  let changes = 0;
  const watcher = watch(out, () => changes++);
  const start = performance.now();
  const { code, err } = await startProgram(...args, '--out', out, '--quiet').ended;
  const ms = performance.now() - start;
  watcher.close();
  expect(code, err).toBe(0);
  expect(leftovers(out)).toEqual([]);
  return { out, ms, changes };
}

interface Attempt {
  readonly args: readonly string[];
  readonly out: string;
  readonly temporary: string;
}

/** A command may be faster than its reference was, and changes of a folder may be told together. */
const IN_TIME = 0.85;

/** Ends a command after a random share of its time, or at a change of its folder: it writes but for a moment. */
async function endAtRandom(
  { args, out, temporary }: Attempt,
  signal: Signal,
  reference: Reference,
  uniform: () => number,
): Promise<Ended> {
  const [byChange, share] = [uniform() < 0.5, IN_TIME * uniform()];
  const start = performance.now();
  const { child, ended } = startProgramIn({ temporary }, ...args, '--out', out);
  let seen = 0;
  const watcher = watch(out, () => {
    if (byChange && ++seen === 1 + Math.floor(share * reference.changes)) child.kill(signal);
  });
  if (!byChange) await Promise.race([wait(share * reference.ms).then(() => child.kill(signal)), ended]);
  const how = await ended;
  watcher.close();
  // The machine may have been busier before.
  if (how.code === 0) reference.ms = Math.min(reference.ms, performance.now() - start);
  return how;
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
    expect(readdirSync(temporary).filter((name) => /^\.?fairfront-/.test(name))).toEqual([]);
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

/** Ends a command by these signals, then lets it end. @returns the signals that came before it was done */
async function disturb(
  command: Command,
  signals: readonly Signal[],
  { old, reference }: References,
  uniform: () => number,
): Promise<Signal[]> {
  const out = mkdtempSync(join(folder, 'killed-'));
  if (uniform() < 0.5) cpSync((await old()).out, out, { recursive: true });
  const fresh = filesIn(reference.out);
  let earlier = filesIn(out);
  const attempt = (): Attempt => {
    const goesOn = command.args[0] === 'fit' && existsSync(fits.checkpointOf(out));
    const args = goesOn ? ['fit', '--resume'] : [...command.args, ...(command.force ?? [])];
    return { args, out, temporary: mkdtempSync(join(folder, 'temporary-')) };
  };
  const kills: Signal[] = [];
  for (const signal of signals) {
    const one = attempt();
    const ended = await endAtRandom(one, signal, reference, uniform);
    if (checkLeft(ended, signal, one, command, [earlier, fresh])) kills.push(signal);
    if (command.isPartial && ended.code === CODES[signal]) earlier = filesIn(out);
    if (ended.code === 0) break;
  }
  const { args, temporary } = attempt();
  const { code, err } = await startProgramIn({ temporary }, ...args, '--out', out).ended;
  expect(code, err).toBe(0);
  expect(filesIn(out)).toEqual(fresh);
  expect(leftovers(out)).toEqual([]);
  if (args[0] === 'fit') expect(existsSync(join(out, 'checkpoint'))).toBe(false);
  return kills;
}

/** Does something with each, two at a time. */
async function inPairs<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let i = 0; i < items.length; i += 2)
    results.push(...(await Promise.all(items.slice(i, i + 2).map(work))));
  return results;
}

const cannotRun = isProgramAbsent() || process.platform === 'win32';

it.skipIf(cannotRun)(
  `commands that are killed ${KILLS} times at random leave nothing half done, and end with the same bytes`,
  async () => {
    const { uniform } = createRandom(SEED);
    const names = Object.keys(COMMANDS);
    const references = await inPairs(Object.values(COMMANDS), async ({ args, other }) => {
      let old: Promise<Reference> | undefined;
      return {
        reference: await undisturbed(args),
        old: () => (old ??= undisturbed(other ?? [...args, '--seed', '2'])),
      };
    });
    const kills: string[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (kills.length < KILLS || next < names.length) {
        const [at, round] = [next % names.length, Math.floor(next++ / names.length)];
        const signals = Array.from({ length: IN_A_ROW }, (_, i) => {
          const step = at + round + 2 * i + Math.floor(i / 2); // two in a row, two rounds: all four
          return SIGNALS[step % SIGNALS.length]!;
        });
        const done = await disturb(COMMANDS[names[at]!]!, signals, references[at]!, uniform);
        kills.push(...done.map((signal) => `${names[at]}: ${signal}`));
      }
    };
    await Promise.all([work(), work()]).finally(() => {
      const counts = [...new Set(kills)].map(
        (kind) => `${kind} ${kills.filter((own) => own === kind).length}`,
      );
      process.stdout.write(`${kills.length} kills in ${next} folders: ${counts.sort().join(', ')}\n`);
    });
  },
  300_000 + 60_000 * KILLS,
);

const flags = ['--target', 'default', '--groups', 'sex'];

it.skipIf(cannotRun).each([
  ['fit', 'SIGTERM', flags],
  ['fit', 'SIGINT', flags],
  ['front', 'SIGHUP', flags],
  ['audit', 'SIGTERM', [...flags, '--probabilities', 'p']],
  ['inspect', 'SIGHUP', undefined],
] as const)(
  '%s, ended by %s, removes its copy of standard input',
  async (command, signal, given) => {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    const out = join(folder, `reads ${command} ${signal}`);
    const args = given === undefined ? [] : [...given, '--out', out];
    const { child, ended } = startProgramIn({ temporary, stdin: true }, command, '-', ...args);
    const places = [temporary, join(out, 'cache')]; // a fit keeps what it reads in the folder of its run
    const isCopied = (): boolean =>
      places.some(
        (place) => existsSync(place) && readdirSync(place).some((name) => /^\.?fairfront-/.test(name)),
      );
    while (!isCopied() && child.exitCode === null) await wait(5);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: CODES[signal], signal: null });
    expect(isCopied()).toBe(false);
    if (existsSync(out)) expect(readdirSync(out)).toEqual([]);
  },
  60_000,
);

it.skipIf(cannotRun)(
  'a result of which one file cannot be written leaves the one before as it was',
  async () => {
    const out = join(folder, 'full');
    const args = ['front', ...two, '--steps', '4', '--out', out, '--quiet'];
    expect((await startProgram(...args).ended).code).toBe(0);
    const before = filesIn(out);
    const limited = `ulimit -f 8; exec "${process.execPath}" "$@"`; // front.svg is smaller than that, report.html is not
    const again = ['-c', limited, 'bash', program, ...args, '--seed', '2'];
    const { status, stderr } = spawnSync('bash', again, { encoding: 'utf8' });
    expect(stderr).toContain(`error: cannot write ${out}: the file would be larger than is allowed`);
    expect(status).toBe(2);
    expect(filesIn(out)).toEqual(before);
    expect(leftovers(out)).toEqual([]);
  },
  60_000,
);
