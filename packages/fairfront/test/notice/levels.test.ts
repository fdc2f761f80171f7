import { describe, expect, it } from 'vitest';
import { isPositive, isWoman, noise, numbersBy, ROWS, TASK, textsBy, warningsWith } from './made-rows.js';

/** One of three, whatever class and group are. */
const third = (row: number): number => row % 3;

describe('levels that look like one', () => {
  it('as groups, with groups that put them together', () => {
    const sex = textsBy('sex', (row) => (isWoman(row) ? 'Female' : ['Male', 'male', 'MALE'][third(row)]!));
    const options = { ...TASK, minGroup: 5 };
    const [warning, ...others] = warningsWith([sex], options).filter(({ kind }) => kind === 'similar-levels');
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ columns: ['sex'] });
    expect(warning!.message).toMatch(/"MALE", "Male", "male"; put them together with `groups: 'sex=/);
    const groups = /`groups: '(.*)'`/.exec(warning!.message)![1]!;
    expect(groups).toBe('sex=Female|MALE:MALE+Male+male');
    expect(warningsWith([sex], { ...options, groups })).toEqual([]);
  });

  it('as groups of several columns', () => {
    const sex = textsBy('sex', (row) => (isWoman(row) ? 'F' : third(row) === 0 ? 'M' : 'm'));
    const region = textsBy('region', (row) => (row % 2 === 0 ? 'north' : 'south'));
    const told = warningsWith([sex, region], { ...TASK, groups: 'sex,region', minGroup: 1 });
    expect(told.find(({ kind }) => kind === 'similar-levels')!.message).toContain(
      'put them together with sex=F|M:M+m in `groups`',
    );
  });

  it('where a rest takes in one of them', () => {
    const race = textsBy('race', (row) => ['White', 'white', 'Black'][third(row)]!);
    const told = (groups: string) =>
      warningsWith([race], { ...TASK, groups, minGroup: 20 }).filter(({ kind }) => kind === 'similar-levels');
    expect(told('race=White|Other:*')).toHaveLength(1);
    expect(told('race=White+white|Other:*')).toEqual([]);
  });

  it.each<[string, readonly [string, string]]>([
    ['synonyms', ['Y', 'Yes']],
    ['case', ['yes', 'YES']],
    ['space around', ['yes', 'yes ']],
    ['space between', ['paid late', 'paid_late']],
    ['accents', ['payé', 'paye']],
    ['a full stop', ['>50K', '>50K.']],
    ['what is not seen', ['paid', 'pa\u200bid']],
  ])('as classes: %s', (_, [one, other]) => {
    const y = textsBy('y', (row) => (isPositive(row) ? (third(row) === 0 ? one : other) : 'rest'));
    const told = warningsWith([y]).filter(({ kind }) => kind === 'similar-levels');
    expect(told).toHaveLength(1);
    expect(told[0]!.message).toMatch(/^target "y" has classes that look like one, ".*", "/);
  });

  it.each<[string, readonly [string, string, string]]>([
    ['grades', ['A', 'A+', 'A-']],
    ['signs', ['<=50K', '>50K', '50K']],
    ['letters', ['Y', 'N', 'U']],
    ['a word and the start of another', ['m', 'married', 'f']],
    ['numbers', ['-1', '1', '1-1']],
  ])('are not %s', (_, levels) => {
    const y = textsBy('y', (row) => levels[third(row)]!);
    expect(warningsWith([y])).toEqual([]);
  });
});

describe('texts that look the same', () => {
  const COMPOSED = 'caf\u00e9';
  const ACCENT_APART = 'cafe\u0301';

  it('as classes and as groups, spelled out', () => {
    const y = textsBy('y', (row) =>
      isPositive(row) ? [COMPOSED, ACCENT_APART, 'tea'][third(row)]! : 'rest',
    );
    expect(warningsWith([y]).find(({ kind }) => kind === 'similar-levels')!.message).toContain(
      'has classes that look like one, "cafe\\u0301", "caf\\u00e9"; write',
    );
    const sex = textsBy('sex', (row) => (isWoman(row) ? 'F' : third(row) === 0 ? COMPOSED : ACCENT_APART));
    const told = warningsWith([sex], { ...TASK, minGroup: 5 }).filter(
      ({ kind }) => kind === 'similar-levels',
    );
    expect(told).toHaveLength(1);
    expect(told[0]!.message).toContain('"cafe\\u0301", "caf\\u00e9"; put them together with `groups: ');
  });

  it.each([
    ['how accents are encoded', COMPOSED, ACCENT_APART, '"cafe\\u0301", "caf\\u00e9"'],
    ['a character without width', 'tea', 'te\u200ba', '"tea", "te\\u200ba"'],
    ['a mark of direction', 'tea', '\u202etea', '"tea", "\\u202etea"'],
    ['a space that does not break', 'New York', 'New\u00a0York', '"New York", "New\\u00a0York"'],
  ])('as levels of a feature, and as names of columns: %s', (_, one, other, shown) => {
    const drink = textsBy('drink', (row) => [one, other, 'water'][third(row)]!);
    expect(warningsWith([drink])).toMatchObject([
      {
        kind: 'similar-levels',
        columns: ['drink'],
        message: `"drink" has levels that look the same, ${shown}; write them alike in the data`,
      },
    ]);
    expect(warningsWith([drink], {}).map(({ kind }) => kind)).toContain('similar-levels');
    const twins = [numbersBy(one, noise), numbersBy(other, (row) => noise(ROWS - 1 - row))];
    for (const options of [TASK, {}]) {
      expect(warningsWith(twins, options)).toMatchObject([{ kind: 'similar-names', columns: [one, other] }]);
    }
    expect(warningsWith(twins)[0]!.message).toMatch(/^columns have names that look the same, "/);
  });

  it('are not other letters', () => {
    const drink = textsBy('drink', (row) => ['caf\u00e9', 'caf\u00e8', 'cafe'][third(row)]!);
    expect(warningsWith([drink])).toEqual([]);
  });
});

describe('few rows of a class', () => {
  it('are told by group and class, with the rows', () => {
    const y = textsBy('y', (row) => (isPositive(row) && !(isWoman(row) && third(row) < 2) ? 'yes' : 'no'));
    const [warning, ...others] = warningsWith([y]);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({
      kind: 'few-rows-of-class',
      columns: ['y', 'sex'],
      label: 'F',
      classes: [{ name: 'yes' }],
    });
    const { learning, test } = warning!.classes![0]!;
    expect(test).toBeLessThan(10);
    expect(learning).toBeGreaterThan(test);
    expect(warning!.message).toContain(
      `group "F" has few rows of class "yes" (${learning} to learn from, ${test} to test by)`,
    );
  });

  it('are told where a group has none', () => {
    const y = textsBy('y', (row) => (isPositive(row) && !isWoman(row) ? 'yes' : 'no'));
    expect(warningsWith([y])).toMatchObject([
      { kind: 'few-rows-of-class', label: 'F', classes: [{ name: 'yes', learning: 0, test: 0 }] },
    ]);
  });

  it('are not told where groups are made of the target', () => {
    expect(warningsWith([], { ...TASK, groups: 'sex,y', minGroup: 10 })).toEqual([]);
    expect(warningsWith([], { ...TASK, groups: 'y', minGroup: 10 })).toEqual([]);
  });
});
