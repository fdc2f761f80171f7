import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keptCells } from '../../src/paper/experiment/run-cells.js';

const folder = mkdtempSync(join(tmpdir(), 'fairfront-cells-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'checkpoint', 'figure-0.json');
const open = (options: unknown) =>
  keptCells<{ readonly seed: number }, readonly number[]>(folder, 'figure-0', options);

it('keeps what is finished, to the last bit, for whoever asks with the same options', () => {
  const first = open({ hidden: [8, 8] });
  expect(first.find({ seed: 1 })).toBeUndefined();
  first.keep({ seed: 1 }, [0.1 + 0.2, 5e-324]);
  first.keep({ seed: 2 }, [1]);

  const again = open({ hidden: [8, 8] });
  expect(again.find({ seed: 1 })).toEqual([0.30000000000000004, 5e-324]);
  expect(again.find({ seed: 2 })).toEqual([1]);
  expect(again.find({ seed: 3 })).toBeUndefined();
});

it('has nothing for other options', () => {
  expect(open({ hidden: [9, 9] }).find({ seed: 1 })).toBeUndefined();
});

it('has nothing from a file that is damaged', () => {
  writeFileSync(file, '{"identity":');
  expect(open({ hidden: [8, 8] }).find({ seed: 1 })).toBeUndefined();
});

it('leaves nothing behind when all is finished', () => {
  const cells = open({});
  cells.keep({ seed: 1 }, [1]);
  expect(existsSync(file)).toBe(true);
  cells.remove();
  expect(existsSync(join(folder, 'checkpoint'))).toBe(false);
});
