import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { Graph } from '../../src/graph/graph.js';
import type { DataType } from '../../src/graph/tensor.js';
import { encodeModel, ML_DOMAIN } from '../../src/onnx/encode-model.js';
import { ModelProtoSchema } from '../../src/onnx/onnx_pb.js';
import { add, mul, scale } from '../../src/operators/arithmetic.js';
import { feed, runGraph, withGraph } from '../helpers/run-graph.js';

const decode = (graph: Graph, ...rest: [Parameters<typeof encodeModel>[1]?]) =>
  fromBinary(ModelProtoSchema, encodeModel(graph, ...rest));
const list = (...data: number[]) => ({ shape: [data.length], data: Float64Array.from(data) });

describe('the model', () => {
  function twice(): Graph {
    const graph = new Graph();
    graph.output('twice', scale(graph, graph.input('x', 'float32', ['rows', 2]), 2));
    return graph;
  }

  it('has the names and shapes of inputs and outputs, an open size by its name', () => {
    const { graph } = decode(twice());
    expect(graph!.input.map(({ name }) => name)).toEqual(['x']);
    expect(graph!.output.map(({ name }) => name)).toEqual(['twice']);
    for (const { type } of [...graph!.input, ...graph!.output]) {
      expect(type!.value.value!.elemType).toBe(1);
      expect(type!.value.value!.shape!.dim.map(({ value }) => value)).toEqual([
        { case: 'dimParam', value: 'rows' },
        { case: 'dimValue', value: 2n },
      ]);
    }
  });

  it('says what it is and of what version, for people and for programs', () => {
    const model = decode(twice(), { description: 'doubles', metadata: { classes: 'no,yes', größe: '2' } });
    expect(model.docString).toBe('doubles');
    expect(model.producerName).toBe('fairfront');
    expect(model.irVersion).toBe(8n);
    expect(model.metadataProps.map(({ key, value }) => [key, value])).toEqual([
      ['classes', 'no,yes'],
      ['größe', '2'],
    ]);
    expect(model.opsetImport.map(({ domain, version }) => [domain, version])).toEqual([['', 17n]]);
    expect(decode(twice()).metadataProps).toEqual([]);
  });

  it('runs at any number of rows', async () => {
    await withGraph(twice(), async (run) => {
      for (const rows of [1, 3]) {
        const data = Float64Array.from({ length: 2 * rows }, (_, i) => i);
        const { twice: doubled } = await run({ x: feed('float32', { shape: [rows, 2], data }) });
        expect(doubled!.dims).toEqual([rows, 2]);
        expect(doubled!.data).toEqual(Float32Array.from(data, (value) => 2 * value));
      }
    });
  });

  it('is the same bytes each time', () => {
    expect(encodeModel(twice())).toEqual(encodeModel(twice()));
  });
});

describe('constants', () => {
  it.each<[DataType, number[], ArrayLike<number | bigint>]>([
    ['float32', [0.1, -1e30, 0], Float32Array.of(0.1, -1e30, 0)],
    ['float64', [0.1, -1e300, Number.NEGATIVE_INFINITY], Float64Array.of(0.1, -1e300, -Infinity)],
    ['int32', [-(2 ** 31), 2 ** 31 - 1, 0], Int32Array.of(-(2 ** 31), 2 ** 31 - 1, 0)],
    ['int64', [-(2 ** 53), 2 ** 53, 0], BigInt64Array.of(-(2n ** 53n), 2n ** 53n, 0n)],
    ['uint8', [0, 1, 255], Uint8Array.of(0, 1, 255)],
    ['bool', [0, 1, 0], Uint8Array.of(0, 1, 0)],
  ])('%s come out as they went in', async (type, values, expected) => {
    const graph = new Graph();
    graph.output('y', graph.constant(type, [3, 1], values));
    const { y } = await runGraph(graph);
    expect(y).toMatchObject({ type, dims: [3, 1] });
    expect(y!.data).toEqual(expected);
  });

  it('that are part of a larger buffer come out alone', async () => {
    const graph = new Graph();
    const buffer = Float32Array.of(1, 2, 3, 4, 5);
    graph.output('y', graph.constant('float32', [2], buffer.subarray(2, 4)));
    expect((await runGraph(graph))['y']!.data).toEqual(Float32Array.of(3, 4));
  });

  it('are no strings', () => {
    const graph = new Graph();
    graph.output('y', graph.constant('string', [1], [1]));
    expectError(() => encodeModel(graph), 'bad-graph', 'a constant holds numbers', 'attributes');
  });
});

// Each attribute changes what comes out, so the runtime has read it.
describe('attributes', () => {
  it('whole number: axis of a sum', async () => {
    const graph = new Graph();
    const x = graph.input('x', 'float64', [2, 2]);
    const zero = graph.scalar('int64', 0);
    const [sums] = graph.node('CumSum', [x, zero], [x], { attributes: { reverse: 1, exclusive: 0 } });
    graph.output('y', sums!);
    const { y } = await runGraph(graph, {
      x: feed('float64', { shape: [2, 2], data: Float64Array.of(1, 2, 3, 4) }),
    });
    expect(y!.data).toEqual(Float64Array.of(4, 6, 3, 4));
  });

  it('fraction: the slope of a leaky ReLU', async () => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [2]);
    graph.output('y', graph.node('LeakyRelu', [x], [x], { attributes: { alpha: { float: 0.25 } } })[0]!);
    const { y } = await runGraph(graph, { x: feed('float32', list(-4, 4)) });
    expect(y!.data).toEqual(Float32Array.of(-1, 4));
  });

  it('whole numbers: the order of axes', async () => {
    const graph = new Graph();
    const x = graph.input('x', 'float32', [1, 2, 3]);
    const [y] = graph.node('Transpose', [x], [{ type: 'float32', shape: [2, 3, 1] }], {
      attributes: { perm: { ints: [1, 2, 0] } },
    });
    graph.output('y', y!);
    const outputs = await runGraph(graph, {
      x: feed('float32', { shape: [1, 2, 3], data: Float64Array.of(0, 1, 2, 3, 4, 5) }),
    });
    expect(outputs['y']!.dims).toEqual([2, 3, 1]);
  });

  it('string: the way of scattering', async () => {
    const scatter = async (reduction: string) => {
      const graph = new Graph();
      const x = graph.input('x', 'float32', [2]);
      const places = graph.constant('int64', [2, 1], [1, 1]);
      const inputs = [x, places, graph.constant('float32', [2], [5, 7])];
      graph.output('y', graph.node('ScatterND', inputs, [x], { attributes: { reduction } })[0]!);
      return (await runGraph(graph, { x: feed('float32', list(1, 2)) }))['y']!.data;
    };
    expect(await scatter('add')).toEqual(Float32Array.of(1, 14));
    expect(await scatter('mul')).toEqual(Float32Array.of(1, 70));
  });

  it('strings, and operators of classical machine learning: codes of levels', async () => {
    const graph = new Graph();
    const x = graph.input('x', 'string', ['rows']);
    const [codes] = graph.node('LabelEncoder', [x], [{ type: 'int64', shape: ['rows'] }], {
      domain: ML_DOMAIN,
      attributes: {
        keys_strings: ['Zürich', '', '東京'],
        values_int64s: { ints: [10, 20, 30] },
        default_int64: -1,
      },
    });
    graph.output('codes', codes!);
    expect(decode(graph).opsetImport.map(({ domain, version }) => [domain, version])).toEqual([
      ['', 17n],
      [ML_DOMAIN, 3n],
    ]);
    const outputs = await runGraph(graph, {
      x: { type: 'string', dims: [4], data: ['東京', 'Zürich', 'Oslo', ''] },
    });
    expect(outputs['codes']!.data).toEqual(BigInt64Array.of(30n, 10n, -1n, 20n));
  });

  it('fractions: numbers of levels, of which none may be one', async () => {
    const graph = new Graph();
    const x = graph.input('x', 'string', ['rows']);
    const [numbers] = graph.node('LabelEncoder', [x], [{ type: 'float32', shape: ['rows'] }], {
      domain: ML_DOMAIN,
      attributes: {
        keys_strings: ['a', 'b'],
        values_floats: { floats: [0.5, Number.NaN] },
        default_float: { float: Number.NaN },
      },
    });
    graph.output('numbers', numbers!);
    const { numbers: found } = await runGraph(graph, {
      x: { type: 'string', dims: [3], data: ['b', 'a', 'c'] },
    });
    expect(found!.data).toEqual(Float32Array.of(Number.NaN, 0.5, Number.NaN));
  });

  it('tensors, and an operator of a later version: a tree', async () => {
    const graph = new Graph();
    const x = graph.input('x', 'float64', ['rows', 1]);
    const list = (type: DataType, ...values: number[]) => ({ tensor: { type, values } });
    const [sums] = graph.node('TreeEnsemble', [x], [{ type: 'float64', shape: ['rows', 1] }], {
      domain: ML_DOMAIN,
      attributes: {
        n_targets: 1,
        tree_roots: { ints: [0] },
        nodes_featureids: { ints: [0] },
        nodes_modes: list('uint8', 4), // equal
        nodes_splits: list('float64', 0.1),
        nodes_truenodeids: { ints: [0] },
        nodes_trueleafs: { ints: [1] },
        nodes_falsenodeids: { ints: [1] },
        nodes_falseleafs: { ints: [1] },
        leaf_targetids: { ints: [0, 0] },
        leaf_weights: list('float64', 1e-300, 2),
      },
    });
    graph.output('sums', sums!);
    expect(decode(graph).opsetImport.map(({ domain, version }) => [domain, version])).toEqual([
      ['', 17n],
      [ML_DOMAIN, 5n],
    ]);
    const { sums: found } = await runGraph(graph, {
      x: feed('float64', { shape: [2, 1], data: Float64Array.of(0.1, 0.1 + 1e-15) }),
    });
    expect(found!.data).toEqual(Float64Array.of(1e-300, 2));
  });

  it('graph: the body of a loop, which sees what is around it', async () => {
    const graph = new Graph();
    const steps = graph.input('steps', 'int64', []);
    const factor = graph.input('factor', 'float64', []);
    const start = graph.input('start', 'float64', [2]);
    const body = new Graph(graph);
    body.input('iteration', 'int64', []);
    const going = body.input('going', 'bool', []);
    const carried = body.input('carried', 'float64', [2]);
    body.output('goOn', going);
    body.yield(add(body, mul(body, carried, factor), body.scalar('float64', 1)));
    const [end] = graph.node('Loop', [steps, undefined, start], [start], { attributes: { body } });
    graph.output('end', end!);
    await withGraph(graph, async (run) => {
      const after = async (count: number) =>
        (
          await run({
            steps: feed('int64', { shape: [], data: Float64Array.of(count) }),
            factor: feed('float64', { shape: [], data: Float64Array.of(2) }),
            start: feed('float64', list(0, 5)),
          })
        )['end']!.data;
      expect(await after(0)).toEqual(Float64Array.of(0, 5));
      expect(await after(3)).toEqual(Float64Array.of(7, 47)); // x ← 2x + 1, three times
    });
  });
});
