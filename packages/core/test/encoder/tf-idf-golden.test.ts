// Against scikit-learn's TfidfVectorizer: golden/tf-idf.py made the numbers, and says how.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { columnOfTexts, createTable, encodeSparse, fitEncoder, type SparseRows } from '../../src/index.js';

interface Case {
  readonly vocabulary: number;
  readonly sublinear: boolean;
  /** Every so manieth text is a training row. */
  readonly step: number;
  readonly wordCount: number;
  readonly sha256: string;
  readonly sum: number;
  readonly squares: number;
  readonly byRow: number;
  readonly rows: readonly {
    readonly row: number;
    readonly entries: readonly (readonly [number, number])[];
  }[];
}

const golden = JSON.parse(readFileSync(new URL('golden/tf-idf.json', import.meta.url), 'utf8')) as {
  readonly texts: readonly string[];
  readonly cases: readonly (Case & { readonly words: readonly string[] })[];
  readonly sms: { readonly messages: number; readonly cases: readonly Case[] };
};

function encode(texts: readonly string[], { vocabulary, sublinear, step }: Case) {
  const table = createTable([columnOfTexts('text', texts)]);
  const all = Uint32Array.from(texts, (_, row) => row);
  const train = all.filter((row) => row % step === 0);
  const encoder = fitEncoder(table, ['text'], train, { text: ['text'], vocabulary, sublinear });
  const words = encoder.features.flatMap((feature) => (feature.kind === 'word' ? [feature.word] : []));
  return { words, matrix: encodeSparse(encoder, table, all) };
}

function expectRows(matrix: SparseRows, rows: Case['rows']): void {
  for (const { row, entries } of rows) {
    const [from, to] = [matrix.offsets[row]!, matrix.offsets[row + 1]!];
    expect([row, ...matrix.columns.subarray(from, to)]).toEqual([row, ...entries.map(([column]) => column)]);
    entries.forEach(([, value], i) => {
      expect(Math.abs(matrix.values[from + i]! - value)).toBeLessThanOrEqual(1e-12);
    });
  }
}

function expectSums(matrix: SparseRows, { sum, squares, byRow }: Case): void {
  const found = { sum: 0, squares: 0, byRow: 0 };
  for (let row = 0; row < matrix.rowCount; row++) {
    let product = 0;
    for (let k = matrix.offsets[row]!; k < matrix.offsets[row + 1]!; k++) {
      product += matrix.values[k]! * Math.cos(matrix.columns[k]!);
    }
    found.sum += product;
    found.squares += product * product;
    found.byRow += product * Math.cos(row);
  }
  for (const [ours, theirs] of [
    [found.sum, sum],
    [found.squares, squares],
    [found.byRow, byRow],
  ] as const) {
    expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(1e-12 * matrix.rowCount);
  }
}

describe('tf-idf of made-up texts in many scripts is that of scikit-learn', () => {
  it.each(golden.cases)('vocabulary $vocabulary, sublinear $sublinear, one text in $step', (one) => {
    const { words, matrix } = encode(golden.texts, one);
    expect(words).toEqual(one.words);
    expectRows(matrix, one.rows);
    expectSums(matrix, one);
  });
});

const messages = fileURLToPath(
  process.env['FAIRFRONT_DATA'] === undefined
    ? new URL('../../../../../shared/data/sms-spam/SMSSpamCollection', import.meta.url)
    : new URL(`file://${process.env['FAIRFRONT_DATA']}/sms-spam/SMSSpamCollection`),
);
if (!existsSync(messages)) {
  process.stderr.write(
    `skipped: tf-idf of SMS messages, since there is no ${messages}; set FAIRFRONT_DATA\n`,
  );
}

describe.skipIf(!existsSync(messages))('tf-idf of SMS messages is that of scikit-learn', () => {
  const texts = existsSync(messages)
    ? readFileSync(messages, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.slice(line.indexOf('\t') + 1))
    : [];

  it.each(golden.sms.cases)('vocabulary $vocabulary, sublinear $sublinear, one text in $step', (one) => {
    expect(texts).toHaveLength(golden.sms.messages);
    const { words, matrix } = encode(texts, one);
    expect(words).toHaveLength(one.wordCount);
    const list = words.map((word) => `${word}\n`).join('');
    expect(createHash('sha256').update(list).digest('hex')).toBe(one.sha256);
    expectRows(matrix, one.rows);
    expectSums(matrix, one);
  });
});
