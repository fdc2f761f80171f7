// What happens in a run, line by line in a file, for any number of readers at any time. How far work has come is told
// often at first and less and less often: of each kind about 20 events in a second, and a few thousand in a day. Solves
// are told one by one, since pages draw them.

import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { eventsFile, type Happened } from './run-files.js';

/** Between two events of a kind, at least. */
const LEAST_MS = 50;
/** And this share of the time that the run has taken. */
const SHARE = 1 / 500;
/** Solves that are told one by one. */
const SOLVES_TOLD = 5000;
/** Characters of a message. */
const LONGEST_MESSAGE = 2000;

/** Kinds that say how far work has come: the last one before another kind is told, others may be left out. */
const PROGRESS: ReadonlySet<string> = new Set([
  ...['reading', 'pictures', 'features', 'epoch', 'component', 'fold', 'boost', 'tune', 'tree'],
  ...['refine', 'compare', 'front', 'curve'],
]);

/** Writes the events of a run. */
export class EventLog {
  readonly #path: string;
  readonly #started: number;
  readonly #now: () => number;
  #solves = 0;
  /** The last event that was left out, told when its time has come or another kind of event comes. */
  #pending: (Happened & { readonly at: number }) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #told = { kind: '', at: Number.NEGATIVE_INFINITY };

  constructor(folder: string, now: () => number = Date.now) {
    this.#path = eventsFile(folder);
    this.#now = now;
    this.#started = now();
    if (existsSync(this.#path)) cutPartOfLine(this.#path);
  }

  /** Tells an event, or leaves it out where one of its kind was told a moment before. */
  add(event: Happened): void {
    const at = this.#now();
    const isMany = event.kind === 'solve' && ++this.#solves > SOLVES_TOLD;
    if (this.#pending !== undefined && this.#pending.kind !== event.kind) this.#flush();
    const rest = this.#told.at + Math.max(LEAST_MS, (at - this.#started) * SHARE) - at;
    if ((PROGRESS.has(event.kind) || isMany) && this.#told.kind === event.kind && rest > 0) {
      this.#pending = { ...event, at };
      this.#timer ??= setTimeout(() => this.#flush(), rest).unref();
      return;
    }
    this.#write({ ...event, at });
  }

  /** Tells what is left. */
  #flush(): void {
    if (this.#pending !== undefined) this.#write(this.#pending);
  }

  #write(event: Happened & { readonly at: number }): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = undefined;
    this.#told = { kind: event.kind, at: event.at };
    try {
      appendFileSync(this.#path, `${JSON.stringify(event, plain)}\n`);
    } catch {
      // A full disk, say: the run goes on, as it does without checkpoints.
    }
  }
}

/** Typed arrays as lists; messages of a length that can be shown. */
function plain(key: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  return key === 'message' && typeof value === 'string' && value.length > LONGEST_MESSAGE
    ? `${value.slice(0, LONGEST_MESSAGE)}…`
    : value;
}

/** A process that was killed may have left the beginning of a line. */
function cutPartOfLine(path: string): void {
  const bytes = readFileSync(path);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole < bytes.length) truncateSync(path, whole);
}
