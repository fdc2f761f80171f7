// One file for all parts of a plug-in classifier: raw cells through it must give what core's conditionals
// give.

import { fromBinary } from '@bufbuild/protobuf';
import { createTable, encodeDense, fitEncoder, predictLinear, takeRows } from '@fairfront/core';
import type { ConstantModel } from '@fairfront/core/plug-in';
import { treeColumns } from '@fairfront/trees';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { muOf } from '../../../core/test/helpers/arbitraries.js';
import '../../../core/test/helpers/close.js';
import { allRows, numbers, rowsOf } from '../../../core/test/encoder/encoder-tables.js';
import { madeTrees } from '../../../trees/test/helpers/made-trees.js';
import { exportLinear } from '../../src/export/export-model.js';
import { exportPlugIn } from '../../src/export/export-plug-in.js';
import { mixComponents, sharedEncoding, usedComponents } from '../../src/export/mix-components.js';
import { Graph } from '../../src/graph/graph.js';
import { ModelProtoSchema } from '../../src/onnx/onnx_pb.js';
import { runGraph, numbers as valuesOf } from '../helpers/run-graph.js';
import { feedsOf, likeliest, predict } from './exported.js';
import {
  columnCount,
  encoder,
  expectedOf,
  indicators,
  linearModel,
  networkModel,
  type Parts,
  partsOf,
  table,
  targetOf,
} from './plug-in-parts.js';

const MU = [0.2, 0.3, 0.5];
const LINEAR = { relative: 1e-6, absolute: 1e-30 }; // what comes out is float32
const NETWORK = { absolute: 1e-6 };

async function expectMixture(
  parts: Parts,
  mu: readonly number[],
  tolerance: { relative?: number; absolute?: number },
  rows = table,
): Promise<void> {
  const target = targetOf(parts.classCount);
  const { probabilities, dims, labels } = await predict(
    exportPlugIn(parts, mu, encoder, target),
    feedsOf(encoder, rows),
  );
  expect(dims).toEqual([rows.rowCount, parts.classCount]);
  expect(probabilities).toBeAllClose(await expectedOf(parts, mu, rows), tolerance);
  expect(labels).toEqual(likeliest(probabilities, target.classes));
}

/** With its parts' scores in the precision of the file, but nothing rounded at the end. */
async function mixedInFull(parts: Parts, mu: readonly number[]): Promise<Float64Array> {
  const graph = new Graph();
  const used = usedComponents(parts, mu);
  expect(sharedEncoding(used)).toBe('float64');
  const features = graph.input('features', 'float64', ['rows', columnCount]);
  const places = Array.from({ length: columnCount }, (_, index) => index);
  const plain = { type: features.type, count: columnCount, plain: features, places, texts: [] };
  graph.output(
    'mixed',
    mixComponents(graph, used, { ...plain, matrix: () => features, cells: () => features }),
  );
  const { rowCount, values } = encodeDense(encoder, table, allRows(table));
  const data = Float64Array.from(values);
  const outputs = await runGraph(graph, {
    features: { type: 'float64', dims: [rowCount, columnCount], data },
  });
  return valuesOf(outputs['mixed']!).data;
}

const constantsOf = (bytes: Uint8Array): string[] =>
  fromBinary(ModelProtoSchema, bytes).graph!.initializer.map(({ name }) => name);
const countOf = (bytes: Uint8Array, operator: string): number =>
  fromBinary(ModelProtoSchema, bytes).graph!.node.filter(({ opType }) => opType === operator).length;
const metadataOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(fromBinary(ModelProtoSchema, bytes).metadataProps.map(({ key, value }) => [key, value]));

describe('linear parts', () => {
  it.each([2, 3])('%i classes: any weights, faces and corners too', async (classCount) => {
    await fc.assert(
      fc.asyncProperty(muOf(3), fc.integer({ min: 1, max: 1e6 }), async (mu, seed) => {
        await expectMixture(partsOf(classCount, linearModel, seed), mu, LINEAR);
      }),
      { numRuns: 10 },
    );
  });

  it.each([2, 3])('%i classes: in float64 to the last digits', async (classCount) => {
    const parts = partsOf(classCount, linearModel);
    expect(await mixedInFull(parts, MU)).toBeAllClose(await expectedOf(parts, MU, table), {
      relative: 1e-12,
    });
  });

  it.each([0, 1])('takes %i rows', async (rowCount) => {
    const rows = takeRows(table, rowsOf(...[6].slice(0, rowCount)));
    await expectMixture(partsOf(3, linearModel), MU, LINEAR, rows);
  });
});

describe('networks as parts', () => {
  it.each(['mlp', 'resnet'] as const)('%s', async (kind) => {
    for (const mu of [MU, [0.7, 0, 0.3]]) {
      await expectMixture(
        partsOf(2, (classes, seed) => networkModel(kind, classes, seed)),
        mu,
        NETWORK,
      );
    }
  });

  it('of unlike kinds, beside a linear one and a constant', async () => {
    const parts: Parts = {
      ...partsOf(2, linearModel),
      outcomes: [networkModel('mlp', 2, 1), { constant: [0.25, 0.75] }, networkModel('resnet', 2, 2)],
    };
    await expectMixture(parts, MU, NETWORK);
    await expectMixture({ ...parts, membership: networkModel('mlp', 3, 3) }, MU, NETWORK);
  });
});

describe('trees as parts', () => {
  const columns = treeColumns(encoder);
  const trees = (classCount: number, seed: number) => madeTrees(columns, { classCount, seed });

  it.each([2, 3])('%i classes: any weights, faces and corners too', async (classCount) => {
    await fc.assert(
      fc.asyncProperty(muOf(3), fc.integer({ min: 1, max: 1e6 }), async (mu, seed) => {
        await expectMixture(partsOf(classCount, trees, seed), mu, LINEAR);
      }),
      { numRuns: 10 },
    );
  });

  it('alone are handed columns, and no feature is made', () => {
    const bytes = exportPlugIn(partsOf(2, trees), MU, encoder, targetOf(2));
    expect([countOf(bytes, 'TreeEnsemble'), countOf(bytes, 'Sub'), countOf(bytes, 'Div')]).toEqual([4, 0, 0]);
    expect(countOf(bytes, 'LabelEncoder')).toBe(2); // of the one column of levels, and of the classes
    expect(JSON.parse(metadataOf(bytes)['fairfront.parts']!)).toEqual({
      membership: 'boosted',
      outcomes: ['boosted', 'boosted', 'boosted'],
    });
  });

  it('beside a linear model, a network and a constant', async () => {
    const parts: Parts = {
      ...partsOf(2, trees),
      outcomes: [trees(2, 4), { constant: [0.25, 0.75] }, linearModel(2, 5)],
    };
    await expectMixture(parts, MU, LINEAR);
    await expectMixture({ ...parts, membership: networkModel('mlp', 3, 3) }, MU, NETWORK);
    await expectMixture({ ...parts, membership: linearModel(3, 6) }, [0.5, 0.5, 0], LINEAR);
  });
});

describe('constant parts', () => {
  const constant: ConstantModel = { constant: [0.1, 0.2, 0.7] };

  it('are rows of the mixture', async () => {
    const { outcomes, ...rest } = partsOf(3, linearModel);
    await expectMixture({ ...rest, outcomes: [outcomes[0]!, constant, outcomes[2]!] }, MU, LINEAR);
    await expectMixture({ ...rest, outcomes: [constant, constant, outcomes[2]!] }, [0, 0.4, 0.6], LINEAR);
  });

  it('where the groups are the classes: one model, re-weighted', async () => {
    const parts: Parts = { ...partsOf(3, linearModel), outcomes: indicators([0, 1, 2], 3) };
    await expectMixture(parts, MU, LINEAR);
    expect(countOf(exportPlugIn(parts, MU, encoder, targetOf(3)), 'Gemm')).toBe(1);
    const { probabilities } = await predict(
      exportPlugIn(parts, MU, encoder, targetOf(3)),
      feedsOf(encoder, table),
    );
    const shares = predictLinear(linearModel(3, 10), encodeDense(encoder, table, allRows(table)));
    const factors = MU.map((weight, group) => weight / parts.priors[group]!);
    const expected = Array.from({ length: table.rowCount }, (_, row) => {
      const own = factors.map((factor, group) => factor * shares[3 * row + group]!);
      return own.map((value) => value / own.reduce((sum, one) => sum + one, 0));
    });
    expect(probabilities).toBeAllClose(expected.flat(), LINEAR);
  });

  it('where the class is a function of the group: two groups share one', async () => {
    const parts: Parts = { ...partsOf(2, linearModel), outcomes: indicators([1, 0, 1], 2) };
    await expectMixture(parts, MU, LINEAR);
    await expectMixture(parts, [0.5, 0, 0.5], LINEAR); // certain of one class
  });

  it('alone are the answer to every row', async () => {
    await expectMixture(
      { ...partsOf(3, linearModel), outcomes: [constant, constant, constant] },
      [0, 1, 0],
      LINEAR,
    );
  });
});

describe('parts that h^μ does not depend on', () => {
  const parts = partsOf(2, (classes, seed) => networkModel('mlp', classes, seed));
  const file = (mu: readonly number[]): Uint8Array => exportPlugIn(parts, mu, encoder, targetOf(2));

  it('are left out of the file', () => {
    const names = constantsOf(file([0.7, 0, 0.3]));
    for (const name of ['outcome1.head.bias', 'outcome3.head.bias', 'membership.head.bias']) {
      expect(names).toContain(name);
    }
    expect(names.filter((name) => name.startsWith('outcome2.'))).toEqual([]);
    expect(JSON.parse(metadataOf(file([0.7, 0, 0.3]))['fairfront.parts']!)).toEqual({
      membership: 'mlp',
      outcomes: ['mlp', null, 'mlp'],
    });
  });

  it('with all weight on one group are all but its own: the file is that model', async () => {
    expect(constantsOf(file([0, 1, 0])).filter((name) => /^(outcome[13]|membership)\./.test(name))).toEqual(
      [],
    );
    const linear = partsOf(3, linearModel);
    const own = linear.outcomes[1] as ReturnType<typeof linearModel>;
    const feeds = feedsOf(encoder, table);
    const [mixed, alone] = [
      await predict(exportPlugIn(linear, [0, 1, 0], encoder, targetOf(3)), feeds),
      await predict(exportLinear(own, encoder, targetOf(3)), feeds),
    ];
    expect(mixed).toEqual(alone);
  });
});

it('knows h^μ where p(a|x) of every group with weight has come to 0', async () => {
  const one = createTable([numbers('x', [-1, 1, 3001])]); // mean 0, scale 1: the last is 3001 scales off
  const of = fitEncoder(one, ['x'], rowsOf(0, 1));
  const score = (slope: number, bias = 0): number[] => [slope, bias];
  const parts: Parts = {
    classCount: 2,
    outcomes: [{ constant: [0.9, 0.1] }, { constant: [0.2, 0.8] }, { constant: [0.5, 0.5] }],
    membership: {
      classCount: 3,
      columnCount: 1,
      parameters: Float64Array.from([...score(0), ...score(0, Math.log(3)), ...score(1)]),
    },
    priors: [0.5, 0.25, 0.25],
  };
  const mu = [0.5, 0.5, 0];
  // q ∝ 1 · 1 and 3 · 2
  const mixed = [(0.9 + 6 * 0.2) / 7, (0.1 + 6 * 0.8) / 7];
  const { probabilities } = await predict(exportPlugIn(parts, mu, of, targetOf(2)), feedsOf(of, one));
  expect(probabilities).toBeAllClose([...mixed, ...mixed, ...mixed], { relative: 1e-6 });
  const divided = await expectedOf(parts, mu, one, of);
  expect(divided.subarray(0, 4)).toBeAllClose([...mixed, ...mixed], { relative: 1e-12 });
  expect([...divided.subarray(4)]).toEqual([0.5, 0.5]); // 0 / 0: what the population's mixture says
});

describe('rows without an answer', () => {
  const one = createTable([numbers('x', [-1, 1])]);
  const of = fitEncoder(one, ['x'], rowsOf(0, 1));
  const network = { kind: 'mlp', inputs: 1, classes: 2, hidden: [1], activation: 'relu' } as const;
  /** Of a large x it makes something finite. */
  const net = { network, parameters: Float32Array.of(-1, 0, 1, 2, 0, 1) };
  const lin = { classCount: 2, columnCount: 1, parameters: Float64Array.of(1e-70, 0) };
  const data = Float64Array.of(Infinity, -Infinity, 1e60, Number.NaN, 0.5);
  const unknown = async (
    outcomes: Parts['outcomes'],
    membership: Parts['membership'],
  ): Promise<boolean[]> => {
    const parts: Parts = { classCount: 2, outcomes, membership, priors: [0.5, 0.5] };
    const feeds = { x: { type: 'float64', dims: [5, 1], data } } as const;
    const { probabilities, labels } = await predict(exportPlugIn(parts, [0.5, 0.5], of, targetOf(2)), feeds);
    const isUnknown = labels.map((label) => label === '');
    expect([...probabilities].map(Number.isNaN)).toEqual(isUnknown.flatMap((is) => [is, is]));
    return isUnknown;
  };

  it('are those with an infinite number, or one too large for a network', async () => {
    expect(await unknown([net, net], net)).toEqual([true, true, true, false, false]);
    expect(await unknown([lin, lin], lin)).toEqual([true, true, false, false, false]);
    expect(await unknown(indicators([0, 1], 2), lin)).toEqual([true, true, false, false, false]);
    expect(await unknown([net, lin], lin)).toEqual([true, true, true, false, false]);
    expect(await unknown([lin, { constant: [0.5, 0.5] }], net)).toEqual([true, true, true, false, false]);
  });

  it('are none to trees, but for what stands beside them', async () => {
    const trees = madeTrees(treeColumns(of), { classCount: 2 });
    expect(await unknown([trees, trees], trees)).toEqual([false, false, false, false, false]);
    expect(await unknown([lin, trees], trees)).toEqual([true, true, false, false, false]);
    expect(await unknown([trees, trees], net)).toEqual([true, true, true, false, false]);
  });
});

describe('what the file says of itself', () => {
  it('its kind, that of its parts, weights and shares, beside what is added', () => {
    const parts: Parts = {
      ...partsOf(2, linearModel),
      outcomes: [networkModel('resnet', 2, 1), linearModel(2, 2), { constant: [0.5, 0.5] }],
    };
    const bytes = exportPlugIn(parts, MU, encoder, targetOf(2), {
      description: 'Minimax.',
      metadata: { 'fairfront.kind': 'not this', more: '1' },
    });
    const metadata = metadataOf(bytes);
    expect(metadata).toMatchObject({ 'fairfront.kind': 'plug-in', 'fairfront.target': 'y', more: '1' });
    expect(JSON.parse(metadata['fairfront.parts']!)).toEqual({
      membership: 'linear',
      outcomes: ['resnet', 'linear', 'constant'],
    });
    expect(JSON.parse(metadata['fairfront.mu']!)).toEqual(MU);
    expect(JSON.parse(metadata['fairfront.priors']!)).toEqual(parts.priors);
    expect(fromBinary(ModelProtoSchema, bytes).docString).toMatch(
      /^Minimax\.\n\nPredicts "y".*\n\n.*p\(A\|X\)/,
    );
  });

  it('inputs are columns alone: no group is asked for', () => {
    const bytes = exportPlugIn(partsOf(2, linearModel), MU, encoder, targetOf(2));
    const { input } = fromBinary(ModelProtoSchema, bytes).graph!;
    expect(input.map(({ name }) => name)).toEqual(['age', 'gain', 'job']);
  });
});
