import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TableResult } from '../../../src/paper/tables/table-result.js';
import { tableMarkdown } from '../../../src/paper/tables/table-text.js';
import { madeFolder } from '../../datasets/data.js';
import { rowOf } from './made-cells.js';
import { outFolder, paper, paperJson } from './run-table-command.js';

const ONE = ['--splits', '1', '--only', 'MMPF LR'];

describe('fairfront paper table-5', () => {
  it('trains what was asked for, and what is trained with it', async () => {
    const out = outFolder();
    const { code, result } = await paperJson(['table-5', ...ONE, '--out', out]);
    expect(code).toBe(0);
    expect(result).toMatchObject({ experiment: 'table-5', quick: false, seed: 1, splits: 1 });
    expect(result.rows.map(({ method, metric }) => [metric, method])).toEqual(
      ['accuracy', 'crossEntropy'].flatMap((metric) =>
        ['Naive LR', 'Balanced LR', 'MMPF LR'].map((method) => [metric, method]),
      ),
    );
    for (const { metric, columns } of result.rows) {
      expect(Object.keys(columns)).toEqual(['Female', 'Male', 'disparity']);
      const [female, male, gap] = [columns['Female']!, columns['Male']!, columns['disparity']!];
      expect(gap.mean).toBeCloseTo(Math.abs(female.mean - male.mean), 12);
      for (const { mean, sd } of [female, male]) {
        expect(sd).toBeNull();
        expect(mean).toBeGreaterThan(metric === 'accuracy' ? 0.6 : 0.45);
        expect(mean).toBeLessThan(metric === 'accuracy' ? 0.85 : Math.LN2); // a coin’s cross-entropy
      }
    }
    expect(rowOf(result, 'MMPF LR', 'crossEntropy').columns['Female']!.published).toEqual({
      mean: 0.565,
      sd: 0.04,
    });
    expect(result.cells).toEqual([
      {
        method: 'MMPF LR',
        split: 0,
        detail: expect.stringMatching(/^\d+ solves, ended by /),
        seconds: expect.any(Number),
      },
    ]);
    expect(Number.parseInt(result.cells[0]!.detail, 10)).toBeLessThanOrEqual(20);
  });

  it('writes the table as Markdown, picture and data, says where, and shows it', async () => {
    const out = outFolder();
    const { code, out: said } = await paper(['table-5', '--splits', '2', '--only', 'Zafar', '--out', out]);
    expect(code).toBe(0);
    const data = JSON.parse(readFileSync(join(out, 'table-5.json'), 'utf8')) as TableResult;
    expect(readFileSync(join(out, 'table-5.md'), 'utf8')).toBe(tableMarkdown(data));
    expect(said).toMatch(/^table-5: German credit, gender\n/);
    expect(said).toMatch(/^Zafar +\d\d\.\d±\d+\.\d/m);
    const written = ['md', 'svg', 'html', 'json'].map((ending) => join(out, `table-5.${ending}`)).join(', ');
    expect(said).toContain(`Written: ${written}`);
    expect(rowOf(data, 'Zafar').columns['Female']!.sd).toBeGreaterThan(0);
  });

  it('says which cells are done, running and left', async () => {
    const { steps } = await paper(['table-5', '--splits', '2', '--only', 'MMPF LR', '--out', outFolder()]);
    expect(steps[0]).toBe('cells: 0 of 2');
    expect(steps).toContain('cells: 0 of 2 · MMPF LR, split 1: solve 2 of 20');
    expect(steps).toContainEqual(
      expect.stringMatching(/^cells: 1 of 2, about .* left · MMPF LR, split 2: solve 2 of 20$/),
    );
    expect(steps.at(-1)).toMatch(/^cells: 2 of 2/);
    const solves = steps.flatMap((step) => /solve (\d+) of/.exec(step)?.slice(1).map(Number) ?? []);
    expect(Math.max(...solves)).toBeLessThanOrEqual(20);
  });

  it('makes fewer solves with --quick, and says so', async () => {
    const out = outFolder();
    const { result } = await paperJson(['table-5', ...ONE, '--quick', '--out', out]);
    expect(result.quick).toBe(true);
    expect(Number.parseInt(result.cells[0]!.detail, 10)).toBeLessThanOrEqual(3);
    expect(readFileSync(join(out, 'table-5.svg'), 'utf8')).toMatch(/^<svg[\s\S]*MMPF LR[\s\S]*<\/svg>\s*$/);
    expect(readFileSync(join(out, 'table-5.md'), 'utf8')).toContain('QUICK');
  });

  it('makes rows of equalised odds for the full table, other than the model’s own and hardly better', async () => {
    const { result } = await paperJson(['table-12', ...ONE, '--out', outFolder()]);
    expect([...new Set(result.rows.map(({ metric }) => metric))]).toEqual([
      'accuracy',
      'brier',
      'crossEntropy',
      'ece',
      'mce',
    ]);
    for (const method of ['Naive LR', 'Balanced LR', 'MMPF LR']) {
      const plain = rowOf(result, method).columns;
      const odds = rowOf(result, `${method}+H`).columns;
      expect(odds['Female']!.mean).not.toBe(plain['Female']!.mean);
      expect(odds['Female']!.mean).toBeGreaterThan(0.4);
      expect(odds['Female']!.mean + odds['Male']!.mean).toBeLessThan(
        plain['Female']!.mean + plain['Male']!.mean + 0.1,
      );
    }
  });

  it('takes a row of equalised odds for the model it is made of', async () => {
    const { result } = await paperJson([
      'table-12',
      '--splits',
      '1',
      '--only',
      'Zafar+H',
      '--out',
      outFolder(),
    ]);
    expect(rowOf(result, 'Zafar+H').columns['Female']!.mean).toBeGreaterThan(0.4);
    expect(result.only).toEqual(['Zafar']);
  });

  it('draws as many splits as are asked for, where they are drawn', async () => {
    const { result } = await paperJson(['table-5', '--splits', '6', '--only', 'Zafar', '--out', outFolder()]);
    expect(result.splits).toBe(6);
    expect(result.cells.map(({ split }) => split)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('says that a table has no such method, before anything is trained', async () => {
    const out = outFolder();
    const { code, err, steps } = await paper(['table-5', '--only', 'MMPF LR,MMPF P', '--out', out]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /(--|`)only`?: table-5 has no MMPF P; leave it out\. It has: Naive LR, Balanced LR, MMPF LR, Zafar/,
    );
    expect(steps).toEqual([]);
    expect(existsSync(join(out, 'table-5.md'))).toBe(false);
  });
});

describe('fairfront paper, tables refused', () => {
  it('more splits than are published: exit 2, how many there are', async () => {
    const folder = madeFolder({});
    const { code, err, steps } = await paper(['table-3', '--splits', '6', '--out', folder.path], {
      dataDir: folder.path,
    });
    expect(code).toBe(2);
    expect(err).toMatch(/(--splits 6|`splits: 6`): 5 are published of table-3/);
    expect(steps).toEqual([]);
  });

  it.each([
    [
      ['table-5', '--only', 'MMPF LT'],
      /there is no "MMPF LT"; did you mean "MMPF LR"\?.*Choose among Naive LR/s,
    ],
    [['table-5', '--only', 'Zafar,'], /there is no ""/],
    [
      ['table-5', '--only', 'something else entirely'],
      /there is no "something else entirely"\. Choose among/,
    ],
    [['table-5', '--splits', '0'], /--splits.*whole number from 1/s],
    [['figure-1', '--quick'], /--quick, --data-dir: figure-1 is no table/],
    [['figure-8', '--only', 'Zafar', '--splits', '1'], /--only, --splits, --data-dir: figure-8 is no table/],
    [['table-5', '--runs', '2'], /(--|`)runs`?: only for figure-6 and figure-8, not for table-5/],
    [['support2', '--hidden', '8,8'], /(--|`)hidden`?: only for .*, not for support2/],
    [['figure-1'], /--data-dir: figure-1 is no table/],
    [['table-7'], /there is no experiment "table-7"/],
  ])('%j: exit 2, what and why', async (args, message) => {
    const folder = madeFolder({});
    const out = join(folder.path, 'out');
    const { code, err, steps } = await paper([...args, '--out', out], { dataDir: folder.path });
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(steps).toEqual([]);
    expect(existsSync(out)).toBe(false);
  });

  it('a table without its data: exit 2, where it was looked for and where to get it, nothing trained', async () => {
    const folder = madeFolder({});
    const out = join(folder.path, 'out');
    const { code, err, steps } = await paper(['support2', '--out', out], { dataDir: folder.path });
    expect(code).toBe(2);
    expect(err).toContain(`dataset support2 was not found. Looked in\n  ${folder.path} (--data-dir)`);
    expect(err).toMatch(/Get it: .*\S/);
    expect(steps.filter((step) => step.includes('·') && !step.endsWith('reading data'))).toEqual([]);
    expect(existsSync(join(out, 'support2.md'))).toBe(false);
  });
});
