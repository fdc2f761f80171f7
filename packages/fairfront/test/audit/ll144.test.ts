// Impact ratios on a table made for it, against the arithmetic of the law's rules done by hand.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTable } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import type { AuditResult } from '../../src/audit/audit-result.js';
import type { BiasAuditOptions } from '../../src/audit/bias-audit.js';
import type { BiasAuditResult } from '../../src/audit/bias-audit-result.js';
import { biasAudit } from '../../src/index.js';
import { readTable } from '../../src/read/read-table.js';
import { shownHtml } from '../report/read-report.js';
import { audit, expectRefused, LABELS, NINE, NO_INTERVALS, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();

/** sex, race, applicants, selected; 200 applicants, of whom 92 are selected. */
const COUNTS = [
  ['F', 'A', 40, 12],
  ['F', 'B', 38, 19],
  ['F', 'C', 2, 2],
  ['M', 'A', 50, 30],
  ['M', 'B', 55, 22],
  ['M', 'C', 1, 0],
  ['', 'A', 6, 3],
  ['M', '', 8, 4],
] as const;
const applicants = writeLines(folder, 'applicants.csv', [
  'sex,race,hired',
  ...COUNTS.flatMap(([sex, race, rows, selected]) =>
    Array.from({ length: rows }, (_, i) => `${sex},${race},${i < selected ? 'yes' : 'no'}`),
  ),
]);
const HIRED = ['--ll144', 'sex,race', '--selected', 'hired=yes'];

async function ratios(path: string, options: BiasAuditOptions): Promise<BiasAuditResult['ll144']> {
  return (await biasAudit(await readTable(path), options)).result.ll144;
}

/** Category → applicants, selected, rate, ratio, mark. */
function summary(result: BiasAuditResult['ll144'], table: number): unknown[][] {
  return result.tables[table]!.categories.map((own) => [
    own.name,
    own.applicants,
    own.selected,
    own.rate.value,
    own.impactRatio?.value ?? null,
    own.isLeftOut ? 'left out' : own.isHighest ? 'highest' : own.isBelowFourFifths ? 'below' : '',
  ]);
}

describe('selection rates', () => {
  const options = { ll144: 'sex,race', selected: 'hired=yes' };

  it('by sex, race and both are those of the hand', async () => {
    const result = await ratios(applicants, options);
    expect(result).toMatchObject({ rate: 'selection', median: null, applicants: 200, selected: 92 });
    // F: 12 + 19 + 2 = 33 of 40 + 38 + 2 = 80; M: 30 + 22 + 0 + 4 = 56 of 50 + 55 + 1 + 8 = 114.
    // 33/80 = 0.4125, 56/114 = 0.49123; 0.4125 / 0.49123 = (33 · 114) / (56 · 80) = 3762/4480 = 0.83973.
    expect(summary(result, 0)).toEqual([
      ['F', 80, 33, 33 / 80, 3762 / 4480, ''],
      ['M', 114, 56, 56 / 114, 1, 'highest'],
    ]);
    expect(result.tables[0]!.unknown).toEqual({ applicants: 6, selected: 3 });
    // A: 12 + 30 + 3 = 45 of 40 + 50 + 6 = 96; B: 19 + 22 = 41 of 38 + 55 = 93; C: 2 of 3, which is 1.5% of 200 and
    // has the highest rate, but no part in ratios. B over A: (41 · 96) / (45 · 93) = 3936/4185 = 0.94050.
    expect(summary(result, 1)).toEqual([
      ['A', 96, 45, 45 / 96, 1, 'highest'],
      ['B', 93, 41, 41 / 93, 3936 / 4185, ''],
      ['C', 3, 2, 2 / 3, null, 'left out'],
    ]);
    expect(result.tables[1]!.unknown).toEqual({ applicants: 8, selected: 4 });
    // 12/40 = 0.3, 19/38 = 0.5, 30/50 = 0.6, 22/55 = 0.4; over 0.6: 0.5, 0.8333, 1, 0.6667.
    expect(summary(result, 2)).toEqual([
      ['F · A', 40, 12, 0.3, 0.5, 'below'],
      ['F · B', 38, 19, 0.5, 5 / 6, ''],
      ['F · C', 2, 2, 1, null, 'left out'],
      ['M · A', 50, 30, 0.6, 1, 'highest'],
      ['M · B', 55, 22, 0.4, 2 / 3, 'below'],
      ['M · C', 1, 0, 0, null, 'left out'],
    ]);
    expect(result.tables[2]!.unknown).toEqual({ applicants: 14, selected: 7 });
  });

  it('keep small categories in ratios where that is asked for', async () => {
    const result = await ratios(applicants, { ...options, ll144: 'race', keepSmall: true });
    // 2/3 is the highest: 45/96 over 2/3 = 135/192 = 0.70313, 41/93 over 2/3 = 123/186 = 0.66129.
    expect(summary(result, 0)).toEqual([
      ['A', 96, 45, 45 / 96, 135 / 192, 'below'],
      ['B', 93, 41, 41 / 93, 123 / 186, 'below'],
      ['C', 3, 2, 2 / 3, 1, 'highest'],
    ]);
  });

  it('count a category of 2% in, and one that is four fifths to the bit as such', async () => {
    const rows = (name: string, count: number, selected: number): string[] =>
      Array.from({ length: count }, (_, i) => `${name},${i < selected ? 1 : 0}`);
    const lines = ['race,hired', ...rows('a', 45, 36), ...rows('b', 4, 4), ...rows('c', 1, 1)];
    const path = writeLines(folder, 'edges.csv', lines);
    const result = await ratios(path, { ll144: 'race', selected: 'hired=1' });
    expect(summary(result, 0).map(([, , , , ratio, mark]) => [ratio, mark])).toEqual([
      [0.8, ''], // 36/45 over 4/4
      [1, 'highest'],
      [1, ''], // 1 of 50 is 2%, not less
    ]);
  });

  it('take columns whose names have signs in them', async () => {
    const table = createTable([
      { kind: 'categorical', name: 'sex', levels: ['F', 'M'], codes: Uint32Array.of(0, 1, 1) },
      { kind: 'categorical', name: 'a=b', levels: ['c=d', 'e'], codes: Uint32Array.of(0, 0, 1) },
    ]);
    const { result } = await biasAudit(table, { ll144: 'sex', selected: 'a=b=c=d' });
    expect(result.ll144.tables[0]!.categories.map(({ selected }) => selected)).toEqual([1, 1]);
  });
});

describe('scoring rates', () => {
  it('are of scores above the median of all applicants, the unknown too', async () => {
    const path = writeLines(folder, 'scores.csv', [
      'sex,score',
      ...['F,1', 'F,2', 'F,3', 'F,9', 'M,4', 'M,5', 'M,8', 'M,8', ',5', ',7'],
    ]);
    // 1 2 3 4 5 5 7 8 8 9: the two in the middle are 5 and 5. Above: 7 8 8 9, not the 5 that is the median.
    const result = await ratios(path, { ll144: 'sex', scores: 'score' });
    expect(result).toMatchObject({ rate: 'scoring', by: 'score', median: 5, applicants: 10, selected: 4 });
    // F: 9 of 1, 2, 3, 9; M: 8 and 8 of 4, 5, 8, 8. 0.25 over 0.5.
    expect(summary(result, 0)).toEqual([
      ['F', 4, 1, 0.25, 0.5, 'below'],
      ['M', 4, 2, 0.5, 1, 'highest'],
    ]);
    expect(result.tables[0]!.unknown).toEqual({ applicants: 2, selected: 1 });
  });
});

describe('fairfront audit --ll144', () => {
  it('tells tables, who is left out, unknown and below four fifths, and the source', async () => {
    const out = join(folder, 'told');
    const { code, out: text, err } = await audit(applicants, ...HIRED, '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(text).toContain(': 200 applicants, of whom 92 were selected (hired=yes). ');
    expect(text).toMatch(/^F +80 +33 +41\.3% +31\.1% to 52\.2% +0\.840 +\d\.\d{3} to \d\.\d{3}$/m);
    expect(text).toMatch(/^M · A +50 +30 +60\.0% +46\.2% to 72\.4% +1\.000 +– {2}highest rate$/m);
    expect(text).toMatch(/^F · C +2 +2 +100\.0% +34\.2% to 100\.0% +– +– {2}left out$/m);
    expect(text).toMatch(
      /\nNo impact ratio is below 0\.80\. Unknown sex, counted and not in the table: 6 app/,
    );
    expect(text).toMatch(/\nBelow four fifths of the highest rate: F · A 0\.500[^,]*, M · B 0\.667/);
    expect(text).toContain('each: F · C 2, M · C 1. The rules allow that');
    expect(text).toContain('--keep-small keeps them in');
    expect(text).toContain(
      'Unknown sex or race, counted and not in the table: 14 applicants, 7 of them selected.',
    );
    expect(text).toContain('6 RCNY § 5-300 to 5-304, adopted 6 April 2023, enforced from 5 July 2023');
    expect(text).toContain('not legal advice');
    const page = shownHtml(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(page).toContain('<td class="number">0.840</td>');
    expect(page).toContain('not legal advice');
    expect(page).toContain('fairfront audit ');
    const written = JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8')) as BiasAuditResult;
    expect(written.schema).toBe('fairfront.bias-audit/1');
    const { result } = await biasAudit(await readTable(applicants), {
      ll144: 'sex,race',
      selected: 'hired=yes',
    });
    expect(written.ll144).toEqual(result.ll144);
  });

  it('stands beside the metrics of a model, whose most probable class is the decision', async () => {
    const nine = writeLines(folder, 'nine.csv', NINE);
    const out = join(folder, 'beside');
    const args = [
      nine,
      ...LABELS,
      '--probabilities',
      'yes=p',
      ...NO_INTERVALS,
      '--ll144',
      'sex',
      '--out',
      out,
    ];
    const { code, out: text } = await audit(...args);
    expect(code).toBe(0);
    // Of four women two have p above one half, of five men three: 0.5 over 0.6.
    expect(text).toContain('were selected (most probable class “yes”)');
    expect(text).toMatch(/^F +4 +2 +50\.0% .* 0\.833 /m);
    const result = JSON.parse(readFileSync(join(out, 'audit.json'), 'utf8')) as AuditResult;
    expect(result.schema).toBe('fairfront.audit/1');
    expect(summary(result.ll144!, 0)).toEqual([
      ['F', 4, 2, 0.5, 5 / 6, ''],
      ['M', 5, 3, 0.6, 1, 'highest'],
    ]);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toMatch(/<h2 [^>]*>Impact ratios, as New York/);
    const other = await audit(...args, '--positive', 'no');
    expect(other.out).toMatch(/^M +5 +2 +40\.0% .* 0\.800 /m);
  });

  it.each([
    [['--ll144', 'sex'], '--ll144: say who was selected, such as --selected hired=yes'],
    [
      ['--ll144', 'sex,rase', '--selected', 'hired=yes'],
      '--ll144: there is no column "rase"; did you mean "race"?',
    ],
    [['--ll144', 'sex,race,hired', '--selected', 'hired=yes'], '--ll144: name the column of sex'],
    [['--ll144', 'sex', '--selected', 'hired'], '--selected: say which value, as in "hired=yes"'],
    [
      ['--ll144', 'sex', '--selected', 'hired=ja'],
      '--selected: column "hired" has no "ja"; there are "no", "yes"',
    ],
    [['--ll144', 'race', '--selected', 'sex=F'], '--selected: column "sex" is missing in 6 rows'],
    [
      ['--ll144', 'race', '--scores', 'hired'],
      '--scores: column "hired" holds texts ("no", "yes"), not numbers',
    ],
    [[...HIRED, '--scores', 'hired'], '--selected and --scores: rates are of decisions or of scores'],
    [[...HIRED, '--seed', '3'], '--seed: metrics need --target, --groups and --probabilities'],
    [['--selected', 'hired=yes'], '--selected: it says nothing without --ll144; leave it out'],
    [[...HIRED, '--target', 'hired'], '--groups: name the groups'],
  ])('refuses %j', async (args, message) => {
    await expectRefused(folder, [applicants, ...args], message);
  });

  it('refuses a table without rows', async () => {
    const table = createTable([{ kind: 'numeric', name: 'score', values: new Float64Array(0) }]);
    await expect(biasAudit(table, { ll144: 'score', scores: 'score' })).rejects.toThrow(/no rows/);
  });

  it('refuses to guess which of many classes means selected', async () => {
    const path = writeLines(folder, 'three.csv', ['sex,y,a,b,c', 'F,a,1,0,0', 'M,b,0,1,0', 'M,c,0,0,1']);
    const said = ['--target', 'y', '--groups', 'sex', '--probabilities', 'a=a,b=b,c=c', '--ll144', 'sex'];
    await expectRefused(folder, [path, ...said], '--ll144: of more than two classes, say with --positive');
  });
});
