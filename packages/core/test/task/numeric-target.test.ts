import { describe, expect, it } from 'vitest';
import { createTable } from '../../src/table/table.js';
import { readNumericTarget } from '../../src/task/numeric-target.js';
import { prepareTask, taskPart } from '../../src/task/task.js';
import { expectError } from '../helpers/errors.js';
import { numbers, tableOf } from '../table/table-cells.js';

const all = (): boolean => true;

describe('readNumericTarget', () => {
  it('has the numbers, one class, and ten strata of as many rows each', () => {
    const table = createTable([numbers('y', ...Array.from({ length: 50 }, (_, i) => (i * 7) % 50))]);
    const { name, classes, labels, values } = readNumericTarget(table, 'y', all);
    expect([name, classes]).toEqual(['y', ['y']]);
    expect(values[3]).toBe(21);
    const sizes = new Array(10).fill(0);
    labels.forEach((label, row) => {
      sizes[label]++;
      expect(label).toBe(Math.floor(values[row]! / 5));
    });
    expect(sizes).toEqual(new Array(10).fill(5));
  });

  it('has fewer strata where values repeat, and still two where nearly all are the same', () => {
    const repeated = createTable([numbers('y', 1, 1, 1, 1, 1, 1, 2, 2, 3, 3)]);
    expect([...readNumericTarget(repeated, 'y', all).labels]).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 2, 2]);
    const one = createTable([numbers('y', ...new Array(30).fill(0), 5)]);
    expect(Math.max(...readNumericTarget(one, 'y', all).labels)).toBe(1);
  });

  it('leaves out rows that do not count and, if asked, those without a number', () => {
    const table = tableOf({ y: [1, undefined, 3, 4] });
    expectError(
      () => readNumericTarget(table, 'y', all),
      'bad-target',
      "(row 2); leave them out with `missingTarget: 'drop'`",
    );
    const { labels } = readNumericTarget(table, 'y', (row) => row !== 0, 'drop');
    expect([labels[0], labels[1]]).toEqual([-1, -1]);
    expect(labels[2]).not.toBe(labels[3]);
  });

  it('refuses classes, categories, one value and none', () => {
    const table = tableOf({
      y: [1, 2, 3],
      sex: ['f', 'm', 'f'],
      c: [4, 4, 4],
    });
    const fails = (target: string, ...words: string[]): void =>
      expectError(() => readNumericTarget(table, target, all), 'bad-target', ...words);
    fails('y>2', 'with `loss: \'squared\'` a number is predicted; name the column alone, "y"');
    fails('sex', '"sex" is a category ("f", "m")', 'declare this one with `numeric`');
    fails('c', 'is 4 in 3 rows, all that there are', 'nothing to predict');
  });
});

describe('prepareTask', () => {
  it('splits by group and stratum, and hands the numbers to every part', () => {
    const rows = 600;
    const table = tableOf({
      y: Array.from({ length: rows }, (_, i) => (i * 37) % rows),
      sex: Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? 'f' : 'm')),
      x: Array.from({ length: rows }, (_, i) => i),
    });
    const task = prepareTask(table, { target: 'y', groups: 'sex', predicts: 'number' });
    const test = taskPart(task, 0, 'test');
    expect([...test.values!]).toEqual(Array.from(test.rows, (row) => (row * 37) % rows));
    const women = [...test.values!].filter((_, i) => test.groups.groups[i] === 0);
    for (let stratum = 0; stratum < 10; stratum++) {
      const own = women.filter((value) => Math.floor(value / 60) === stratum);
      expect(own.length).toBe(4); // a fifth of 20
    }
  });
});
