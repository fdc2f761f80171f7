import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureFolder, writeWhole } from '../src/write-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-write-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('creates folders on the way and leaves only the file', () => {
  writeWhole(join(folder, 'a', 'b.txt'), 'text');
  expect(readFileSync(join(folder, 'a', 'b.txt'), 'utf8')).toBe('text');
  expect(readdirSync(join(folder, 'a'))).toEqual(['b.txt']);
});

it('replaces what was there', () => {
  writeWhole(join(folder, 'b.txt'), 'old');
  writeWhole(join(folder, 'b.txt'), 'new');
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('new');
});

it('does not wait for ever where folders cannot be made', () => {
  expect(() => ensureFolder('/proc/fairfront/deep')).toThrow(/cannot write .*`out`/s);
});

it('names the file it could not write', () => {
  expect(() => writeWhole(join(folder, '.'), 'text')).toThrow(/cannot write .*`out`/s);
});
