// A terminal that remembers what was written to it.

import { Readable } from 'node:stream';
import type { Terminal } from '../src/terminal/terminal.js';

export interface FakeTerminal extends Terminal {
  readonly out: () => string;
  readonly err: () => string;
}

/** @param given what is to differ: text on standard input, an environment */
export function fakeTerminal(given: Partial<Pick<Terminal, 'stdin' | 'environment'>> = {}): FakeTerminal {
  const written = { out: '', err: '' };
  let timeMs = 0;
  return {
    stdin: Readable.from([]),
    environment: {},
    home: '/home/nobody',
    platform: 'linux',
    ...given,
    stdout: {
      write: (text) => {
        written.out += text;
      },
    },
    stderr: {
      write: (text) => {
        written.err += text;
      },
    },
    now: () => {
      timeMs += 1000;
      return timeMs;
    },
    out: () => written.out,
    err: () => written.err,
  };
}
