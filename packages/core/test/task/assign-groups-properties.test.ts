// Groups against a plain evaluation of the expressions, row by row, on the cells.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTable, type Table, takeRows } from '../../src/table/table.js';
import { assignGroups } from '../../src/task/assign-groups.js';
import type { GroupExpression, LevelClass } from '../../src/task/group-expression.js';
import { expectError } from '../helpers/errors.js';
import { type Cell, numbers, texts } from '../table/table-cells.js';

interface Row {
  readonly sex: string | undefined;
  readonly race: string | undefined;
  readonly age: number | undefined;
  readonly code: number | undefined;
}

const tableOfRows = (rows: readonly Row[]): Table =>
  createTable([
    texts('sex', ...rows.map(({ sex }) => sex)),
    texts('race', ...rows.map(({ race }) => race)),
    numbers('age', ...rows.map(({ age }) => age ?? Number.NaN)),
    numbers('code', ...rows.map(({ code }) => code ?? Number.NaN)),
  ]);

const missable = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 6 });

/** All levels are there, whatever is drawn: an expression may name any of them. */
const rowsOver = (sexes: readonly string[], races: readonly string[]): fc.Arbitrary<Row[]> =>
  fc
    .array(
      fc.record({
        sex: missable(fc.constantFrom(...sexes)),
        race: missable(fc.constantFrom(...races)),
        age: missable(fc.integer({ min: 0, max: 9 })),
        code: missable(fc.constantFrom(100, 20, 3)),
      }),
      { maxLength: 30 },
    )
    .map((rows) => [
      ...rows,
      ...sexes.map((sex) => ({ sex, race: undefined, age: undefined, code: undefined })),
      ...races.map((race) => ({ sex: undefined, race, age: 1, code: 3 })),
      ...[100, 20, 3].map((code) => ({ sex: undefined, race: undefined, age: 1, code })),
    ]);

/** Each level in one of three classes, the last of them perhaps all the rest. */
const mappingOf = (column: string, levels: readonly string[]): fc.Arbitrary<GroupExpression> =>
  fc
    .record({
      places: fc.array(fc.nat({ max: 2 }), { minLength: levels.length, maxLength: levels.length }),
      rest: fc.boolean(),
      labelled: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    })
    .map(({ places, rest, labelled }) => {
      const classes: LevelClass[] = [];
      for (const place of [0, 1, 2]) {
        const members = levels.filter((_, i) => places[i] === place);
        if (members.length === 0) continue;
        const own = rest && place === 2 ? '*' : members;
        classes.push(labelled[place] ? { label: `class ${place}`, levels: own } : { levels: own });
      }
      return { kind: 'mapping', column, classes };
    });

const expressionOver = (sexes: readonly string[], races: readonly string[]): fc.Arbitrary<GroupExpression> =>
  fc.oneof(
    fc.constantFrom('sex', 'race', 'code').map((column) => ({ kind: 'levels' as const, column })),
    fc
      .tuple(fc.uniqueArray(fc.integer({ min: -1, max: 10 }), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([edges, edgeAbove]) => ({
        kind: 'bins' as const,
        column: 'age',
        edges: edges.sort((a, b) => a - b),
        edgeAbove,
      })),
    mappingOf('sex', sexes),
    mappingOf('race', races),
    mappingOf('code', ['3', '20', '100']),
  );

/** One expression's value for one row: its place in the order, and what it is called. */
function evaluate(expression: GroupExpression, row: Row, levels: readonly Cell[]): [number, string] {
  const cell = row[expression.column as keyof Row];
  if (cell === undefined) return [Infinity, `${expression.column} missing`];
  if (expression.kind === 'levels') {
    return [levels.indexOf(cell), typeof cell === 'number' ? `${expression.column}=${cell}` : cell];
  }
  if (expression.kind === 'bins') {
    const { edges, column, edgeAbove } = expression;
    const isAbove = (edge: number): boolean => (edgeAbove ? Number(cell) >= edge : Number(cell) > edge);
    const lower = edges.filter(isAbove).at(-1);
    const upper = edges.find((edge) => !isAbove(edge));
    const place = edges.filter(isAbove).length;
    if (lower === undefined) return [place, `${column}${edgeAbove ? '<' : '≤'}${upper}`];
    if (upper === undefined) return [place, `${column}${edgeAbove ? '≥' : '>'}${lower}`];
    return [place, edgeAbove ? `${lower}≤${column}<${upper}` : `${lower}<${column}≤${upper}`];
  }
  const { classes } = expression;
  let place = classes.findIndex((each) => each.levels !== '*' && each.levels.includes(String(cell)));
  if (place < 0) place = classes.findIndex((each) => each.levels === '*');
  return [place, classCalled(classes[place]!, expression.column)];
}

const classCalled = ({ label, levels }: LevelClass, column: string): string =>
  label ?? (levels === '*' ? `other ${column}` : `${column === 'code' ? 'code=' : ''}${levels.join(' or ')}`);

function hasClassesOfOneName(expression: GroupExpression): boolean {
  if (expression.kind !== 'mapping') return false;
  const names = expression.classes.map((each) => classCalled(each, expression.column));
  return new Set(names).size < names.length;
}

const SEXES = ['F', 'M'];
const RACES = ['Asian', 'Black', 'White'];

/** Levels in their order. */
const LEVELS: Readonly<Record<string, readonly Cell[]>> = { sex: SEXES, race: RACES, code: [3, 20, 100] };

const plainCase = fc.record({
  rows: rowsOver(SEXES, RACES),
  expressions: fc.uniqueArray(expressionOver(SEXES, RACES), {
    selector: ({ column }) => column,
    minLength: 1,
    maxLength: 4,
  }),
  missing: fc.constantFrom('own' as const, 'drop' as const),
});

/** Levels made to be mistaken for something else. */
const ODD_SEXES = ['x', 'x · y', '"x', '"x · y"', 'sex missing', 'race=x', 'class 0', 'age<3'];
const ODD_RACES = ['y', 'x · y', 'y · x', 'race missing', 'sex=x', 'class 1', 'other sex', 'x or x · y', 'x'];

const oddCase = fc.record({
  rows: rowsOver(ODD_SEXES, ODD_RACES),
  expressions: fc.array(expressionOver(ODD_SEXES, ODD_RACES), { minLength: 1, maxLength: 3 }),
});

const prefixed = (name: string, expression: GroupExpression, row: Row): string =>
  expression.kind === 'bins' || row[expression.column as keyof Row] === undefined || name.startsWith('code=')
    ? name
    : `${expression.column}=${name}`;

describe('assignGroups', () => {
  it('gives every row the group that its cells say, in the order of the expressions', () => {
    fc.assert(
      fc.property(plainCase, ({ rows, expressions, missing }) => {
        const { names, groups } = assignGroups(tableOfRows(rows), expressions, missing);
        const values = rows.map((row) =>
          expressions.map((each) => evaluate(each, row, LEVELS[each.column] ?? [])),
        );
        // Labels are the only names that two columns can share here.
        const labels = expressions.flatMap((each) =>
          each.kind === 'mapping' ? each.classes.flatMap(({ label }) => label ?? []) : [],
        );
        const isShared = new Set(labels).size < labels.length;
        const places = new Map<string, number[]>();
        rows.forEach((row, i) => {
          const isDropped = missing === 'drop' && values[i]!.some(([place]) => place === Infinity);
          const name = values[i]!.map(([, own], j) =>
            isShared ? prefixed(own, expressions[j]!, row) : own,
          ).join(' · ');
          expect(names[groups[i]!]).toBe(isDropped ? undefined : name);
          if (!isDropped)
            places.set(
              name,
              values[i]!.map(([place]) => place),
            );
        });
        const inOrder = [...places].sort(([, left], [, right]) => {
          const first = left.findIndex((place, j) => place !== right[j]);
          return left[first]! < right[first]! ? -1 : 1;
        });
        expect(names).toEqual(inOrder.map(([name]) => name));
      }),
      { numRuns: 500 },
    );
  });

  it('has distinct names or an error that says which are not, and rows share a group exactly when all their values agree', () => {
    fc.assert(
      fc.property(oddCase, ({ rows, expressions }) => {
        if (expressions.some(hasClassesOfOneName)) {
          expectError(() => assignGroups(tableOfRows(rows), expressions, 'own'), 'bad-groups', 'are called');
          return;
        }
        const { names, groups } = assignGroups(tableOfRows(rows), expressions, 'own');
        expect(new Set(names).size).toBe(names.length);
        const keys = rows.map((row) =>
          JSON.stringify(
            expressions.map((each) => {
              const [place, name] = evaluate(each, row, []);
              return [place === Infinity, name];
            }),
          ),
        );
        expect(new Set(keys).size).toBe(names.length);
        expect(new Set(keys.map((key, row) => `${groups[row]} ${key}`)).size).toBe(names.length);
      }),
      { numRuns: 500 },
    );
  });

  it('permutes with the rows, and keeps the names and their order', () => {
    const shuffled = plainCase.chain((each) =>
      fc
        .shuffledSubarray([...each.rows.keys()], { minLength: each.rows.length })
        .map((order) => ({ ...each, order })),
    );
    fc.assert(
      fc.property(shuffled, ({ rows, expressions, missing, order }) => {
        const table = tableOfRows(rows);
        const { names, groups } = assignGroups(table, expressions, missing);
        const permuted = assignGroups(takeRows(table, Uint32Array.from(order)), expressions, missing);
        expect(permuted).toEqual({ names, groups: Int32Array.from(order, (row) => groups[row]!) });
      }),
    );
  });

  it('permutes the groups when levels are renamed', () => {
    fc.assert(
      fc.property(
        rowsOver(SEXES, RACES),
        fc.shuffledSubarray(['k', 'l', 'm'], { minLength: 3 }),
        (rows, newNames) => {
          const rename = (race: string | undefined) =>
            race === undefined ? undefined : newNames[RACES.indexOf(race)]!;
          const expressions = ['sex', 'race'].map((column) => ({ kind: 'levels' as const, column }));
          const before = assignGroups(tableOfRows(rows), expressions, 'drop');
          const after = assignGroups(
            tableOfRows(rows.map((row) => ({ ...row, race: rename(row.race) }))),
            expressions,
            'drop',
          );
          const renamed = before.names.map((name) => {
            const [sex, race] = name.split(' · ');
            return `${sex} · ${rename(race)}`;
          });
          expect(after.names).toEqual([...renamed].sort());
          rows.forEach((_, row) => {
            expect(after.names[after.groups[row]!]).toBe(renamed[before.groups[row]!]);
          });
        },
      ),
    );
  });
});
