// A terminal that remembers what was written to it.

import { Readable } from 'node:stream';
import type { Terminal } from '../src/cli/terminal.js';

export interface FakeTerminal extends Terminal {
  readonly out: () => string;
  readonly err: () => string;
  /** Presses Ctrl-C. @returns whether anybody listened; if not, the program would have ended */
  interrupt(): boolean;
}

/** @param given what is to differ: text on standard input, an environment */
export function fakeTerminal(given: Partial<Pick<Terminal, 'stdin' | 'environment'>> = {}): FakeTerminal {
  const written = { out: '', err: '' };
  const listeners: (() => void)[] = [];
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
    onInterrupt: (listener) => {
      listeners.push(listener);
      return () => {
        const at = listeners.indexOf(listener);
        if (at >= 0) listeners.splice(at, 1);
      };
    },
    interruptCode: () => 130,
    interrupt: () => {
      const listening = listeners.splice(0);
      for (const listener of listening) listener();
      return listening.length > 0;
    },
    out: () => written.out,
    err: () => written.err,
  };
}
