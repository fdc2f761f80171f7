// An exported model that decides by a threshold: the same file, in which the label follows the rule.
//
//   before   label ← … ← ArgMax(probabilities)
//   after    label ← … ← Where(probabilities[:, positive] < threshold, other, positive)
//
// A threshold for each group needs the group, which is no input: then the label stays the most probable class, and the
// file says so.

import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { type DecisionRule, FairfrontError } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import { prefixed } from '../backbone/join-backbone.js';
import { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { modelProto } from '../onnx/encode-model.js';
import {
  type GraphProto,
  ModelProtoSchema,
  type NodeProto,
  StringStringEntryProtoSchema,
} from '../onnx/onnx_pb.js';
import { cast } from '../operators/shape.js';
import { DECISION, describedModel } from './described-model.js';
import { LABEL } from './prediction-graph.js';

/** Puts a decision rule into the bytes of an exported model. */
export function withDecision(bytes: Uint8Array, rule: DecisionRule): Uint8Array {
  const { classes, decision } = describedModel(bytes);
  const model = fromBinary(ModelProtoSchema, bytes);
  if (decision !== undefined || model.graph === undefined) {
    throw new FairfrontError(
      'bad-file',
      'the model decides by a threshold already; take the model as it was fitted',
    );
  }
  const rest = classes.filter((name) => name !== rule.positive);
  if ('threshold' in rule) followThreshold(model.graph, classes.indexOf(rule.positive), rule.threshold);
  const said =
    'threshold' in rule
      ? `"${LABEL}" is ${quoted([rule.positive])} where its probability is at least ${rule.threshold}, else ${quoted(rest)}.`
      : `"${LABEL}" is the class of highest probability: the thresholds of this model depend on the group, which is no input. They are in the metadata, under ${DECISION}.`;
  return toBinary(ModelProtoSchema, {
    ...model,
    docString: model.docString.replace(`"${LABEL}" is the class of highest probability.`, () => said),
    metadataProps: [
      ...model.metadataProps,
      create(StringStringEntryProtoSchema, { key: DECISION, value: JSON.stringify(rule) }),
    ],
  });
}

/** Replaces the node that takes the most probable class. */
function followThreshold(graph: GraphProto, positive: number, threshold: number): void {
  const best = labelSource(graph);
  const names = graph.node.flatMap(({ input, output }) => [...input, ...output]);
  let prefix = 'decision/';
  while (names.some((name) => name.startsWith(prefix))) prefix = `_${prefix}`;
  const renamed = new Map([
    ['probabilities', best.input[0]!],
    ['class', best.output[0]!],
  ]);
  const { node, initializer } = prefixed(modelProto(ruleGraph(positive, threshold)).graph!, prefix, renamed);
  graph.initializer.push(...initializer);
  graph.node.splice(graph.node.indexOf(best), 1, ...node);
}

/** The class of every row; operators are those of early versions of ONNX, which a backbone may keep to. */
function ruleGraph(positive: number, threshold: number): Graph {
  const graph = new Graph();
  const shape = ['rows'];
  const whole = (value: number): Tensor => graph.scalar('int64', value);
  const probabilities = graph.input('probabilities', 'float32', ['rows', 2]);
  const [own] = graph.node('Gather', [probabilities, whole(positive)], [{ type: 'float32', shape }], {
    attributes: { axis: 1 },
  });
  const limit = graph.scalar('float64', threshold);
  const [left] = graph.node('Less', [cast(graph, own!, 'float64'), limit], [{ type: 'bool', shape }]);
  graph.node('Where', [left!, whole(1 - positive), whole(positive)], [{ type: 'int64', shape }], {}, 'class');
  return graph;
}

/** The node whose choice becomes the label: of those before it, the nearest. */
function labelSource({ node }: GraphProto): NodeProto {
  const maker = new Map(node.flatMap((one) => one.output.map((name) => [name, one] as const)));
  const met = new Set([LABEL]); // grows while it is gone through
  for (const name of met) {
    const made = maker.get(name);
    if (made?.opType === 'ArgMax') return made;
    for (const input of made?.input ?? []) met.add(input);
  }
  throw new FairfrontError('bad-file', 'the model has no label of the most probable class; fit it again');
}
