// Files of weights from strangers: they give every parameter a number, or a message.

import assert from 'node:assert/strict';
import { createRandom } from '@fairfront/core';
import { loadWeights, type Network, parameterCount } from '@fairfront/neural';
import { encodeModel, Graph, parameterShapes } from '@fairfront/neural/internal';
import fc from 'fast-check';
import { mutatedBytes, mutatedValue } from '../inputs/mutations.js';
import { mutatedProtobuf } from '../inputs/protobuf-files.js';
import { orRefused } from '../outcome.js';
import type { Target } from '../target.js';

interface Input {
  readonly bytes: Uint8Array;
  /** Whether nothing is wrong with them. */
  readonly isWhole?: true;
}

const NETWORK: Network = { kind: 'mlp', inputs: 3, hidden: [4], classes: 2, activation: 'relu' };
const SHAPES = parameterShapes(NETWORK).map(({ name, shape }) => ({
  name,
  shape,
  size: shape.reduce((product, length) => product * length, 1),
}));
const SIZES = { F64: 8, F32: 4, F16: 2, BF16: 2 };
/** A byte of which numbers of every type are small and finite. */
const BYTE = 0x3c;

export const weights: Target<Input> = {
  inputs: () => {
    const types = Object.keys(SIZES) as (keyof typeof SIZES)[];
    const onnx = onnxFile();
    const whole = [onnx, ...types.map((type) => safetensors(headerOf(type), type))];
    return fc.oneof(
      fc.constantFrom(...whole).map((bytes) => ({ bytes, isWhole: true as const })),
      { weight: 20, arbitrary: mutatedBytes(fc.constantFrom(...whole)).map((bytes) => ({ bytes })) },
      { weight: 20, arbitrary: mutatedProtobuf(onnx).map((bytes) => ({ bytes })) },
      ...types.map((type) => ({
        weight: 10,
        arbitrary: mutatedValue(headerOf(type)).map((header) => ({ bytes: safetensors(header, type) })),
      })),
    );
  },
  attempt: async ({ bytes, isWhole }) => {
    const loaded = await orRefused(() => loadWeights(NETWORK, bytes, createRandom(1)));
    if (isWhole) assert.equal(loaded?.newHead, false);
    if (loaded === undefined) return;
    assert.equal(loaded.parameters.length, parameterCount(NETWORK));
    assert.ok(loaded.parameters.every(Number.isFinite), `no parameters: ${loaded.parameters}`);
  },
};

function headerOf(dtype: keyof typeof SIZES): Record<string, unknown> {
  let end = 0;
  const entries = SHAPES.map(({ name, shape, size }) => {
    const from = end;
    end += size * SIZES[dtype];
    return [name, { dtype, shape, data_offsets: [from, end] }];
  });
  return { __metadata__: { format: 'pt' }, ...Object.fromEntries(entries) };
}

/** A file with that header, and numbers of that type for every parameter. */
function safetensors(header: unknown, dtype: keyof typeof SIZES): Uint8Array {
  const text = Buffer.from(JSON.stringify(header) ?? '');
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const numbers = Buffer.alloc(
    SHAPES.reduce((sum, { size }) => sum + SIZES[dtype] * size, 0),
    BYTE,
  );
  return Uint8Array.from(Buffer.concat([length, text, numbers]));
}

function onnxFile(): Uint8Array {
  const graph = new Graph();
  for (const { name, shape, size } of SHAPES) {
    graph.constant('float32', shape, new Float32Array(size).fill(0.5), name);
  }
  return encodeModel(graph);
}
