import { describe, expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.js';
import { encodeModel } from '../../src/onnx/encode-model.js';
import { relu } from '../../src/operators/activations.js';
import { scale } from '../../src/operators/arithmetic.js';
import { gemm } from '../../src/operators/matrix.js';
import { runtimeOf, type Session, type TensorValue } from '../../src/session/runtime.js';
import { expectRejection } from '../helpers/errors.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { feed, runGraph } from '../helpers/run-graph.js';

const model = (() => {
  const graph = new Graph();
  graph.output('y', scale(graph, graph.input('x', 'float32', ['rows']), 2));
  return encodeModel(graph);
})();
const x: TensorValue = { type: 'float32', dims: [3], data: Float32Array.of(1, 2, 3) };

describe('a session', () => {
  it.each([{}, { device: 'cpu' }, { threads: 1 }, { device: 'cpu', threads: 2 }])(
    'runs as often as it is asked to: %o',
    async (options) => {
      const session = await nodeRuntime.open(model, options);
      for (let run = 0; run < 3; run++) {
        const { y } = await session.run({ x });
        expect(y).toMatchObject({ type: 'float32', dims: [3] });
        expect(y!.data).toEqual(Float32Array.of(2, 4, 6));
      }
      expect(x.data).toEqual(Float32Array.of(1, 2, 3));
      await session.close();
    },
  );

  it('runs no more once it is closed', async () => {
    const session = await nodeRuntime.open(model);
    await session.close();
    await expect(session.run({ x })).rejects.toThrow('disposed');
  });

  it('takes a model that is part of a larger buffer', async () => {
    const larger = new Uint8Array(model.length + 7);
    larger.set(model, 3);
    const session = await nodeRuntime.open(larger.subarray(3, 3 + model.length));
    expect((await session.run({ x }))['y']!.data).toEqual(Float32Array.of(2, 4, 6));
    await session.close();
  });

  it('says what is missing', async () => {
    const session = await nodeRuntime.open(model);
    await expect(session.run({})).rejects.toThrow("input 'x' is missing");
    await session.close();
  });

  it('is not opened on what is no model; that is no fault of the device', async () => {
    const failure = nodeRuntime.open(Uint8Array.of(1, 2, 3));
    await expect(failure).rejects.toThrow('protobuf parsing failed');
    await expect(failure).rejects.not.toHaveProperty('code', 'bad-device');
  });
});

describe('a device', () => {
  it.each(['nonsense', 'CPU', ''])('"%s" is not known', async (device) => {
    await expectRejection(
      nodeRuntime.open(model, { device }),
      'bad-device',
      `device "${device}" is not known to this onnxruntime, which knows: cpu, webgpu`,
      "use `device: 'cpu'`",
      'needs an onnxruntime with that execution provider',
    );
  });

  // Only where this machine has none: CI has neither a graphics card nor CUDA.
  it.each([
    ['webgpu', 'a graphics card with a driver'],
    ['cuda', 'CUDA 12'],
  ])('"%s" cannot be used where there is none', async (device, needs) => {
    const opened = await nodeRuntime.open(model, { device }).catch((error: unknown) => error);
    if (!(opened instanceof Error)) return (opened as Session).close();
    expect(opened).toMatchObject({ code: 'bad-device' });
    expect(opened.message).toContain(`device "${device}" cannot be used on this machine: `);
    expect(opened.message).toContain(
      `"cpu" is always available: use \`device: 'cpu'\`; "${device}" needs ${needs}`,
    );
    expect(opened.message).not.toContain('onnxruntime_src'); // a place in the runtime's source code
  });

  it('goes to the runtime by its name, with the threads, and alone', async () => {
    const seen: object[] = [];
    const runtime = runtimeOf({
      InferenceSession: {
        create: async (_, options) => {
          seen.push(options);
          return { run: async () => ({}) };
        },
      },
      Tensor: class {
        readonly type = 'float32';
        readonly dims = [];
        readonly data = undefined;
      },
    });
    const session = await runtime.open(model, { device: 'cuda', threads: 3 });
    await runtime.open(model);
    await session.close(); // nothing to release: not an error
    expect(seen[0]).toMatchObject({ executionProviders: ['cuda'], intraOpNumThreads: 3 });
    expect(seen[1]).toMatchObject({ executionProviders: ['cpu'] });
    expect(seen[1]).not.toHaveProperty('intraOpNumThreads');
  });

  it('keeps the reason of its failure', async () => {
    const reason = new Error('libcudart.so is missing');
    const runtime = runtimeOf({
      InferenceSession: { create: () => Promise.reject(reason) },
      listSupportedBackends: () => [{ name: 'cpu' }, { name: 'cuda' }],
      Tensor: class {
        readonly type = 'float32';
        readonly dims = [];
        readonly data = undefined;
      },
    });
    const failure = runtime.open(model, { device: 'cuda' });
    await expectRejection(failure, 'bad-device', '"cuda"', 'libcudart.so is missing');
    await expect(failure).rejects.toHaveProperty('cause', reason);
  });
});

it('runs a product and the ReLU after it in f64, which older runtimes fused into an operator they do not have', async () => {
  const graph = new Graph();
  const a = graph.input('a', 'float64', [2, 2]);
  const h = relu(graph, gemm(graph, a, a, { bias: graph.constant('float64', [2], [-3, 3]) }));
  graph.output('h', h);
  const feeds = { a: feed('float64', { shape: [2, 2], data: Float64Array.of(1, 0, 0, 1) }) };
  expect((await runGraph(graph, feeds))['h']!.data).toEqual(Float64Array.of(0, 3, 0, 4));
});
