// The sentences and the marks of an audit, where the figures are of one kind or another.

import { describe, expect, it } from 'vitest';
import type { AuditResult } from '../../src/audit/audit-result.js';
import { decisionTable, parityTable, serviceTable, worstServedFirst } from '../../src/audit/audit-tables.js';
import { auditText } from '../../src/audit/audit-text.js';
import { auditWords } from '../../src/audit/audit-words.js';
import { auditHtml } from '../report/read-report.js';
import { auditOf, manyPredictions, NINE, groupRows as rows, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();

function auditRows(...groups: readonly (readonly string[])[]): Promise<AuditResult> {
  return auditOf(writeLines(folder, 'rows.csv', ['sex,truth,p', ...groups.flat()]), 'p');
}

describe('who is served worst', () => {
  it('by cross-entropy, and another by accuracy', async () => {
    // Of F little is known, but guesses are right more often; M is told of with more confidence than is due.
    const result = await auditRows(rows('F', 40, 0.55, 24), rows('M', 40, 0.999, 30));
    const { worst } = auditWords(result);
    expect(worst).toMatch(
      /^The model serves M worst: cross-entropy \d\.\d{4}, \d\.\d{4} above the best-served/,
    );
    expect(worst).toContain(
      'The lowest accuracy is that of F, 60.0%; groups are 15.0 percentage points apart.',
    );
  });

  it('by the Brier score, where that is another', async () => {
    // Of M one row in ten costs 6.9 nats, but the Brier score of a row ends at 2; F is noise.
    const result = await auditRows(rows('F', 40, 0.6, 20), rows('M', 40, 0.99999, 36));
    expect(auditWords(result).worst).toMatch(
      /^The model serves M worst: cross-entropy 1\.15\d\d, .* above the best-served group\. By the Brier score it is F\. The lowest accuracy is that of F, /,
    );
    const alike = await auditRows(rows('F', 40, 0.9, 20), rows('M', 40, 0.9, 36));
    expect(auditWords(alike).worst).not.toContain('Brier');
  });

  it('is said to have the lowest accuracy also where others have the same', async () => {
    for (const [f, m] of [
      [0.9, 0.6],
      [0.6, 0.9],
    ] as const) {
      const result = await auditRows(rows('F', 40, f, 20), rows('M', 40, m, 20));
      expect(auditWords(result).worst).toMatch(
        /It also has the lowest accuracy, 50\.0%; groups are 0\.0 percentage points apart\.$/,
      );
    }
  });

  it('comes first in the tables, all rows last', async () => {
    const result = await auditRows(rows('A', 40, 0.9, 30), rows('B', 40, 0.9, 20), rows('C', 40, 0.9, 28));
    expect(worstServedFirst(result)).toEqual([1, 2, 0]);
    for (const table of [serviceTable(result), decisionTable(result)]) {
      expect(table.rows.map(([name]) => name)).toEqual(['B', 'C', 'A', 'all rows']);
    }
  });
});

describe('how far probabilities are off', () => {
  it.each([
    ['surer than it should be', 0.9, 20, 0.9, 36],
    ['less sure than it could be', 0.6, 38, 0.9, 36],
  ])('%s', async (words, p, yes, fairP, fairYes) => {
    const result = await auditRows(rows('F', 40, p, yes), rows('M', 40, fairP, fairYes));
    expect(auditWords(result).calibration).toMatch(
      new RegExp(`^Probabilities are furthest off for F: by .*, where the model is ${words}\\.$`),
    );
  });

  it('now so, now so', async () => {
    const women = [...rows('F', 20, 0.95, 13), ...rows('F', 20, 0.55, 17)];
    const result = await auditRows(women, rows('M', 40, 0.9, 36));
    expect(auditWords(result).calibration).toContain('now too sure, now not sure enough.');
  });
});

describe('groups that are too small', () => {
  const enough = rows('M', 40, 0.9, 20);

  it('are marked where they are judged, and in words', async () => {
    const result = await auditRows(rows('F', 29, 0.9, 15), enough);
    const { tooSmall } = auditWords(result);
    expect(tooSmall).toBe(
      '† too small to be judged, and left out of what is said above: F has 29 rows, fewer than 30. Their figures say more of chance than of the model.',
    );
    expect(serviceTable(result).rows.map(([name]) => name)).toContain('F †');
    expect(serviceTable(result).rows.map(([name]) => name)).toContain('M');
    expect(auditText(result)).toContain(`\n\n${tooSmall}`);
  });

  it('of a class', async () => {
    const result = await auditRows(rows('F', 40, 0.9, 9), enough);
    expect(auditWords(result).tooSmall).toBe(
      'Few rows of a class: F has 9 rows of “yes”, fewer than 10. The rates and AUC of that class say little there.',
    );
    expect(auditText(result)).not.toContain('†');
  });

  it('by the width of what is known of them', async () => {
    const path = writeLines(folder, 'wide.csv', manyPredictions(120));
    const { metrics, ...rest } = await auditOf(path, 'p', { resamples: 200 });
    const result = { metrics, ...rest };
    expect(metrics.tooSmall[0]).toMatchObject({ group: 0, reason: 'wide-interval' });
    expect(auditWords(result).tooSmall).toMatch(
      /the interval of F’s accuracy is \d+\.\d percentage points wide/,
    );
  });

  it('are not spoken of where there are none', async () => {
    const result = await auditRows(rows('F', 40, 0.9, 20), enough);
    expect(auditWords(result).tooSmall).toBeUndefined();
    expect(auditText(result)).not.toContain('†');
  });
});

describe('rates that a group does not have', () => {
  it('are a dash, and said so where none can be compared', async () => {
    const result = await auditRows(rows('F', 40, 0.9, 40), rows('M', 40, 0.9, 0));
    const cells = decisionTable(result).rows.map((row) => row.slice(1));
    expect(cells).toContainEqual(['100.0%', '90.0%', '100.0%', '100.0%', '–', '100.0%']);
    expect(cells).toContainEqual(['0.0%', '90.0%', '100.0%', '–', '100.0%', '0.0%']);
    expect(parityTable(result).rows.map(([, difference, ratio]) => [difference, ratio])).toEqual([
      ['0.000', '1.000'],
      ['–', '–'],
      ['–', '–'],
    ]);
    expect(serviceTable(result).rows.map((row) => row[5])).toEqual(['–', '–', '0.500']);
    expect(auditWords(result).decisions).toBe(
      'Decisions for “yes”: the share selected is the same, 100.0%; of those who are “yes”, the share found cannot be compared, as fewer than two groups have it; of those who are not, the share selected all the same cannot be compared, as fewer than two groups have it.',
    );
    expect(auditText(result)).not.toMatch(/NaN|null|undefined/);
  });
});

describe('several classes', () => {
  it('have a line each in the tables, and the one furthest apart in words', async () => {
    const lines = ['sex,truth,pa,pb,pc'];
    for (const [sex, hits] of [
      ['F', 15],
      ['M', 3],
    ] as const) {
      for (let i = 0; i < 15; i++) {
        lines.push(`${sex},a,0.8,0.1,0.1`, `${sex},b,0.1,0.8,0.1`);
        lines.push(i < hits ? `${sex},c,0.1,0.1,0.8` : `${sex},c,0.1,0.8,0.1`);
      }
    }
    const result = await auditOf(writeLines(folder, 'three.csv', lines), 'a=pa,b=pb,c=pc');
    const { columns, rows: shown } = decisionTable(result);
    expect(columns.map(({ title }) => title).slice(0, 2)).toEqual(['group', 'class']);
    expect(shown.map((row) => row.slice(0, 2))).toEqual([
      ['M', 'a'],
      ['', 'b'],
      ['', 'c'],
      ['F', 'a'],
      ['', 'b'],
      ['', 'c'],
      ['all rows', 'a'],
      ['', 'b'],
      ['', 'c'],
    ]);
    expect(parityTable(result).rows).toHaveLength(9);
    expect(auditWords(result).decisions).toMatch(
      /^Decisions for “c”: .*, the share found goes from 20\.0% \(M\) to 100\.0% \(F\);/,
    );
  });
});

it('intervals: that of the worst group covers it, whichever it is', async () => {
  const path = writeLines(folder, 'many.csv', manyPredictions(400));
  const result = await auditOf(path, 'p', { resamples: 40, level: 0.9 });
  const { worst: covering, byGroup } = result.metrics.intervals!.crossEntropy;
  const { intervals, worst } = auditWords(result);
  expect(intervals).toMatch(/^Intervals are of 40 bootstrap samples, drawn within each group\. /);
  expect(intervals).toContain('they hold what is true in about 90% of samples or more');
  const { low, high } = covering;
  expect(worst).toContain(
    `The model serves F worst: cross-entropy ${result.metrics.crossEntropy.byGroup[0]!.toFixed(4)} (90% interval ${low.toFixed(4)} to ${high.toFixed(4)}, whichever group is the worst), `,
  );
  expect(high).toBeGreaterThan(byGroup[0]!.high); // the group's own is narrower
  expect(parityTable(result).columns.map(({ title }) => title)).toEqual([
    ...['parity', 'difference', '90% interval', 'ratio', '90% interval'],
  ]);
});

it('intervals: groups too small to be judged do not make that of the worst', async () => {
  const lines = [...manyPredictions(400), 'X,yes,0.001,x1', 'X,no,0.9,x2', 'X,yes,0.4,x3'];
  const result = await auditOf(writeLines(folder, 'small.csv', lines), 'p', { resamples: 40 });
  const { bands, worst } = result.metrics.intervals!.crossEntropy;
  const { low, high } = bands[0]!;
  expect(worst.high).toBeGreaterThan(2 * high);
  expect(auditWords(result).worst).toContain(`(95% interval ${low.toFixed(4)} to ${high.toFixed(4)}, `);
});

describe('hard labels', () => {
  const hard = (sex: string, count: number, right: number): string[] =>
    Array.from(
      { length: count },
      (_, i) => `${sex},${i % 2 ? 'yes' : 'no'},${(i % 2 === 1) === i < right ? 1 : 0}`,
    );
  const decided = async (resamples: number): Promise<AuditResult> =>
    auditOf(
      writeLines(folder, 'hard.csv', ['sex,truth,p', ...hard('F', 100, 80), ...hard('M', 200, 180)]),
      'p',
      { resamples },
    );

  it('are judged by accuracy, and it is said why; no cross-entropy is told', async () => {
    const result = await decided(50);
    expect(result.decisionsOnly).toBe(true);
    expect(result.notes).toEqual([]);
    const { worst, calibration } = auditWords(result);
    expect(worst).toMatch(
      /^The model serves F worst: accuracy 80\.0% \(95% interval \d\d\.\d% to \d\d\.\d%, whichever group is the worst\); groups are 10\.0 percentage points apart\. Every probability is 0 or 1, so these are decisions/,
    );
    expect(calibration).toBeUndefined();
    const text = auditText(result);
    expect(text).toMatch(/^group +rows +accuracy +95% interval +Brier score$/m);
    expect(text).toMatch(/^F +100 +80\.0% +\d\d\.\d% to \d\d\.\d% +0\.4000$/m);
    for (const shown of [text, auditHtml(result)]) {
      expect(shown).not.toMatch(/744|cross-entropy \d|ECE|NaN|undefined|null/);
    }
  });

  it('are probabilities as soon as one of them is neither 0 nor 1', async () => {
    const lines = ['sex,truth,p', ...hard('F', 40, 30), ...hard('M', 40, 35), 'F,yes,0.5'];
    const result = await auditOf(writeLines(folder, 'soft.csv', lines), 'p');
    expect(result.decisionsOnly).toBe(false);
    expect(auditWords(result).worst).toContain('cross-entropy');
  });
});

it('the mean probability is held against the base rate, where chance does not explain the gap', async () => {
  const told = async (p: number): Promise<string> => {
    const lines = ['sex,truth,p', ...rows('F', 200, p, 80), ...rows('M', 200, 0.5, 100)];
    return auditWords(await auditOf(writeLines(folder, 'base.csv', lines), 'p', { resamples: 50 })).decisions;
  };
  expect(await told(0.6)).toContain(
    'On average the model gives F a probability of 60.0% for “yes”; 40.0% of them are.',
  );
  expect(await told(0.41)).not.toContain('On average');
});

it('calibration errors: what chance alone makes of them is told', async () => {
  const fair = await auditRows(rows('F', 40, 0.9, 35), rows('M', 40, 0.9, 36));
  expect(auditWords(fair).calibration).toBe(
    'No group’s probabilities are clearly off: those of F are off by 2.5 percentage points on average, and chance alone makes 3.8 on as many rows.',
  );
});

it('calibration errors: the mean over bins, and the worst bin', async () => {
  // Ten rows 0.4 too sure, thirty 0.1 less sure than could be.
  const result = await auditRows(
    [...rows('F', 10, 0.9, 5), ...rows('F', 30, 0.6, 21)],
    rows('M', 40, 0.9, 36),
  );
  const { columns, rows: shown } = serviceTable(result);
  const at = columns.findIndex(({ title }) => title === 'MCE');
  expect(columns[at - 1]!.title).toBe('ECE');
  expect(shown.map((row) => [row[0], row[at - 1], row[at]])).toEqual([
    ['F', '0.175', '0.400'],
    ['M', '0.000', '0.000'],
    expect.arrayContaining(['all rows']),
  ]);
});

it('counts one as one', async () => {
  const result = await auditOf(writeLines(folder, 'nine.csv', NINE), 'p', { resamples: 1 });
  expect(auditWords(result).intervals).toContain('Intervals are of 1 bootstrap sample, drawn');
});
