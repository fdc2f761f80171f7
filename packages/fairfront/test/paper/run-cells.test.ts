import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExperimentHooks, ExperimentProgress } from '../../src/paper/experiment/experiment.js';
import { CELLS_KIND, keptCells, runCells } from '../../src/paper/experiment/run-cells.js';
import { seal } from '../../src/sealed-file.js';

const folder = mkdtempSync(join(tmpdir(), 'fairfront-cells-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'checkpoint', 'figure-0.bin');
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

it('keeps what JSON has no form for', () => {
  const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0];
  open('odd numbers').keep({ seed: 1 }, odd);
  expect(open('odd numbers').find({ seed: 1 })).toEqual(odd);
});

it('takes nothing from a file with any bit changed, and says so', () => {
  open({}).keep({ seed: 1 }, [0.1, Number.NaN]);
  const whole = readFileSync(file);
  expect(open({}).find({ seed: 1 })).toEqual([0.1, Number.NaN]);
  expect(open({}).note).toBeUndefined();
  for (let bit = 0; bit < 8 * whole.length; bit++) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    writeFileSync(file, flipped);
    const cells = open({});
    expect(cells.find({ seed: 1 }), `bit ${bit}`).toBeUndefined();
    expect(cells.note).toContain(`${file} is damaged, or was not written by this version of fairfront`);
  }
});

it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
  ['cut short', (bytes) => bytes.subarray(0, -1), /is damaged/],
  ['longer', (bytes) => Buffer.concat([bytes, Buffer.from('\n')]), /is damaged/],
  ['a text', () => Buffer.from('{"identity":'), /is damaged/],
  [
    'of another form',
    () => seal('fairfront.cells/9', {}),
    /was written by fairfront \S+ \(fairfront\.cells\/9\)/,
  ],
  ['sealed, and holds no cells', () => seal(CELLS_KIND, { identity: '{}', cells: 3 }), /cannot be read/],
])('takes nothing from a file that is %s, and says so', (_, damage, note) => {
  open({}).keep({ seed: 1 }, [1]);
  writeFileSync(file, damage(readFileSync(file)));
  expect(open({}).find({ seed: 1 })).toBeUndefined();
  expect(open({}).note).toMatch(note);
});

it('leaves nothing behind when all is finished', () => {
  const cells = open({});
  cells.keep({ seed: 1 }, [1]);
  expect(existsSync(file)).toBe(true);
  cells.remove();
  expect(existsSync(join(folder, 'checkpoint'))).toBe(false);
});

describe('runCells', () => {
  /** A cell is a number, and its result the square of it. */
  const square = (cells: readonly number[], hooks: ExperimentHooks = {}, trained: number[] = []) =>
    runCells(
      {
        cells,
        job: {
          name: 'power',
          worker: new URL('./there-is-none.js', import.meta.url), // so they run in this thread
          run: async (cell: number, { power }: { readonly power: number }, report) => {
            await report('half way');
            if (cell < 0) throw new Error('no square of this');
            trained.push(cell);
            return cell ** power;
          },
        },
        shared: { power: 2 },
        what: 'squares',
        describe: (cell) => `square of ${cell}`,
        work: (cell) => cell,
        kept: keptCells<number, number>(folder, 'squares', {}),
      },
      hooks,
    );

  it('says what is done and running, and the share of the work that is left to do', async () => {
    const told: ExperimentProgress[] = [];
    const finished = await square([3, 1], { onProgress: (progress) => void told.push(progress) });
    expect(finished).toEqual([
      { cell: 3, result: 9 },
      { cell: 1, result: 1 },
    ]);
    expect(told.map(({ done, detail, share }) => [done, detail, share])).toEqual([
      [0, undefined, 0],
      [0, 'square of 3: half way', 0],
      [1, undefined, 0.75],
      [1, 'square of 1: half way', 0.75],
      [2, undefined, 1],
    ]);
    expect(new Set(told.map(({ what, total }) => `${total} ${what}`))).toEqual(new Set(['2 squares']));
  });

  it('trains no cell that is kept, and gives all in their order', async () => {
    const trained: number[] = [];
    const finished = await square([5, 3, 4], {}, trained);
    expect(finished.map(({ result }) => result)).toEqual([25, 9, 16]);
    expect(trained).toEqual([5, 4]);
  });

  it('ends a cell at its next report once the signal is set, and gives those finished before', async () => {
    const signal = { aborted: false };
    const trained: number[] = [];
    const onProgress = ({ detail }: ExperimentProgress): void => {
      if (detail === 'square of 7: half way') signal.aborted = true;
    };
    expect(await square([6, 7, 8], { signal, onProgress }, trained)).toEqual([{ cell: 6, result: 36 }]);
    expect(trained).toEqual([6]);
  });

  it('says once that kept cells are damaged, and trains them again', async () => {
    await square([11]);
    const path = join(folder, 'checkpoint', 'squares.bin');
    writeFileSync(path, readFileSync(path).subarray(1));
    const notes: string[] = [];
    const trained: number[] = [];
    const hooks = { onNote: (text: string) => void notes.push(text) };
    expect(await square([11], hooks, trained)).toEqual([{ cell: 11, result: 121 }]);
    expect(notes).toEqual([expect.stringContaining(`${path} is damaged`)]);
    expect(trained).toEqual([11]);
  });

  it('goes on where finished cells cannot be kept, and says so once', async () => {
    const path = join(folder, 'checkpoint', 'squares.bin');
    rmSync(path, { force: true });
    const notes: string[] = [];
    mkdirSync(join(path, 'in the way'), { recursive: true });
    try {
      const finished = await square([12, 13, 14], { onNote: (text) => void notes.push(text) });
      expect(finished.map(({ result }) => result)).toEqual([144, 169, 196]);
    } finally {
      rmSync(path, { recursive: true });
    }
    expect(notes).toEqual([
      expect.stringContaining(`${path} is no file`),
      expect.stringMatching(/^Warning: finished squares cannot be kept, it goes on \(cannot write/),
    ]);
  });

  it('passes on what a cell throws', async () => {
    await expect(square([9, -1])).rejects.toThrow('no square of this');
    expect((await square([9], {}, [])).length).toBe(1);
  });
});
