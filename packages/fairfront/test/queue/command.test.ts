// What the commands refuse before anything is done.

import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { fakeTerminal } from '../fake-terminal.js';

describe('commands that work on other machines', () => {
  it.each<[string[], RegExp]>([
    [
      ['fit', 'adult:gender', '--workers', 'redis://queue'],
      /--workers needs --storage, a folder that the run/,
    ],
    [
      ['front', 'adult:gender', '--storage', 'shared'],
      /--storage is for --workers; name their Redis .* FAIRFRONT_REDIS/,
    ],
    [['discover', 'adult', '--workers', 'redis://queue'], /--workers needs --storage/],
    [['paper', 'table-5', '--workers', 'redis://queue'], /--workers needs --storage/],
    [
      ['worker', '--redis', 'redis://queue'],
      /--storage must name the folder that the run and all workers share/,
    ],
    [['worker', '--storage', 'shared'], /--redis must name a server, .* FAIRFRONT_REDIS/],
    [['worker', '--storage', 'shared', '--threads', '0'], /It must be a whole number from 1 to 1024/],
    [['workers', '--redis', 'http://:secret@queue'], /must look like redis:\/\/host:6379/],
  ])('%j is refused', async (args, message) => {
    const terminal = fakeTerminal();
    expect(await main(args, terminal)).toBe(2);
    expect(terminal.err()).toMatch(message);
    expect(terminal.err()).not.toContain('secret');
  });
});
