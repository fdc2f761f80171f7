// A backbone and a head in one ONNX model: bytes of a picture in, whatever the head makes of its features
// out. Names of the backbone get a prefix, its weights stay as they are.
//
//   picture: uint8[rows, height, width, 3] → (x/255 − mean) / scale, channels first if it wants them so
//            → the backbone → features: float32[rows, width]; of maps, the means over all pixels
//            → the head

import { create } from '@bufbuild/protobuf';
import { FairfrontError } from '@fairfront/core';
import { Graph } from '../graph/graph.js';
import { ML_DOMAIN, modelProto } from '../onnx/encode-model.js';
import {
  type AttributeProto,
  type GraphProto,
  GraphProtoSchema,
  type ModelProto,
  type NodeProto,
} from '../onnx/onnx_pb.js';
import { div, sub } from '../operators/arithmetic.js';
import { IMAGENET } from '../operators/pictures.js';
import { cast, transpose } from '../operators/shape.js';
import type { ParsedBackbone } from './parse-backbone.js';

/**
 * How pixels become numbers: imagenet: by ImageNet's mean and scale; unit: from 0 to 1; half: from −1 to 1.
 */
export const NORMALISATIONS = ['imagenet', 'unit', 'half'] as const;
export type Normalisation = (typeof NORMALISATIONS)[number];

const MOMENTS: Readonly<Record<Normalisation, { readonly mean: number[]; readonly scale: number[] }>> = {
  imagenet: IMAGENET,
  unit: { mean: [0, 0, 0], scale: [1, 1, 1] },
  half: { mean: [0.5, 0.5, 0.5], scale: [0.5, 0.5, 0.5] },
};

/** A backbone of which everything is known. */
export interface Backbone extends ParsedBackbone {
  readonly height: number;
  readonly width: number;
  readonly normalise: Normalisation;
  /** Sizes of its features: rows × width, or maps that are averaged. */
  readonly rank: 2 | 4;
  readonly featureCount: number;
}

/** The input of a head that features are handed to. */
export const FEATURES = 'features of the picture';

/**
 * Puts a backbone before a head.
 * @param head one of its inputs is `FEATURES`, float32[rows, featureCount]
 * @param picture the name that the input of the whole gets
 */
export function joinBackbone(
  backbone: Omit<Backbone, 'featureCount'>,
  head: ModelProto,
  picture: string,
): ModelProto {
  const { model, input, features, rank } = backbone;
  const before = prefixed(
    modelProto(pixelGraph(backbone)).graph!,
    'picture/',
    new Map([['picture', picture]]),
  );
  const main = prefixed(model.graph!, 'backbone/', new Map([[input, 'picture/input']]));
  const maps = `backbone/${features}`;
  const after = rank === 4 ? prefixed(poolGraph(), 'pooled/', new Map([['maps', maps]])) : emptyGraph();
  const own = prefixed(head.graph!, '', new Map([[FEATURES, rank === 4 ? 'pooled/features' : maps]]));
  const graphs = [before, main, after, own];
  return {
    ...model,
    irVersion: model.irVersion > head.irVersion ? model.irVersion : head.irVersion,
    producerName: head.producerName,
    producerVersion: head.producerVersion,
    docString: head.docString,
    metadataProps: head.metadataProps,
    opsetImport: joinOperators(model, head),
    graph: create(GraphProtoSchema, {
      name: 'graph',
      node: graphs.flatMap(({ node }) => node),
      initializer: graphs.flatMap(({ initializer }) => initializer),
      input: [
        ...before.input,
        ...own.input.filter(({ name }) => name !== maps && name !== 'pooled/features'),
      ],
      output: own.output,
    }),
  };
}

/**
 * The backbone's versions of operators, and those that only the head needs. Of classical machine learning it is the
 * later one: converters name an early version even where they use none of its operators.
 */
function joinOperators({ opsetImport }: ModelProto, head: ModelProto): ModelProto['opsetImport'] {
  const known = new Map(opsetImport.map((own) => [own.domain === 'ai.onnx' ? '' : own.domain, own]));
  const learning = known.get(ML_DOMAIN);
  if (learning !== undefined && learning.version < 2n) {
    throw new FairfrontError(
      'bad-file',
      `\`backbone\`: it uses version ${learning.version} of ${ML_DOMAIN}; export it anew`,
    );
  }
  const later = head.opsetImport.find(
    ({ domain, version }) => domain === ML_DOMAIN && learning !== undefined && version > learning.version,
  );
  return [
    ...opsetImport.map((own) => (own === learning && later !== undefined ? later : own)),
    ...head.opsetImport.filter(({ domain }) => !known.has(domain)),
  ];
}

/** Pixels as the backbone takes them. */
function pixelGraph({
  height,
  width,
  channelsFirst,
  takesBytes,
  normalise,
}: Pick<Backbone, 'height' | 'width' | 'channelsFirst' | 'takesBytes' | 'normalise'>): Graph {
  const graph = new Graph();
  const picture = graph.input('picture', 'uint8', ['rows', height, width, 3]);
  const row = (values: readonly number[]) =>
    graph.constant(
      'float32',
      [3],
      values.map((value) => value * 255),
    );
  const { mean, scale } = MOMENTS[normalise];
  const pixels = takesBytes
    ? picture
    : div(graph, sub(graph, cast(graph, picture, 'float32'), row(mean)), row(scale));
  graph.output('input', channelsFirst ? transpose(graph, pixels, [0, 3, 1, 2]) : pixels);
  return graph;
}

/** Means of maps over all of their pixels. */
function poolGraph(): GraphProto {
  const graph = new Graph();
  const maps = graph.input('maps', 'float32', ['rows', 'channels', 'height', 'width']);
  const [means] = graph.node(
    'GlobalAveragePool',
    [maps],
    [{ type: 'float32', shape: ['rows', 'channels', 1, 1] }],
  );
  const [flat] = graph.node('Flatten', [means!], [{ type: 'float32', shape: ['rows', 'channels'] }]);
  graph.output('features', flat!);
  return modelProto(graph).graph!;
}

function emptyGraph(): GraphProto {
  return create(GraphProtoSchema, {});
}

/** The graph with a prefix before all of its names, but for those that `renamed` names anew. */
export function prefixed(
  graph: GraphProto,
  prefix: string,
  renamed: ReadonlyMap<string, string>,
): GraphProto {
  const rename = (name: string): string => (name === '' ? '' : (renamed.get(name) ?? `${prefix}${name}`));
  const named = <Named extends { name: string }>(own: Named): Named => ({ ...own, name: rename(own.name) });
  const inGraph = (own: GraphProto): GraphProto => ({
    ...own,
    $unknown: undefined, // what is said of the shapes of inner tensors, under their old names
    node: own.node.map(inNode),
    initializer: own.initializer.map(named),
    input: own.input.map(named),
    output: own.output.map(named),
  });
  const inAttribute = (own: AttributeProto): AttributeProto =>
    own.g === undefined ? own : { ...own, g: inGraph(own.g) };
  const inNode = (own: NodeProto): NodeProto => ({
    ...own,
    name: `${prefix}${own.name}`,
    input: own.input.map(rename),
    output: own.output.map(rename),
    attribute: own.attribute.map(inAttribute),
  });
  return inGraph(graph);
}
