import { describe, expect, it } from 'vitest';
import { inspect, inspectJson, madeFiles } from './run-inspect.js';

const TASK = ['--target', 'y', '--groups', 'sex', '--min-group', '5', '--split-column', 'part'];

/**
 * 60 rows for training, 20 for validation, 20 for test.
 * @param cell of row and part, for columns of these names
 */
function table(names: readonly string[], cell: (name: string, part: string, row: number) => string): string {
  const lines = Array.from({ length: 100 }, (_, row) => {
    const part = row < 60 ? 'train' : row < 80 ? 'validation' : 'test';
    const sex = row % 2 === 0 ? 'F' : 'M';
    return [sex, row % 4 < 2 ? 'no' : 'yes', part, ...names.map((name) => cell(name, part, row))].join(',');
  });
  return `${['sex', 'y', 'part', ...names].join(',')}\n${lines.join('\n')}\n`;
}

async function notesOf(names: readonly string[], cell: Parameters<typeof table>[1]) {
  const [path] = madeFiles({ 'people.csv': table(names, cell) });
  return (await inspectJson(path!, ...TASK)).notes;
}

describe('what training has not', () => {
  it('is said of levels, by part, with how they are encoded', async () => {
    const city = (part: string, row: number): string =>
      part === 'validation' && row < 63 ? 'X' : row % 2 === 0 ? 'A' : 'B';
    expect(await notesOf(['city'], (_, part, row) => city(part, row))).toEqual([
      'validation: "city" has levels that training has not: "X" (3 rows); encoded as no level',
    ]);
    // One level is rare in training, so that there is an other.
    expect(await notesOf(['city'], (_, part, row) => (row === 5 ? 'rare' : city(part, row)))).toEqual([
      'validation: "city" has levels that training has not: "X" (3 rows); encoded as other',
    ]);
  });

  it('is said of missing values', async () => {
    const isMissing = (part: string, row: number): boolean => part === 'test' && row % 10 === 0;
    const notes = await notesOf(['income', 'city'], (name, part, row) =>
      isMissing(part, row) ? '' : name === 'income' ? String((row * row) % 17) : row % 3 === 0 ? 'A' : 'B',
    );
    expect(notes).toEqual([
      'test: "income" is missing in 2 rows, in training in none; encoded as the mean',
      'test: "city" is missing in 2 rows, in training in none; encoded as no level',
    ]);
  });

  it('is not said where there is none, nor of rows that training has', async () => {
    const notes = await notesOf(['income', 'city'], (name, _, row) =>
      row % 10 === 0 ? '' : name === 'income' ? String((row * row) % 17) : row % 3 === 0 ? 'A' : 'B',
    );
    expect(notes).toEqual([]);
  });

  it('is kept short: three columns, three levels, the most frequent first', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const fresh = ['P', 'Q', 'Q', 'R', 'R', 'R', 'S', 'S', 'S', 'S'];
    const notes = await notesOf(names, (_, part, row) =>
      part === 'test' ? fresh[row % 10]! : row % 2 === 0 ? 'A' : 'B',
    );
    expect(notes).toEqual([
      ...['a', 'b', 'c'].map(
        (name) =>
          `test: "${name}" has levels that training has not: "S" (8 rows), "R" (6 rows), "Q" (4 rows) and 1 more; encoded as no level`,
      ),
      'test: and 2 more columns with values that training has not',
    ]);
  });

  it('is said of the first of several splits', async () => {
    const [path] = madeFiles({
      'people.csv': table(['city'], (_, __, row) => (row % 25 === 0 ? `once ${row}` : 'A')),
    });
    const task = ['--target', 'y', '--groups', 'sex', '--min-group', '5', '--ignore', 'part'];
    const { out } = await inspect(path!, ...task, '--splits', '3', '--seed', '2');
    expect(out).toMatch(/Note: (validation|test) of split 1: "city" has levels .*once \d+" \(1 row\)/);
  });
});

describe('columns that only number the rows', () => {
  it('are named so that the option can be pasted', async () => {
    const [path] = madeFiles({
      'people.csv': table(['row number'], (_, __, row) => String(row + 1)),
    });
    const told = '"row number" only numbers the rows; if it means nothing, add ';
    expect((await inspect(path!, ...TASK)).out).toContain(`Warning: ${told}--ignore '"row number"'.\n`);
    // A result is read by programs: options are named as in code.
    expect((await inspectJson(path!, ...TASK)).warnings).toContain(`${told}\`ignore: ['row number']\``);
  });
});
