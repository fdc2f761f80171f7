// Weights from files: names, types, the last layer, and files that are damaged or hostile.

import { create, toBinary } from '@bufbuild/protobuf';
import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { exportNetwork } from '../../src/export/export-model.js';
import { Graph } from '../../src/graph/graph.js';
import { loadWeights } from '../../src/network/load-weights.js';
import { type PictureNetwork, splitParameters } from '../../src/network/network.js';
import { encodeModel } from '../../src/onnx/encode-model.js';
import {
  GraphProtoSchema,
  ModelProtoSchema,
  StringStringEntryProtoSchema,
  type TensorProto,
  TensorProtoSchema,
} from '../../src/onnx/onnx_pb.js';
import { densenet11, madeParameters } from './made-pictures.js';

const network = densenet11(24, 20, 3);
const parameters = madeParameters(network);
const convnet: PictureNetwork = { kind: 'convnet', picture: { height: 8, width: 8 }, classes: 3 };

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}
type Entries = ReadonlyMap<string, Entry>;

const bytesOf = (values: ArrayBufferView): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** The made-up parameters as entries of a file. */
function entriesOf(change: (name: string, entry: Entry) => [string, Entry] | undefined = (...own) => own) {
  return new Map(
    splitParameters(network, parameters).flatMap(({ name, shape, values }) => {
      const changed = change(name, { dtype: 'F32', shape, bytes: bytesOf(values) });
      return changed === undefined ? [] : [changed];
    }),
  );
}

function fileOf(header: string, data: Uint8Array, length = header.length): Uint8Array {
  const file = new Uint8Array(8 + header.length + data.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(length), true);
  file.set(Buffer.from(header, 'latin1'), 8);
  file.set(data, 8 + header.length);
  return file;
}

function safetensors(entries: Entries): Uint8Array {
  let end = 0;
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  for (const [name, { dtype, shape, bytes }] of entries) {
    header[name] = { dtype, shape, data_offsets: [end, end + bytes.length] };
    end += bytes.length;
  }
  const data = new Uint8Array(end);
  let at = 0;
  for (const { bytes } of entries.values()) {
    data.set(bytes, at);
    at += bytes.length;
  }
  return fileOf(JSON.stringify(header), data);
}

const load = (bytes: Uint8Array, of = network) => loadWeights(of, bytes, createRandom(1));

describe('loadWeights', () => {
  it('takes all tensors by name, and leaves others aside', () => {
    const entries = entriesOf();
    entries.set('features.norm0.num_batches_tracked', { dtype: 'I64', shape: [], bytes: new Uint8Array(8) });
    const { parameters: found, newHead } = load(safetensors(new Map([...entries].reverse())));
    expect(found).toEqual(parameters);
    expect(newHead).toBe(false);
  });

  it.each<[string, (name: string) => string]>([
    ['names of old torchvision', (name) => name.replace(/(norm|conv)([12])\./, '$1.$2.')],
    ['a model within another', (name) => `module.backbone.${name}`],
  ])('takes %s', (_, rename) => {
    expect([...entriesOf().keys()].map(rename)).not.toEqual([...entriesOf().keys()]);
    const file = safetensors(entriesOf((name, entry) => [rename(name), entry]));
    expect(load(file).parameters).toEqual(parameters);
  });

  it.each<[string, (value: Float32Array) => ArrayBufferView, number]>([
    ['F64', (values) => Float64Array.from(values), 0],
    [
      'BF16',
      (values) => new Uint16Array(bytesOf(values).slice().buffer).filter((_, i) => i % 2 === 1),
      2 ** -7,
    ],
    ['F16', (values) => Uint16Array.from(values, halfBits), 2 ** -10],
  ])('reads %s', (dtype, write, rounding) => {
    const file = safetensors(
      entriesOf((name, { shape, bytes }) => [
        name,
        { dtype, shape, bytes: bytesOf(write(new Float32Array(bytes.slice().buffer))) },
      ]),
    );
    const { parameters: found } = load(file);
    found.forEach((value, i) => {
      const right = parameters[i]!;
      if (Math.abs(value - right) > rounding * Math.abs(right) + rounding * 1e-4) {
        expect(value, `parameter ${i}`).toBe(right);
      }
    });
  });

  it.each<[string, Parameters<typeof entriesOf>[0]]>([
    ['other classes', (name, entry) => [name, name.startsWith('classifier') ? ofClasses(entry, 7) : entry]],
    ['no last layer', (name, entry) => (name.startsWith('classifier') ? undefined : [name, entry])],
  ])('makes the last layer new where the file has %s', (_, change) => {
    const { parameters: found, newHead } = load(safetensors(entriesOf(change)));
    expect(newHead).toBe(true);
    const [weights, bias] = splitParameters(network, found).slice(-2);
    const size = weights!.values.length + bias!.values.length;
    expect(found.slice(0, -size)).toEqual(parameters.slice(0, -size));
    expect(bias!.values).toEqual(new Float32Array(3));
    const width = weights!.shape[1]!;
    for (let row = 0; row < 3; row++) {
      const own = weights!.values.subarray(row * width, (row + 1) * width);
      expect(own.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5);
    }
  });

  it('takes an ONNX file, our own among them', () => {
    const own = madeParameters(convnet);
    const target = { name: 'kind', classes: ['a', 'b', 'c'] };
    const file = exportNetwork(convnet, own, { column: 'photo', picture: convnet.picture }, target);
    expect(load(file, convnet)).toEqual({ parameters: own, newHead: false });
  });

  const initialisers = (change: (values: Float32Array) => Partial<TensorProto>): Uint8Array => {
    const initializer = splitParameters(network, parameters).map(({ name, shape, values }) =>
      create(TensorProtoSchema, { name, dims: shape.map(BigInt), dataType: 1, ...change(values) } as never),
    );
    const graph = create(GraphProtoSchema, { initializer });
    return toBinary(ModelProtoSchema, create(ModelProtoSchema, { graph }));
  };

  it.each<[string, (values: Float32Array) => Partial<TensorProto>]>([
    ['floats one by one', (values) => ({ floatData: [...values] })],
    ['doubles one by one', (values) => ({ dataType: 11, doubleData: [...values] })],
    ['raw doubles', (values) => ({ dataType: 11, rawData: bytesOf(Float64Array.from(values)) })],
  ])('takes initialisers of ONNX as %s', (_, change) => {
    expect(load(initialisers(change)).parameters).toEqual(parameters);
  });

  it('takes 16 bits one by one', () => {
    const file = initialisers((values) => ({ dataType: 10, int32Data: Array.from(values, halfBits) }));
    expect(load(file).parameters[0]).toBeCloseTo(parameters[0]!, 3);
  });

  it.each<[string, Partial<TensorProto>, string[]]>([
    [
      'another file',
      { externalData: [create(StringStringEntryProtoSchema, { key: 'location', value: '../secret' })] },
      ['features.conv0.weight', 'another file', 'one file'],
    ],
    ['too few numbers', { rawData: new Uint8Array(12) }, ['features.conv0.weight', '1176 numbers']],
    ['whole numbers', { dataType: 7 }, ['features.conv0.weight', 'floating-point']],
    [
      'numbers of 16 bits under the type of 32',
      { int32Data: Array<number>(1176).fill(1) },
      ['features.conv0.weight', '1176 numbers'],
    ],
  ])('refuses initialisers of ONNX with %s', (_, change, parts) => {
    expectError(() => load(initialisers(() => change)), 'bad-file', ...parts);
  });

  it.each<[string, Uint8Array, string[]]>([
    [
      'a tensor of another shape',
      safetensors(
        entriesOf((name, entry) => [
          name,
          name === 'features.conv0.weight' ? { ...entry, shape: [8, 3, 49, 1] } : entry,
        ]),
      ),
      ['features.conv0.weight', '8 × 3 × 49 × 1', '8 × 3 × 7 × 7', 'densenet11'],
    ],
    [
      'a tensor that is missing',
      safetensors(entriesOf((name, entry) => (name === 'features.norm5.bias' ? undefined : [name, entry]))),
      ['no tensor "features.norm5.bias"'],
    ],
    [
      'whole numbers',
      safetensors(
        entriesOf((name, entry) => [
          name,
          name === 'features.norm5.bias' ? { ...entry, dtype: 'I32' } : entry,
        ]),
      ),
      ['features.norm5.bias', 'I32', 'BF16'],
    ],
    [
      'a number that is none',
      safetensors(
        entriesOf((name, entry) => [
          name,
          name === 'features.norm0.bias'
            ? { ...entry, bytes: bytesOf(new Float32Array(8).fill(Number.NaN, 3)) }
            : entry,
        ]),
      ),
      ['number 4', 'features.norm0.bias', 'NaN'],
    ],
    [
      'a variance below 0',
      safetensors(
        entriesOf((name, entry) => [
          name,
          name === 'features.norm0.running_var'
            ? { ...entry, bytes: bytesOf(new Float32Array(8).fill(-1, 3)) }
            : entry,
        ]),
      ),
      ['number 4', 'features.norm0.running_var', '-1'],
    ],
    ['a file that goes on', Uint8Array.of(...safetensors(entriesOf()), 0), ['goes on after its last tensor']],
    ['an empty file', new Uint8Array(), ['neither safetensors nor ONNX', 'save_file']],
    [
      'a file of PyTorch',
      new TextEncoder().encode('PK\u0003\u0004 archive/data.pkl'),
      ['neither', 'save_file'],
    ],
    [
      'an ONNX file of another network',
      encodeModel(new Graph()),
      ['no tensor "features.conv0.weight"', 'PRESERVE'],
    ],
  ])('refuses %s', (_, bytes, parts) => {
    expectError(() => load(bytes), 'bad-file', ...parts);
  });

  const one = (entry: unknown, data = 8): Uint8Array =>
    fileOf(JSON.stringify({ a: entry }), new Uint8Array(data));
  it.each<[string, Uint8Array, string]>([
    ['a header longer than the file', fileOf('{}', new Uint8Array(4), 1000), '1000 bytes'],
    ['a header longer than any', fileOf('{}', new Uint8Array(4), 2 ** 47), 'header'],
    ['a header that is no JSON', fileOf('{"a":', new Uint8Array()), 'no JSON'],
    ['a header that is no UTF-8', fileOf('{"a\xff": 1}', new Uint8Array()), 'header'],
    ['a header of brackets', fileOf(`{"a":${'['.repeat(100_000)}`, new Uint8Array()), 'too deeply'],
    ['a tensor without a place', one({ dtype: 'F32', shape: [2] }), '"a"'],
    ['a tensor that is null', one(null), '"a"'],
    ['a shape with a fraction', one({ dtype: 'F32', shape: [0.5], data_offsets: [0, 8] }), '"a"'],
    ['an offset below 0', one({ dtype: 'F32', shape: [2], data_offsets: [-8, 0] }), '"a"'],
    [
      'an offset that ends before it begins',
      one({ dtype: 'F32', shape: [0], data_offsets: [8, 4] }),
      'outside',
    ],
    ['a tensor beyond the file', one({ dtype: 'F32', shape: [4], data_offsets: [0, 16] }), 'outside'],
    ['a shape that needs more', one({ dtype: 'F32', shape: [1e6, 1e6], data_offsets: [0, 8] }), 'numbers'],
    [
      'bytes before the first tensor',
      one({ dtype: 'F32', shape: [1], data_offsets: [4, 8] }),
      'does not begin',
    ],
    [
      'tensors one over the other',
      fileOf(
        JSON.stringify({
          a: { dtype: 'F32', shape: [2], data_offsets: [0, 8] },
          b: { dtype: 'F32', shape: [2], data_offsets: [4, 12] },
        }),
        new Uint8Array(12),
      ),
      '"b" does not begin',
    ],
  ])('refuses %s', (_, bytes, words) => {
    expectError(() => load(bytes), 'bad-file', words);
  });
});

/** As of a network with another number of classes. */
function ofClasses({ dtype, shape }: Entry, classes: number): Entry {
  const own = [classes, ...shape.slice(1)];
  return { dtype, shape: own, bytes: new Uint8Array(4 * own.reduce((size, length) => size * length, 1)) };
}

/** The nearest number of 16 bits, for numbers below 65,504. */
function halfBits(value: number): number {
  const size = Math.abs(value);
  const sign = value < 0 ? 0x8000 : 0;
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) * 1024 + Math.round((size / 2 ** exponent - 1) * 1024));
}
