// The runtime that runs graphs: onnxruntime, in Node or in a browser. Both have one interface, so a `Runtime`
// is made of either, and nothing else in this package knows which it is.

import { FairfrontError } from '@fairfront/core';
import type { DataType } from '../graph/tensor.js';

/** The numbers or texts of a tensor. */
export type TensorData =
  | Float32Array
  | Float64Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | readonly string[];

/** A tensor with its values, as it goes into a session and comes out. */
export interface TensorValue {
  readonly type: DataType;
  readonly dims: readonly number[];
  readonly data: TensorData;
}

/** Tensors with their values, by name. */
export type TensorValues = Readonly<Record<string, TensorValue>>;

/** A model that is loaded and ready to run. */
export interface Session {
  /** Runs the graph on these inputs. */
  run(feeds: TensorValues): Promise<TensorValues>;
  /** Gives its memory back. */
  close(): Promise<void>;
}

/** Where and with how many threads a session runs. */
export interface SessionOptions {
  /** The name of an execution provider of the runtime: "cpu", "webgpu", "cuda". Default "cpu". */
  readonly device?: string;
  /** Threads that share the work of one operator. Default: the runtime's choice, one for each core. */
  readonly threads?: number;
}

/** Opens models. Made by `runtimeOf`, or in Node by `loadNodeRuntime`. */
export interface Runtime {
  /** Loads the bytes of an ONNX model. */
  open(model: Uint8Array, options?: SessionOptions): Promise<Session>;
}

/** The members of onnxruntime-node and of onnxruntime-web that are used here. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    /** Loads the bytes of an ONNX model. */
    create(model: Uint8Array, options: object): Promise<OnnxSession>;
  };
  /** Only in Node. */
  readonly listSupportedBackends?: () => readonly { readonly name: string }[];
  readonly Tensor: new (type: DataType, data: never, dims: readonly number[]) => OnnxTensor;
}

/** A tensor of onnxruntime. */
export interface OnnxTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** A session of onnxruntime. */
export interface OnnxSession {
  /** Runs the model on these inputs. */
  run(feeds: Record<string, OnnxTensor>): Promise<Readonly<Record<string, OnnxTensor>>>;
  /** Gives its memory back. */
  release?(): Promise<void>;
}

/** Makes a runtime of onnxruntime's module: `runtimeOf(await import('onnxruntime-web'))`. */
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
    const known = listSupportedBackends?.().map(({ name }) => name) ?? [];
    const why =
      known.length === 0 || known.includes(device)
        ? `cannot be used on this machine: ${reasonOf(error as Error)}`
        : `is not known to this onnxruntime, which knows: ${known.join(', ')}`;
    throw new FairfrontError(
      'bad-device',
      `device "${device}" ${why}. "cpu" is always available: use \`device: 'cpu'\`; "${device}" needs ${NEEDS[device] ?? 'an onnxruntime with that execution provider'}`,
      { cause: error },
    );
  }
}

/** What a device needs beside onnxruntime. */
const NEEDS: Readonly<Record<string, string>> = {
  webgpu: 'a graphics card with a driver for Vulkan, Metal or Direct3D 12',
  cuda: 'CUDA 12 and the libraries for it that the install script of onnxruntime-node downloads',
};

/** The runtime's reason, without the place in its source code where it was found. */
function reasonOf({ message }: Error): string {
  return message.replace(/^.* was false\. /s, '').trim();
}
