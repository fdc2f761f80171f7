// Convolutions: the time of forward and backward passes of two blocks, and of training steps of the networks
// on pictures, against PyTorch from the same numbers. Both must find the same before either is timed. Then
// they take turns. A ratio is our time by PyTorch's at its best; below 1 we are faster.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeModel, filled, Graph, gradients, mul, reduceSum, Trainer } from '@fairfront/neural/internal';
import { loadNodeRuntime } from '@fairfront/neural/node';
import {
  BATCH,
  BLOCKS,
  LEARNING_RATE,
  MU,
  NETWORKS,
  type NetworkName,
  readNumbers,
  readRows,
  readWholeNumbers,
  STEPS,
  sizeOf,
  type Tensor,
  writeProblem,
} from './convolution-problem.js';
import { type Timed, TorchProcess, torchSettings } from './neural-torch.js';
import { type Contender, fastest, type Timing, takeTurns } from './neural-turns.js';
import { findPython } from './peer.js';
import { median } from './statistics.js';

const ROUNDS = 5;
/** Settings of PyTorch that go on to the rounds, the fastest in short turns. */
const CONTENDERS = 2;
const CHECK_STEPS = 3;
const CHECK_TOLERANCE = 1e-3;

/** Times convolutions. */
export async function benchConvolution() {
  const python = findPython('torchvision', 'python3-torchvision');
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  const torches: TorchProcess[] = [];
  try {
    writeProblem(folder);
    if (python !== undefined) {
      torches.push(
        ...torchSettings().map((setting) => new TorchProcess(python, 'convolution.py', folder, setting)),
      );
      const descriptions = await Promise.all(torches.map((torch) => torch.describe()));
      process.stdout.write(`PyTorch ${descriptions[0]!.version}; ${availableParallelism()} cores\n`);
    }
    const results: Result[] = [];
    const note = (result: Result): void => {
      results.push(result);
      console.table(tableRows(result));
    };
    for (const name of Object.keys(BLOCKS)) note(await benchBlock(name, folder, torches));
    for (const name of Object.keys(NETWORKS)) note(await benchNetwork(name as NetworkName, folder, torches));
    const compared = results.filter(({ theirs }) => theirs.length > 0);
    const byTitle = <Value>(of: (result: Result) => Value) =>
      Object.fromEntries(compared.map((result) => [result.title, of(result)]));
    return {
      ratios: byTitle(ratioOf),
      'ratio of each round, least and most': byTitle(({ ours, theirs }) => {
        const ratios = theirs[0]!.stepMs.map((stepMs, i) => ours.stepMs[i]! / stepMs);
        return [Math.min(...ratios), Math.max(...ratios)].map((value) => round(value, 2));
      }),
      'at its best': byTitle(({ theirs }) => theirs[0]!.who),
    };
  } finally {
    for (const torch of torches) torch.close();
    rmSync(folder, { recursive: true });
  }
}

interface Result {
  readonly title: string;
  readonly ours: Timing;
  /** The fastest first. */
  readonly theirs: readonly Timing[];
}

async function race(
  title: string,
  steps: number,
  ours: Contender['turn'],
  theirs: readonly Contender[],
): Promise<Result> {
  const contenders = await fastest(theirs, CONTENDERS, Math.ceil(steps / 4));
  const [oursTimed, ...theirsTimed] = await takeTurns(
    [{ who: 'fairfront', turn: ours }, ...contenders],
    ROUNDS,
    steps,
  );
  theirsTimed.sort((left, right) => median(left.stepMs) - median(right.stepMs));
  return { title, ours: oursTimed!, theirs: theirsTimed };
}

/** Forward and backward passes of a block, as often as asked for in one run, as training does. */
async function benchBlock(name: string, folder: string, torches: readonly TorchProcess[]): Promise<Result> {
  const { title, steps, inputs, output, build } = BLOCKS[name]!;
  const graph = new Graph();
  const count = graph.input('steps', 'int64', []);
  const shapes = { ...inputs, c: output };
  const tensors = Object.entries(shapes).map(([input, shape]) => graph.input(input, 'float32', shape));
  const body = new Graph(graph);
  body.input('iteration', 'int64', []);
  const going = body.input('going', 'bool', []);
  const [c, ...x] = [tensors.at(-1)!, ...tensors.slice(0, -1)] as [Tensor, ...Tensor[]];
  const z = build(body, x);
  const found = [z, ...gradients(body, reduceSum(body, mul(body, c, z)), x)];
  const carried = found.map(({ shape }) => filled(graph, 'float32', shape as number[], 0));
  found.forEach(({ shape }, i) => {
    body.input(`before${i}`, 'float32', shape);
  });
  body.output('goOn', going);
  for (const tensor of found) body.yield(tensor);
  graph.node('Loop', [count, undefined, ...carried], carried, { attributes: { body } }).forEach((last, i) => {
    graph.output(`found${i}`, last);
  });
  const session = await (await loadNodeRuntime()).open(encodeModel(graph));
  const flat = readNumbers(folder, `${name}.f32`);
  let from = 0;
  const feeds = Object.fromEntries(
    Object.entries(shapes).map(([input, dims]) => {
      from += sizeOf(dims);
      return [input, { type: 'float32' as const, dims, data: flat.slice(from - sizeOf(dims), from) }];
    }),
  );
  const run = (passes: number) =>
    session.run({
      ...feeds,
      steps: { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(passes)) },
    });
  try {
    if (torches.length > 0) {
      const end = join(folder, 'end.f32');
      await torches[0]!.request({ block: name, end });
      const expected = readNumbers(folder, 'end.f32');
      let at = 0;
      for (const { data } of Object.values(await run(1))) {
        const numbers = data as Float32Array;
        check(title, numbers, expected.subarray(at, at + numbers.length));
        at += numbers.length;
      }
    }
    return await race(
      title,
      steps,
      (passes) => timed(() => run(passes)),
      torches.map((torch) => ({
        who: `PyTorch, ${torch.setting.name}`,
        turn: async (passes) => 1e3 * (await torch.request<Timed>({ block: name, steps: passes })).seconds,
      })),
    );
  } finally {
    await session.close();
  }
}

/** Training steps of a network. */
async function benchNetwork(
  name: NetworkName,
  folder: string,
  torches: readonly TorchProcess[],
): Promise<Result> {
  const network = NETWORKS[name];
  const title = `step of ${name}, ${network.picture.height} × ${network.picture.width}`;
  const options = {
    loss: 'cross-entropy',
    groupCount: MU.length,
    batchSize: BATCH,
    optimiser: 'adam',
    weightDecay: 0,
    dropout: 0,
  } as const;
  const trainer = await Trainer.open(await loadNodeRuntime(), network, readRows(folder, name), options, {});
  const start = trainer.start(readNumbers(folder, `${name}.f32`));
  const batches = readWholeNumbers(folder, 'batches.i32');
  const train = (steps: number) =>
    trainer.run(start, {
      mu: MU,
      learningRate: LEARNING_RATE,
      batches: batches.subarray(0, steps * BATCH),
      masks: [],
    });
  try {
    if (torches.length > 0) {
      const { riskSums } = await train(CHECK_STEPS);
      const end = join(folder, 'end.f32');
      const theirs = await torches[0]!.request<{ riskSums: number[] }>({
        network: name,
        steps: CHECK_STEPS,
        end,
      });
      check(`risks of ${name} in ${CHECK_STEPS} steps`, riskSums, theirs.riskSums);
    }
    return await race(
      title,
      STEPS[name],
      (steps) => timed(() => train(steps)),
      torches.map((torch) => ({
        who: `PyTorch, ${torch.setting.name}`,
        turn: async (passes) => 1e3 * (await torch.request<Timed>({ network: name, steps: passes })).seconds,
      })),
    );
  } finally {
    await trainer.close();
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

/** ‖ours − theirs‖ against ‖theirs‖. */
function check(what: string, ours: ArrayLike<number>, theirs: ArrayLike<number>): void {
  let distance = 0;
  let length = 0;
  for (let i = 0; i < theirs.length; i++) {
    distance += (ours[i]! - theirs[i]!) ** 2;
    length += theirs[i]! ** 2;
  }
  const error = Math.sqrt(distance / length);
  if (ours.length === theirs.length && error <= CHECK_TOLERANCE) return;
  throw new Error(`${what} differ from PyTorch's by ${error}, relative`);
}

function ratioOf({ ours, theirs }: Result): number {
  return round(median(ours.stepMs) / median(theirs[0]!.stepMs), 2);
}

function tableRows({ title, ours, theirs }: Result) {
  return [ours, ...theirs].map(({ who, stepMs }) => ({
    what: title,
    who,
    ms: round(median(stepMs), 1),
    'least and most': [Math.min, Math.max].map((pick) => round(pick(...stepMs), 1)).join(' – '),
    'ours by it': who === ours.who ? '' : round(median(ours.stepMs) / median(stepMs), 2),
  }));
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
