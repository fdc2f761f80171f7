// Progress on long work, to stderr: one live line on a terminal, a plain line now and then elsewhere.

import { duration, oneLine } from '@fairfront/core/internal';
import { CLEAR_LINE, type OutputStream } from './terminal.js';

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

/** Makes what shows the progress of a command. */
export function createProgress(stream: OutputStream, now: () => number, quiet: boolean): Progress {
  const startedMs = now();
  const intervalMs = stream.isTTY ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS;
  let lastMs = startedMs;
  let current = '';
  let currentStartMs = startedMs;
  const clear = (): void => {
    if (stream.isTTY) stream.write(CLEAR_LINE);
  };
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
      const line = oneLine(detail === undefined ? counted : `${counted} · ${detail}`);
      clear();
      stream.write(stream.isTTY ? cut(line, stream.columns) : `${line}\n`);
    },
    note: (text) => {
      if (quiet) return;
      clear();
      stream.write(`${oneLine(text)}\n`);
    },
    end: () => {
      if (!quiet) clear();
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
