// What runs graphs: onnxruntime, in Node or in a browser. The two have one interface, so a runtime is made from either of them and nothing
// else in this package knows which it is.

import { FairfrontError } from '@fairfront/core';
import type { DataType } from '../graph/tensor.js';

export type TensorData =
  | Float32Array
  | Float64Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | readonly string[];

export interface TensorValue {
  readonly type: DataType;
  readonly dims: readonly number[];
  readonly data: TensorData;
}

export type TensorValues = Readonly<Record<string, TensorValue>>;

export interface Session {
  run(feeds: TensorValues): Promise<TensorValues>;
  close(): Promise<void>;
}

export interface SessionOptions {
  /** An execution provider of the runtime, by its name. Default "cpu". */
  readonly device?: string;
  /** Threads that share one operator. By default the runtime's own choice: one for each core. */
  readonly threads?: number;
}

export interface Runtime {
  open(model: Uint8Array, options?: SessionOptions): Promise<Session>;
}

/** As much of onnxruntime-node, or onnxruntime-web, as is needed. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: object): Promise<OnnxSession>;
  };
  /** Where the runtime can tell. */
  readonly listSupportedBackends?: () => readonly { readonly name: string }[];
  readonly Tensor: new (type: DataType, data: never, dims: readonly number[]) => OnnxTensor;
}

interface OnnxTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: unknown;
}

interface OnnxSession {
  run(feeds: Record<string, OnnxTensor>): Promise<Readonly<Record<string, OnnxTensor>>>;
  release?(): Promise<void>;
}

export function runtimeOf(onnx: OnnxRuntime): Runtime {
  return {
    open: async (model, { device = 'cpu', threads } = {}) => {
      const session = await openSession(onnx, model, device, threads);
      return {
        run: async (feeds) => {
          const inputs: Record<string, OnnxTensor> = Object.create(null); // a column may be named __proto__
          for (const [name, { type, data, dims }] of Object.entries(feeds)) {
            inputs[name] = new onnx.Tensor(type, data as never, dims);
          }
          return (await session.run(inputs)) as unknown as TensorValues;
        },
        close: async () => session.release?.(),
      };
    },
  };
}

async function openSession(
  { InferenceSession, listSupportedBackends }: OnnxRuntime,
  model: Uint8Array,
  device: string,
  threads: number | undefined,
): Promise<OnnxSession> {
  try {
    return await InferenceSession.create(model, {
      executionProviders: [device],
      logSeverityLevel: 3, // errors only
      ...(threads === undefined ? {} : { intraOpNumThreads: threads }),
    });
  } catch (error) {
    if (device === 'cpu') throw error;
    const known = listSupportedBackends?.().map(({ name }) => name) ?? ['cpu'];
    const why = known.includes(device)
      ? `cannot be used here: ${(error as Error).message}`
      : `is not in this onnxruntime, which has: ${known.join(', ')}`;
    throw new FairfrontError(
      'bad-device',
      `device "${device}" ${why}. Take "cpu", or install an onnxruntime with that execution provider`,
      { cause: error },
    );
  }
}
