// Progress on long work, to stderr: one live line on a terminal, a plain line now and then elsewhere.

import { duration } from '../report/numbers.js';

export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** Characters of a line, where it is known. */
  readonly columns?: number | undefined;
}

export interface Progress {
  /**
   * @param what is being done, e.g. "star sets"
   * @param total undefined where nobody knows
   * @param detail how it stands, e.g. "worst risk 0.41"
   * @param share of the work that was to be done and is; by default done / total
   */
  update(what: string, done: number, total: number | undefined, detail?: string, share?: number): void;
  /** A line of its own that stays. */
  note(text: string): void;
  /** Clears the live line. */
  end(): void;
}

const LIVE_INTERVAL_MS = 100;
const PLAIN_INTERVAL_MS = 5000;

export function createProgress(stream: ProgressStream, now: () => number, quiet: boolean): Progress {
  const startedMs = now();
  const intervalMs = stream.isTTY ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS;
  let lastMs = startedMs;
  let current = '';
  let currentStartMs = startedMs;
  return {
    update: (what, done, total, detail, share) => {
      const timeMs = now();
      if (what !== current) {
        current = what;
        currentStartMs = timeMs;
      }
      if (quiet || timeMs - lastMs < intervalMs) return;
      lastMs = timeMs;
      const left =
        total === undefined ? '' : ` of ${total}${timeLeft(share ?? done / total, timeMs - currentStartMs)}`;
      const counted = done === 0 && total === undefined ? what : `${what}: ${done}${left}`;
      const line = detail === undefined ? counted : `${counted} · ${detail}`;
      stream.write(stream.isTTY ? `\r\x1b[K${cut(line, stream.columns)}` : `${line}\n`);
    },
    note: (text) => {
      if (!quiet) stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${text}\n`);
    },
    end: () => {
      if (stream.isTTY && !quiet) stream.write('\r\x1b[K');
    },
  };
}

/** A live line that wraps could not be written over. */
function cut(line: string, columns = Number.POSITIVE_INFINITY): string {
  const characters = [...line];
  return characters.length < columns ? line : `${characters.slice(0, columns - 2).join('')}…`;
}

function timeLeft(share: number, elapsedMs: number): string {
  return share > 0 ? `, about ${duration((elapsedMs / 1000) * (1 / share - 1))} left` : '';
}
