// Runs a graph in Node's onnxruntime.

import type { Graph } from '../../src/graph/graph.js';
import type { DataType } from '../../src/graph/tensor.js';
import { encodeModel } from '../../src/onnx/encode-model.js';
import type { Runtime, Session, TensorValue, TensorValues } from '../../src/session/runtime.js';
import type { Values } from './arrays.js';
import { nodeRuntime } from './node-runtime.js';

/** f64 numbers as a value of the runtime, rounded where the type asks for it. */
export function feed(type: DataType, { shape, data }: Values): TensorValue {
  const typed: Partial<Record<DataType, (data: Float64Array) => TensorValue['data']>> = {
    float32: (numbers) => Float32Array.from(numbers),
    float64: (numbers) => numbers,
    int32: (numbers) => Int32Array.from(numbers),
    int64: (numbers) => BigInt64Array.from(Array.from(numbers, BigInt)),
    uint8: (numbers) => Uint8Array.from(numbers),
  };
  return { type, dims: shape, data: typed[type]!(data) };
}

export function numbers({ dims, data }: TensorValue): Values {
  return { shape: dims, data: Float64Array.from(data as ArrayLike<number>) };
}

/** Opens a graph for as long as `use` takes. One thread: the graphs of tests are small. */
export async function withGraph<Result>(
  graph: Graph,
  use: (run: Session['run']) => Promise<Result>,
  runtime: Runtime = nodeRuntime,
): Promise<Result> {
  const session = await runtime.open(encodeModel(graph), { threads: 1 });
  try {
    return await use(session.run);
  } finally {
    await session.close();
  }
}

/** Its outputs, by name. */
export function runGraph(
  graph: Graph,
  feeds: TensorValues = {},
  runtime: Runtime = nodeRuntime,
): Promise<TensorValues> {
  return withGraph(graph, (run) => run(feeds), runtime);
}
