// Raw cells through an exported model must give what core's encoder and an independent forward give.

import { fromBinary } from '@bufbuild/protobuf';
import {
  columnOfTexts,
  createRandom,
  createTable,
  type Encoder,
  encodeDense,
  fitEncoder,
  type LinearModel,
  predictLinear,
  type Table,
  takeRows,
} from '@fairfront/core';
import { outputCount } from '@fairfront/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportLinear, exportNetwork } from '../../src/export/export-model.js';
import { initialParameters } from '../../src/network/initialise.js';
import type { FullyConnectedNetwork } from '../../src/network/network.js';
import { ModelProtoSchema } from '../../src/onnx/onnx_pb.js';
import '../../../core/test/helpers/close.js';
import {
  allRows,
  encodingCase,
  namesOf,
  numbers,
  rowsOf,
} from '../../../core/test/encoder/encoder-tables.js';
import { expectError } from '../../../core/test/helpers/errors.js';
import { feedsOf, likeliest, predict } from './exported.js';
import { predictPlainly } from './plain-network.js';

const { NaN: missing } = Number;
const two = { name: 'income', classes: ['<=50K', '>50K'] };
const three = { name: 'Größe', classes: ['klein', 'mittel 🙂', 'groß'] };

/** Training has the first six rows; what they lack, the last four have. */
const table = createTable([
  numbers('age', [31, 47.5, missing, 22, 64, 39, missing, 18, 70, 33]),
  numbers('gain, "net" \'23', [0, 5178, 0, -12, 99999, 3, missing, 1e7, 4, missing]),
  numbers('flat', [7, 7, missing, 7, 7, 7, 7, missing, 8, 7]), // one value: only that it is missing has a feature
  columnOfTexts('größe 🙂', ['ä', 'ß', 'ä', '日本', 'ß', '日本', '日本 ', 'a\u0308', undefined, 'ß']),
  columnOfTexts('job title', ['x', 'x', 'y', undefined, 'z', 'x', 'y', 'new', undefined, 'z']), // y and z are rare
  columnOfTexts('sure', ['no', 'yes', 'no', 'yes', 'yes', 'no', 'new', undefined, 'No', 'no']),
]);
const train = rowsOf(0, 1, 2, 3, 4, 5);
const encoder = fitEncoder(table, namesOf(table), train, { minLevelRows: 2 });

function linearModel(classCount: number, columnCount: number, seed = 1): LinearModel {
  const random = createRandom(seed);
  const parameters = Float64Array.from(
    { length: outputCount(classCount) * (columnCount + 1) },
    () => 4 * random.uniform() - 2,
  );
  return { classCount, columnCount, parameters };
}

type Run = (
  parameters: Float32Array | Float64Array,
  of?: Encoder,
  target?: { readonly name: string; readonly classes: readonly string[] },
) => Uint8Array;

const targetOf = (classCount: number) => (classCount === 2 ? two : three);

/** The model's probabilities must be core's, and its labels those of its probabilities. */
async function expectLinear(model: LinearModel, of: Encoder, rows: Table): Promise<void> {
  const target = targetOf(model.classCount);
  const { probabilities, dims, labels } = await predict(exportLinear(model, of, target), feedsOf(of, rows));
  const expected = predictLinear(model, encodeDense(of, rows, allRows(rows)));
  expect(dims).toEqual([rows.rowCount, target.classes.length]);
  expect(probabilities).toBeAllClose(expected, { relative: 1e-6, absolute: 1e-30 });
  expect(labels).toEqual(likeliest(probabilities, target.classes));
}

describe('exportLinear', () => {
  it.each([2, 3])('predicts from raw columns of every kind, %i classes', async (classCount) => {
    expect(encoder.features.map(({ kind }) => kind[0]).join('')).toBe('vmvmllllomll');
    await expectLinear(linearModel(classCount, encoder.features.length), encoder, table);
  });

  it.each(namesOf(table))('predicts from one column alone: %s', async (name) => {
    const alone = fitEncoder(table, [name], train, { minLevelRows: 2 });
    await expectLinear(linearModel(3, alone.features.length), alone, table);
  });

  it('tells the classes apart', async () => {
    const model = linearModel(3, encoder.features.length);
    const { labels } = await predict(exportLinear(model, encoder, three), feedsOf(encoder, table));
    expect(new Set(labels)).toEqual(new Set(three.classes));
  });

  it.each([0, 1])('takes %i rows', async (rowCount) => {
    const rows = takeRows(table, rowsOf(...[6].slice(0, rowCount)));
    for (const classCount of [2, 3]) {
      await expectLinear(linearModel(classCount, encoder.features.length), encoder, rows);
    }
  });

  it('keeps the digits of large numbers that differ little', async () => {
    const seconds = [0, 1, 2, 3, 5, 8].map((second) => 1_700_000_000 + second);
    const times = createTable([numbers('time', seconds)]);
    await expectLinear(linearModel(2, 1), fitEncoder(times, ['time'], allRows(times)), times);
  });

  it('keeps small probabilities', async () => {
    const rare = createTable([numbers('x', [-1, 1, 60])]);
    const of = fitEncoder(rare, ['x'], rowsOf(0, 1));
    const { probabilities } = await predict(
      exportLinear({ classCount: 2, columnCount: 1, parameters: Float64Array.of(1, 0) }, of, two),
      feedsOf(of, rare),
    );
    expect([...probabilities.slice(4)]).toEqual([Math.fround(Math.exp(-60)), 1]);
  });

  it('tells texts of any alphabet apart', async () => {
    const character = fc
      .integer({ min: 1, max: 0x10ffff })
      .filter((code) => code < 0xd800 || code > 0xdfff) // halves of a pair are no characters
      .map((code) => String.fromCodePoint(code));
    const text = fc.array(character, { minLength: 1, maxLength: 3 }).map((characters) => characters.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 12 }), fc.nat(), async (texts, seed) => {
        const rows = createTable([columnOfTexts('c', texts), numbers('row', [...texts.keys()])]);
        const of = fitEncoder(rows, ['c', 'row'], rowsOf(0, 1), { minLevelRows: 1, levels: 'table' });
        await expectLinear(linearModel(3, of.features.length, seed), of, rows);
      }),
      { numRuns: 30 },
    );
  });

  it('predicts as core does, whatever the table', async () => {
    await fc.assert(
      fc.asyncProperty(
        encodingCase,
        fc.constantFrom(2, 3),
        fc.nat(),
        async ({ table: rows, train: some, options }, classCount, seed) => {
          const of = fitEncoder(rows, namesOf(rows), some, options);
          await expectLinear(linearModel(classCount, of.features.length, seed), of, rows);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('exportNetwork', () => {
  const inputs = encoder.features.length;
  const networks: FullyConnectedNetwork[] = [
    { kind: 'linear', inputs, classes: 2, hidden: [], activation: 'none' },
    { kind: 'mlp', inputs, classes: 3, hidden: [7, 5], activation: 'relu' },
    { kind: 'resnet', inputs, classes: 2, hidden: [6, 6], activation: 'elu' },
  ];

  it.each(networks)('predicts from raw columns: $kind, $activation, $classes classes', async (network) => {
    const random = createRandom(3);
    const parameters = initialParameters(network, random).map((value) => value + random.uniform() - 0.5); // biases too
    const target = targetOf(network.classes);
    const near = takeRows(table, rowsOf(0, 1, 2, 3, 4, 5, 6, 8, 9)); // far from the mean, f32 rounds more than 1e-6
    const { probabilities, labels } = await predict(
      exportNetwork(network, parameters, encoder, target),
      feedsOf(encoder, near),
    );
    const features = encodeDense(encoder, near, allRows(near), 'f32');
    expect(probabilities).toBeAllClose(predictPlainly(network, parameters, features), { absolute: 1e-6 });
    expect(labels).toEqual(likeliest(probabilities, target.classes));
  });

  it('knows no answer where a number is infinite, though layers may make it finite', async () => {
    const of = fitEncoder(table, ['age'], rowsOf(0, 1, 3));
    const network: FullyConnectedNetwork = {
      kind: 'mlp',
      inputs: 1,
      classes: 2,
      hidden: [1],
      activation: 'relu',
    };
    const model = exportNetwork(network, Float32Array.of(-1, 0, 1, 2, 0, 1), of, two);
    const data = Float64Array.of(Infinity, 1e60, -Infinity, missing, 40);
    const age = { type: 'float64', dims: [5, 1], data } as const;
    const { probabilities, labels } = await predict(model, { age });
    expect([...probabilities].map(Number.isNaN)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(labels).toEqual(['', '', '', '>50K', '>50K']);
  });
});

describe('what an exported model says of itself', () => {
  const model = linearModel(3, encoder.features.length);
  const read = (bytes: Uint8Array) => {
    const { docString, metadataProps, graph } = fromBinary(ModelProtoSchema, bytes);
    const metadata = Object.fromEntries(metadataProps.map(({ key, value }) => [key, value]));
    return { docString, metadata, inputs: graph!.input, outputs: graph!.output };
  };

  it('names a column for each input, and probabilities and label as outputs', () => {
    const { inputs, outputs } = read(exportLinear(model, encoder, three));
    expect(inputs.map(({ name }) => name)).toEqual(namesOf(table));
    expect(outputs.map(({ name }) => name)).toEqual(['probabilities', 'label']);
  });

  it('has the target, the classes and the inputs as metadata, beside what is added', () => {
    const about = { description: 'Minimax.', metadata: { mu: '[1]', 'fairfront.target': 'not this' } };
    const { docString, metadata } = read(exportLinear(model, encoder, three, about));
    expect(docString).toMatch(/^Minimax\.\n\nPredicts "Größe", one of "klein", "mittel 🙂", "groß"/);
    expect(metadata).toMatchObject({
      mu: '[1]',
      'fairfront.schema': 'fairfront.onnx/1',
      'fairfront.kind': 'linear',
      'fairfront.target': 'Größe',
    });
    expect(JSON.parse(metadata['fairfront.classes']!)).toEqual(three.classes);
    expect(JSON.parse(metadata['fairfront.inputs']!).slice(2, 4)).toEqual([
      { column: 'flat', input: 'flat', kind: 'numeric' },
      { column: 'größe 🙂', input: 'größe 🙂', kind: 'categorical' },
    ]);
  });

  it('does not hold the names of rare levels', () => {
    const text = new TextDecoder().decode(
      exportLinear(
        linearModel(2, 3),
        fitEncoder(
          createTable([columnOfTexts('c', ['often', 'often', 'secret', 'hidden', undefined])]),
          ['c'],
          rowsOf(0, 1, 2, 3, 4),
          { minLevelRows: 2 },
        ),
        two,
      ),
    );
    expect(text).toContain('often');
    expect(text).not.toMatch(/secret|hidden/);
  });
});

describe('a model that does not fit', () => {
  const columnCount = encoder.features.length;
  const network: FullyConnectedNetwork = {
    kind: 'linear',
    inputs: columnCount,
    classes: 3,
    hidden: [],
    activation: 'none',
  };
  const exports: { of: string; to: Float32Array | Float64Array; run: Run }[] = [
    {
      of: 'linear model',
      to: linearModel(3, columnCount).parameters,
      run: (parameters, of = encoder, target = three) =>
        exportLinear({ classCount: 3, columnCount, parameters: Float64Array.from(parameters) }, of, target),
    },
    {
      of: 'network',
      to: initialParameters(network, createRandom(1)),
      run: (parameters, of = encoder, target = three) =>
        exportNetwork(network, Float32Array.from(parameters), of, target),
    },
  ];

  it.each(exports)('is refused for another encoder or target: $of', ({ to, run }) => {
    const other = fitEncoder(table, ['age'], train);
    expectError(() => run(to, other), 'bad-problem', '12 features', 'has 2', 'encoder');
    expectError(() => run(to, encoder, two), 'bad-problem', '3 classes', '"income" has 2');
  });

  it.each(exports)('is refused if parameters are too few or not finite: $of', ({ to, run }) => {
    expectError(() => run(to.subarray(1)), 'bad-problem', '39 parameters', 'got 38');
    const broken = to.map((value, i) => (i === 4 ? Number.NaN : value));
    expectError(() => run(broken), 'bad-problem', 'parameter 5 of 39', 'NaN');
  });

  it('is refused if it is no network', () => {
    const odd: FullyConnectedNetwork = { ...network, hidden: [3] };
    expectError(() => exportNetwork(odd, new Float32Array(39), encoder, three), 'bad-option', 'hidden');
  });
});
