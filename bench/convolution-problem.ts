// What the benchmark of convolutions computes: two blocks on made-up numbers, and the networks on made-up
// pictures.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, type LabelledRows } from '@fairfront/core';
import {
  add,
  batchNormalisation,
  concat,
  conv,
  type Graph,
  initialParameters,
  type PictureNetwork,
  parameterShapes,
  relu,
} from '@fairfront/neural/internal';

export const BATCH = 32;
export const MU = [0.1, 0.2, 0.3, 0.4];
export const LEARNING_RATE = 1e-4;
const ROWS = 256;

export type Tensor = ReturnType<typeof conv>;

export interface Block {
  readonly title: string;
  /** Passes of one turn. */
  readonly steps: number;
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly output: readonly number[];
  /** z, from the inputs in their order. */
  readonly build: (graph: Graph, inputs: readonly Tensor[]) => Tensor;
}

const norm = (graph: Graph, x: Tensor, scale: Tensor, bias: Tensor): Tensor =>
  batchNormalisation(graph, x, { scale, bias }).output;

export const BLOCKS: Readonly<Record<string, Block>> = {
  residual: {
    title: 'residual block, 64 × 28 × 28',
    steps: 4,
    inputs: {
      x: [BATCH, 64, 28, 28],
      w1: [64, 64, 3, 3],
      s1: [64],
      b1: [64],
      w2: [64, 64, 3, 3],
      s2: [64],
      b2: [64],
    },
    output: [BATCH, 64, 28, 28],
    build: (graph, [x, w1, s1, b1, w2, s2, b2]) => {
      const inner = relu(graph, norm(graph, conv(graph, x!, w1!, { padding: 1 }), s1!, b1!));
      const outer = norm(graph, conv(graph, inner, w2!, { padding: 1 }), s2!, b2!);
      return relu(graph, add(graph, outer, x!));
    },
  },
  dense: {
    title: 'dense layer, 256 × 16 × 16',
    steps: 8,
    inputs: {
      x: [BATCH, 256, 16, 16],
      s1: [256],
      b1: [256],
      w1: [128, 256, 1, 1],
      s2: [128],
      b2: [128],
      w2: [32, 128, 3, 3],
    },
    output: [BATCH, 288, 16, 16],
    build: (graph, [x, s1, b1, w1, s2, b2, w2]) => {
      const narrow = conv(graph, relu(graph, norm(graph, x!, s1!, b1!)), w1!);
      const grown = conv(graph, relu(graph, norm(graph, narrow, s2!, b2!)), w2!, { padding: 1 });
      return concat(graph, [x!, grown], 1);
    },
  },
};

export const NETWORKS = {
  convnet: { kind: 'convnet', picture: { height: 28, width: 28 }, classes: 7 },
  densenet121: { kind: 'densenet121', picture: { height: 64, width: 64 }, classes: 7 },
} as const satisfies Record<string, PictureNetwork>;
export type NetworkName = keyof typeof NETWORKS;
/** Training steps of one turn. */
export const STEPS = { convnet: 16, densenet121: 2 } as const;

export const sizeOf = (shape: readonly number[]): number =>
  shape.reduce((product, size) => product * size, 1);

/** What both start from, as convolution.py reads it. */
export function writeProblem(folder: string): void {
  const { uniform } = createRandom(1);
  const centred = (count: number, width: number): Float32Array =>
    Float32Array.from({ length: count }, () => width * (uniform() - 0.5));
  const write = (file: string, values: Float32Array | Uint8Array | Int32Array): void =>
    writeFileSync(join(folder, file), values);
  for (const [name, { inputs, output }] of Object.entries(BLOCKS)) {
    const count = [...Object.values(inputs), output].reduce((sum, shape) => sum + sizeOf(shape), 0);
    write(`${name}.f32`, centred(count, 1));
  }
  for (const [name, network] of Object.entries(NETWORKS)) {
    const { height, width } = network.picture;
    write(`${name}.f32`, initialParameters(network, createRandom(1)));
    write(
      `${name}.u8`,
      Uint8Array.from({ length: ROWS * height * width * 3 }, () => Math.floor(256 * uniform())),
    );
  }
  const draw = (count: number, below: number): Int32Array =>
    Int32Array.from({ length: count }, () => Math.floor(below * uniform()));
  write('labels.i32', draw(ROWS, 7));
  write('groups.i32', draw(ROWS, MU.length));
  write('batches.i32', draw(BATCH * Math.max(...Object.values(STEPS)), ROWS));
  const networks = Object.fromEntries(
    Object.entries(NETWORKS).map(([name, network]) => [
      name,
      {
        ...network,
        parameters: parameterShapes(network).map((one) => ({ name: one.name, shape: one.shape })),
      },
    ]),
  );
  const meta = { rows: ROWS, batch: BATCH, mu: MU, learningRate: LEARNING_RATE, blocks: BLOCKS, networks };
  writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta));
}

/** The pictures of a network with their labels and groups. */
export function readRows(folder: string, name: NetworkName): LabelledRows {
  const { height, width } = NETWORKS[name].picture;
  const groups = readWholeNumbers(folder, 'groups.i32');
  return {
    features: {
      rowCount: ROWS,
      columnCount: height * width * 3,
      values: Uint8Array.from(readFileSync(join(folder, `${name}.u8`))),
    },
    labels: readWholeNumbers(folder, 'labels.i32'),
    groups: {
      names: MU.map((_, group) => `group ${group}`),
      groups,
      counts: MU.map((_, group) => groups.filter((own) => own === group).length),
    },
  };
}

/** A file of float32. */
export function readNumbers(folder: string, file: string): Float32Array {
  return new Float32Array(Uint8Array.from(readFileSync(join(folder, file))).buffer);
}

/** A file of int32. */
export function readWholeNumbers(folder: string, file: string): Int32Array {
  return new Int32Array(Uint8Array.from(readFileSync(join(folder, file))).buffer);
}
