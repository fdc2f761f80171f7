// A run with a folder: followed event by event, cancelled, resumed to the very bytes, forced over another.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  fit,
  front,
  Interrupted,
  type Run,
  type RunEvent,
  type RunRequest,
  startFit,
} from '../../src/index.js';
import { readCheckpoint, writeCheckpoint } from '../../src/runs/checkpoint.js';
import type { FitCheckpoint } from '../../src/runs/checkpoint-content.js';
import { UsageError } from '../../src/usage-error.js';
import { KINDS, loansTable } from './made-table.js';
import {
  checkpointOf,
  filesOf,
  isUnfinished,
  loans as loansText,
  NETWORK_FILES,
  RUN_FILES,
  readResult,
  runFiles,
  workFolder,
  writeLoans,
} from './run-fit.js';

const folder = workFolder();
const loans = writeLoans(folder, 600);
const linear = KINDS['linear']!;

/** All events of a run, which is cancelled at the end that is asked for. */
async function follow(run: Run, isTheEnd: (event: RunEvent) => boolean = () => false): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) {
    events.push(event);
    if (isTheEnd(event)) run.cancel();
  }
  return events;
}

const kindsOf = (events: readonly RunEvent[]): string => events.map(({ kind }) => kind).join(' ');

describe.each(Object.entries(KINDS))('a run: %s', (name, options) => {
  const whole = join(folder, name);
  const files = options.model === 'mlp' ? NETWORK_FILES : RUN_FILES;
  let events: readonly RunEvent[];
  beforeAll(async () => {
    const run = startFit({ data: loans, options }, { out: whole });
    events = await follow(run);
    expect(await run.result).toEqual(readResult(whole));
  });

  it('tells of everything from reading to writing, and leaves its files', () => {
    expect(kindsOf(events)).toMatch(/^(reading )+encoding .* measuring writing$/);
    expect(events.find(({ kind }) => kind === 'reading')).toEqual({ kind: 'reading', rows: 600, share: 1 });
    expect(readdirSync(whole).sort()).toEqual(filesOf(whole, files));
    expect(readResult(whole).asked).toEqual({ data: loans, options });
  });

  it('cancelled and resumed, with other cuts each time, has the same bytes', async () => {
    const out = join(folder, `${name}, in pieces`);
    let told = 0;
    const solves: number[] = [];
    for (let pieces = 1; ; pieces++) {
      const resume = pieces > 1;
      const run = startFit(resume ? {} : { data: loans, options }, { out, resume });
      let steps = 0;
      const seen = await follow(
        run,
        ({ kind }) => /solve|epoch|component|fold|boost|tree/.test(kind) && ++steps === 1 + 2 * pieces,
      );
      solves.push(...seen.flatMap((event) => (event.kind === 'solve' ? [event.solve] : [])));
      const part = seen.find((event) => event.kind === 'component');
      if (resume && part !== undefined) expect(part.done).toBeGreaterThan(0); // those that were kept
      const error = await run.result.then(
        () => undefined,
        (own: unknown) => own,
      );
      told += steps;
      if (error === undefined) {
        expect(pieces).toBeGreaterThan(2);
        break;
      }
      expect(error).toBeInstanceOf(Interrupted);
      expect((error as Interrupted).message).toBe(
        `interrupted; go on with \`resume: true\` and \`out: '${out}'\``,
      );
      expect((error as Interrupted).kept).toEqual({ out, data: loans });
      expect(isUnfinished(out)).toBe(true);
      expect(pieces).toBeLessThan(30);
    }
    expect(told).toBeGreaterThan(6);
    // No solve is made twice; those of a mixture take no time, and are not kept.
    if (options.estimation !== 'plug-in') expect(solves).toEqual(solves.map((_, i) => i + 1));
    expect(runFiles(out)).toEqual(runFiles(whole));
    expect(readdirSync(out).sort()).toEqual(filesOf(out, files));
  });
});

describe('a run', () => {
  it('may be followed late, twice, or not at all', async () => {
    const run = startFit({ data: loans, options: linear }, { out: join(folder, 'late') });
    await run.result;
    const [one, two] = [await follow(run), await follow(run)];
    expect(kindsOf(one)).toMatch(/^reading.*writing$/);
    expect(two).toEqual(one);
  });

  it('may be left half way through its events', async () => {
    const run = startFit({ data: loans, options: linear }, { out: join(folder, 'left') });
    for await (const event of run) if (event.kind === 'solve') break;
    expect((await run.result).schema).toBe('fairfront.result/2');
  });

  it('reads what it is handed as standard input', async () => {
    const stdin = Readable.from([loansText(600)]);
    const run = startFit(
      { data: '-', options: linear },
      { out: join(folder, 'stdin'), surroundings: { stdin } },
    );
    const { data, models } = await run.result;
    expect(data).toBe('standard input');
    expect(models).toEqual(readResult(join(folder, 'linear')).models);
  });

  it('cancelled before anything was kept says so', async () => {
    const out = join(folder, 'at once');
    const run = startFit({ data: loans, options: linear }, { out });
    run.cancel();
    await expect(run.result).rejects.toThrow(new Interrupted('interrupted; nothing was kept'));
    expect(existsSync(checkpointOf(out))).toBe(false);
  });
});

describe('a folder that is used', () => {
  const out = join(folder, 'used');
  beforeAll(async () => {
    await startFit({ data: loans, options: linear }, { out }).result;
  });

  it('is refused before anything is read, and is left as it was', async () => {
    const before = runFiles(out);
    const run = startFit({ data: 'no-such-file.csv', options: linear }, { out });
    expect(await follow(run)).toEqual([]);
    await expect(run.result).rejects.toThrow(
      new UsageError(
        `${out} holds a finished run; choose another folder with \`out\`, or replace it with \`force: true\``,
      ),
    );
    expect(runFiles(out)).toEqual(before);
  });

  it('forced, has the new run alone; and the old one where that fails', async () => {
    const before = runFiles(out);
    const failing = startFit({ data: 'no-such-file.csv', options: linear }, { out, force: true });
    await expect(failing.result).rejects.toThrow('no-such-file.csv');
    expect(runFiles(out)).toEqual(before);
    await startFit({ data: loans, options: KINDS['network']! }, { out, force: true }).result;
    expect(readdirSync(out).sort()).toEqual(filesOf(out, NETWORK_FILES));
    expect(readResult(out).task.model).toBe('mlp');
  });

  it('by an unfinished run is refused without `resume` or `force`', async () => {
    const half = join(folder, 'half');
    await follow(startFit({ data: loans, options: linear }, { out: half }), ({ kind }) => kind === 'solve');
    await expect(startFit({ data: loans, options: linear }, { out: half }).result).rejects.toThrow(
      `${half} holds an unfinished run: go on with \`resume: true\`, replace it with \`force: true\`, or choose another folder with \`out\``,
    );
    await expect(startFit({ data: 'none.csv' }, { out: half, force: true }).result).rejects.toThrow(
      'none.csv',
    );
    await expect(startFit({ data: loans }, { out: half, force: true, resume: true }).result).rejects.toThrow(
      '`resume` goes on with a run that `force: true` would replace',
    );
    const other = await fit(loansTable(600), linear);
    await expect(other.save(half)).rejects.toThrow(`${half} holds an unfinished run`);
    const seen = await front(loansTable(600), {
      target: 'default',
      groups: 'sex',
      ignore: ['grade'],
      steps: 2,
    });
    await expect(seen.save(half)).rejects.toThrow(
      new UsageError(`${half} holds an unfinished run; choose another folder with \`out\``),
    );
    expect(isUnfinished(half)).toBe(true);
    await expect(
      startFit({ options: { ...linear, maxSolves: 9 } }, { out: half, resume: true }).result,
    ).rejects.toThrow('`resume` goes on with the options of the run; `maxSolves` differs: leave it out');
    await expect(startFit({ data: 'other.csv' }, { out: half, resume: true }).result).rejects.toThrow(
      `\`resume\`: the run was of ${loans}, not other.csv; leave the data out`,
    );
    await expect(startFit({}, { out: join(folder, 'none'), resume: true }).result).rejects.toThrow(
      '`resume`: there is no unfinished run in',
    );
  });

  it('by an unfinished run goes on elsewhere if the request is repeated, whole', async () => {
    const half = join(folder, 'moved');
    const request = { data: loans, options: linear };
    await follow(startFit(request, { out: half }), ({ kind }) => kind === 'solve');
    writeCheckpoint(half, { ...readCheckpoint(half), folder: '/elsewhere' } as FitCheckpoint);
    const again = (asked: RunRequest, resume: boolean | 'repeated') =>
      startFit(asked, { out: half, resume }).result;
    await expect(again({}, true)).rejects.toThrow('the run was started in /elsewhere; go there');
    for (const other of [{}, { data: loans }, { data: loans, options: { ...linear, seed: 7 } }])
      await expect(again(other, 'repeated')).rejects.toThrow('is of other data or options');
    expect((await again(request, 'repeated')).schema).toBe('fairfront.result/2');
  });
});

describe('an error', () => {
  it.each<[string, string, object, string]>([
    ['of the file', 'no-such-file.csv', linear, 'no-such-file.csv'],
    [
      'of an option',
      loans,
      { ...linear, maxSovles: 3 },
      'there is no option "maxSovles"; did you mean `maxSolves`?',
    ],
    ['of reading', loans, { ...linear, numeric: ['sex'] }, '"sex"'],
    ['of the task', loans, { ...linear, target: 'defautl' }, 'did you mean "default"?'],
    [
      'of what only datasets have',
      loans,
      { ...linear, datasetSplit: 0 },
      '`datasetSplit`: for datasets by name',
    ],
  ])('%s rejects the result and ends the events', async (name, data, options, message) => {
    const out = join(folder, `failed ${name}`);
    const run = startFit({ data, options }, { out });
    const events = await follow(run);
    expect(
      events.map(({ kind }) => kind).filter((kind) => kind !== 'reading' && kind !== 'encoding'),
    ).toEqual([]);
    await expect(run.result).rejects.toThrow(message);
    expect(existsSync(join(out, 'result.json'))).toBe(false);
  });

  it('that nobody waits for does not end the program', async () => {
    const run = startFit({ data: 'no-such-file.csv' }, { out: join(folder, 'unheard') });
    expect(await follow(run)).toEqual([]);
    await new Promise((goOn) => setTimeout(goOn, 20)); // an unhandled rejection would fail the test
  });

  it('where the folder cannot be made comes before anything is read', async () => {
    const file = join(folder, 'in-the-way');
    writeFileSync(file, '');
    const run = startFit({ data: loans, options: linear }, { out: join(file, 'below') });
    await expect(run.result).rejects.toThrow(/cannot write .*Choose another folder with `out`/);
    expect(await follow(run)).toEqual([]);
  });
});
