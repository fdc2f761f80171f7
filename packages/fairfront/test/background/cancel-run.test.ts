// A run is asked to end by a file: the number of its process may be that of another program by now.

import { existsSync, mkdirSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { cancelRun } from '../../src/background/background-run.js';
import { cancelFile, processFolder } from '../../src/background/run-files.js';
import { lockFolder } from '../../src/lock-folder.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();
afterEach(() => vi.restoreAllMocks());

it('a run under way is cancelled without a signal, and one that is not is not', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  mkdirSync(processFolder(folder));
  expect(cancelRun(folder)).toBe(false);
  expect(existsSync(cancelFile(folder))).toBe(false);
  const release = lockFolder(processFolder(folder));
  expect(cancelRun(folder)).toBe(true);
  expect(existsSync(cancelFile(folder))).toBe(true);
  expect(kill.mock.calls.filter(([, signal]) => signal !== 0)).toEqual([]); // 0 only asks whether it lives
  release();
});
