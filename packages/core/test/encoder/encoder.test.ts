import { describe, expect, it } from 'vitest';
import { nameFeatures, type UnnamedFeature } from '../../src/encoder/encoder.js';

const level = (column: string, name: string): UnnamedFeature => ({
  column,
  kind: 'level',
  level: name,
  rows: 1,
});
const other = (column: string): UnnamedFeature => ({ column, kind: 'other', levels: [] });
const value = (column: string): UnnamedFeature => ({ column, kind: 'value' });
const missing = (column: string): UnnamedFeature => ({ column, kind: 'missing', rows: 1 });

const namesOf = (...features: UnnamedFeature[]): string[] => nameFeatures(features).map(({ name }) => name);

describe('nameFeatures', () => {
  it('names a feature after its column and what it says', () => {
    expect(namesOf(value('age'), missing('age'), level('race', 'White'), other('race'))).toEqual([
      'age',
      'age missing',
      'race = White',
      'race = other',
    ]);
  });

  it('leaves names as they are, whatever is in them', () => {
    expect(namesOf(level('a "b"', "it's = ≥ 5\n"), level('', ''), value('__proto__'))).toEqual([
      `a "b" = it's = ≥ 5\n`,
      ' = ',
      '__proto__',
    ]);
  });

  it('tells apart what would have the same name by the order', () => {
    expect(namesOf(level('race', 'other'), other('race'))).toEqual(['race = other', 'race = other (2)']);
    expect(namesOf(missing('age'), value('age missing'))).toEqual(['age missing', 'age missing (2)']);
    expect(namesOf(level('a = b', 'c'), level('a', 'b = c'), value('a = b = c'))).toEqual([
      'a = b = c',
      'a = b = c (2)',
      'a = b = c (3)',
    ]);
  });

  it('does not fall into names that are there already', () => {
    expect(namesOf(value('x = y (2)'), value('x = y'), level('x', 'y'))).toEqual([
      'x = y (2)',
      'x = y',
      'x = y (3)',
    ]);
    expect(namesOf(value('x = y'), level('x', 'y'), value('x = y (2)'))).toEqual([
      'x = y',
      'x = y (2)',
      'x = y (2) (2)',
    ]);
  });
});
