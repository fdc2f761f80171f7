// A terminal that remembers what was written to it.

import type { Terminal } from '../src/commands/common-options.js';

export interface FakeTerminal extends Terminal {
  readonly out: () => string;
  readonly err: () => string;
}

export function fakeTerminal(): FakeTerminal {
  const written = { out: '', err: '' };
  let timeMs = 0;
  return {
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
