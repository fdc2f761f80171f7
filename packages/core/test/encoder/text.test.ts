import { describe, expect, it } from 'vitest';
import { decodeRow } from '../../src/encoder/decode.js';
import { encodeDense, encodeSparse } from '../../src/encoder/encode.js';
import type { Encoder, EncoderOptions } from '../../src/encoder/encoder.js';
import { parseEncoder } from '../../src/encoder/encoder-json.js';
import { fitEncoder } from '../../src/encoder/fit-encoder.js';
import { findSurprises } from '../../src/encoder/surprises.js';
import { tokenise } from '../../src/encoder/tokenise.js';
import { compareCodePoints, sortPlaces } from '../../src/encoder/vocabulary.js';
import { columnOfTexts } from '../../src/table/levels.js';
import { createTable } from '../../src/table/table.js';
import { expectError } from '../helpers/errors.js';
import { allRows, checkSparse, namesOf, numbers, rowsOf, rowsOfMatrix, words } from './encoder-tables.js';

describe('tokenise', () => {
  it.each([
    ['Élan, ÉLAN; naïve', ['élan', 'élan', 'naïve']],
    ['Straße STRAẞE', ['straße', 'straße']],
    ['ΟΔΟΣ Οδός ΣΑΣ ΑΣ1 12Σ Σ_Α', ['οδος', 'οδός', 'σας', 'ας1', '12σ', 'σ_α']],
    ['İstanbul AİB ABİ İİ İab', ['stanbul', 'ai', 'abi', 'ab']],
    ['cafe\u0301s', ['cafe']],
    ['a 😀 bb😀cc _x ½² 日本語 x', ['bb', 'cc', '_x', '½²', '日本語']],
    ['', []],
    ['\ud800ab\0cd\udfff', ['ab', 'cd']],
  ])('finds the words of %j', (text, expected) => {
    expect(tokenise(text)).toEqual(expected);
  });

  it('may lower a text before it looks for words: no letter but İ becomes more than one, or none', () => {
    const isPart = (letter: string): boolean => /^[\p{L}\p{N}_]$/u.test(letter);
    const odd: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const letter = String.fromCodePoint(code);
      const lower = [...letter.toLowerCase()];
      if (lower.length !== 1 || isPart(lower[0]!) !== isPart(letter)) odd.push(letter);
    }
    expect(odd).toEqual(['İ']);
  });

  it('takes seconds for a hundred thousand texts', () => {
    const text = 'Free entry in 2 a weekly competition to win final tickets, text WIN to 87121 '.repeat(4);
    const start = performance.now();
    let found = 0;
    for (let i = 0; i < 20_000; i++) found += tokenise(text).length;
    expect(found).toBe(20_000 * 13 * 4);
    expect(performance.now() - start).toBeLessThan(4000);
  });
});

describe('the vocabulary', () => {
  it('stands in the order of code points, not of code units', () => {
    const sorted = ['ab', 'abc', 'b', '\uffee', '𐐨'];
    expect([...sorted].reverse().sort(compareCodePoints)).toEqual(sorted);
    expect([...sorted].sort()).not.toEqual(sorted);
  });

  it('is sorted as numbers are, whatever becomes of equal ones', () => {
    const values = Float64Array.from({ length: 5000 }, (_, i) => -((i * 7919) % 613));
    const places = sortPlaces(values);
    expect([...new Set(places)]).toHaveLength(values.length);
    expect(Float64Array.from(places, (place) => values[place]!)).toEqual(values.slice().sort());
    expect(sortPlaces(new Float64Array(0))).toHaveLength(0);
  });
});

const table = createTable([
  numbers('age', [20, 40, 30, 50, 60]),
  columnOfTexts('note', [
    'Fever, fever and COUGH',
    'cough',
    undefined,
    'nothing new',
    'Fever, fever and COUGH',
  ]),
  words('ward', 'a b a b a'),
]);
const fit = (options: EncoderOptions = {}, rows = rowsOf(0, 1, 2)): Encoder =>
  fitEncoder(table, namesOf(table), rows, { text: ['note'], minLevelRows: 1, ...options });
const encoder = fit();

describe('a column of texts', () => {
  it('has a feature for each word of the training rows, and one for missing', () => {
    expect(encoder.columns[1]).toEqual({ kind: 'text', name: 'note', rows: 2, sublinear: false });
    expect(encoder.features.slice(1, 5)).toEqual([
      { name: 'note: and', column: 'note', kind: 'word', word: 'and', rows: 1 },
      { name: 'note: cough', column: 'note', kind: 'word', word: 'cough', rows: 2 },
      { name: 'note: fever', column: 'note', kind: 'word', word: 'fever', rows: 1 },
      { name: 'note missing', column: 'note', kind: 'missing', rows: 1 },
    ]);
    expect(fit({ vocabulary: 1 }).features.map(({ name }) => name)).toContain('note: cough');
    expect(encoder.options).toMatchObject({ text: ['note'], vocabulary: 10_000, sublinear: false });
  });

  it('is weighed by tf-idf, beside other columns, sparse and dense', () => {
    const rare = Math.log(3 / 2) + 1;
    const norm = Math.hypot(rare, 1, 2 * rare);
    const sparse = encodeSparse(encoder, table, allRows(table));
    checkSparse(sparse);
    const rows = rowsOfMatrix(sparse);
    const full = [rare / norm, 1 / norm, (2 * rare) / norm, 0];
    const expected = [full, [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0], full];
    expected.forEach((values, row) => {
      values.forEach((value, i) => {
        expect(rows[row]![1 + i]).toBeCloseTo(value, 14);
      });
    });
    expect(rows.map((row) => row.slice(5))).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(rowsOfMatrix(encodeDense(encoder, table, allRows(table)))).toEqual(rows);
    expect(rowsOfMatrix(encodeSparse(encoder, table, rowsOf(4, 1)))).toEqual([rows[4], rows[1]]);
    expect(encodeSparse(encoder, table, rowsOf(0), 'f32').values[1]).toBe(Math.fround(rare / norm));
  });

  it('counts a frequent word by its logarithm where it is sublinear', () => {
    const [row] = rowsOfMatrix(encodeSparse(fit({ sublinear: true }), table, rowsOf(0)));
    expect(row![3]! / row![1]!).toBeCloseTo(1 + Math.LN2, 14);
  });

  it('is decoded as its words, and surprises only where it is missing', () => {
    const matrix = encodeSparse(encoder, table, allRows(table));
    const cells = [0, 2, 3].map((row) => decodeRow(encoder, matrix, row)[1]);
    expect(cells).toEqual([
      { column: 'note', kind: 'words', words: ['and', 'cough', 'fever'] },
      { column: 'note', kind: 'missing' },
      { column: 'note', kind: 'words', words: [] },
    ]);
    expect(findSurprises(encoder, table, rowsOf(2, 3))).toEqual([]);
    const complete = fit({}, rowsOf(0, 1, 3));
    expect(findSurprises(complete, table, rowsOf(2))).toEqual([
      { column: 'note', levels: [], missingRows: 1 },
    ]);
  });

  it.each([
    ['missing', [undefined, undefined], 'no training row has a text'],
    ['the same', ['one text', 'one text'], 'every training row is "one text"'],
    ['without words', ['a b', '!'], 'no training row has a word'],
  ])('is left out where all texts are %s', (_, texts, reason) => {
    const plain = createTable([numbers('x', [1, 2]), columnOfTexts('t', texts)]);
    const { dropped } = fitEncoder(plain, ['x', 't'], rowsOf(0, 1), { text: ['t'] });
    expect(dropped[0]!.reason).toContain(reason);
  });

  it('must be there, and no numbers', () => {
    expectError(() => fit({ text: ['notes'] }), 'bad-column', '`text`', '"notes"', '"note"');
    expectError(() => fit({ text: ['age'] }), 'bad-column', '`text`', '"age"', 'numbers');
    expectError(() => fit({ vocabulary: 0 }), 'bad-option', 'vocabulary', '0');
    const asNumbers = createTable([numbers('note', [1]), numbers('age', [1]), words('ward', 'a')]);
    expectError(() => encodeSparse(encoder, asNumbers, rowsOf(0)), 'bad-column', '"note"', 'categorical');
  });
});

describe('an encoder with texts comes back from JSON', () => {
  it('as it was, also one written before there were texts', () => {
    expect(parseEncoder(JSON.parse(JSON.stringify(encoder)))).toEqual(encoder);
    const before = fitEncoder(table, ['age', 'ward'], rowsOf(0, 1));
    const { minLevelRows, levels } = before.options;
    expect(parseEncoder({ ...before, options: { minLevelRows, levels } })).toEqual(before);
  });

  it.each<[string, 'columns' | 'features', object, string]>([
    ['no rows', 'columns', { rows: 0 }, 'columns[1].rows'],
    ['no switch', 'columns', { sublinear: undefined }, 'columns[1].sublinear'],
    ['a word in capitals', 'features', { word: 'AND' }, 'features[1].word'],
    ['two words in one', 'features', { word: 'aa and' }, 'features[1].word'],
    ['a word twice', 'features', { word: 'fever' }, 'words of column "note"'],
    ['a word without rows', 'features', { rows: 0 }, 'features[1].rows'],
    ['missing among words', 'features', { kind: 'missing' }, 'words, missing'],
    ['a word of a category', 'columns', { kind: 'categorical' }, 'levels, other'],
  ])('refuses %s', (_, list, change, field) => {
    const changed = encoder[list].map((item, i) => (i === 1 ? { ...item, ...change } : item));
    expectError(() => parseEncoder({ ...encoder, [list]: changed }), 'bad-encoder', field);
  });

  it.each([
    [{ text: [1] }, 'options.text[0]'],
    [{ text: 'note' }, 'options.text'],
    [{ vocabulary: 0 }, 'options.vocabulary'],
    [{ sublinear: 1 }, 'options.sublinear'],
  ])('refuses options %j', (change, field) => {
    const options = { ...encoder.options, ...change };
    expectError(() => parseEncoder({ ...encoder, options }), 'bad-encoder', field);
  });
});
