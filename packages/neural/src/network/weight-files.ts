// Files of weights: the tensors of a safetensors file, and the initialisers of an ONNX file.
//
//   safetensors   8 bytes: length of the header, little-endian; the header, JSON:
//                 { name: { dtype, shape, data_offsets: [from, to] }, …, "__metadata__": … }; then the data
//
// Files come from anywhere, so nothing in them is believed: lengths are compared with what is there, tensors
// must lie side by side without a gap as the format demands, and their sizes must be those of their shapes.

import { fromBinary } from '@bufbuild/protobuf';
import { FairfrontError } from '@fairfront/core';
import { ModelProtoSchema, TensorProto_DataType as ProtoType, type TensorProto } from '../onnx/onnx_pb.js';
import { sizeOf } from './parameter.js';

/** A tensor in a file of weights. */
export interface StoredTensor {
  readonly shape: readonly number[];
  /** Reads its values as float32; refuses a tensor that holds none. */
  values(): Float32Array;
}

/** Headers are at most this long, the limit of the format's own reader. */
const HEADER_LIMIT = 100_000_000;
/** Brackets within brackets in a header; a right one has three. */
const DEPTH_LIMIT = 8;

const refuse = (message: string, error?: unknown): never => {
  throw new FairfrontError('bad-file', message, error === undefined ? {} : { cause: error });
};

/** Reads the tensors of a safetensors or ONNX file, by name. */
export function storedTensors(bytes: Uint8Array): ReadonlyMap<string, StoredTensor> {
  return isSafetensors(bytes) ? safetensors(bytes) : initialisers(bytes);
}

/** A header begins with a brace, and its length is far below 2⁴⁸; no ONNX file begins so. */
function isSafetensors(bytes: Uint8Array): boolean {
  return bytes.length >= 9 && bytes[8] === 0x7b && bytes[6] === 0 && bytes[7] === 0;
}

const READERS: Readonly<Record<string, { size: number; read: (view: DataView, at: number) => number }>> = {
  F64: { size: 8, read: (view, at) => view.getFloat64(at, true) },
  F32: { size: 4, read: (view, at) => view.getFloat32(at, true) },
  F16: { size: 2, read: (view, at) => half(view.getUint16(at, true)) },
  BF16: { size: 2, read: (view, at) => brainFloat(view.getUint16(at, true)) },
};

function safetensors(bytes: Uint8Array): Map<string, StoredTensor> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > Math.min(HEADER_LIMIT, bytes.length - 8)) {
    refuse(
      `the file of weights is damaged: its header should have ${length} bytes, but the file ends before`,
    );
  }
  const start = 8 + length;
  const header = parseHeader(bytes.subarray(8, start));
  const tensors = new Map<string, StoredTensor>();
  const ranges: [from: number, to: number, name: string][] = [];
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
    if (typeof dtype !== 'string' || !areCounts(shape) || !areCounts(offsets) || offsets.length !== 2) {
      return refuse(`the file of weights is damaged: tensor "${name}" has no type, shape and place`);
    }
    const [from, to] = offsets as [number, number];
    if (!(from <= to && to <= bytes.length - start)) {
      refuse(`the file of weights is damaged: tensor "${name}" lies outside of the file`);
    }
    const reader = READERS[dtype];
    if (reader !== undefined && sizeOf(shape) * reader.size !== to - from) {
      refuse(
        `the file of weights is damaged: tensor "${name}" has not the ${sizeOf(shape)} numbers of its shape`,
      );
    }
    ranges.push([from, to, name]);
    tensors.set(name, {
      shape,
      values: () => {
        if (reader === undefined)
          return refuse(`tensor "${name}" is of type ${dtype}; weights are F32, F16, BF16 or F64`);
        const { size, read } = reader;
        return Float32Array.from({ length: sizeOf(shape) }, (_, i) => read(view, start + from + i * size));
      },
    });
  }
  ranges.sort(([from, to], [otherFrom, otherTo]) => from - otherFrom || to - otherTo);
  ranges.forEach(([from, , name], i) => {
    if (from !== (ranges[i - 1]?.[1] ?? 0)) {
      refuse(`the file of weights is damaged: tensor "${name}" does not begin where the one before it ends`);
    }
  });
  if ((ranges.at(-1)?.[1] ?? 0) !== bytes.length - start) {
    refuse('the file of weights is damaged: it goes on after its last tensor');
  }
  return tensors;
}

/** Counts brackets outside of texts before JSON is parsed: a deep one would be all recursion. */
function parseHeader(bytes: Uint8Array): Record<string, unknown> {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (inText) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) inText = true;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
    if (depth > DEPTH_LIMIT) refuse('the file of weights is damaged: its header is nested too deeply');
  }
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof header === 'object' && header !== null && !Array.isArray(header)) {
      return header as Record<string, unknown>;
    }
  } catch (error) {
    return refuse(
      `the file of weights is damaged: its header is no JSON: ${(error as Error).message}`,
      error,
    );
  }
  return refuse('the file of weights is damaged: its header is no list of tensors');
}

const areCounts = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((entry) => Number.isSafeInteger(entry) && entry >= 0);

function initialisers(bytes: Uint8Array): Map<string, StoredTensor> {
  try {
    const { graph } = fromBinary(ModelProtoSchema, bytes);
    return new Map(graph!.initializer.map((tensor) => [tensor.name, initialiser(tensor)]));
  } catch (error) {
    return refuse(
      'the file of weights is neither safetensors nor ONNX, or damaged; from a file of PyTorch (.pth, .pt, .bin) make one with safetensors.torch.save_file(model.state_dict(), "weights.safetensors")',
      error,
    );
  }
}

const PROTO_READERS: Readonly<Partial<Record<ProtoType, string>>> = {
  [ProtoType.FLOAT]: 'F32',
  [ProtoType.DOUBLE]: 'F64',
  [ProtoType.FLOAT16]: 'F16',
  [ProtoType.BFLOAT16]: 'BF16',
};

function initialiser(tensor: TensorProto): StoredTensor {
  const { name, dims, dataType, rawData, floatData, doubleData, int32Data, externalData } = tensor;
  const shape = dims.map(Number);
  return {
    shape,
    values: () => {
      if (externalData.length > 0) {
        refuse(`tensor "${name}" is in another file than the ONNX file itself; save the model as one file`);
      }
      const type = PROTO_READERS[dataType] ?? '';
      const reader = READERS[type];
      if (reader === undefined) return refuse(`tensor "${name}" is no tensor of floating-point numbers`);
      if (shape.some((length) => length < 0)) refuse(`tensor "${name}" has no shape: ${shape.join(' × ')}`);
      const count = sizeOf(shape);
      const wide = type === 'F32' ? floatData : type === 'F64' ? doubleData : [];
      if (wide.length > 0 && wide.length === count) return Float32Array.from(wide);
      if (reader.size === 2 && int32Data.length > 0 && int32Data.length === count) {
        return Float32Array.from(int32Data, type === 'F16' ? half : brainFloat);
      }
      if (rawData.length !== count * reader.size) {
        refuse(`the file of weights is damaged: tensor "${name}" has not the ${count} numbers of its shape`);
      }
      const view = new DataView(rawData.buffer, rawData.byteOffset, rawData.byteLength);
      return Float32Array.from({ length: count }, (_, i) => reader.read(view, i * reader.size));
    },
  };
}

/** The number that 16 bits of IEEE 754 stand for. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const word = new Uint32Array(1);
const float = new Float32Array(word.buffer);

/** The first half of a float32. */
function brainFloat(bits: number): number {
  word[0] = bits << 16;
  return float[0]!;
}
