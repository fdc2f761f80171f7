import { describe, expect, it } from 'vitest';
import { createProgress } from '../../src/cli/progress.js';

function recorder(isTTY: boolean, stepMs: number, quiet = false, columns?: number) {
  let text = '';
  let timeMs = 0;
  const stream = {
    isTTY,
    columns,
    write: (more: string) => {
      text += more;
    },
  };
  const now = () => {
    timeMs += stepMs;
    return timeMs;
  };
  return { progress: createProgress(stream, now, quiet), text: () => text };
}

describe('progress', () => {
  it('rewrites one line on a terminal and clears it at the end', () => {
    const { progress, text } = recorder(true, 1000);
    progress.update('sets', 1, 4);
    progress.update('sets', 2, 4);
    progress.end();
    expect(text()).toBe('\r\x1b[Ksets: 1 of 4, about 0 s left\r\x1b[Ksets: 2 of 4, about 1 s left\r\x1b[K');
  });

  it('writes plain lines elsewhere, and not often', () => {
    const { progress, text } = recorder(false, 2000);
    for (let done = 1; done <= 6; done++) progress.update('sets', done, 6);
    progress.end();
    expect(text()).toBe('sets: 3 of 6, about 4 s left\nsets: 6 of 6, about 0 s left\n');
  });

  it('tells the time left by the share of the work, where pieces are of other sizes', () => {
    const { progress, text } = recorder(true, 1000);
    progress.update('cells', 0, 4, undefined, 0);
    progress.update('cells', 1, 4, undefined, 0.5);
    progress.update('cells', 4, 4, undefined, Number.NaN); // all were there at the start
    expect(text()).toBe('\r\x1b[Kcells: 0 of 4\r\x1b[Kcells: 1 of 4, about 1 s left\r\x1b[Kcells: 4 of 4');
  });

  it('cuts a live line that is longer than the terminal is wide', () => {
    const { progress, text } = recorder(true, 1000, false, 20);
    progress.update('rows', 600, undefined, 'reading');
    progress.update('rows', 600, undefined, 'reading a, reading b');
    expect(text()).toBe('\r\x1b[Krows: 600 · reading\r\x1b[Krows: 600 · readin…');
  });

  it('invents no total', () => {
    const { progress, text } = recorder(true, 1000);
    progress.update('rows', 600, undefined);
    expect(text()).toBe('\r\x1b[Krows: 600');
  });

  it('is silent when told to be quiet', () => {
    const { progress, text } = recorder(true, 10_000, true);
    progress.update('sets', 1, 2);
    progress.end();
    expect(text()).toBe('');
  });
});
