import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  createTable,
  type Encoder,
  encodeColumns,
  encodeDense,
  fitEncoder,
  predictLinear,
} from '@fairfront/core';
import { predictBoosted, treeColumns } from '@fairfront/trees';
import { expect, it } from 'vitest';
import { madeTrees } from '../../../trees/test/helpers/made-trees.js';
import { backboneFeatures, openBackbone } from '../../src/backbone/backbone-features.js';
import type { Normalisation } from '../../src/backbone/join-backbone.js';
import { describedModel } from '../../src/export/described-model.js';
import { exportBoosted, exportLinear } from '../../src/export/export-model.js';
import { Graph } from '../../src/graph/graph.js';
import {
  AttributeProtoSchema,
  type ModelProto,
  ModelProtoSchema,
  NodeProtoSchema,
  OperatorSetIdProtoSchema,
  StringStringEntryProtoSchema,
  TensorProtoSchema,
  ValueInfoProtoSchema,
} from '../../src/onnx/onnx_pb.js';
import { globalAveragePool } from '../../src/operators/pooling.js';
import { predict } from '../export/exported.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { runGraph } from '../helpers/run-graph.js';
import { CHANNELS, maps, tinyBackbone, wobble } from './tiny-backbone.js';
import '../../../core/test/helpers/close.js';

const SIDE = 8;
const ROWS = 40;
const SIZE = SIDE * SIDE * 3;
const pictures = Uint8Array.from(wobble(ROWS * SIZE, 3), (value) => Math.round(127.5 + 127 * value));

/** The features as the convolution makes them of normalised numbers, channels first. */
async function expected(normal: (byte: number, channel: number) => number): Promise<Float32Array> {
  const data = new Float32Array(pictures.length);
  for (let i = 0; i < pictures.length; i++) {
    const [row, pixel, channel] = [Math.floor(i / SIZE), Math.floor((i % SIZE) / 3), i % 3];
    data[row * SIZE + channel * SIDE * SIDE + pixel] = normal(pictures[i]!, channel);
  }
  const graph = new Graph();
  graph.output(
    'out',
    globalAveragePool(graph, maps(graph, graph.input('x', 'float32', ['n', 3, SIDE, SIDE]))),
  );
  const { out } = await runGraph(graph, { x: { type: 'float32', dims: [ROWS, 3, SIDE, SIDE], data } });
  return out!.data as Float32Array;
}

const imagenet = (byte: number, channel: number): number =>
  (byte / 255 - [0.485, 0.456, 0.406][channel]!) / [0.229, 0.224, 0.225][channel]!;
const features = async (file: Uint8Array, options: { size?: number; normalise?: Normalisation } = {}) => {
  const backbone = await openBackbone(nodeRuntime, file, 'tiny.onnx', options);
  return { backbone, values: await backboneFeatures(nodeRuntime, backbone, pictures) };
};

it.each([
  ['the input of the last layer', tinyBackbone()],
  ['the output, where there is no last layer', tinyBackbone(undefined, 'pooled')],
  ['means of maps', tinyBackbone(undefined, 'maps')],
  ['the same with channels last', tinyBackbone(['n', SIDE, SIDE, 3])],
])('features are %s', async (_, file) => {
  const { backbone, values } = await features(file);
  expect(backbone).toMatchObject({ height: SIDE, width: SIDE, featureCount: CHANNELS });
  expect(values).toBeAllClose(await expected(imagenet), { absolute: 2e-5 });
});

it('normalises as it is told, and bytes not at all', async () => {
  const unit = await features(tinyBackbone(), { normalise: 'unit' });
  expect(unit.values).toBeAllClose(await expected((byte) => byte / 255), { absolute: 1e-5 });
  const half = await features(tinyBackbone(), { normalise: 'half' });
  expect(half.values).toBeAllClose(await expected((byte) => byte / 127.5 - 1), { absolute: 1e-5 });
  const bytes = await features(tinyBackbone(['n', SIDE, SIDE, 3], 'probabilities', 'uint8'));
  expect(bytes.values).toBeAllClose(await expected((byte) => byte), { absolute: 1e-3 });
});

it('takes the size that is asked for where the file leaves it open', async () => {
  const open = changed(tinyBackbone(undefined, 'maps'), ({ graph }) => {
    const { dim } = graph!.input[0]!.type!.value.value!.shape!;
    for (const own of dim.slice(2)) own.value = { case: 'dimParam', value: 'side' };
  });
  const { backbone, values } = await features(open, { size: SIDE });
  expect(backbone.height).toBe(SIDE);
  expect(values).toBeAllClose(await expected(imagenet), { absolute: 2e-5 });
  expect((await openBackbone(nodeRuntime, open, 'tiny.onnx')).height).toBe(224);
});

it('is one model with its head: bytes in, the probabilities of the head on its features out', async () => {
  const learning = create(OperatorSetIdProtoSchema, { domain: 'ai.onnx.ml', version: 2n }); // converters name it
  const { backbone, values } = await features(
    changed(tinyBackbone(undefined, 'maps'), ({ opsetImport }) => opsetImport.push(learning)),
  );
  const names = Array.from({ length: CHANNELS }, (_, i) => `picture ${i + 1}`);
  const table = createTable([
    ...names.map((name, i) => ({
      kind: 'numeric' as const,
      name,
      values: Float64Array.from({ length: ROWS }, (_, row) => values![row * CHANNELS + i]!),
    })),
    { kind: 'numeric' as const, name: 'age', values: Float64Array.from(wobble(ROWS, 5)) },
  ]);
  const rows = Uint32Array.from({ length: ROWS }, (_, row) => row);
  // Without the second feature, in another order than the backbone's, and with a column beside it.
  const encoder: Encoder = fitEncoder(table, ['age', ...names.filter((_, i) => i !== 1)].reverse(), rows);
  const width = encoder.features.length + 1;
  const parameters = Float64Array.from(wobble(3 * width, 6));
  const model = { classCount: 3, columnCount: width - 1, parameters };
  const target = { name: 'dx', classes: ['a', 'b', 'c'] };
  const source = { column: 'label', backbone, columns: names, encoder };
  const file = exportLinear(model, source, target);
  const described = describedModel(file);
  expect(described.inputs).toEqual([
    { column: 'label', input: 'label (column)', kind: 'picture', height: SIDE, width: SIDE },
    { column: 'age', input: 'age', kind: 'numeric' },
  ]);
  const age = (table.columns.at(-1) as { values: Float64Array }).values;
  const feeds = {
    'label (column)': { type: 'uint8', dims: [ROWS, SIDE, SIDE, 3], data: pictures },
    age: { type: 'float64', dims: [ROWS, 1], data: age },
  } as const;
  const { probabilities } = await predict(file, feeds);
  expect(probabilities).toBeAllClose(predictLinear(model, encodeDense(encoder, table, rows)), {
    absolute: 1e-5,
  });
  const thresholds = [...encodeDense(encoder, table, rows).values].map((value) => value / 2);
  const trees = madeTrees(treeColumns(encoder), { classCount: 3, thresholds });
  const byTrees = await predict(exportBoosted(trees, source, target), feeds);
  const expectedByTrees = predictBoosted(trees, encodeColumns(encoder, table, rows));
  expect(new Set(expectedByTrees).size).toBeGreaterThan(20);
  expect(byTrees.probabilities).toBeAllClose(expectedByTrees, { absolute: 1e-6 });
});

const elsewhere = create(StringStringEntryProtoSchema, { key: 'location', value: 'weights.bin' });

it.each([
  ['that is none', Uint8Array.of(1, 2, 3), 'is no ONNX file'],
  ['for one picture at a time', tinyBackbone([1, 3, 8, 8]), 'takes 1 at a time'],
  ['of maps, with channels last', tinyBackbone(['n', 8, 8, 3], 'maps'), 'which axis has the channels'],
  [
    'of no pictures',
    changed(tinyBackbone(), ({ graph }) => {
      graph!.input[0]!.type!.value.value!.shape!.dim.length = 2;
    }),
    'a.onnx takes [?, 3], but a network of pictures takes',
  ],
  [
    'of old operators',
    changed(tinyBackbone(), ({ opsetImport }) => {
      opsetImport[0]!.version = 15n;
    }),
    "a.onnx uses version 15 of ONNX's operators; export it with version 16",
  ],
  [
    'with weights in another file',
    changed(tinyBackbone(), ({ graph }) => {
      graph!.initializer[0]!.externalData = [elsewhere];
    }),
    'a.onnx has its weights in another file; save it as one file',
  ],
  [
    'with numbers of a node in another file',
    changed(tinyBackbone(), ({ graph }) => {
      const t = create(TensorProtoSchema, { externalData: [elsewhere] });
      graph!.node[0]!.attribute.push(create(AttributeProtoSchema, { name: 'value', t }));
    }),
    'a.onnx has its weights in another file; save it as one file',
  ],
  [
    'of pictures larger than any',
    changed(tinyBackbone(), ({ graph }) => {
      const { dim } = graph!.input[0]!.type!.value.value!.shape!;
      for (const own of dim.slice(2)) own.value = { case: 'dimValue', value: 2n ** 31n };
    }),
    'it takes pictures of 2147483648 × 2147483648 pixels; at most 4096',
  ],
  [
    'that goes round in a circle',
    changed(tinyBackbone(), ({ graph }) => {
      graph!.node.push(create(NodeProtoSchema, { opType: 'Identity', input: ['out'], output: ['out'] }));
    }),
    'a.onnx cannot be run',
  ],
])('refuses a file %s', async (_, file, message) => {
  await expect(openBackbone(nodeRuntime, file, 'a.onnx')).rejects.toThrow(message);
});

it('refuses another size than the file has', async () => {
  await expect(openBackbone(nodeRuntime, tinyBackbone(), 'a.onnx', { size: 64 })).rejects.toThrow(
    /`imageSize`: the backbone takes pictures of 8 × 8 pixels, not 64/,
  );
});

it('refuses features that are not one row for each picture', async () => {
  const ofRows = (rows: bigint) =>
    changed(tinyBackbone(undefined, 'maps'), ({ graph }) => {
      const { node, output, initializer } = graph!;
      const shape = BigInt64Array.of(rows, -1n);
      initializer.push(
        create(TensorProtoSchema, {
          name: 'rows',
          dims: [2n],
          dataType: 7,
          rawData: new Uint8Array(shape.buffer),
        }),
      );
      const input = [output[0]!.name, 'rows'];
      node.push(create(NodeProtoSchema, { opType: 'Reshape', input, output: ['table'] }));
      output[0] = create(ValueInfoProtoSchema, { name: 'table' });
    });
  await expect(features(ofRows(2n))).rejects.toThrow(/makes of one picture are of shape \[2, 160\]/);
  await expect(features(ofRows(1n))).rejects.toThrow(
    /of 32 pictures .* shape \[1, 10240\] in place of 32 × 320/,
  );
});

/** The file with its content changed. */
function changed(file: Uint8Array, change: (model: ModelProto) => void): Uint8Array {
  const model = fromBinary(ModelProtoSchema, file);
  change(model);
  return toBinary(ModelProtoSchema, model);
}
