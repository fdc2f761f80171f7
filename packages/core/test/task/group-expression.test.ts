import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkExpression,
  type GroupExpression,
  type LevelClass,
  parseGroups,
} from '../../src/task/group-expression.js';
import { expectError } from '../helpers/errors.js';

const levels = (column: string): GroupExpression => ({ kind: 'levels', column });
const bins = (column: string, edges: number[], edgeAbove = true): GroupExpression => ({
  kind: 'bins',
  column,
  edges,
  edgeAbove,
});
const mapping = (column: string, ...classes: LevelClass[]): GroupExpression => ({
  kind: 'mapping',
  column,
  classes,
});

describe('parseGroups', () => {
  it.each<[string, ...GroupExpression[]]>([
    ['sex', levels('sex')],
    ['sex,race', levels('sex'), levels('race')],
    ['age<55', bins('age', [55])],
    ['age>=55', bins('age', [55])],
    ['age<=55', bins('age', [55], false)],
    ['age>55', bins('age', [55], false)],
    ['balance<-0.5', bins('balance', [-0.5])],
    ['income<5e4', bins('income', [50_000])],
    ['age:25', bins('age', [25])],
    ['age:25,45,65', bins('age', [25, 45, 65])],
    ['t:-10,-5,0,.5', bins('t', [-10, -5, 0, 0.5])],
    ['age:25,45,sex', bins('age', [25, 45]), levels('sex')],
    ['age:25,45,65,age<30', bins('age', [25, 45, 65]), bins('age', [30])],
    ['age<25,45', bins('age', [25]), levels('45')],
    ['race=White|*', mapping('race', { levels: ['White'] }, { levels: '*' })],
    ['race=White|Other:*', mapping('race', { levels: ['White'] }, { label: 'Other', levels: '*' })],
    ['race=*|White', mapping('race', { levels: '*' }, { levels: ['White'] })],
    [
      'race=White|Asian+Black|Rest:Amer-Indian+Other',
      mapping(
        'race',
        { levels: ['White'] },
        { levels: ['Asian', 'Black'] },
        { label: 'Rest', levels: ['Amer-Indian', 'Other'] },
      ),
    ],
    [
      'sex,race=White|*,age<55',
      levels('sex'),
      mapping('race', { levels: ['White'] }, { levels: '*' }),
      bins('age', [55]),
    ],
    ['code=1|2', mapping('code', { levels: ['1'] }, { levels: ['2'] })],
    // Spaces around names do not count, those inside do.
    ['  sex , marital status  ', levels('sex'), levels('marital status')],
    ['age < 55', bins('age', [55])],
    ['age : 25 , 45', bins('age', [25, 45])],
    [
      'marital = Never married | Else : *',
      mapping('marital', { levels: ['Never married'] }, { label: 'Else', levels: '*' }),
    ],
    // Quotes.
    ['"age"', levels('age')],
    ['" age "', levels(' age ')],
    ['"a,b<c>d=e:f|g+h*i"', levels('a,b<c>d=e:f|g+h*i')],
    ['band="65+"|*', mapping('band', { levels: ['65+'] }, { levels: '*' })],
    ['band="*"|*', mapping('band', { levels: ['*'] }, { levels: '*' })],
    ['band="a:b"|"c:d":*', mapping('band', { levels: ['a:b'] }, { label: 'c:d', levels: '*' })],
    ['"5"" pipe"', levels('5" pipe')],
    ['5" pipe', levels('5" pipe')],
    ['""""', levels('"')],
    ['"<=50K"<3', bins('<=50K', [3])],
    ['age:25,45,"65"', bins('age', [25, 45]), levels('65')],
    ['größe<1,"名前"', bins('größe', [1]), levels('名前')],
  ])('%s', (text, ...expected) => {
    expect(parseGroups(text)).toEqual(expected);
  });

  it.each([
    ['', 'expected a column, found the end'],
    ['   ', 'expected a column, found the end'],
    ['sex,', 'expected a column, found the end'],
    [',sex', 'expected a column, found ","'],
    ['sex,,race', 'expected a column, found ","'],
    ['<55', 'expected a column, found "<"'],
    ['*', 'expected a column, found "*"'],
    ['age<', 'expected a number, found the end'],
    ['age<young', 'expected a number, found "young"'],
    ['age<"55"', 'expected a number, found "55"'],
    ['age<Infinity', 'expected a number, found "Infinity"'],
    ['age<=<5', 'expected a number, found "<"'],
    ['age<55 and sex', 'expected a number, found "55 and sex"'],
    ['age:', 'expected a number, found the end'],
    ['age:old', 'expected a number, found "old"'],
    ['age:25,', 'expected a column, found the end'],
    ['age<55<65', 'expected a comma, found "<"'],
    ['25<age<55', 'expected a number, found "age"'],
    ['age:25|45', 'expected a comma, found "|"'],
    ['"sex" race', 'expected a comma, found "race"'],
    ['sex+race', 'expected one of , < <= > >= : =, found "+"'],
    ['sex|race', 'expected one of , < <= > >= : =, found "|"'],
    ['race=', 'expected a level, or *, found the end'],
    ['race==White', 'expected a level, or *, found "="'],
    ['race=|White', 'expected a level, or *, found "|"'],
    ['race=White|', 'expected a level, or *, found the end'],
    ['race=White+', 'expected a level, found the end'],
    ['race=White+*', 'expected a level, found "*"'],
    ['race=Other:', 'expected a level, or *, found the end'],
    ['race=*:White', 'expected a label, found "*"'],
    ['race=A:B:C', 'expected | or a comma, found ":"'],
    ['race=*+White', 'expected | or a comma, found "+"'],
    ['race=White Black=1', 'expected | or a comma, found "="'],
  ])('says where it cannot go on: %s', (text, reason) => {
    expectError(
      () => parseGroups(text),
      'bad-groups',
      `groups "${text}": ${reason}. Examples: sex`,
      'age<55',
    );
  });

  it.each([
    ['"sex', 'opens "sex is not closed'],
    ['sex,"race', 'opens "race is not closed'],
    ['race="White|*', 'opens "White|* is not closed'],
    ['"a""', 'opens " is not closed'],
  ])('says which quote is not closed: %s', (text, reason) => {
    expectError(() => parseGroups(text), 'bad-groups', `groups "${text}"`, reason);
  });

  it.each([
    ['age:45,25', 'the bins of "age" must rise; got 45, 25'],
    ['age:25,25', 'the bins of "age" must rise; got 25, 25'],
    ['income:50,000', 'the bins of "income" must rise; got 50, 0'],
    ['sex,race=White|Black|White', 'level "White" of "race" is named twice', 'one class only'],
    ['race=White+White|*', 'level "White" of "race" is named twice'],
    ['race=*|Other:*', 'two classes of "race" are *', 'only one'],
  ])('names column and value of what makes no sense: %s', (text, ...parts) => {
    expectError(() => parseGroups(text), 'bad-groups', ...parts);
  });

  it('gives back what is written down', () => {
    fc.assert(
      fc.property(fc.array(expression, { minLength: 1, maxLength: 4 }), spaces, (expressions, space) => {
        expect(parseGroups(formatGroups(expressions, space))).toEqual(expressions);
      }),
      { numRuns: 500 },
    );
  });

  it('ends with expressions or with an error a person can read, whatever is typed', () => {
    const typed = fc.array(
      fc.constantFrom(
        'a',
        'b',
        '1',
        '2.5',
        '-',
        ' ',
        '"',
        '""',
        ',',
        '<',
        '<=',
        '>',
        '=',
        ':',
        '|',
        '+',
        '*',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(typed, (parts) => {
        const text = parts.join('');
        let expressions: GroupExpression[];
        try {
          expressions = parseGroups(text);
        } catch {
          expectError(() => parseGroups(text), 'bad-groups', 'groups');
          return;
        }
        // What was understood can be written down again.
        expect(parseGroups(formatGroups(expressions, ''))).toEqual(expressions);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('checkExpression', () => {
  it('refuses bins that no text can ask for', () => {
    expectError(() => checkExpression(bins('age', [])), 'bad-groups', '"age"', 'got none');
    expectError(() => checkExpression(bins('age', [1, Number.NaN])), 'bad-groups', 'got 1, NaN');
    expectError(() => checkExpression(bins('age', [1, Infinity])), 'bad-groups', 'got 1, Infinity');
  });
});

const spaces = fc.constantFrom('', ' ', '  ');

/** Names with and without the signs, spaces and quotes that have a meaning. */
const name = fc.oneof(
  fc.constantFrom('sex', 'age', '45', '-1', 'a b', '65+', '*', '"', '" ', '<=50K', 'race:x', ' x', 'a"b', ''),
  fc.string(),
);

const edge = fc.integer({ min: -1000, max: 1000 }).map((quarters) => quarters / 4);

const expression: fc.Arbitrary<GroupExpression> = fc.oneof(
  name.map(levels),
  fc.tuple(name, edge, fc.boolean()).map(([column, at, above]) => bins(column, [at], above)),
  fc.tuple(name, fc.uniqueArray(edge, { minLength: 1, maxLength: 4 })).map(([column, edges]) =>
    bins(
      column,
      edges.sort((a, b) => a - b),
    ),
  ),
  fc
    .record({
      column: name,
      named: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
      sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 5 }),
      labels: fc.array(fc.option(name, { nil: undefined }), { minLength: 6, maxLength: 6 }),
      rest: fc.boolean(),
    })
    .map(({ column, named, sizes, labels, rest }) => {
      const parts: (string[] | '*')[] = rest ? ['*'] : [];
      for (let at = 0, i = 0; at < named.length; at += sizes[i++]!) {
        parts.push(named.slice(at, at + sizes[i]!));
      }
      return mapping(
        column,
        ...parts.map((part, i) =>
          labels[i] === undefined ? { levels: part } : { label: labels[i], levels: part },
        ),
      );
    }),
);

/** Writes expressions as people do, with this much space around signs. */
function formatGroups(expressions: readonly GroupExpression[], space: string): string {
  const join = (texts: readonly string[], sign: string): string => texts.join(`${space}${sign}${space}`);
  return join(
    expressions.map((each) => {
      const column = written(each.column);
      if (each.kind === 'levels') return column;
      if (each.kind === 'bins') {
        const only = each.edges.length === 1 && !each.edgeAbove;
        return join([column, join(each.edges.map(String), ',')], only ? '<=' : ':');
      }
      const classes = each.classes.map(({ label, levels: own }) => {
        const members = own === '*' ? '*' : join(own.map(written), '+');
        return label === undefined ? members : join([written(label), members], ':');
      });
      return join([column, join(classes, '|')], '=');
    }),
    ',',
  );
}

function written(text: string): string {
  const isPlain =
    text.trim() === text && /^[^",<>=:|+*][^,<>=:|+*]*$/.test(text) && !Number.isFinite(Number(text));
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

describe('expressions of a million characters', () => {
  const long = 'a'.repeat(10_000_000);

  it('are parsed', () => {
    expect(parseGroups(`"${long}"`)).toEqual([levels(long)]);
    expect(parseGroups(`"${'""'.repeat(1_000_000)}"`)).toEqual([levels('"'.repeat(1_000_000))]);
    const many = Array.from({ length: 100_000 }, (_, i) => `level ${i}`);
    expect(parseGroups(`x=${many.join('|')}`)).toEqual([
      mapping('x', ...many.map((level) => ({ levels: [level] }))),
    ]);
    expectError(() => parseGroups(`x=${many.join('+')}+level 99999`), 'bad-groups', '"level 99999" of "x"');
  });

  it('are never shown whole', () => {
    for (const text of [
      `"${long}`,
      `${long}<${long}`,
      `${long}=a|a`,
      `${long}:2,1`,
      `x=*|*,${long}`,
      `${long}=`,
    ]) {
      expect(() => parseGroups(text)).toThrow(/^.{1,500}$/s);
    }
  });
});
