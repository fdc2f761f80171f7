import { describe, expect, it } from 'vitest';
import { createTable, type Table, takeRows } from '../../src/table/table.js';
import { assignGroups, type MissingGroup } from '../../src/task/assign-groups.js';
import { parseGroups } from '../../src/task/group-expression.js';
import { expectError } from '../helpers/errors.js';
import { columnOf, numbers, tableOf, texts } from '../table/table-cells.js';

const assign = (table: Table, groups: string, missing?: MissingGroup) =>
  assignGroups(table, parseGroups(groups), missing);

const people = tableOf({
  sex: ['M', 'F', 'F', 'M', 'F'],
  age: [30, 55, 70, 54, 20],
  race: ['White', 'Black', 'White', 'Asian', 'Other'],
  code: [2, 10, 2, 2, 10],
});

describe('assignGroups', () => {
  it.each<[string, string[], number[]]>([
    ['sex', ['F', 'M'], [1, 0, 0, 1, 0]],
    ['code', ['code=2', 'code=10'], [0, 1, 0, 0, 1]],
    ['age<55', ['age<55', 'age≥55'], [0, 1, 1, 0, 0]],
    ['age>=55', ['age<55', 'age≥55'], [0, 1, 1, 0, 0]],
    ['age<=55', ['age≤55', 'age>55'], [0, 0, 1, 0, 0]],
    ['age>55', ['age≤55', 'age>55'], [0, 0, 1, 0, 0]],
    ['age:30,55', ['age<30', '30≤age<55', 'age≥55'], [1, 2, 2, 1, 0]],
    ['age:31,54', ['age<31', '31≤age<54', 'age≥54'], [0, 2, 2, 2, 0]],
    ['race=White|*', ['White', 'other race'], [0, 1, 0, 1, 1]],
    ['race=*|White', ['other race', 'White'], [1, 0, 1, 0, 0]],
    ['race=Else:*|Known:White+Black', ['Else', 'Known'], [1, 1, 1, 0, 0]],
    ['race=White+Other|Asian+Black', ['White or Other', 'Asian or Black'], [0, 1, 0, 1, 0]],
    ['code=2|10', ['code=2', 'code=10'], [0, 1, 0, 0, 1]],
    ['race', ['Asian', 'Black', 'Other', 'White'], [3, 1, 3, 0, 2]],
  ])('%s', (groups, names, expected) => {
    const kept = names.filter((_, group) => expected.includes(group));
    expect(assign(people, groups)).toEqual({
      names: kept,
      groups: Int32Array.from(expected, (group) => kept.indexOf(names[group]!)),
    });
  });

  it('makes every combination that occurs a group, the first expression first', () => {
    expect(assign(people, 'sex,race=White|Other:*')).toEqual({
      names: ['F · White', 'F · Other', 'M · White', 'M · Other'],
      groups: Int32Array.of(2, 1, 0, 3, 1),
    });
    expect(assign(people, 'race=White|Other:*,sex').names).toEqual([
      'White · F',
      'White · M',
      'Other · F',
      'Other · M',
    ]);
    expect(assign(people, 'age<25,sex').names).toEqual(['age<25 · F', 'age≥25 · F', 'age≥25 · M']);
  });

  it('names bins by their own ends where an edge belongs below it', () => {
    const bins = { kind: 'bins', column: 'age', edges: [30, 55], edgeAbove: false } as const;
    expect(assignGroups(people, [bins])).toEqual({
      names: ['age≤30', '30<age≤55', 'age>55'],
      groups: Int32Array.of(0, 1, 2, 1, 0),
    });
  });

  it('has no groups that no row is in, and needs no class for a level without rows', () => {
    const taken = takeRows(people, Uint32Array.of(0, 1, 2));
    expect(assign(taken, 'race').names).toEqual(['Black', 'White']);
    expect(assign(taken, 'race=White|Black').names).toEqual(['White', 'Black']);
    expect(assign(people, 'race=White|Asian+Black+Other|*').names).toEqual([
      'White',
      'Asian or Black or Other',
    ]);
    expect(assign(tableOf({ sex: [] }), 'sex')).toEqual({ names: [], groups: new Int32Array(0) });
  });

  it('adds the column to names that two columns share', () => {
    const table = tableOf({ smoker: ['yes', 'no'], drinker: ['no', 'yes'], age: [20, 60] });
    expect(assign(table, 'smoker,age<55,drinker').names).toEqual([
      'smoker=no · age≥55 · drinker=yes',
      'smoker=yes · age<55 · drinker=no',
    ]);
    expect(assign(people, 'sex,race=F:White|M:*').names).toEqual([
      'sex=F · race=F',
      'sex=F · race=M',
      'sex=M · race=F',
      'sex=M · race=M',
    ]);
  });

  it('names what says nothing by itself with its column', () => {
    const table = createTable([
      texts('married', 'true', 'false', 'true'),
      texts('smoker', 'Yes', 'No', 'Unknown'),
      texts('citizen', 'T', 'F', 'T'),
      texts('sex', 'F', 'M', 'F'),
      texts('ward', '3', '10', '3'),
      numbers('Black', 0, 1, 1),
    ]);
    expect(assign(table, 'married').names).toEqual(['married=false', 'married=true']);
    expect(assign(table, 'smoker').names).toEqual(['smoker=No', 'smoker=Unknown', 'smoker=Yes']);
    expect(assign(table, 'citizen').names).toEqual(['citizen=F', 'citizen=T']);
    expect(assign(table, 'sex').names).toEqual(['F', 'M']);
    expect(assign(table, 'ward').names).toEqual(['ward=3', 'ward=10']);
    expect(assign(table, 'Black').names).toEqual(['Black=0', 'Black=1']);
    expect(assign(table, 'married,sex').names).toEqual(['married=false · M', 'married=true · F']);
    expect(assign(table, 'married=true|*').names).toEqual(['married=true', 'other married']);
    expect(assign(table, 'married=wed:true|*').names).toEqual(['wed', 'other married']);
    expect(assign(table, 'Black=0+1').names).toEqual(['Black=0 or 1']);
    // Where names clash, none gets its column twice.
    expect(assign(table, 'married=true|yes:*,smoker=yes:Yes|*').names).toEqual([
      'married=true · smoker=yes',
      'married=true · smoker=other smoker',
      'married=yes · smoker=other smoker',
    ]);
    for (const groups of ['married=true|"married=true":*', 'married=true|true:*']) {
      expectError(() => assign(table, groups), 'bad-groups', 'two classes of "married" are called');
    }
  });

  it('keeps apart what would have the same name', () => {
    const dots = tableOf({ a: ['x · y', 'x', '"x'], b: ['z', 'y · z', 'y'] });
    expect(assign(dots, 'a,b').names).toEqual(['"""x" · y', 'x · "y · z"', '"x · y" · z']);
    expect(assign(dots, 'a').names).toEqual(['"x', 'x', 'x · y']);
    const missing = tableOf({ race: ['race missing', undefined, 'White'] });
    expect(assign(missing, 'race', 'own').names).toEqual(['race=White', 'race=race missing', 'race missing']);
  });

  it('leaves the table alone', () => {
    const codes = people.columns.map((column) =>
      column.kind === 'numeric' ? [...column.values] : [...column.codes],
    );
    assign(people, 'sex,race=White|*,age:30,55,code');
    expect(
      people.columns.map((column) => [...(column.kind === 'numeric' ? column.values : column.codes)]),
    ).toEqual(codes);
  });
});

describe('rows whose sensitive value is missing', () => {
  const table = tableOf({
    sex: ['F', undefined, 'M', undefined, 'F'],
    age: [20, 60, undefined, undefined, 70],
  });

  it('are an error that counts them by column, unless one says otherwise', () => {
    for (const missing of [undefined, 'error'] as const) {
      expectError(
        () => assign(table, 'sex,age<55', missing),
        'bad-groups',
        '"sex" is missing in 2 rows, "age" is missing in 2 rows',
        "`missingGroup: 'own'`",
        "`missingGroup: 'drop'`",
      );
    }
    expectError(() => assign(table, 'sex=F|*'), 'bad-groups', '"sex" is missing in 2 rows.');
    const one = tableOf({ sex: ['F', undefined], code: [1, 2] });
    expectError(() => assign(one, 'code,sex'), 'bad-groups', 'groups: "sex" is missing in 1 row.');
  });

  it('are groups of their own, after the others', () => {
    expect(assign(table, 'sex,age<55', 'own')).toEqual({
      names: [
        'F · age<55',
        'F · age≥55',
        'M · age missing',
        'sex missing · age≥55',
        'sex missing · age missing',
      ],
      groups: Int32Array.of(0, 3, 2, 4, 1),
    });
    // The rest is not what is missing.
    expect(assign(table, 'sex=F|*', 'own').names).toEqual(['F', 'other sex', 'sex missing']);
  });

  it('are dropped', () => {
    expect(assign(table, 'sex,age<55', 'drop')).toEqual({
      names: ['F · age<55', 'F · age≥55'],
      groups: Int32Array.of(0, -1, -1, -1, 1),
    });
    expect(assign(table, 'sex', 'drop').groups).toEqual(Int32Array.of(0, -1, 1, -1, 0));
    const nothing = createTable([numbers('x', Number.NaN)]);
    expect(assign(nothing, 'x', 'drop')).toEqual({ names: [], groups: Int32Array.of(-1) });
  });
});

describe('assignGroups refuses', () => {
  const many = createTable([
    columnOf('age', [...Array.from({ length: 30 }, (_, i) => i), undefined, 0, 0, 0, 0]),
  ]);

  it('columns that are not there, with the nearest name', () => {
    expectError(
      () => assign(people, 'sx'),
      'bad-column',
      'groups: there is no column "sx"; did you mean "sex"?',
    );
    expectError(
      () => assign(people, 'sex,height<170'),
      'bad-column',
      '"height"',
      '"sex", "age", "race", "code"',
    );
  });

  it('levels that are not there, with the nearest', () => {
    expectError(
      () => assign(people, 'race=Whte|*'),
      'bad-groups',
      '"race" has no level "Whte"; did you mean "White"?',
    );
    expectError(
      () => assign(people, 'race=Martian|*'),
      'bad-groups',
      '"race" has no level "Martian"; it has "Asian", "Black", "Other", "White"',
    );
    expectError(
      () => assign(people, 'code=2|35'),
      'bad-groups',
      '"code" has no level "35"; it has "2", "10"',
    );
  });

  it('levels in no class', () => {
    expectError(
      () => assign(people, 'race=White|Asian'),
      'bad-groups',
      '"race" has levels in no class, in 2 rows: "Black", "Other"; add them to a class, or |* for all the rest',
    );
  });

  it('two classes of one name', () => {
    for (const groups of [
      'race=A:White|A:*',
      'race=White|White:*',
      'race="White"|"White":Black+Asian+Other',
    ]) {
      expectError(() => assign(people, groups), 'bad-groups', 'two classes of "race" are called', 'label');
    }
    const odd = createTable([texts('race', 'a', 'b', 'a or b', 'other race', 'c')]);
    expectError(() => assign(odd, 'race=a+b|"a or b"|*'), 'bad-groups', 'called "a or b"');
    expectError(() => assign(odd, 'race="other race"|*'), 'bad-groups', 'called "other race"');
    expect(assign(odd, 'race="other race"|Else:*').names).toEqual(['other race', 'Else']);
  });

  it('bins of a category, and shows its levels', () => {
    expectError(
      () => assign(people, 'race<55'),
      'bad-groups',
      '"race" is a category ("Asian", "Black", "Other", "White"), but bins need numbers',
      'race=Asian|*',
      '`numeric`',
    );
    const odd = createTable([texts('age band', '<25', '25+')]);
    expectError(() => assign(odd, 'age band<55'), 'bad-groups', 'as in age band="25+"|*');
  });

  it('levels of many numbers, and offers bins with rows on either side', () => {
    expectError(
      () => assign(many, 'age', 'drop'),
      'bad-groups',
      '"age" has more than 20 different numbers; make bins of them, such as age<15',
    );
    expectError(() => assign(many, 'age=1|*', 'drop'), 'bad-groups', 'more than 20');
    expect(assign(many, 'age<15', 'drop').names).toEqual(['age<15', 'age≥15']);
  });

  it('more combinations than can be counted, and says where they come from', () => {
    const ids = Array.from({ length: 1300 }, (_, i) => `p${i}`);
    const table = createTable(['a', 'b', 'c'].map((name) => texts(name, ...ids)));
    expectError(
      () => assign(table, 'a,b,c'),
      'bad-groups',
      'too many combinations ("a" 1,300 levels, "b"',
      'bins',
    );
    expect(assign(table, 'a,b').names.length).toBe(1300);
  });

  it('expressions that no text can be', () => {
    expectError(() => assignGroups(people, []), 'bad-groups', 'no column is named');
    const falling = { kind: 'bins', column: 'age', edges: [5, 1], edgeAbove: true } as const;
    expectError(() => assignGroups(people, [falling]), 'bad-groups', '"age" must rise; got 5, 1');
    const twice = {
      kind: 'mapping',
      column: 'sex',
      classes: [{ levels: ['F'] }, { levels: ['F'] }],
    } as const;
    expectError(() => assignGroups(people, [twice]), 'bad-groups', '"F" of "sex" is named twice');
  });
});

describe('levels of a million characters', () => {
  const long = `${'1'.repeat(1_000_000)}x`;
  const table = createTable([texts(long, long, 'F')]);

  it('are groups', () => {
    expect(assignGroups(table, [{ kind: 'levels', column: long }]).names).toEqual([long, 'F'].sort());
  });

  it('are never shown whole', () => {
    const mapping = (...levels: string[]) =>
      ({ kind: 'mapping', column: long, classes: levels.map((level) => ({ levels: [level] })) }) as const;
    for (const expression of [
      mapping('F'),
      mapping(`${long}y`),
      mapping('F', 'F'),
      { kind: 'levels', column: `${long}y` },
      { kind: 'bins', column: long, edges: [1], edgeAbove: true },
    ] as const) {
      expect(() => assignGroups(table, [expression])).toThrow(/^.{1,600}$/s);
    }
  });

  it('are found by their place, however many there are', () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `level ${i}`);
    const wide = createTable([texts('x', ...names)]);
    const classes = names.map((level) => ({ levels: [level] }));
    expect(assignGroups(wide, [{ kind: 'mapping', column: 'x', classes }]).names).toEqual(names);
  });
});
