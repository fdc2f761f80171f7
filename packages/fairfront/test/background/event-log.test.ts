// What a run tells of itself: written line by line, told less and less often, read by anybody from any event on.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EventLog } from '../../src/background/event-log.js';
import { followRun, type NumberedEvent } from '../../src/background/follow-run.js';
import {
  eventsFile,
  processFolder,
  RUN_SCHEMA,
  requestFile,
  type StudioEvent,
} from '../../src/background/run-files.js';
import { lockFolder } from '../../src/lock-folder.js';
import { workFolder } from '../runs/run-fit.js';

const root = workFolder();
let made = 0;
/** The folder of a run that was started. */
function runFolder(): string {
  const folder = join(root, `run-${++made}`);
  mkdirSync(processFolder(folder), { recursive: true });
  const request = {
    schema: RUN_SCHEMA,
    kind: 'fit',
    data: 'x.csv',
    options: {},
    started: 1,
    from: '/',
    atOnce: 2,
  };
  writeFileSync(requestFile(folder), JSON.stringify(request));
  return folder;
}

const written = (folder: string): StudioEvent[] =>
  readFileSync(eventsFile(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const solve = (number: number): Extract<StudioEvent, { kind: 'solve' }> => ({
  at: 0,
  kind: 'solve',
  search: 'apstar',
  solve: number,
  maxSolves: 1e6,
  bestWorstRisk: 1,
  mu: [1],
  risks: [1],
  lower: null,
  upper: null,
  relativeGap: null,
});

describe('a log', () => {
  it('tells at most 20 events of a kind in a second, and the last one before another kind', () => {
    const folder = runFolder();
    let now = 1000;
    const log = new EventLog(folder, () => now);
    for (let done = 0; done < 1000; done++) {
      log.add({ kind: 'fold', done, total: 1000 });
      now++;
    }
    log.add({ kind: 'measuring' });
    const events = written(folder);
    expect(events.length).toBeGreaterThan(15);
    expect(events.length).toBeLessThan(24);
    expect(events.at(-2)).toMatchObject({ kind: 'fold', done: 999, at: 1999 });
    expect(events.at(-1)).toEqual({ kind: 'measuring', at: 2000 });
  });

  it('tells a few thousand events of a day', () => {
    const folder = runFolder();
    let now = 0;
    const log = new EventLog(folder, () => now);
    for (; now < 86_400_000; now += 200) log.add({ kind: 'fold', done: now, total: 1e9 });
    expect(written(folder).length).toBeLessThan(6000);
  });

  it('tells what was left out a moment later, if nothing else comes', async () => {
    const folder = runFolder();
    const log = new EventLog(folder);
    log.add({ kind: 'fold', done: 1, total: 9 });
    log.add({ kind: 'fold', done: 2, total: 9 });
    expect(written(folder)).toHaveLength(1);
    await expect.poll(() => written(folder).length).toBe(2);
  });

  it('tells every solve, up to some thousands', () => {
    const folder = runFolder();
    const log = new EventLog(folder, () => 7);
    for (let number = 1; number <= 6000; number++) log.add(solve(number));
    log.add({ kind: 'measuring' });
    const numbers = written(folder).flatMap((event) => (event.kind === 'solve' ? [event.solve] : []));
    expect(numbers).toEqual([...Array.from({ length: 5000 }, (_, i) => i + 1), 6000]);
  });

  it('has typed arrays as lists, and no message without end', () => {
    const folder = runFolder();
    const log = new EventLog(folder, () => 7);
    log.add({ ...solve(1), mu: Float64Array.of(0.25, 0.75) as unknown as number[] });
    log.add({ kind: 'ended', state: 'failed', message: 'x'.repeat(1e6) });
    expect(written(folder)[0]).toMatchObject({ mu: [0.25, 0.75] });
    expect(readFileSync(eventsFile(folder)).length).toBeLessThan(5000);
  });

  it('of a process that was killed in the middle of a line goes on behind the last whole one', () => {
    const folder = runFolder();
    writeFileSync(eventsFile(folder), '{"kind":"encoding","at":1}\n{"kind":"fo');
    new EventLog(folder, () => 2).add({ kind: 'note', text: 'going on' });
    expect(written(folder).map(({ kind }) => kind)).toEqual(['encoding', 'note']);
  });
});

describe('whoever follows', () => {
  const all = async (folder: string, after?: number): Promise<NumberedEvent[]> => {
    const events: NumberedEvent[] = [];
    for await (const event of followRun(folder, { ...(after !== undefined && { after }) }))
      events.push(event);
    return events;
  };
  const line = (event: object): string => `${JSON.stringify({ at: 1, ...event })}\n`;
  const ended = { kind: 'ended', state: 'finished' };

  it('gets all events from the first, or from a number on, with their numbers', async () => {
    const folder = runFolder();
    const kinds = ['encoding', 'measuring', 'writing'];
    writeFileSync(eventsFile(folder), kinds.map((kind) => line({ kind })).join('') + line(ended));
    const events = await all(folder);
    expect(events.map(({ number, event }) => `${number} ${event.kind}`)).toEqual([
      ...['1 encoding', '2 measuring', '3 writing', '4 ended'],
    ]);
    expect(await all(folder, 2)).toEqual(events.slice(2));
    expect(await all(folder, 4)).toEqual([]);
  });

  it('gets them as they come, whole lines only', async () => {
    const folder = runFolder();
    const release = lockFolder(processFolder(folder));
    const follower = followRun(folder);
    const next = async () => (await follower.next()).value?.event.kind;
    const first = next();
    writeFileSync(eventsFile(folder), '{"kind":"enco');
    await new Promise((wait) => setTimeout(wait, 250));
    appendFileSync(eventsFile(folder), 'ding","at":1}\n');
    expect(await first).toBe('encoding');
    const second = next();
    appendFileSync(eventsFile(folder), line(ended));
    expect(await second).toBe('ended');
    expect((await follower.next()).done).toBe(true);
    release();
  });

  it('is not told that a run had ended which was resumed', async () => {
    const folder = runFolder();
    const lines = [
      { kind: 'encoding' },
      { ...ended, state: 'interrupted' },
      { kind: 'note', text: 'going on' },
      ended,
    ];
    writeFileSync(eventsFile(folder), lines.map(line).join(''));
    expect((await all(folder)).map(({ number, event }) => `${number} ${event.kind}`)).toEqual([
      ...['1 encoding', '3 note', '4 ended'],
    ]);
  });

  it('is told of the end of a process that could say nothing', async () => {
    const folder = runFolder();
    writeFileSync(eventsFile(folder), line({ kind: 'encoding' }));
    const events = await all(folder);
    expect(events).toMatchObject([
      { number: 1 },
      {
        number: 2,
        event: { kind: 'ended', state: 'failed', message: expect.stringContaining('without a word') },
      },
    ]);
    mkdirSync(join(folder, 'checkpoint'));
    writeFileSync(join(folder, 'checkpoint', 'fit.bin'), '');
    expect((await all(folder)).at(-1)!.event).toMatchObject({ kind: 'ended', state: 'interrupted' });
  });

  it('passes over what a full disk has torn', async () => {
    const folder = runFolder();
    writeFileSync(eventsFile(folder), `${line({ kind: 'encoding' })}{"kind":"fo{"kind":"x"}\n${line(ended)}`);
    expect((await all(folder)).map(({ number }) => number)).toEqual([1, 3]);
  });

  it('stops when it wants to', async () => {
    const folder = runFolder();
    const release = lockFolder(processFolder(folder));
    const signal = { aborted: false };
    const follower = followRun(folder, { signal });
    const next = follower.next();
    signal.aborted = true;
    expect(await next).toEqual({ done: true, value: undefined });
    release();
  });
});
