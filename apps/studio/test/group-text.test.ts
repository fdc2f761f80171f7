import { type GroupExpression, parseGroups } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expressionText,
  groupText,
  levelNames,
  mergeLevels,
  roundMiddle,
  targetText,
} from '../src/app/group-text.js';

const name = fc.oneof(
  fc.constantFrom(
    'sex',
    'capital-gain',
    '>50K',
    '65+',
    '2019',
    '"',
    'a "b"',
    ' x ',
    'a,b',
    'Other:*',
    '=',
    '*',
    'é',
  ),
  fc.string({ minLength: 1 }),
);
const expression: fc.Arbitrary<GroupExpression> = fc.oneof(
  name.map((column) => ({ kind: 'levels' as const, column })),
  fc
    .tuple(name, fc.uniqueArray(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 4 }))
    .map(([column, edges]) => ({
      kind: 'bins' as const,
      column,
      edges: edges.sort((left, right) => left - right),
      edgeAbove: true,
    })),
  fc
    .tuple(name, fc.uniqueArray(name, { minLength: 2, maxLength: 5 }), name, fc.boolean())
    .map(([column, [first, ...rest], label, isOpen]) => ({
      kind: 'mapping' as const,
      column,
      classes: [{ levels: [first!] }, { label, levels: isOpen ? ('*' as const) : rest }],
    })),
);

describe('groups as they are written', () => {
  it('are read back as they were meant, whatever names hold', () => {
    fc.assert(
      fc.property(fc.array(expression, { minLength: 1, maxLength: 4 }), (groups) => {
        expect(parseGroups(groupText(groups))).toEqual(groups);
      }),
    );
  });

  it('look as a person would write them', () => {
    const bins = { kind: 'bins', column: 'age', edgeAbove: true } as const;
    expect(expressionText({ ...bins, edges: [55] })).toBe('age<55');
    expect(expressionText({ ...bins, edges: [25, 45] })).toBe('age:25,45');
    expect(
      groupText([{ kind: 'levels', column: 'sex' }, mergeLevels('race', ['White'], ['White'], 'Other')]),
    ).toBe('sex,race=White|Other:*');
  });
});

describe('levels put together', () => {
  const levels = ['White', 'Black', 'Asian'];

  it('share a name', () => {
    const merged = mergeLevels('race', levels, ['White', 'Other', ' Other ']);
    expect(expressionText(merged)).toBe('race=White|Other:Black+Asian');
    expect(levelNames(merged, levels)).toEqual(['White', 'Other', 'Other']);
  });

  it('are groups by themselves where each keeps its own, or none is given', () => {
    expect(mergeLevels('race', levels, ['White', '', 'Asian'])).toEqual({ kind: 'levels', column: 'race' });
  });

  it('join the others where they are called so', () => {
    const merged = mergeLevels('race', levels, ['White', 'Other', 'Asian'], 'Other');
    expect(expressionText(merged)).toBe('race=White|Asian|Other:*');
    expect(levelNames(merged, [...levels, 'Inuit'])).toEqual(['White', 'Other', 'Asian', 'Other']);
  });
});

it('a target is a column, a cut of its numbers, or its two levels in order', () => {
  expect(targetText('score>0.3')).toBe('score>0.3'); // a column of that name comes first
  expect(targetText('score: x', 0.3)).toBe('"score: x">0.3');
  expect(targetText('income', undefined, ['low', '>50K'])).toBe('income=low|">50K"');
});

it('the first cut is a short number inside the range', () => {
  const column = (min: number, max: number, mean: number) =>
    ({ name: 'x', kind: 'numeric', range: { min, max, mean } }) as const;
  expect(roundMiddle(column(17, 90, 38.44))).toBe(38);
  expect(roundMiddle(column(1.004, 1.009, 1.0061))).toBe(1.0061);
});
