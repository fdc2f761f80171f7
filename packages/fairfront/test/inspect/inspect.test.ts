import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Column, createTable } from '@fairfront/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { inspect as inspectData } from '../../src/inspect/inspection.js';
import { fakeTerminal } from '../fake-terminal.js';

let folder: string;
let loans: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-inspect-'));
  loans = write('loans.csv', loanRows());
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** 400 loans: every fourth defaults, every other is a woman's, ages from 20 to 69, income missing in every tenth. */
function loanRows(from = 0, to = 400): string {
  const rows = Array.from({ length: to - from }, (_, i) => {
    const row = from + i;
    const cells = [
      row + 1,
      row % 2 === 0 ? 'F' : 'M',
      20 + (row % 50),
      row % 10 === 0 ? 'NA' : 1000 + (row % 7),
    ];
    return [...cells, ['car', 'home', 'study'][row % 3], Math.floor(row / 2) % 4 === 0 ? 'yes' : 'no'].join(
      ',',
    );
  });
  return `id,sex,age,income,purpose,default\n${rows.join('\n')}\n`;
}

async function inspect(...args: string[]) {
  return run(fakeTerminal(), ...args);
}

async function run(terminal: ReturnType<typeof fakeTerminal>, ...args: string[]) {
  const code = await main(['inspect', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

describe('fairfront inspect', () => {
  it('shows what each column was taken for, and asks for target and groups', async () => {
    const { code, out, err } = await inspect(loans);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(/400 rows, 6 columns/);
    expect(out).toMatch(/sex +categorical +0 +2 levels: F 50%, M 50%/);
    expect(out).toMatch(/income +numeric +40 +7 values: 1,000 to 1,006, mean 1,003/);
    expect(out).toMatch(/--target default --groups 'sex,age<55'/);
    expect(out).toMatch(/"id" only numbers the rows.*--ignore id/);
  });

  it('counts different numbers up to 10,000, and shows five digits that matter', async () => {
    const rows = Array.from(
      { length: 10_002 },
      (_, i) => `${i},${167_484 + (i % 3) / 3},${Math.min(i, 9999)},`,
    );
    const path = write('numbers.csv', `id,amount,rank,empty\n${rows.join('\n')}\n`);
    const { out } = await inspect(path);
    expect(out).toMatch(/id .*more than 10,000 values: 0 to 10,001, mean 5,000.5\n/);
    expect(out).toMatch(/amount .* 3 values: 167,484 to 167,485, mean 167,484\n/);
    expect(out).toMatch(/rank .* 10,000 values: 0 to 9,999/);
    const columns = JSON.parse((await inspect(path, '--json')).out).columns as { distinct?: number | null }[];
    expect(columns.map(({ distinct }) => distinct)).toEqual([null, 3, 10_000, undefined]);
  });

  it('reads decimal commas and columns of one name with flags, which notes and errors name', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, i) => `${1 + (i % 9)}.${100 + i},5;${i};${i % 7}%;${'FM'[i % 2]}`,
    );
    const path = write('german.csv', `amount;id;rate;id\n${rows.join('\n')}\n`);
    const renamed = [path, '--duplicate-headers', 'suffix'];
    expect((await inspect(path)).err).toMatch(
      /all named "id"; rename all but one, or add --duplicate-headers suffix/,
    );
    expect((await inspect(...renamed)).err).toMatch(/read them with --decimal , and --thousands \./);
    const { code, out } = await inspect(...renamed, '--decimal', ',', '--thousands', '.');
    expect(code).toBe(0);
    expect(out).toMatch(/amount +numeric/);
    expect(out).toMatch(/id_2 +categorical/);
    expect(out).toMatch(
      /Note: "rate": not read as numbers.*such as "0%"; take "%" out.*--categorical rate\./,
    );
    expect((await inspect(path, '--thousands', '.')).err).toMatch(/--thousands and --decimal are both "\."/);
  });

  it('shows roles, groups in each part and features', async () => {
    const { code, out } = await inspect(
      loans,
      '--target',
      'default',
      '--groups',
      'sex,age<45',
      '--min-group',
      '10',
      '--ignore',
      'id',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/sex +categorical +group/);
    expect(out).toMatch(/age +numeric +group/);
    expect(out).toMatch(/income +numeric +feature/);
    expect(out).toMatch(/id +ignored/);
    expect(out).toMatch(/F · age<45 +104 +26% +\d+ +\d+ +\d+/);
    expect(out).toMatch(/1 split: 240 train, 80 validation, 80 test/);
    expect(out).toMatch(/5 features: 1 number, 3 levels, 1 indicator of missing values/);
    expect(out).not.toMatch(/only numbers the rows/);
  });

  it('prints the same as JSON, and nothing else', async () => {
    const { out } = await inspect(
      loans,
      '--target',
      'default',
      '--groups',
      'sex',
      '--min-group',
      '10',
      '--json',
    );
    const result = JSON.parse(out);
    expect(result.rows).toBe(400);
    expect(result.task.groups.map(({ name, rows }: { name: string; rows: number }) => [name, rows])).toEqual([
      ['F', 200],
      ['M', 200],
    ]);
    expect(result.task.splits).toEqual([{ train: 240, validation: 80, test: 80 }]);
    expect(result.task.features.map(({ name }: { name: string }) => name)).toContain('purpose = car');
    expect(result.columns.find(({ name }: { name: string }) => name === 'sex').role).toBe('group');
  });

  it('reads standard input', async () => {
    const { code, out } = await run(fakeTerminal({ stdin: Readable.from([loanRows()]) }), '-');
    expect(code).toBe(0);
    expect(out).toMatch(/^standard input: 400 rows/);
  });

  it('takes a file for each part, and a column that says which', async () => {
    const files = [
      write('a.csv', loanRows(0, 240)),
      write('b.csv', loanRows(240, 320)),
      write('c.csv', loanRows(320)),
    ];
    const common = ['--target', 'default', '--groups', 'sex', '--min-group', '10'];
    const { out } = await inspect(
      '--train',
      files[0]!,
      '--validation',
      files[1]!,
      '--test',
      files[2]!,
      ...common,
    );
    expect(out).toMatch(/1 split: 240 train, 80 validation, 80 test/);
    const parts = loanRows()
      .trim()
      .split('\n')
      .map((line, i) => `${line},${i === 0 ? 'part' : ['train', 'test', 'dev'][i % 3]}`);
    const { out: byColumn } = await inspect(
      write('parts.csv', parts.join('\n')),
      '--split-column',
      'part',
      ...common,
    );
    expect(byColumn).toMatch(/1 split: 133 train, 133 validation, 134 test/);
    expect(byColumn).toMatch(/part +categorical +split/);
  });

  it('draws several splits, the same for the same seed', async () => {
    const args = [
      loans,
      '--target',
      'default',
      '--groups',
      'sex',
      '--min-group',
      '10',
      '--splits',
      '3',
      '--json',
    ];
    const [first, again, other] = await Promise.all([
      inspect(...args),
      inspect(...args),
      inspect(...args, '--seed', '2'),
    ]);
    expect(JSON.parse(first.out).task.splits).toHaveLength(3);
    expect(again.out).toBe(first.out);
    expect(JSON.parse(other.out).rows).toBe(400);
  });

  it.each([
    [
      ['--target', 'defautl', '--groups', 'sex'],
      /target: there is no column "defautl"; did you mean "default"\?/,
    ],
    [['--target', 'default', '--groups', 'sax'], /groups: there is no column "sax"; did you mean "sex"\?/],
    [['--target', 'default'], /--groups: name the groups, such as/],
    [['--groups', 'sex'], /--target: name the column to predict/],
    [['--target', 'default', '--groups', 'age'], /more than 20 different numbers.*age<45/],
    [['--target', 'age', '--groups', 'sex'], /target "age".*more than 20/],
    [['--target', 'default', '--groups', 'sex', '--features', 'default'], /"default" cannot be a feature/],
    [
      ['--target', 'default', '--groups', 'sex,purpose,age:30,40'],
      /group "F · car · age<30" has .*--merge-small/,
    ],
    [['--target', 'default', '--groups', 'sex', '--split', '0.5,0.5'], /three shares/],
    [['--target', 'default', '--groups', 'sex', '--split', '0.5,0.4,0.2'], /--split: .*sum/],
    [['--target', 'default', '--groups', 'sex', '--split-by', 'persn'], /"persn"/],
    [['--ignore', 'idd'], /--ignore.*"idd".*"id"/],
    [
      ['--dataset-split', '0'],
      /--dataset-split: for datasets by name only, and .*loans.csv is read as a file/,
    ],
    [
      ['--data-dir', '.', '--no-verify'],
      /--data-dir, --no-verify: for datasets by name only.*leave them out/,
    ],
    [
      ['--target', 'default', '--groups', 'sex', '--ignore', 'default'],
      /target: column "default" is ignored; take it out of --ignore/,
    ],
    [['--target', 'default', '--groups', 'sex', '--ignore', 'sex'], /groups: column "sex" is ignored/],
    [
      ['--target', 'default', '--groups', 'sex', '--features', 'age', '--ignore', 'age'],
      /features: column "age" is ignored/,
    ],
    [
      ['--target', 'default', '--groups', 'sex', '--split-by', 'id', '--ignore', 'id'],
      /split: column "id" is ignored/,
    ],
    [
      ['--target', 'default', '--groups', 'sex', '--features', 'sex'],
      /"sex" cannot be a feature: .*--groups-as-features/,
    ],
    [['--train', 'a.csv'], /--train, --validation and --test go together/],
  ])('%j: exit 2, a message, no stack trace', async (args, message) => {
    const { code, out, err } = await inspect(loans, ...args);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it('keeps rows of one entity together, though their ids look like numbers', async () => {
    const { code, out } = await inspect(
      loans,
      '--target',
      'default',
      '--groups',
      'sex',
      '--min-group',
      '5',
      '--split-by',
      'age',
      '--json',
    );
    expect(code).toBe(0);
    const { columns } = JSON.parse(out);
    expect(columns.find(({ name }: { name: string }) => name === 'age')).toMatchObject({
      kind: 'categorical',
      role: 'split',
    });
  });
});

it('takes time by the number of columns, not by its square', () => {
  const names = Array.from({ length: 60_000 }, (_, i) => `c${i}`);
  const column = (name: string, value: (row: number) => number): Column => ({
    kind: 'numeric',
    name,
    values: Float64Array.from({ length: 12 }, (_, row) => value(row)),
  });
  const wide = createTable([
    column('y', (row) => row % 2),
    column('g', (row) => (row >> 1) % 2),
    ...names.map((name, i) => column(name, (row) => (7 * i + 13 * row) % 11)),
  ]);
  const { columns, task } = inspectData(wide, {
    target: 'y',
    groups: 'g',
    minGroup: 1,
    features: names,
    split: [0.34, 0.33, 0.33],
  });
  expect(columns.filter(({ role }) => role === 'feature')).toHaveLength(60_000);
  expect(task!.features).toHaveLength(60_000);
});
