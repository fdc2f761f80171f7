// Words are of the groups that can be judged; figures are of all.

import { describe, expect, it } from 'vitest';
import type { AuditResult } from '../../src/audit/audit-result.js';
import { decisionTable, serviceTable } from '../../src/audit/audit-tables.js';
import { auditText } from '../../src/audit/audit-text.js';
import { auditWords } from '../../src/audit/audit-words.js';
import { judgedGroups } from '../../src/audit/judged-groups.js';
import { auditHtml } from '../report/read-report.js';
import { auditOf, groupRows, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();

function auditRows(...groups: readonly (readonly string[])[]): Promise<AuditResult> {
  return auditOf(writeLines(folder, 'rows.csv', ['sex,truth,p', ...groups.flat()]), 'p');
}

/** Of each table with a line for every group. */
function namesIn(result: AuditResult): string[][] {
  return [serviceTable(result), decisionTable(result)].map((table) => table.rows.map(([name]) => name!));
}

const women = groupRows('F', 40, 0.9, 30);
const men = groupRows('M', 40, 0.9, 26);
/** Two rows, both told wrong, and with much confidence. */
const two = groupRows('X', 2, 0.99, 0);

describe('a group of two rows among larger ones', () => {
  it('sets none of the words, and is marked in both tables', async () => {
    const result = await auditRows(women, men, two);
    const { judged, tooSmall, fewOfClass } = judgedGroups(result);
    expect(judged.map((group) => result.groups[group]!.name)).toEqual(['F', 'M']);
    expect(tooSmall).toMatchObject([{ group: 2, reason: 'few-rows', found: 2 }]);
    expect(fewOfClass).toEqual([]);

    const words = auditWords(result);
    expect(words.worst).toMatch(/^The model serves M worst: cross-entropy 0\.8\d{3}, 0\.2197 above /);
    expect(words.worst).toMatch(/lowest accuracy, 65\.0%; groups are 10\.0 percentage points apart\.$/);
    expect(words.calibration).toMatch(/^Probabilities are furthest off for M: by 25\.0 percentage points /);
    for (const said of [words.worst, words.calibration, words.decisions]) expect(said).not.toContain('X');
    expect(words.tooSmall).toBe(
      '† too small to be judged, and left out of what is said above: X has 2 rows, fewer than 30. Their figures say more of chance than of the model.',
    );
    for (const names of namesIn(result)) expect(names).toEqual(['X †', 'M', 'F', 'all rows']);
  });

  it('changes no word of theirs', async () => {
    const { worst, calibration, decisions } = auditWords(await auditRows(women, men, two));
    expect(auditWords(await auditRows(women, men))).toMatchObject({ worst, calibration, decisions });
  });

  it('does not choose the class that is spoken of', async () => {
    const all = ['a', 'b', 'c'] as const;
    const row = (sex: string, truth: string, said: string): string =>
      [sex, truth, ...all.map((name) => (name === said ? 0.8 : 0.1))].join(',');
    /** Of 15 rows of each class some of c are told b. */
    const large = (sex: string, hits: number): string[] =>
      Array.from({ length: 15 }, (_, i) => [
        ...[row(sex, 'a', 'a'), row(sex, 'b', 'b')],
        row(sex, 'c', i < hits ? 'c' : 'b'),
      ]).flat();
    const small = [row('X', 'a', 'b'), row('X', 'b', 'c'), row('X', 'c', 'c')]; // no a is found
    const lines = ['sex,truth,pa,pb,pc', ...large('F', 15), ...large('M', 6), ...small];
    const result = await auditOf(writeLines(folder, 'three.csv', lines), 'a=pa,b=pb,c=pc');
    expect(result.metrics.rates[0]!.parity.equalisedOdds.difference).toBe(1);
    expect(auditWords(result).decisions).toMatch(
      /^Decisions for “c”: .*, the share found goes from 40\.0% \(M\) to 100\.0% \(F\);/,
    );
  });
});

describe('where all are too small', () => {
  it('all are spoken of, and marked', async () => {
    const result = await auditRows(groupRows('F', 10, 0.9, 8), two);
    expect(judgedGroups(result).judged).toEqual([0, 1]);
    const words = auditWords(result);
    expect(words.worst).toMatch(/^The model serves X worst: .* groups are 80\.0 percentage points apart\.$/);
    expect(words.tooSmall).toMatch(/^† too small to be judged: F has 10 rows, fewer than 30; X has 2 rows, /);
    for (const names of namesIn(result)) expect(names).toEqual(['X †', 'F †', 'all rows']);
  });
});

describe('where one alone can be judged', () => {
  it('there is nobody to be worse than', async () => {
    const result = await auditRows(men, two);
    const { worst, decisions } = auditWords(result);
    expect(worst).toMatch(
      /^Only M has rows enough to be judged: cross-entropy 0\.8\d{3}, accuracy 65\.0%\.$/,
    );
    expect(decisions).toContain(
      'the share selected cannot be compared, as fewer than two of the groups that can be judged have it;',
    );
  });
});

describe('few rows of a class', () => {
  it('are said apart from groups that are too small, without a mark; the group is judged', async () => {
    const result = await auditRows(groupRows('F', 40, 0.9, 9), men, two);
    expect(judgedGroups(result)).toMatchObject({
      judged: [0, 1],
      tooSmall: [{ group: 2 }],
      fewOfClass: [{ group: 0, found: 9, limit: 10 }],
    });
    const { worst, tooSmall } = auditWords(result);
    expect(worst).toMatch(/^The model serves F worst: /);
    expect(tooSmall!.split('\n')).toEqual([
      expect.stringMatching(/^† too small to be judged, .*: X has 2 rows, fewer than 30\. /),
      'Few rows of a class: F has 9 rows of “yes”, fewer than 10. The rates and AUC of that class say little there.',
    ]);
    for (const names of namesIn(result)) expect(names.filter((name) => name.includes('†'))).toEqual(['X †']);
    expect(auditText(result)).toContain(`\n\n${tooSmall}`);
    expect(auditHtml(result)).toContain('Few rows of a class: F has 9 rows');
  });
});
