// How sure the figures are: with and without intervals, by rows and by people, and the same for the same seed.

import { describe, expect, it } from 'vitest';
import { auditText } from '../../src/audit/audit-text.js';
import { auditHtml } from '../report/read-report.js';
import { auditOf, manyPredictions, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();
const [head, ...rows] = manyPredictions(300) as [string, ...string[]];
const single = writeLines(folder, 'single.csv', [head, ...rows]);
/** Every row twice, of the same person. */
const twice = writeLines(folder, 'twice.csv', [head, ...rows.flatMap((row) => [row, row])]);
const sure = { resamples: 1000 };

async function widths(path: string, entities?: string): Promise<readonly number[]> {
  const options = { ...sure, ...(entities === undefined ? {} : { entities }) };
  const { metrics } = await auditOf(path, 'p', options);
  const { crossEntropy, accuracy } = metrics.intervals!;
  return [...crossEntropy.byGroup, ...accuracy.byGroup, crossEntropy.worst].map(
    ({ low, high }) => high - low,
  );
}

describe('--entities', () => {
  it('draws people, not rows: copies of rows make nothing surer', async () => {
    const [own, byPerson, byRow] = [await widths(single), await widths(twice, 'person'), await widths(twice)];
    own.forEach((width, i) => {
      expect(byPerson[i]! / width).toBeGreaterThan(0.85);
      expect(byPerson[i]! / width).toBeLessThan(1.18);
      // 1/√2, if copies are taken for people.
      expect(byRow[i]! / width).toBeGreaterThan(0.6);
      expect(byRow[i]! / width).toBeLessThan(0.83);
    });
  });

  it('changes no figure', async () => {
    const { intervals: _, ...plain } = (await auditOf(twice, 'p', sure)).metrics;
    const { intervals: __, ...byPerson } = (await auditOf(twice, 'p', { ...sure, entities: 'person' }))
      .metrics;
    expect(byPerson).toEqual(plain);
  });

  it('counts people, where a group is small', async () => {
    const few = rows.slice(0, 40).flatMap((row) => [row, row, row, row]);
    const path = writeLines(folder, 'few.csv', [head, ...few]);
    const result = await auditOf(path, 'p', { resamples: 20, entities: 'person' });
    expect(result.metrics.tooSmall).toMatchObject([
      { group: 0, rows: 80, reason: 'few-entities', found: 20, limit: 30 },
      { group: 1, rows: 80, reason: 'few-entities', found: 20, limit: 30 },
    ]);
    expect(auditText(result)).toContain(
      '† too small to be judged: F has rows of 20 entities, fewer than 30; M',
    );
  });

  it('may be texts without end: they only name people', async () => {
    const path = writeLines(folder, 'people.csv', manyPredictions(10_050));
    const { metrics } = await auditOf(path, 'p', { resamples: 2, entities: 'person' });
    expect(metrics.intervals!.resamples).toBe(2);
  });

  it('may be numbers', async () => {
    const numbered = [head, ...rows.flatMap((row) => [row, row])].map((row) => row.replace(',person', ','));
    const path = writeLines(folder, 'numbered.csv', [head, ...numbered.slice(1)]);
    const byNumber = await auditOf(path, 'p', { ...sure, entities: 'person' });
    const byName = await auditOf(twice, 'p', { ...sure, entities: 'person' });
    expect(byNumber.metrics).toEqual(byName.metrics);
  });
});

describe('--seed', () => {
  it('the same, the same intervals; another, others, and the same figures', async () => {
    const [one, again, other] = [
      await auditOf(single, 'p', { resamples: 50 }),
      await auditOf(single, 'p', { resamples: 50 }),
      await auditOf(single, 'p', { resamples: 50, seed: 2 }),
    ];
    expect(again).toEqual(one);
    expect(other.metrics.intervals).not.toEqual(one.metrics.intervals);
    expect({ ...other.metrics, intervals: null, tooSmall: null }).toEqual({
      ...one.metrics,
      intervals: null,
      tooSmall: null,
    });
    expect(other.seed).toBe(2);
  });
});

describe('--level', () => {
  it('makes intervals narrower and stands in the words', async () => {
    const [wide, narrow] = [
      await auditOf(single, 'p', { resamples: 200 }),
      await auditOf(single, 'p', { resamples: 200, level: 0.5 }),
    ];
    wide.metrics.intervals!.crossEntropy.byGroup.forEach(({ low, high }, group) => {
      const own = narrow.metrics.intervals!.crossEntropy.byGroup[group]!;
      expect(own.low).toBeGreaterThan(low);
      expect(own.high).toBeLessThan(high);
    });
    const told = (level: string): RegExp =>
      new RegExp(
        [
          `cross-entropy +${level} interval `,
          `worst: cross-entropy \\d\\.\\d{4} \\(${level} interval \\d\\.\\d{4} to \\d\\.\\d{4}, whichever group is the worst\\), `,
          `difference +${level} interval +ratio +${level} interval\n`,
          ` in about ${level} of samples or more`,
        ].join('.*'),
        's',
      );
    expect(auditText(wide)).toMatch(told('95%'));
    expect(auditText(narrow)).toMatch(told('50%'));
    expect(auditText(narrow)).not.toContain('95%');
  });
});

describe('--resamples', () => {
  it('says how many it drew', async () => {
    const result = await auditOf(single, 'p', { resamples: 7 });
    expect(result.metrics.intervals!.resamples).toBe(7);
    expect(auditText(result)).toContain('Intervals are of 7 bootstrap samples, drawn within each group.');
  });

  it('0: no intervals, no columns and no words of them', async () => {
    const result = await auditOf(single, 'p');
    expect(result.metrics.intervals).toBeNull();
    for (const shown of [auditText(result), auditHtml(result)]) {
      expect(shown).not.toMatch(/interval|bootstrap|resample|sample|undefined|NaN|null/i);
    }
    expect(auditText(result)).toMatch(/^group +rows +cross-entropy +Brier score +accuracy +AUC +ECE +MCE$/m);
    expect(auditText(result)).toMatch(/^parity +difference +ratio$/m);
  });
});
