import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeSparse } from '../../src/encoder/encode.js';
import type { Encoder } from '../../src/encoder/encoder.js';
import { parseEncoder } from '../../src/encoder/encoder-json.js';
import { fitEncoder } from '../../src/encoder/fit-encoder.js';
import { columnOfTexts } from '../../src/table/levels.js';
import { createTable } from '../../src/table/table.js';
import { permute } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { allRows, encodingCase, namesOf, numbers, words } from './encoder-tables.js';

const throughJson = (encoder: Encoder): Encoder => parseEncoder(JSON.parse(JSON.stringify(encoder)));

const table = createTable([
  numbers('age', [20, 40, Number.NaN, 30]),
  numbers('flag', [1, 1, 1, Number.NaN]),
  words('race', 'White Black White ?'),
  words('city', 'Rome Rome Rome Rome'),
]);
const encoder = fitEncoder(table, namesOf(table), allRows(table), { minLevelRows: 2 });

describe('parseEncoder', () => {
  it('gives back the encoder that was written', () => {
    expect(throughJson(encoder)).toEqual(encoder);
    fc.assert(
      fc.property(encodingCase, ({ table, train, options }) => {
        const fitted = fitEncoder(table, namesOf(table), train, options);
        const parsed = throughJson(fitted);
        expect(parsed).toEqual(fitted);
        expect(encodeSparse(parsed, table, allRows(table))).toEqual(
          encodeSparse(fitted, table, allRows(table)),
        );
      }),
    );
  });

  it('keeps names of any kind', () => {
    const names = ['=', '"', "'", '\\', '\n', '\u0000', '💶', '\ud800', '__proto__', 'ΑΒΓ', ' ', ''];
    const odd = createTable(names.map((name) => columnOfTexts(name, [...names, undefined])));
    const fitted = fitEncoder(odd, names, allRows(odd), { minLevelRows: 1 });
    expect(fitted.features).toHaveLength(names.length * (names.length + 1));
    expect(new Set(fitted.features.map(({ name }) => name)).size).toBe(fitted.features.length);
    expect(throughJson(fitted)).toEqual(fitted);
  });

  it('drops what does not belong to an encoder', () => {
    expect(parseEncoder({ ...encoder, more: 1 })).toEqual(encoder);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', null, ['the encoder', 'an object', 'null']],
    ['a list', [], ['an object', '[]']],
    [
      'another schema',
      { ...encoder, schema: 'fairfront.encoder/2' },
      ['schema', 'fairfront.encoder/1', 'encoder/2'],
    ],
    ['no options', { ...encoder, options: undefined }, ['options', 'an object', 'undefined']],
    ['no such levels', changed('options', { minLevelRows: 1, levels: 'all' }), ['options.levels', '"all"']],
    ['part of a row', { ...encoder, trainingRows: 1.5 }, ['trainingRows', 'whole', '1.5']],
    ['no columns', { ...encoder, columns: [], features: [] }, ['columns', 'at least one']],
    ['columns that are no list', { ...encoder, columns: {} }, ['columns', 'a list', '{}']],
    ['a kind of column', changed('columns.0.kind', 'sound'), ['columns[0].kind', '"sound"']],
    ['a column without name', changed('columns.2.name', 3), ['columns[2].name', 'a text', '3']],
    ['a mean that is no number', changed('columns.0.mean', null), ['columns[0].mean', 'a number', 'null']],
    ['a scale below 0', changed('columns.0.scale', -1), ['columns[0].scale', 'from 0', '-1']],
    ['one column twice', changed('columns.1.name', 'age'), ['columns', 'differ', '"age"']],
    ['a column that is also dropped', changed('dropped.0.column', 'age'), ['columns', 'differ', '"age"']],
    ['a reason that is no text', changed('dropped.0.reason', 5), ['dropped[0].reason', 'a text']],
    ['a kind of feature', changed('features.0.kind', 'pixel'), ['features[0].kind', '"pixel"']],
    ['one feature twice', changed('features.1.name', 'age'), ['features', 'differ', '"age"']],
    ['a feature of no column', changed('features.5.column', 'sex'), ['features[5].column', '"sex"']],
    ['a feature out of order', changed('features.0.column', 'flag'), ['"age"', 'missing']],
    ['a value for one that is constant', changed('columns.0.scale', 0), ['"age"', 'unless scale is 0']],
    ['no value for one that varies', changed('columns.1.scale', 2), ['"flag"', 'value']],
    [
      'missing before levels',
      changed('features', permute(encoder.features, [0, 1, 2, 5, 3, 4])),
      ['"race"', 'levels, other'],
    ],
    ['a category without features', changed('features', encoder.features.slice(0, 3)), ['"race"', '[]']],
    ['an infinite mean', changed('columns.0.mean', JSON.parse('1e999')), ['columns[0].mean', 'a number']],
    ['a level of a number', changed('features.1', level('age = 1', 'age')), ['"age"', '["value","level"]']],
    ['a value of a category', changed('features.3.kind', 'value'), ['"race"', '["value","other","missing"]']],
    ['a level without name', changed('features.3.level', null), ['features[3].level', 'a text']],
    [
      'a level that is also pooled',
      changed('features.3.level', 'Black'),
      ['levels of column "race"', '"Black"'],
    ],
    ['other levels that are none', changed('features.4.levels', []), ['features[4].levels', '[]']],
    ['rows below 0', changed('features.4.levels.0.rows', -1), ['features[4].levels[0].rows', '-1']],
    ['rows that are no number', changed('features.5.rows', '1'), ['features[5].rows', '"1"']],
  ])('refuses %s', (_, json, parts) => {
    expectError(() => parseEncoder(json), 'bad-encoder', ...parts);
  });

  it('shortens what it shows', () => {
    expectError(() => parseEncoder({ ...encoder, schema: 'x'.repeat(1000) }), 'bad-encoder', 'xxx…');
  });
});

function level(name: string, column: string): Encoder['features'][number] {
  return { name, column, kind: 'level', level: '1', rows: 1 };
}

/** The encoder with one thing changed: a path of field names and positions. */
function changed(path: string, value: unknown): unknown {
  const copy = structuredClone(encoder) as unknown as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop()!;
  let part = copy;
  for (const step of steps) part = part[step] as Record<string, unknown>;
  part[last] = value;
  return copy;
}
