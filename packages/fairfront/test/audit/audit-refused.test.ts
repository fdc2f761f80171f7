// What an audit cannot be made of: exit 2, a message with the way out, and no file.

import { describe, expect, it } from 'vitest';
import { audit, expectRefused, LABELS, NINE, workFolder, writeLines } from './run-audit.js';

const folder = workFolder();
const nine = writeLines(folder, 'nine.csv', NINE);

describe('options', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['no target', ['--groups', 'sex', '--probabilities', 'p'], ['--target: name the column']],
    ['no groups', ['--target', 'truth', '--probabilities', 'p'], ['--groups: name the groups, such as']],
    ['no probabilities', LABELS, ['--probabilities: name the columns that hold what the model said']],
    [
      'a target that is not there',
      ['--target', 'trut', '--groups', 'sex', '--probabilities', 'p'],
      ['there is no column "trut"', 'did you mean "truth"?'],
    ],
    [
      'a group that is not there',
      ['--target', 'truth', '--groups', 'sexx', '--probabilities', 'p'],
      ['groups: there is no column "sexx"', 'did you mean "sex"?'],
    ],
    [
      'an entity that is not there',
      [...LABELS, '--probabilities', 'p', '--entities', 'sx'],
      ['--entities: there is no column "sx"', 'did you mean "sex"?'],
    ],
    [
      'a positive class that is not there, but nearly',
      [...LABELS, '--probabilities', 'p', '--positive', 'Yess'],
      ['--positive: there is no class "Yess"; did you mean "yes"?'],
    ],
    [
      'a positive class like none',
      [...LABELS, '--probabilities', 'p', '--positive', 'approved'],
      ['--positive: there is no class "approved"; there are "no", "yes"'],
    ],
    [
      'a level that is none',
      [...LABELS, '--probabilities', 'p', '--level', '1'],
      ['--level', 'It must be a number between 0 and 1.'],
    ],
    [
      'resamples that are none',
      [...LABELS, '--probabilities', 'p', '--resamples', '-1'],
      ['--resamples', 'It must be a whole number from 0 to 1000000.'],
    ],
  ])('%s', async (_, args, parts) => {
    await expectRefused(folder, [nine, ...args], ...parts);
  });

  it('no file', async () => {
    const { code, err } = await audit(...LABELS, '--probabilities', 'p');
    expect(code).toBe(2);
    expect(err).toContain("missing required argument 'predictions'");
  });
});

describe('columns of probabilities', () => {
  it.each<[string, string, readonly string[]]>([
    ['is not there, but nearly', 'pp', ['--probabilities: there is no column "pp"', 'did you mean "p"?']],
    ['is not there', 'score', ['there is no column "score"', 'there are "sex", "truth", "p", "q"']],
    ['of a class that is not there', 'maybe=p', ['there is no class "maybe"; there are "no", "yes"']],
    ['of a class that is nearly there', 'yess=p', ['there is no class "yess"; did you mean "yes"?']],
    ['of a class whose column is not there', 'yes=pp', ['there is no column "pp"', 'did you mean "p"?']],
    [
      'a column for each class, but not which of which',
      'q,p',
      ['say which column is of which class, as in no=column,yes=column'],
    ],
    ['one too many', 'q,p,p', ['say which column is of which class, as in no=column,yes=column']],
    [
      'some with a class and some without',
      'yes=p,q',
      ['name the class of every column, as in "no=column", or of none'],
    ],
    ['two for a class', 'yes=p,yes=q', ['class "yes" has two columns; name one']],
    [
      'of texts',
      'sex',
      ['column "sex" holds texts ("F", "M"), not numbers; name the column with the probability of a class'],
    ],
  ])('%s', async (_, columns, parts) => {
    await expectRefused(folder, [nine, ...LABELS, '--probabilities', columns], '--probabilities: ', ...parts);
  });

  it.each([
    ['b=pb,c=pc', 'no column for "a"; name one for each class'],
    ['b=pb', 'no column for "a", "c"; name one for each class'],
    ['pa,pb,pc', 'say which column is of which class, as in a=column,b=column,c=column'],
    ['pa,pb', 'say which column is of which class, as in a=column,b=column,c=column'],
    ['pa', 'say which column is of which class, as in a=column,b=column,c=column'],
  ])('%s of three classes', async (columns, part) => {
    const rows = ['F,a,1,0,0', 'F,b,0,1,0', 'M,c,0,0,1', 'M,a,1,0,0'];
    const path = writeLines(folder, 'grades.csv', ['sex,grade,pa,pb,pc', ...rows]);
    const args = [path, '--target', 'grade', '--groups', 'sex', '--probabilities', columns];
    await expectRefused(folder, args, '--probabilities: ', part);
  });

  it('of so many texts that it is no category: it is there all the same', async () => {
    const rows = Array.from(
      { length: 10_002 },
      (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 'no' : 'yes'},${i}%`,
    );
    const path = writeLines(folder, 'texts.csv', ['sex,truth,share', ...rows]);
    for (const columns of ['share', 'yes=share']) {
      await expectRefused(
        folder,
        [path, ...LABELS, '--probabilities', columns],
        '--probabilities: column "share" holds texts, not numbers; name the column with the probability',
      );
    }
  });
});

describe('values of probabilities', () => {
  /** The nine, of which some lines have another p. */
  function withP(values: Readonly<Record<number, string>>): string {
    const lines = NINE.map((line, row) => {
      const [sex, truth, p, q] = line.split(',');
      return [sex, truth, values[row] ?? p, q].join(',');
    });
    return writeLines(folder, 'values.csv', lines);
  }

  it.each<[string, Record<number, string>, readonly string[]]>([
    [
      'percentages',
      { 2: '60', 4: '40.5' },
      ['broken in 2 rows (rows 2, 4): row 2 has 60; divide percentages by 100'],
    ],
    ['scores', { 3: '-1.5' }, ['broken in 1 row (row 3): row 3 has -1.5; scores need a sigmoid or softmax']],
    ['beyond percentages', { 3: '101' }, ['row 3 has 101; scores need a sigmoid']],
    [
      'missing ones',
      { 7: '', 9: 'NA' },
      ['broken in 2 rows (rows 7, 9): row 7 has no value; a prediction is missing there; fill it'],
    ],
  ])('%s', async (_, values, parts) => {
    const args = [withP(values), ...LABELS, '--probabilities', 'p'];
    await expectRefused(folder, args, '--probabilities: column "p" must be from 0 to 1; ', ...parts);
  });

  it('sums that are no rounding', async () => {
    const args = [withP({ 1: '0.9', 5: '0.93' }), ...LABELS, '--probabilities', 'no=q,yes=p'];
    await expectRefused(
      folder,
      args,
      '--probabilities: the columns of a row must sum to 1 (within 0.02, for rounding)',
      'they do not in 2 rows (rows 1, 5); name one column for each class',
    );
  });

  it('rows are counted in the file, also where others are left out', async () => {
    const [head, ...rows] = NINE.map((line) => line.replace('F,no,0.3,0.7', 'F,no,3,0.7'));
    const path = writeLines(folder, 'gap.csv', [head!, ',yes,0.5,0.5', ...rows]);
    const args = [path, ...LABELS, '--missing-group', 'drop', '--probabilities'];
    await expectRefused(folder, [...args, 'p'], 'broken in 1 row (row 4): row 4 has 3;');
    const sums = [head!, ',yes,0.5,0.5', ...NINE.slice(1, -1), 'M,yes,0.6,0.3'];
    writeLines(folder, 'gap.csv', sums);
    await expectRefused(folder, [...args, 'no=q,yes=p'], 'they do not in 1 row (row 10);');
  });
});

describe('rows', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['without a group', [...NINE, ',yes,0.5,0.5'], [], ['"sex" is missing in 1 row', '--missing-group own']],
    ['without a target', [...NINE, 'F,,0.5,0.5'], [], ['"truth" is missing in 1 row (row 10)', 'drop']],
    ['of one group', NINE.filter((line) => !line.startsWith('M')), [], ['one group only', '"F" in 4 rows']],
    ['of one class', NINE.filter((line) => !line.includes(',no,')), [], ['one class only, "yes"']],
    [
      'without an entity',
      NINE.map((line, row) => `${line},${row === 0 ? 'person' : row === 4 ? '' : 'a'}`),
      ['--entities', 'person'],
      ['--entities "person": it is missing in 1 row (row 4)', 'do without it'],
    ],
  ])('%s', async (_, lines, args, parts) => {
    const path = writeLines(folder, 'rows.csv', lines);
    await expectRefused(folder, [path, ...LABELS, '--probabilities', 'p', ...args], ...parts);
  });
});
