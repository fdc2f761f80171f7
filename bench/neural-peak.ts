// The machine's peak: its fastest large product of two float32 matrices, by onnxruntime and by PyTorch.

import { createRandom } from '@fairfront/core';
import { encodeModel, Graph, matMul } from '@fairfront/neural/internal';
import { loadNodeRuntime } from '@fairfront/neural/node';
import type { Torch } from './neural-torch.js';

const SIZES = [1024, 2048];
const REPEATS = 8;

/**
 * GFlop/s of the fastest large product.
 * @param before what was found before, at another moment of a noisy machine
 */
export async function findPeaks(
  torches: readonly Torch[],
  before: Readonly<Record<string, number>> = {},
): Promise<Record<string, number>> {
  const peaks = { ...before };
  for (const size of SIZES) {
    const note = (who: string, seconds: number): void => {
      peaks[who] = Math.max(peaks[who] ?? 0, (2 * size ** 3) / seconds / 1e9);
    };
    note('onnxruntime', await timeProduct(size));
    for (const torch of torches) note('PyTorch', await torch.timeProduct(size, REPEATS));
  }
  return peaks;
}

async function timeProduct(size: number): Promise<number> {
  const graph = new Graph();
  const [left, right] = ['left', 'right'].map((name) => graph.input(name, 'float32', [size, size]));
  graph.output('product', matMul(graph, left!, right!));
  const session = await (await loadNodeRuntime()).open(encodeModel(graph));
  const { uniform } = createRandom(1);
  const matrix = {
    type: 'float32',
    dims: [size, size],
    data: Float32Array.from({ length: size * size }, uniform),
  } as const;
  let best = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const start = performance.now();
    await session.run({ left: matrix, right: matrix });
    best = Math.min(best, (performance.now() - start) / 1e3);
  }
  await session.close();
  return best;
}
