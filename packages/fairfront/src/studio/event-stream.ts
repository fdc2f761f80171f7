// The events of a run as server-sent events: each with its number, so that a page that lost the connection goes on where
// it was.

import { Readable } from 'node:stream';
import { followRun } from '../background/follow-run.js';

/** Nothing is silent for longer, so that a connection that is gone is noticed. */
const ALIVE_MS = 15_000;

/** The events of a run after a number, as text for an EventSource; ends with the run. */
export function eventStream(folder: string, after: number): Readable {
  const signal = { aborted: false };
  const stream = Readable.from(texts(folder, after, signal), { objectMode: false });
  stream.once('close', () => {
    signal.aborted = true;
  });
  return stream;
}

async function* texts(
  folder: string,
  after: number,
  signal: { readonly aborted: boolean },
): AsyncGenerator<string, void, void> {
  yield 'retry: 1000\n\n';
  const events = followRun(folder, { after, signal });
  let next = events.next();
  for (;;) {
    const item = await within(next, ALIVE_MS);
    if (item === undefined) {
      yield ': alive\n\n';
      continue;
    }
    if (item.done) return;
    const { number, event } = item.value;
    yield `id: ${number}\ndata: ${JSON.stringify(event)}\n\n`;
    next = events.next();
  }
}

/** What a promise comes to, or undefined where that takes longer. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resume) => {
    timer = setTimeout(() => resume(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
