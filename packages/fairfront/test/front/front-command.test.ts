import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shownPage, shownTables } from '../report/read-report.js';
import { front, frontInterrupted, frontOf, madeFolder, madePeople, TASK, taskWith } from './run-front.js';

const FILES = ['front.json', 'front.svg', 'models.bin', 'report.html'];

describe('fairfront front', () => {
  it('says what is possible, and writes figure, report and numbers', async () => {
    const out = join(madeFolder(), 'new');
    const { code, out: printed, listens } = await front(madePeople(['A', 'B']), ...TASK, '--out', out);
    expect(code).toBe(0);
    expect(listens).toBe(false); // Ctrl-C is the program's again
    expect(readdirSync(out).sort()).toEqual(FILES);
    for (const start of ['group', 'A', 'B', 'worst group']) {
      expect(printed).toMatch(new RegExp(`^${start} `, 'm'));
    }
    expect(printed).toMatch(/^51 models trained on 480 rows.*on 160 validation rows/m);
    expect(printed).toMatch(
      /^What is possible: A from \d\.\d{4} to \d\.\d{4} and B from \d\.\d{4} to \d\.\d{4}\./m,
    );
    expect(printed).toMatch(
      /^Proved for the training rows.*no linear model has a worst-group risk below 0\.\d{4}/m,
    );
    expect(printed).toMatch(/ of 51 models are on the front/);
    expect(printed).toContain('open report.html');
  });

  it('prints with --json what front.json holds, and nothing else', async () => {
    const { printed, json, result } = await frontOf(madePeople(['A', 'B']), '--steps', '8');
    expect(printed).toBe(json);
    expect(result.schema).toBe('fairfront.front/1');
    expect(result.task).toMatchObject({ target: 'outcome', part: 'validation', steps: 8 });
    expect(result.groups.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  it('says nothing with --quiet', async () => {
    const out = madeFolder();
    const path = madePeople(['A', 'B']);
    const { code, out: printed, err } = await front(path, ...TASK, '--out', out, '--steps', '4', '--quiet');
    expect({ code, printed, err }).toEqual({ code: 0, printed: '', err: '' });
    expect(readdirSync(out).sort()).toEqual(FILES);
  });

  it('has 20 steps for three groups unless others are asked for', async () => {
    const { result } = await frontOf(madePeople(['A', 'B', 'C']));
    expect(result.task.steps).toBe(20);
    expect(result.points.length + result.dominated).toBe((21 * 22) / 2);
  });

  it('gives the same bytes for the same seed, and others for another', async () => {
    const path = madePeople(['A', 'B', 'C']);
    const drawn = ['--target', 'outcome', '--groups', 'group', '--ignore', 'part', '--steps', '3'];
    const files = async (seed: string): Promise<string[]> => {
      const out = madeFolder();
      const { code } = await front(path, ...drawn, '--seed', seed, '--out', out, '--quiet');
      expect(code).toBe(0);
      return FILES.map((name) => readFileSync(join(out, name), 'utf8'));
    };
    const first = await files('3');
    expect(await files('3')).toEqual(first);
    expect((await files('4'))[0]).not.toBe(first[0]);
  });

  it('shows examples in its help', async () => {
    const { code, out } = await front('--help');
    expect(code).toBe(0);
    expect(out).toMatch(/Examples:\n {2}fairfront front /);
    expect(out).toMatch(/--steps.*--part/s);
  });
});

describe('the report of a front', () => {
  it('has words, figure and table, and needs nothing from elsewhere', async () => {
    const { html, svg } = await frontOf(madePeople(['a<b & "c"', 'B', 'C']), '--steps', '6');
    expect(svg).toMatch(/^<svg /);
    expect(html.indexOf('What is better for one group')).toBeLessThan(html.indexOf('<svg'));
    expect(html).toMatch(/The Pareto front on 204 validation rows/);
    expect(html).toContain('no linear model has a worst-group risk');
    expect(html).toContain('a&lt;b &amp; "c"');
    expect(html).not.toMatch(/<script|<img|NaN|undefined|Infinity|a<b/i);
    expect(html.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:\/\//);
    expect(shownTables(shownPage(html))[0]).toHaveLength(4);
  });
});

describe('Ctrl-C', () => {
  it.each([/apstar: \d+ of/, /front: \d+ of/])('during %s ends with 130 and keeps nothing', async (when) => {
    const out = join(madeFolder(), 'new');
    const path = madePeople(['A', 'B']);
    const { code, out: printed, err } = await frontInterrupted(when, path, ...TASK, '--out', out);
    expect(code).toBe(130);
    expect(err).toMatch(/interrupted; nothing was kept\n$/);
    expect(printed).toBe('');
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('refused: exit 2, a message, no stack trace, no file', () => {
  const cases: [string, string[], RegExp][] = [
    [
      'four groups',
      [],
      /--groups: a front is drawn for 2 or 3 groups; got 4: "A", "B", "C", "D"\..*--groups 'race=White\|Other:\*' or --groups 'age<55'.*fairfront fit/s,
    ],
    ['a column that is not there', ['--groups', 'grup'], /"grup".*"group"/s],
    ['the test part', ['--part', 'test'], /--part.*validation, train/s],
    ['no steps', ['--steps', '0'], /--steps.*whole number from 1 to 200/s],
    ['a penalty of nothing', ['--l2', '0'], /--l2.*above 0/s],
  ];
  it.each(cases)('%s', async (_, args, message) => {
    const out = madeFolder();
    const path = madePeople(['A', 'B', 'C', 'D']);
    const { code, out: printed, err } = await front(path, ...taskWith(args), '--out', out);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
    expect(printed).toBe('');
    expect(code).toBe(2);
    expect(readdirSync(out)).toEqual([]);
  });

  it('four groups put together are three', async () => {
    const { result } = await frontOf(
      madePeople(['A', 'B', 'C', 'D']),
      ...['--groups', 'group=A|B|Rest:*', '--steps', '2'],
    );
    expect(result.groups.map(({ name }) => name).sort()).toEqual(['A', 'B', 'Rest']);
  });

  it('a folder that cannot be written, before anything is trained', async () => {
    const file = join(madeFolder(), 'in-the-way');
    writeFileSync(file, '');
    const { code, err } = await front('no-such-file.csv', '--out', join(file, 'below'));
    expect(code).toBe(2);
    expect(err).toMatch(/cannot write .*in-the-way.*--out/s);
    expect(existsSync(join(file, 'below'))).toBe(false);
  });
});
