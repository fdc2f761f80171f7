// A backbone: any network of pictures in an ONNX file, of which all but the last layer is used. Here its file
// is read: which input takes the picture, and which tensor holds the features.
//
//   input      rows × 3 × height × width or rows × height × width × 3, of float32 or of bytes
//   features   what the last Gemm or MatMul with fixed weights multiplies, seen from the first output;
//              where there is none, the output itself

import { fromBinary } from '@bufbuild/protobuf';
import { FairfrontError } from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';
import {
  type GraphProto,
  type ModelProto,
  ModelProtoSchema,
  type NodeProto,
  TensorProto_DataType as ProtoType,
  type ValueInfoProto,
} from '../onnx/onnx_pb.js';

/** A network of pictures, cut down to what makes its features. */
export interface ParsedBackbone {
  readonly model: ModelProto;
  /** The name of its input. */
  readonly input: string;
  /** Whether channels come before height and width. */
  readonly channelsFirst: boolean;
  /** Whether it takes bytes as they are, not numbers that are normalised. */
  readonly takesBytes: boolean;
  /** In pixels; undefined where it takes any size. */
  readonly height: number | undefined;
  readonly width: number | undefined;
  /** The tensor that holds the features. */
  readonly features: string;
}

/** Head and backbone are in one file: what ours needs is there from this version of the operators on. */
const OLDEST_OPERATORS = 16n;
/** A field of the format that is not part of `onnx.proto` here, by number. */
const SPARSE_INITIALIZER = 15;
/** What may stand between the last layer and the output. */
const AFTER_LAST = new Set([
  ...['Identity', 'Cast', 'Softmax', 'LogSoftmax', 'Sigmoid', 'Dropout'],
  ...['Flatten', 'Reshape', 'Squeeze', 'Add', 'Sub', 'Mul', 'Div', 'Clip'],
]);

/** Reads the bytes of a network's file. @param label what messages call it */
export function parseBackbone(bytes: Uint8Array, label: string): ParsedBackbone {
  const refuse = (why: string): never => {
    throw new FairfrontError('bad-file', `\`backbone\`: ${shortened(label, 200)} ${why}`);
  };
  const model = readModel(bytes, refuse);
  const { graph } = model;
  if (graph === undefined || graph.output.length === 0) return refuse('is no network: it has no outputs');
  checkOperators(model, graph, refuse);
  const weights = new Set(graph.initializer.map(({ name }) => name));
  const [picture, ...others] = graph.input.filter(({ name }) => !weights.has(name));
  if (picture === undefined || others.length > 0) {
    return refuse('must have one input, the picture; export the network of pictures alone');
  }
  const features = featuresOf(graph, picture.name);
  return {
    ...readInput(picture, refuse),
    model: { ...model, graph: cutDown(graph, features) },
    features,
  };
}

type Refuse = (why: string) => never;

function readModel(bytes: Uint8Array, refuse: Refuse): ModelProto {
  try {
    return fromBinary(ModelProtoSchema, bytes);
  } catch (error) {
    return refuse(`is no ONNX file, or damaged: ${(error as Error).message}`);
  }
}

function checkOperators({ opsetImport }: ModelProto, graph: GraphProto, refuse: Refuse): void {
  const version = opsetImport.find(({ domain }) => domain === '' || domain === 'ai.onnx')?.version ?? 0n;
  if (version < OLDEST_OPERATORS) {
    refuse(
      `uses version ${version} of ONNX's operators; export it with version ${OLDEST_OPERATORS} or later (opset_version)`,
    );
  }
  checkTensors(graph, refuse);
}

/** Looks at all weights, in the bodies of loops too. */
function checkTensors({ $unknown, initializer, node }: GraphProto, refuse: Refuse): void {
  if ($unknown?.some(({ no }) => no === SPARSE_INITIALIZER)) {
    refuse('has sparse weights, which are not supported; export it with dense ones');
  }
  const attributes = node.flatMap(({ attribute }) => attribute);
  const tensors = [...initializer, ...attributes.flatMap(({ t }) => t ?? [])];
  if (tensors.some(({ externalData }) => externalData.length > 0)) {
    refuse('has its weights in another file; save it as one file');
  }
  for (const { g } of attributes) if (g !== undefined) checkTensors(g, refuse);
}

function readInput({ name, type }: ValueInfoProto, refuse: Refuse) {
  const tensor = type?.value.value;
  const sizes = (tensor?.shape?.dim ?? []).map(({ value }) =>
    value.case === 'dimValue' && value.value > 0n ? Number(value.value) : undefined,
  );
  const channelsFirst = sizes[1] === 3 || (sizes[1] === undefined && sizes[3] !== 3);
  const isPicture = sizes.length === 4 && (sizes[channelsFirst ? 1 : 3] ?? 3) === 3;
  if (!isPicture) {
    refuse(
      `takes [${sizes.map((size) => size ?? '?').join(', ')}], but a network of pictures takes rows × 3 × height × width, or rows × height × width × 3`,
    );
  }
  if (sizes[0] !== undefined) {
    refuse(`takes ${sizes[0]} at a time; export it with a free number of rows (dynamic_axes)`);
  }
  const elements = tensor?.elemType;
  if (elements !== ProtoType.FLOAT && elements !== ProtoType.UINT8) {
    refuse('takes pictures neither as float32 nor as uint8; export it in float32');
  }
  const [height, width] = channelsFirst ? sizes.slice(2) : sizes.slice(1, 3);
  return { input: name, channelsFirst, takesBytes: elements === ProtoType.UINT8, height, width };
}

/** Goes back from the first output to the last layer, and names what that multiplies. */
function featuresOf({ node, output }: GraphProto, input: string): string {
  const maker = new Map(node.flatMap((own) => own.output.map((name) => [name, own] as const)));
  const moving = new Set([input]); // tensors that depend on the picture
  for (const own of node)
    if (own.input.some((name) => moving.has(name))) for (const name of own.output) moving.add(name);
  const last = output[0]!.name;
  for (let name = last; ; ) {
    const own = maker.get(name);
    maker.delete(name); // a damaged graph may lead round in a circle
    const from = own?.input.filter((one) => moving.has(one)) ?? [];
    if (own === undefined || from.length !== 1) return last;
    const isLayer = (own.opType === 'Gemm' || own.opType === 'MatMul') && from[0] === own.input[0];
    if (isLayer) return from[0]!;
    if (!AFTER_LAST.has(own.opType)) return last;
    name = from[0]!;
  }
}

/** The nodes and weights that a tensor is made of. What is said of the shapes of others goes with them. */
function cutDown({ $unknown: _, ...graph }: GraphProto, features: string): GraphProto {
  const needed = new Set([features]);
  const nodes: NodeProto[] = [];
  for (const own of [...graph.node].reverse()) {
    if (!own.output.some((name) => needed.has(name))) continue;
    nodes.push(own);
    for (const name of namesUsed(own)) needed.add(name);
  }
  return {
    ...graph,
    node: nodes.reverse(),
    initializer: graph.initializer.filter(({ name }) => needed.has(name)),
    output: [],
  };
}

/** The tensors that a node reads, in the bodies of its loops too. */
function namesUsed({ input, attribute }: NodeProto): string[] {
  const inner = attribute.flatMap(({ g }) =>
    g === undefined ? [] : [...g.node.flatMap(namesUsed), ...g.output.map(({ name }) => name)],
  );
  return [...input, ...inner];
}
