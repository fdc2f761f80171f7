// Networks of strangers as backbones: they make features of pictures, or a message.

import assert from 'node:assert/strict';
import { backboneFeatures, backboneSize, openBackbone } from '@fairfront/neural';
import {
  add,
  conv,
  encodeModel,
  Graph,
  globalAveragePool,
  matMul,
  relu,
  softmax,
} from '@fairfront/neural/internal';
import { loadNodeRuntime } from '@fairfront/neural/node';
import fc from 'fast-check';
import { mutatedBytes } from '../inputs/mutations.js';
import { mutatedProtobuf } from '../inputs/protobuf-files.js';
import { orRefused } from '../outcome.js';
import type { Target } from '../target.js';

interface Input {
  readonly bytes: Uint8Array;
  /** Whether nothing is wrong with them. */
  readonly isWhole?: true;
}

const LABEL = 'backbone.onnx';
/** More than a backbone is handed at a time. */
const ROWS = 33;
const ENDINGS = ['maps', 'pooled', 'probabilities'] as const;

export const backbone: Target<Input> = {
  inputs: () => {
    const whole = ENDINGS.map(backboneFile);
    return fc.oneof(
      fc.constantFrom(...whole).map((bytes) => ({ bytes, isWhole: true as const })),
      { weight: 5, arbitrary: mutatedBytes(fc.constantFrom(...whole)).map((bytes) => ({ bytes })) },
      ...whole.map((file) => ({
        weight: 10,
        arbitrary: mutatedProtobuf(file).map((bytes) => ({ bytes })),
      })),
    );
  },
  attempt: async ({ bytes, isWhole }) => {
    const runtime = await loadNodeRuntime();
    const made = await orRefused(async () => {
      const height = backboneSize(bytes, LABEL);
      const pictures = new Uint8Array(ROWS * height * height * 3).fill(100);
      const opened = await openBackbone(runtime, bytes, LABEL, { size: height }, { threads: 1 });
      const features = await backboneFeatures(runtime, opened, pictures, { threads: 1 });
      return { features: features!, featureCount: opened.featureCount };
    });
    if (isWhole) assert.notEqual(made, undefined);
    if (made === undefined) return;
    assert.ok(made.featureCount > 0, 'there are no features');
    assert.equal(made.features.length, ROWS * made.featureCount);
    assert.ok(made.features.every(Number.isFinite), 'a feature is no number');
  },
};

/** A convolution, means over pixels, a last layer. */
function backboneFile(ending: (typeof ENDINGS)[number]): Uint8Array {
  const graph = new Graph();
  const numbers = (shape: readonly number[]) => {
    const size = shape.reduce((product, length) => product * length, 1);
    return graph.constant(
      'float32',
      shape,
      Float32Array.from({ length: size }, (_, i) => Math.sin(i + 1)),
    );
  };
  const picture = graph.input('picture', 'float32', ['rows', 3, 8, 8]);
  const maps = relu(graph, conv(graph, picture, numbers([2, 3, 3, 3]), { padding: 1 }));
  const pooled = ending === 'maps' ? maps : globalAveragePool(graph, maps);
  const isWhole = ending === 'probabilities';
  const last = isWhole ? add(graph, matMul(graph, pooled, numbers([2, 4])), numbers([4])) : pooled;
  graph.output('out', isWhole ? softmax(graph, last) : last);
  return encodeModel(graph);
}
