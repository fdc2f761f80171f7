// Which column is of which class, and what is made of probabilities that were rounded.

import { describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import type { AuditResult } from '../../src/audit/audit-result.js';
import { auditText } from '../../src/audit/audit-text.js';
import { auditOf, NINE, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();
const nine = writeLines(folder, 'nine.csv', NINE);

/** What it says, but for how it was asked. */
function saidOf({ metrics, overall }: AuditResult): unknown {
  return { metrics, overall };
}

describe('of two classes', () => {
  it.each([
    ['one column, of the second class', 'p'],
    ['the same column by its class', 'yes=p'],
    ['both by their classes', 'no=q,yes=p'],
    ['both by their classes, in another order', 'yes=p,no=q'],
  ])('%s', async (_, columns) => {
    const said = await auditOf(nine, columns);
    expect(said.metrics.accuracy.byGroup).toEqual([1 / 2, 1]);
    expect(said.metrics.rates[0]).toMatchObject({ positive: 1, tpr: { byGroup: [1 / 2, 1] } });
    expect(said.metrics.crossEntropy.byGroup[0]).toBeCloseTo(-Math.log(0.8 * 0.4 * 0.7 * 0.4) / 4, 12);
  });

  it('the column of the first class by its name: rates stay those of the second', async () => {
    const said = await auditOf(nine, 'no=q');
    expect(said.metrics.accuracy.byGroup).toEqual([1 / 2, 1]);
    expect(said.metrics.rates[0]).toMatchObject({ positive: 1, tpr: { byGroup: [1 / 2, 1] } });
  });

  it('one column and --positive: it is of that class, and so are rates', async () => {
    const said = await auditOf(nine, 'q', { positive: 'no' });
    expect(said.metrics.accuracy.byGroup).toEqual([1 / 2, 1]);
    expect(said.metrics.rates).toHaveLength(1);
    // Of the women who are no, one of two is told so, and one of the two who are yes.
    expect(said.metrics.rates[0]).toMatchObject({
      positive: 0,
      baseRate: { byGroup: [2 / 4, 2 / 5] },
      tpr: { byGroup: [1 / 2, 1] },
      fpr: { byGroup: [1 / 2, 0] },
    });
    expect(said.overall.rates).toMatchObject([{ positive: 0, baseRate: { byGroup: [4 / 9] } }]);
  });

  it('--positive does not move columns that have their class', async () => {
    const wanted = await auditOf(nine, 'q', { positive: 'no' });
    for (const columns of ['yes=p,no=q', 'yes=p', 'no=q']) {
      const said = await auditOf(nine, columns, { positive: 'no' });
      expect(said.metrics.rates).toEqual(wanted.metrics.rates);
      expect(said.metrics.crossEntropy.byGroup).toBeAllClose(wanted.metrics.crossEntropy.byGroup, {
        absolute: 1e-12,
      });
    }
  });
});

describe('the order of classes', () => {
  it('is that of the result, whatever comes first in the file', async () => {
    const [head, ...rows] = NINE;
    const turned = writeLines(folder, 'turned.csv', [head!, ...rows.reverse()]);
    const { classes } = await auditOf(turned, 'yes=p');
    const said = await auditOf(turned, classes[1] === 'yes' ? 'p' : 'q');
    expect(said.metrics.accuracy.byGroup).toEqual([1 / 2, 1]);
  });

  it('of numbers is by size', async () => {
    const lines = NINE.map((line) => line.replace(',yes,', ',1,').replace(',no,', ',0,'));
    const path = writeLines(folder, 'numbers.csv', lines);
    for (const columns of ['p', '0=q,1=p', '1=p', '0=q']) {
      const { classes, metrics } = await auditOf(path, columns);
      expect(classes).toEqual(['0', '1']);
      expect(metrics.accuracy.byGroup).toEqual([1 / 2, 1]);
      expect(metrics.rates[0]!.positive).toBe(1);
    }
  });
});

describe('names with signs in them', () => {
  const odd = NINE.map((line) => line.replace(',yes,', ',>50K,').replace(',no,', ',<=50K,'));

  it('are told from the sign between class and column', async () => {
    const path = writeLines(folder, 'income.csv', odd);
    for (const columns of ['<=50K=q', '<=50K=q,>50K=p', '>50K=p']) {
      const { classes, metrics } = await auditOf(path, columns);
      expect(classes).toEqual(['<=50K', '>50K']);
      expect(metrics.accuracy.byGroup).toEqual([1 / 2, 1]);
    }
  });

  it('may be of the column too', async () => {
    const path = writeLines(folder, 'both.csv', ['sex,truth,p=1,"p,0"', ...odd.slice(1)]);
    for (const columns of ['>50K=p=1', 'p=1', '"<=50K=p,0",>50K=p=1', '"<=50K=p,0"']) {
      const { metrics } = await auditOf(path, columns);
      expect(metrics.accuracy.byGroup).toEqual([1 / 2, 1]);
    }
  });

  it('a column by the whole name comes before a pair', async () => {
    const lines = ['sex,truth,yes=p,p', 'F,yes,0.9,0.1', 'F,no,0.1,0.9', 'M,yes,0.9,0.1', 'M,no,0.1,0.9'];
    const path = writeLines(folder, 'whole.csv', lines);
    const { metrics } = await auditOf(path, 'yes=p');
    expect(metrics.accuracy.byGroup).toEqual([1, 1]);
  });
});

describe('sums', () => {
  const rounded = [
    'sex,grade,a,b,c',
    'F,a,0.33,0.33,0.33',
    'F,b,0.5,0.25,0.25',
    'F,c,0.25,0.25,0.5',
    'M,a,0.66,0.17,0.18',
    'M,b,0.25,0.5,0.25',
    'M,c,0.25,0.25,0.5',
  ];
  const auditGrades = (lines: readonly string[]): Promise<AuditResult> =>
    auditOf(writeLines(folder, 'grades.csv', lines), 'a=a,b=b,c=c', { target: 'grade' });

  it('that rounding has moved are divided by, with a note', async () => {
    const result = await auditGrades(rounded);
    const { metrics, notes } = result;
    const women = -(Math.log(0.33 / 0.99) + Math.log(0.25) + Math.log(0.5)) / 3;
    const men = -(Math.log(0.66 / 1.01) + Math.log(0.5) + Math.log(0.5)) / 3;
    expect(metrics.crossEntropy.byGroup).toBeAllClose([women, men], { absolute: 1e-12 });
    expect(notes).toEqual([
      'probabilities of 2 rows do not sum to 1, by rounding: each was divided by the sum',
    ]);
    expect(auditText(result)).toMatch(new RegExp(`\nNote: ${notes[0]}\\.$`));
  });

  it('that are 1 are not spoken of, nor what a float has lost', async () => {
    const exact = rounded.map((line) =>
      line
        .replace('0.33,0.33,0.33', '0.3333333,0.3333333,0.3333333')
        .replace('0.66,0.17,0.18', '0.66,0.17,0.17'),
    );
    const { notes } = await auditGrades(exact);
    expect(notes).toEqual([]);
  });
});

describe('rows that are left out', () => {
  const gaps = [...NINE, ',yes,0.5,0.5', 'F,,0.5,0.5', 'M,,,'];

  it('with --missing-group drop and --missing-target drop: the others give the same, with notes', async () => {
    const path = writeLines(folder, 'gaps.csv', gaps);
    const said = await auditOf(path, 'p', { missingGroup: 'drop', missingTarget: 'drop' });
    const wanted = await auditOf(nine, 'p');
    expect(saidOf(said)).toEqual(saidOf(wanted));
    expect(said.rows).toBe(9);
    expect(said.groups).toEqual(wanted.groups);
    expect(said.notes).toEqual(['1 row left out: no group is known', '2 rows left out: "truth" is missing']);
  });

  it('not with --missing-group own: they are a group', async () => {
    const path = writeLines(folder, 'own.csv', [...NINE, ',yes,0.5,0.5', ',no,0.75,0.25']);
    const said = await auditOf(path, 'p', { missingGroup: 'own' });
    expect(said.groups.map(({ rows }) => rows).sort()).toEqual([2, 4, 5]);
    expect(said.rows).toBe(11);
  });
});
