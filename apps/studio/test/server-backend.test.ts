// A server that goes away and comes back: the page hears of it, and of no event twice.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverBackend } from '../src/app/server-backend.js';

const event = (number: number, kind: string): string =>
  `id: ${number}\ndata: ${JSON.stringify({ kind, at: number })}\n\n`;
const stream = (...pieces: readonly string[]): Response =>
  new Response(new Blob([...pieces]).stream(), { headers: { 'content-type': 'text/event-stream' } });
const broken = (...pieces: readonly string[]): Response => {
  const [...rest] = pieces;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: (own) => (rest.length > 0 ? own.enqueue(encoder.encode(rest.shift())) : own.error(new TypeError())),
  });
  return new Response(body);
};

/** Answers to requests one after the other; an error is a server that is not there. */
let answers: (Response | Error)[] = [];
const asked: (string | null)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('last-event-id'));
    const answer = answers.shift() ?? new TypeError('no more');
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the page hears of a run. */
async function heard(given: readonly (Response | Error)[]): Promise<unknown[]> {
  answers = [...given];
  const told: unknown[] = [];
  const stop = serverBackend().follow(
    'one',
    ({ kind }) => told.push(kind),
    (why) => told.push({ lost: why }),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  stop();
  return told;
}

it('says that nobody answers after one failed try, and goes on where it was', async () => {
  const told = await heard([
    broken('retry: 1000\n\n', event(1, 'encoding'), ': alive\n\nid: 2\nda'),
    new TypeError('refused'),
    stream(event(2, 'writing'), event(3, 'ended')),
  ]);
  const silent = expect.stringMatching(/does not answer/);
  const back = { lost: undefined };
  expect(told).toEqual([back, 'encoding', { lost: silent }, back, 'writing', 'ended']);
  expect(asked).toEqual(['0', '1', '1']);
});

it('says in the server’s own words why it is refused', async () => {
  const refused = Response.json({ error: 'open the address that was printed' }, { status: 401 });
  const told = await heard([broken(event(1, 'encoding')), refused]);
  expect(told).toContainEqual({ lost: 'open the address that was printed' });
});

it('asks no more once the run has ended, or nobody follows', async () => {
  await heard([stream(event(1, 'ended'))]);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  await heard([]);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(before);
});

it('names predictions after the file', async () => {
  for (const [name, predictions] of [
    ['new.csv', 'new-predictions.csv'],
    ['a.b.csv.gz', 'a.b-predictions.csv'],
    ['rows', 'rows-predictions.csv'],
  ] as const) {
    answers = [new Response('a\n1\n')];
    expect((await serverBackend().predict('one', new File([''], name))).name).toBe(predictions);
  }
});
