// The process of a run: locks the folder, answers, waits for its turn, does the work, and writes down what happens. Asked
// to end (by a file, or a signal), it keeps what is needed to go on. What it needs for the work is loaded once it is its turn.

import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FairfrontError, oneLine } from '@fairfront/core/tables';
import type { FrontOptions } from '../front/front-options.js';
import { Interrupted } from '../interrupted.js';
import { lockFolder } from '../lock-folder.js';
import { CHECKPOINT, ensureFolder, writeWhole } from '../write-file.js';
import type { Answer, Order } from './background-run.js';
import { EventLog } from './event-log.js';
import { cancelFile, processFolder, requestFile, type StartRequest } from './run-files.js';

process.once('message', (order: Order) => void begin(order));

/** Locks the folder and says so, or why not; then works. */
async function begin({ folder, request, resume }: Order): Promise<void> {
  const answer = (message: Answer): Promise<void> =>
    new Promise((sent) => (process.send ? process.send(message, () => sent()) : sent()));
  const cancelled = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => cancelled.abort());
  let log: EventLog;
  try {
    lockFolder(processFolder(folder));
    log = new EventLog(folder);
    heedCancel(cancelFile(folder), cancelled);
    if (resume) log.add({ kind: 'resumed' });
    else writeWhole(requestFile(folder), `${JSON.stringify(request)}\n`);
  } catch (error) {
    await answer({ error: error instanceof Error ? error.message : String(error) });
    process.exit(2);
  }
  process.on('uncaughtException', (error) => end(log, error));
  await answer({});
  process.disconnect?.();
  try {
    const release = await takeTurn(
      join(dirname(folder), '.fairfront'),
      request.atOnce,
      cancelled.signal,
      log,
    );
    await work(folder, request, resume, cancelled.signal, log);
    release();
    log.add({ kind: 'ended', state: 'finished' });
    process.exit(0);
  } catch (error) {
    end(log, error);
  }
}

const CANCEL_LOOK_MS = 200;

/** Cancels once the file is there, which is gone when the program ends. */
function heedCancel(file: string, cancelled: AbortController): void {
  const remove = (): void => rmSync(file, { force: true });
  remove(); // one that came too late for the process before
  process.once('exit', remove);
  setInterval(() => existsSync(file) && cancelled.abort(), CANCEL_LOOK_MS).unref();
}

/** Writes down how the run has ended, and ends the process. */
function end(log: EventLog, error: unknown): never {
  if (error instanceof Interrupted) {
    log.add({ kind: 'ended', state: 'interrupted', message: 'interrupted' });
    process.exit(143);
  }
  const isKnown = error instanceof FairfrontError;
  const message = error instanceof Error ? error.message : String(error);
  if (!isKnown) process.stderr.write(`${error instanceof Error ? error.stack : message}\n`); // to the log
  const told = isKnown ? message : `this is a bug in fairfront; please report it: ${oneLine(message)}`;
  log.add({ kind: 'ended', state: 'failed', message: told });
  process.exit(isKnown ? 2 : 1);
}

const TURN_MS = 300;

/** Waits until fewer runs than `atOnce` are at work. @param place where those that are at work have locks */
async function takeTurn(
  place: string,
  atOnce: number,
  signal: AbortSignal,
  log: EventLog,
): Promise<() => void> {
  for (let tried = 0; ; tried++) {
    if (signal.aborted) throw new Interrupted('interrupted; nothing was kept');
    for (let slot = 1; slot <= atOnce; slot++) {
      const folder = join(place, `slot-${slot}`);
      ensureFolder(folder);
      try {
        return lockFolder(folder);
      } catch (error) {
        if (!(error instanceof FairfrontError)) throw error;
      }
    }
    if (tried === 1) log.add({ kind: 'note', text: `waits until one of ${atOnce} other runs is done` });
    await wait(TURN_MS * (1 + Math.random()), undefined, { signal }).catch(() => undefined);
  }
}

async function work(
  folder: string,
  request: StartRequest,
  resume: boolean,
  signal: AbortSignal,
  log: EventLog,
): Promise<void> {
  const { kind, data, options } = request;
  if (kind === 'front') return makeFront(folder, request, signal, log);
  const { startFit } = await import('../runs/run.js');
  const goesOn = resume && existsSync(join(folder, CHECKPOINT));
  // What was kept is a file like any other: it is gone on with only if it is of what was asked for, and checked.
  const run = startFit({ data, options }, { out: folder, resume: goesOn && 'repeated' });
  signal.addEventListener('abort', () => run.cancel());
  if (signal.aborted) run.cancel();
  for await (const event of run) log.add(event);
  await run.result;
}

async function makeFront(
  folder: string,
  { data, options }: StartRequest,
  signal: AbortSignal,
  log: EventLog,
): Promise<void> {
  const [{ front }, { loadData, loadOptionsOf }, { divideOptions }] = await Promise.all([
    import('../front/front.js'),
    import('../task/load-data.js'),
    import('../task/data-options.js'),
  ]);
  const loaded = await loadData(data, loadOptionsOf(options), {
    onRows: (rows, share) => log.add({ kind: 'reading', rows, share }),
  });
  if (signal.aborted) throw new Interrupted('interrupted; nothing was kept');
  const found = await front(loaded, divideOptions(options)[1] as FrontOptions, {
    signal,
    onProgress: (event) => log.add(event),
  });
  log.add({ kind: 'writing' });
  await found.save(folder);
}
