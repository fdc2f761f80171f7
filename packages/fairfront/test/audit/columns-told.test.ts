// What an audit says of what it was given: which column it read as what, whether that can be, and what the model ruled out.

import { describe, expect, it } from 'vitest';
import { auditText } from '../../src/audit/audit-text.js';
import { auditWords } from '../../src/audit/audit-words.js';
import { auditHtml } from '../report/read-report.js';
import { auditOf, NINE, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();
const nine = writeLines(folder, 'nine.csv', NINE);
const asked = (auc: string): string =>
  ` Over all rows that is worse than chance (AUC ${auc}): is the column of another class? Say which with class=column.`;

describe('what a column is read as', () => {
  it.each([
    ['p', {}, [null, 'p'], 'p is read as the probability of “yes”.'],
    ['yes=p', {}, [null, 'p'], 'p is read as the probability of “yes”.'],
    ['no=q', {}, ['q', null], 'q is read as the probability of “no”.'],
    ['q', { positive: 'no' }, ['q', null], 'q is read as the probability of “no”.'],
    [
      'yes=p,no=q',
      {},
      ['q', 'p'],
      'q is read as the probability of “no”, p is read as the probability of “yes”.',
    ],
  ])('%s, %o', async (columns, options, read, words) => {
    const result = await auditOf(nine, columns, options);
    expect(result.columns).toEqual(read);
    const { problem } = auditWords(result);
    expect(problem).toBe(`${result.data}: 9 predictions of truth (no, yes) for 2 groups. ${words}`);
    expect(auditText(result)).toContain(problem);
    expect(auditHtml(result)).toContain(words);
  });

  it('a column is of the class that its name ends with, as those of predictions.csv do', async () => {
    const named = writeLines(folder, 'named.csv', ['sex,truth,minimax yes,naive no', ...NINE.slice(1)]);
    expect((await auditOf(named, 'minimax yes')).columns).toEqual([null, 'minimax yes']);
    expect((await auditOf(named, 'naive no')).columns).toEqual(['naive no', null]);
    expect((await auditOf(named, 'naive no', { positive: 'yes' })).columns).toEqual([null, 'naive no']);
  });

  it('of many classes: each', async () => {
    const names = [...'abcdefghijkl'];
    const rows = ['F', 'M'].flatMap((sex) =>
      names.map((truth) => [sex, truth, ...names.map((name) => Number(name === truth))].join(',')),
    );
    const path = writeLines(folder, 'grades.csv', [`sex,truth,p${names.join(',p')}`, ...rows]);
    const columns = names.map((name) => `${name}=p${name}`).reverse();
    const { problem } = auditWords(await auditOf(path, columns.join(',')));
    for (const name of names) {
      expect(problem).toContain(`p${name} is read as the probability of “${name}”`);
    }
    expect(problem).not.toContain('worse than chance');
  });
});

describe('worse than chance over all rows', () => {
  it('makes it ask whether the column is of another class', async () => {
    // q is of no; taken for yes, every pair is the other way round.
    const result = await auditOf(nine, 'q');
    expect(result.overall.auc.byGroup[0]).toBeCloseTo(1.5 / 20, 12);
    const { problem } = auditWords(result);
    expect(problem).toMatch(/q is read as the probability of “yes”\./);
    expect(problem.endsWith(asked('0.075'))).toBe(true);
    expect(auditText(result)).toContain(asked('0.075'));
  });

  it('not at chance itself, nor where only a group is', async () => {
    const even = ['sex,truth,p', 'F,yes,0.5', 'F,no,0.5', 'M,yes,0.5', 'M,no,0.5'];
    const ofEven = await auditOf(writeLines(folder, 'even.csv', even), 'p');
    expect(ofEven.overall.auc.byGroup).toEqual([0.5]);
    expect(auditWords(ofEven).problem).not.toContain('worse than chance');
    const one = ['sex,truth,p', 'F,yes,0.5', 'F,no,0.6', 'M,yes,0.9', 'M,yes,0.9', 'M,no,0.1'];
    const ofOne = await auditOf(writeLines(folder, 'one.csv', one), 'p');
    expect(ofOne.metrics.auc.byGroup).toEqual([0, 1]);
    expect(auditWords(ofOne).problem).not.toContain('worse than chance');
  });
});

describe('what was true and had probability 0', () => {
  const head = 'sex,truth,p';
  const costs = 'each of them counts 744.4 in the cross-entropy';
  const wayOut = 'Where probabilities were rounded, go by the Brier score';

  it('is counted by group, in a note', async () => {
    const rows = ['F,yes,0', 'F,no,1', 'F,no,0', 'M,yes,1', 'M,no,1', 'M,no,0.5', 'X,yes,0.001', 'X,no,0'];
    const result = await auditOf(writeLines(folder, 'sure.csv', [head, ...rows]), 'p');
    const note = `in some rows what was true had probability 0 (F 2, M 1): ${costs}. ${wayOut}`;
    expect(result.notes).toEqual([note]);
    expect(auditText(result)).toContain(`\nNote: ${note}.`);
    expect(auditHtml(result)).toContain(`Note: ${note}.`);
    // So much is it that the groups' cross-entropies are little else.
    expect(result.metrics.crossEntropy.byGroup[0]).toBeCloseTo((2 * 744.4) / 3, 0);
  });

  it('also after other notes, and by the rows that are used', async () => {
    const rows = ['F,yes,0', 'F,no,0', 'M,yes,0.9', 'M,no,0', ',yes,0'];
    const path = writeLines(folder, 'gap.csv', [head, ...rows]);
    const { notes } = await auditOf(path, 'p', { missingGroup: 'drop' });
    expect(notes).toEqual([
      '1 row left out: no group is known',
      `in some rows what was true had probability 0 (F 1): ${costs}. ${wayOut}`,
    ]);
  });

  it('is not spoken of where it was only unlikely', async () => {
    const rows = ['F,yes,1e-300', 'F,no,0', 'M,yes,1', 'M,no,0'];
    expect((await auditOf(writeLines(folder, 'hardly.csv', [head, ...rows]), 'p')).notes).toEqual([]);
  });
});
