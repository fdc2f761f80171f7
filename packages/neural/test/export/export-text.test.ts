// Raw texts through an exported model must give what core's tokeniser and tf-idf give.

import { readFileSync } from 'node:fs';
import {
  columnOfTexts,
  createRandom,
  createTable,
  type Encoder,
  type EncoderOptions,
  encodeDense,
  encodeSparse,
  fitEncoder,
  type LinearModel,
  predictLinear,
  type Table,
} from '@fairfront/core';
import type { PlugInComponents } from '@fairfront/core/plug-in';
import { describe, expect, it } from 'vitest';
import { describedModel } from '../../src/export/described-model.js';
import { exportLinear, exportNetwork } from '../../src/export/export-model.js';
import { exportPlugIn } from '../../src/export/export-plug-in.js';
import { initialParameters } from '../../src/network/initialise.js';
import type { Network } from '../../src/network/network.js';
import '../../../core/test/helpers/close.js';
import { allRows, namesOf, numbers } from '../../../core/test/encoder/encoder-tables.js';
import { feedsOf, predict } from './exported.js';
import { predictPlainly } from './plain-network.js';

const target = { name: 'label', classes: ['ham', 'spam'] };
const { texts } = JSON.parse(
  readFileSync(new URL('../../../core/test/encoder/golden/tf-idf.json', import.meta.url), 'utf8'),
) as { readonly texts: readonly string[] };

/** A cell that is empty in every way, since an empty text is a missing one. */
const given = texts.map((text) => text || ' ');
const table = createTable([columnOfTexts('text', given)]);

function linearModel({ features }: Encoder, classCount = 2): LinearModel {
  const random = createRandom(5);
  const columnCount = features.length;
  const outputs = classCount === 2 ? 1 : classCount;
  const parameters = Float64Array.from(
    { length: outputs * (columnCount + 1) },
    () => 8 * random.uniform() - 4,
  );
  return { classCount, columnCount, parameters };
}

const fit = (of: Table, text: readonly string[], options: EncoderOptions = {}): Encoder =>
  fitEncoder(of, namesOf(of), allRows(of), { text, minLevelRows: 1, ...options });

async function expectSame(encoder: Encoder, rows: Table): Promise<void> {
  const model = linearModel(encoder);
  const { probabilities } = await predict(exportLinear(model, encoder, target), feedsOf(encoder, rows));
  const expected = predictLinear(model, encodeSparse(encoder, rows, allRows(rows)));
  expect(probabilities).toBeAllClose(expected, { relative: 1e-6, absolute: 1e-30 });
}

describe('an exported model of a text column', () => {
  it.each<EncoderOptions>([{}, { sublinear: true }, { vocabulary: 60 }, { vocabulary: 1 }])(
    'finds the words of texts in many scripts: %j',
    async (options) => {
      await expectSame(fit(table, ['text'], options), table);
    },
  );

  it('finds every letter in every case, and no word in another', async () => {
    const letters: string[] = [];
    for (let code = 1; code < 0x110000; code++) {
      const letter = String.fromCodePoint(code);
      if (/^(?:\p{Lu}|\p{Lt}|\p{Nl}|[\u24b6-\u24cf])$/u.test(letter)) letters.push(letter);
    }
    const small = letters.map((letter) => `x${letter.toLowerCase()} ${letter.toLowerCase()}y`);
    const encoder = fit(createTable([columnOfTexts('text', small)]), ['text']);
    expect(encoder.features.length).toBeGreaterThan(2000);
    const changed = letters.flatMap((letter) => [
      `X${letter} ${letter}`,
      `${letter}Y`,
      `${letter}x`,
      `x${letter}z`,
    ]);
    await expectSame(encoder, createTable([columnOfTexts('text', changed)]));
  });

  it('takes what nobody should write', async () => {
    const encoder = fit(table, ['text']);
    const odd = [
      ' ',
      'a',
      '\ud800free\udc00',
      'free'.repeat(20_000),
      'free '.repeat(20_000),
      `${'x'.repeat(100_000)} free`,
      'ﬁ\u200dN ΣΑΣΣ ΑΣ\u00ad ΣΣΣ',
    ];
    await expectSame(encoder, createTable([columnOfTexts('text', odd)]));
    await expectSame(encoder, createTable([columnOfTexts('text', [' ', '!'])]));
    await expectSame(encoder, createTable([columnOfTexts('text', ['İ', 'Σ'])]));
    await expectSame(encoder, createTable([columnOfTexts('text', [])]));
  });

  it('knows words of any length', async () => {
    const lengths = [2, 3, 4, 5, 8, 9, 16, 17, 31, 33, 1000, 5000];
    const long = lengths.map((length) => 'Ab1_Éz'.repeat(length).slice(0, length));
    const encoder = fit(createTable([columnOfTexts('text', long)]), ['text']);
    expect(encoder.features).toHaveLength(lengths.length);
    const near = long.flatMap((word) => [
      word.toUpperCase(),
      `${word}x`,
      word.slice(0, -1),
      `x${word.slice(1)}`,
    ]);
    await expectSame(encoder, createTable([columnOfTexts('text', near)]));
  });

  const mixed = createTable([
    numbers('age', [31, 47, Number.NaN, 22, 64]),
    columnOfTexts('note', ['fever and COUGH', undefined, 'cough', 'nothing', 'Fever fever']),
    columnOfTexts('ward', ['a', 'b', 'a', 'b', undefined]),
    columnOfTexts('plan', ['go home', 'stay', 'stay home', 'cough drops', 'stay stay go']),
  ]);
  const encoder = fit(mixed, ['note', 'plan']);

  it('may have other columns, other texts and missing ones', async () => {
    await expectSame(encoder, mixed);
    await expectSame(fit(mixed, ['plan']), mixed);
    expect(describedModel(exportLinear(linearModel(encoder), encoder, target)).inputs).toEqual([
      { column: 'age', input: 'age', kind: 'numeric' },
      { column: 'note', input: 'note', kind: 'text' },
      { column: 'ward', input: 'ward', kind: 'categorical' },
      { column: 'plan', input: 'plan', kind: 'text' },
    ]);
  });

  it('may be a network', async () => {
    for (const [of, own] of [
      [mixed, encoder],
      [table, fit(table, ['text'])],
    ] as const) {
      const inputs = own.features.length;
      const network: Network = { kind: 'mlp', inputs, classes: 2, hidden: [8], activation: 'elu' };
      const parameters = initialParameters(network, createRandom(2));
      const model = exportNetwork(network, parameters, own, target);
      const { probabilities } = await predict(model, feedsOf(own, of));
      const expected = predictPlainly(network, parameters, encodeDense(own, of, allRows(of)));
      expect(probabilities).toBeAllClose(expected, { relative: 1e-4, absolute: 1e-6 });
    }
  });

  it('may be a mixture, of which a part is constant', async () => {
    const own = fit(createTable([mixed.columns[3]!]), ['plan']);
    const components: PlugInComponents<LinearModel> = {
      classCount: 2,
      priors: [0.5, 0.5],
      outcomes: [linearModel(own), { constant: [0.25, 0.75] }],
      membership: linearModel(own),
    };
    const feeds = feedsOf(own, mixed);
    const alone = await predict(exportPlugIn(components, [0, 1], own, target), feeds);
    expect([...alone.probabilities]).toEqual(Array.from({ length: 5 }, () => [0.25, 0.75]).flat());
    const { probabilities } = await predict(exportPlugIn(components, [1, 0], own, target), feeds);
    const expected = predictLinear(linearModel(own), encodeSparse(own, mixed, allRows(mixed)));
    expect(probabilities).toBeAllClose(expected, { relative: 1e-6 });
  });
});
