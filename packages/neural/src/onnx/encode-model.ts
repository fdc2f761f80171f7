// A graph as the bytes of an ONNX model.

import { create, toBinary } from '@bufbuild/protobuf';
import { FairfrontError } from '@fairfront/core';
import { type Attribute, type Constant, Graph, type GraphNode } from '../graph/graph.js';
import type { DataType, Tensor } from '../graph/tensor.js';
import {
  type AttributeProto,
  AttributeProtoSchema,
  AttributeProto_AttributeType as AttributeType,
  type GraphProto,
  GraphProtoSchema,
  type ModelProto,
  ModelProtoSchema,
  type NodeProto,
  NodeProtoSchema,
  OperatorSetIdProtoSchema,
  TensorProto_DataType as ProtoType,
  StringStringEntryProtoSchema,
  type TensorProto,
  TensorProtoSchema,
  TensorShapeProto_DimensionSchema,
  TensorShapeProtoSchema,
  TypeProto_TensorSchema,
  TypeProtoSchema,
  type ValueInfoProto,
  ValueInfoProtoSchema,
} from './onnx_pb.js';

/** Operators are those of this version of ONNX (2021), known to every runtime in use. */
const OPERATOR_SET = 17n;
/** Operators of classical machine learning: encoders of categories, trees. */
export const ML_DOMAIN = 'ai.onnx.ml';
/** Operators that onnxruntime has beside those of ONNX: the cutting of texts. */
export const CONTRIB_DOMAIN = 'com.microsoft';
/** The version of each domain beside that of ONNX itself. */
const DOMAINS: Readonly<Record<string, bigint>> = { [ML_DOMAIN]: 3n, [CONTRIB_DOMAIN]: 1n };
/** Operators that came with a later version of their domain; a graph without them keeps to the earlier one. */
const LATER_OPERATORS: Readonly<Record<string, bigint>> = { TreeEnsemble: 5n };
const FORMAT_VERSION = 8n;

const PROTO_TYPES: Record<DataType, ProtoType> = {
  float32: ProtoType.FLOAT,
  float64: ProtoType.DOUBLE,
  int32: ProtoType.INT32,
  int64: ProtoType.INT64,
  uint8: ProtoType.UINT8,
  bool: ProtoType.BOOL,
  string: ProtoType.STRING,
};

/** What an ONNX file says about itself. */
export interface ModelDescription {
  /** A description for people. */
  readonly description?: string;
  /** Metadata for programs, by name. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Writes a graph as the bytes of an ONNX model. */
export function encodeModel(graph: Graph, description: ModelDescription = {}): Uint8Array {
  return toBinary(ModelProtoSchema, modelProto(graph, description));
}

/** Makes the ONNX model of a graph. */
export function modelProto(
  graph: Graph,
  { description = '', metadata = {} }: ModelDescription = {},
): ModelProto {
  return create(ModelProtoSchema, {
    irVersion: FORMAT_VERSION,
    producerName: 'fairfront',
    docString: description,
    graph: graphProto(graph, 'graph'),
    opsetImport: [
      create(OperatorSetIdProtoSchema, { domain: '', version: OPERATOR_SET }),
      ...Object.keys(DOMAINS)
        .filter((domain) => graph.nodes.some((node) => node.domain === domain))
        .map((domain) => create(OperatorSetIdProtoSchema, { domain, version: versionOf(domain, graph) })),
    ],
    metadataProps: Object.entries(metadata).map(([key, value]) =>
      create(StringStringEntryProtoSchema, { key, value }),
    ),
  });
}

/** The version of a domain that has all of a graph's operators. */
function versionOf(domain: string, { nodes }: Graph): bigint {
  return nodes
    .map((node) => (node.domain === domain ? (LATER_OPERATORS[node.operator] ?? 0n) : 0n))
    .reduce((latest, version) => (version > latest ? version : latest), DOMAINS[domain]!);
}

function graphProto({ nodes, constants, inputs, outputs }: Graph, name: string): GraphProto {
  return create(GraphProtoSchema, {
    name,
    node: nodes.map(nodeProto),
    initializer: constants.map(constantProto),
    input: inputs.map(valueProto),
    output: outputs.map(valueProto),
  });
}

function nodeProto({ operator, domain, inputs, outputs, attributes }: GraphNode): NodeProto {
  return create(NodeProtoSchema, {
    opType: operator,
    domain,
    name: outputs[0]!.name,
    input: inputs.map((input) => input?.name ?? ''),
    output: outputs.map(({ name }) => name),
    attribute: Object.entries(attributes).map(([name, value]) => attributeProto(name, value)),
  });
}

function attributeProto(name: string, value: Attribute): AttributeProto {
  if (typeof value === 'number') {
    return create(AttributeProtoSchema, { name, type: AttributeType.INT, i: BigInt(value) });
  }
  if (typeof value === 'string') {
    return create(AttributeProtoSchema, { name, type: AttributeType.STRING, s: utf8(value) });
  }
  if (value instanceof Graph) {
    return create(AttributeProtoSchema, { name, type: AttributeType.GRAPH, g: graphProto(value, name) });
  }
  if ('float' in value) {
    return create(AttributeProtoSchema, { name, type: AttributeType.FLOAT, f: value.float });
  }
  if ('floats' in value) {
    return create(AttributeProtoSchema, { name, type: AttributeType.FLOATS, floats: [...value.floats] });
  }
  if ('ints' in value) {
    return create(AttributeProtoSchema, { name, type: AttributeType.INTS, ints: value.ints.map(BigInt) });
  }
  if ('tensor' in value) {
    const { type, values } = value.tensor;
    const t = constantProto({ tensor: { name, type, shape: [values.length] }, values });
    return create(AttributeProtoSchema, { name, type: AttributeType.TENSOR, t });
  }
  return create(AttributeProtoSchema, { name, type: AttributeType.STRINGS, strings: value.map(utf8) });
}

function valueProto({ name, type, shape }: Tensor): ValueInfoProto {
  const dim = shape.map((size) =>
    create(TensorShapeProto_DimensionSchema, {
      value:
        typeof size === 'number'
          ? { case: 'dimValue', value: BigInt(size) }
          : { case: 'dimParam', value: size },
    }),
  );
  const tensor = create(TypeProto_TensorSchema, {
    elemType: PROTO_TYPES[type],
    shape: create(TensorShapeProtoSchema, { dim }),
  });
  return create(ValueInfoProtoSchema, {
    name,
    type: create(TypeProtoSchema, { value: { case: 'tensorType', value: tensor } }),
  });
}

function constantProto({ tensor: { name, type, shape }, values }: Constant): TensorProto {
  return create(TensorProtoSchema, {
    name,
    dims: shape.map((size) => BigInt(size)),
    dataType: PROTO_TYPES[type],
    rawData: littleEndian(type, values),
  });
}

/** ONNX stores numbers in little-endian order, as do all machines this runs on. */
function littleEndian(type: DataType, values: Constant['values']): Uint8Array {
  const typed = typedValues(type, values);
  return new Uint8Array(typed.buffer, typed.byteOffset, typed.byteLength);
}

function typedValues(type: DataType, values: Constant['values']) {
  switch (type) {
    case 'float32':
      return values instanceof Float32Array ? values : Float32Array.from(values);
    case 'float64':
      return Float64Array.from(values);
    case 'int32':
      return Int32Array.from(values);
    case 'int64':
      return BigInt64Array.from([...values].map(BigInt));
    case 'uint8':
    case 'bool':
      return Uint8Array.from(values);
    case 'string':
      throw new FairfrontError('bad-graph', 'a constant holds numbers; hand strings over as attributes');
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
