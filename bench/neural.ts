// Networks: training steps per second, against PyTorch on the same network from the same parameters with the
// same batches. Both must end with the same parameters before either is timed. Then they take turns; the
// machine's noise is shown by the spread of the ratios. Also: how near the steps are to the machine's fastest
// matrix product, and what memory an epoch takes.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@fairfront/core';
import { parameterCount } from '@fairfront/neural';
import { initialParameters, Trainer } from '@fairfront/neural/internal';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { findPeaks } from './neural-peak.js';
import {
  type Float32Rows,
  MU,
  makeBatches,
  makeRows,
  NETWORKS,
  type NetworkName,
  stepFlops,
} from './neural-problem.js';
import type { EpochRun } from './neural-run.js';
import { Torch, type TorchDescription, torchSettings } from './neural-torch.js';
import { fastest, type Timing, takeTurns } from './neural-turns.js';
import { findPython, runJson } from './peer.js';
import { median } from './statistics.js';

/** As many as Adult has to train on, about. */
const ROWS = 16_384;
/** By batch size: steps of one turn. */
const STEPS = { 32: 256, 512: 32 } as const;
const ROUNDS = 7;
/** Settings of PyTorch that go on to the rounds, the fastest in short turns. */
const CONTENDERS = 3;
const CHECK_STEPS = 20;
const CHECK_TOLERANCE = 1e-3;
const LEARNING_RATE = 1e-3;
const MEMORY_ROWS = 200_000;

interface Task {
  readonly name: NetworkName;
  readonly batchSize: keyof typeof STEPS;
}

const TASKS: readonly Task[] = (['mlp', 'resnet'] as const).flatMap((name) =>
  ([32, 512] as const).map((batchSize) => ({ name, batchSize })),
);

/** Times training steps of networks. */
export async function benchNeural() {
  const python = findPython('torch', 'python3-torch');
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-bench-'));
  const torches: Torch[] = [];
  try {
    const rows = makeRows(ROWS);
    writeProblem(folder, rows);
    if (python !== undefined) {
      torches.push(...torchSettings().map((setting) => new Torch(python, folder, setting)));
      // All of them, so that none is still starting when time is taken.
      const [{ version, blas }] = (await Promise.all(torches.map((torch) => torch.describe()))) as [
        TorchDescription,
      ];
      process.stdout.write(
        `PyTorch ${version}, products by ${blas.join(', ') || 'an unknown library'}; ${availableParallelism()} cores\n`,
      );
    }
    const peaksBefore = await findPeaks(torches);
    const results: TaskResult[] = [];
    for (const task of TASKS) results.push(await benchTask(task, rows, folder, torches));
    const peaks = await findPeaks(torches, peaksBefore);
    const peak = Math.max(...Object.values(peaks));
    console.table(results.flatMap((result) => tableRows(result, peak)));
    const compared = results.filter(({ theirs }) => theirs.length > 0);
    return {
      ratios: byTask(compared, ratioOf),
      'ratio of each round, least and most': byTask(compared, spreadOf),
      'at its best': byTask(compared, ({ theirs }) => theirs[0]!.who),
      'peak, GFlop/s': peaks,
      'share of the peak': byTask(results, ({ task, ours }) => shareOf(task, ours, peak)),
      'memory beyond data and 6 × parameters, MB': benchMemory(),
    };
  } finally {
    for (const torch of torches) torch.close();
    rmSync(folder, { recursive: true });
  }
}

/** What both start from, as neural.py reads it. */
function writeProblem(folder: string, { features, labels, groups }: Float32Rows): void {
  const meta = {
    inputs: features.columnCount,
    classes: 2,
    mu: MU,
    learningRate: LEARNING_RATE,
    networks: NETWORKS,
  };
  writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta));
  writeFileSync(join(folder, 'features.f32'), features.values);
  writeFileSync(join(folder, 'labels.i32'), labels);
  writeFileSync(join(folder, 'groups.i32'), groups.groups);
  for (const [name, network] of Object.entries(NETWORKS)) {
    writeFileSync(join(folder, `${name}.f32`), initialParameters(network, createRandom(1)));
  }
  for (const [size, steps] of Object.entries(STEPS)) {
    writeFileSync(join(folder, `batches-${size}.i32`), makeBatches(ROWS, Number(size), steps));
  }
}

function readNumbers(folder: string, file: string): Float32Array {
  return new Float32Array(Uint8Array.from(readFileSync(join(folder, file))).buffer);
}

interface TaskResult {
  readonly task: Task;
  readonly ours: Timing;
  /** The fastest first. */
  readonly theirs: readonly Timing[];
}

async function benchTask(
  task: Task,
  rows: Float32Rows,
  folder: string,
  torches: readonly Torch[],
): Promise<TaskResult> {
  const { name, batchSize } = task;
  const options = {
    loss: 'cross-entropy',
    groupCount: MU.length,
    batchSize,
    optimiser: 'adam',
    weightDecay: 0,
    dropout: 0,
  } as const;
  const trainer = await Trainer.open(await loadNodeRuntime(), NETWORKS[name], rows, options, {});
  const start = trainer.start(readNumbers(folder, `${name}.f32`));
  const batches = makeBatches(ROWS, batchSize, STEPS[batchSize]);
  const train = (steps: number) =>
    trainer.run(start, {
      mu: MU,
      learningRate: LEARNING_RATE,
      batches: batches.subarray(0, steps * batchSize),
      masks: [],
    });
  const ours = {
    who: 'fairfront',
    turn: async (steps: number) => {
      const begin = performance.now();
      await train(steps);
      return performance.now() - begin;
    },
  };
  const theirs = torches.flatMap((torch) =>
    [false, true].map((foreach) => ({
      who: `PyTorch, ${torch.setting.name}${foreach ? ', foreach' : ''}`,
      turn: async (steps: number) => 1e3 * (await torch.time(name, batchSize, steps, foreach)),
    })),
  );
  try {
    if (torches.length > 0) {
      const { state, riskSums } = await train(CHECK_STEPS);
      const end = join(folder, 'end.f32');
      const torchRiskSums = await torches[0]!.train(name, batchSize, CHECK_STEPS, end);
      const parameters = state.values.subarray(0, parameterCount(NETWORKS[name]));
      const error = check(`parameters of ${name}`, parameters, readNumbers(folder, 'end.f32'), start.values);
      check(`risks of ${name}`, riskSums, torchRiskSums);
      process.stdout.write(
        `${taskName(task)}: after ${CHECK_STEPS} steps the parameters differ from PyTorch's by ${error.toExponential(1)} of the way they have come\n`,
      );
    }
    const steps = STEPS[batchSize];
    const contenders = await fastest(theirs, CONTENDERS, Math.ceil(steps / 4));
    const [oursTimed, ...theirsTimed] = await takeTurns([ours, ...contenders], ROUNDS, steps);
    return {
      task,
      ours: oursTimed!,
      theirs: theirsTimed.sort((left, right) => median(left.stepMs) - median(right.stepMs)),
    };
  } finally {
    await trainer.close();
  }
}

/** ‖ours − theirs‖ against how far they have come from `start`. */
function check(
  what: string,
  ours: ArrayLike<number>,
  theirs: ArrayLike<number>,
  start?: ArrayLike<number>,
): number {
  let distance = 0;
  let way = 0;
  for (let i = 0; i < theirs.length; i++) {
    distance += (ours[i]! - theirs[i]!) ** 2;
    way += (theirs[i]! - (start?.[i] ?? 0)) ** 2;
  }
  const error = Math.sqrt(distance / way);
  if (!(ours.length === theirs.length && error <= CHECK_TOLERANCE)) {
    throw new Error(`${what} after ${CHECK_STEPS} steps differ from PyTorch's by ${error}, relative`);
  }
  return error;
}

function tableRows({ task, ours, theirs }: TaskResult, peak: number) {
  return [ours, ...theirs].map((timing) => {
    const stepMs = median(timing.stepMs);
    return {
      task: taskName(task),
      who: timing.who,
      'steps/s': round(1e3 / stepMs, 1),
      'ms a step': round(stepMs, 2),
      'least and most': [Math.min, Math.max].map((pick) => round(pick(...timing.stepMs), 2)).join(' – '),
      'share of the peak': round(shareOf(task, timing, peak), 2),
      ratio: timing === ours ? '' : round(stepMs / median(ours.stepMs), 2),
    };
  });
}

/** Ours against PyTorch at its best: how many times as many steps a second. */
function ratioOf({ ours, theirs }: TaskResult): number {
  return median(theirs[0]!.stepMs) / median(ours.stepMs);
}

function spreadOf({ ours, theirs }: TaskResult): [least: number, most: number] {
  const ratios = theirs[0]!.stepMs.map((stepMs, i) => stepMs / ours.stepMs[i]!);
  return [round(Math.min(...ratios), 2), round(Math.max(...ratios), 2)];
}

function shareOf({ name, batchSize }: Task, { stepMs }: Timing, peak: number): number {
  return stepFlops(NETWORKS[name], batchSize) / (median(stepMs) * 1e6) / peak;
}

function byTask<Value>(results: readonly TaskResult[], of: (result: TaskResult) => Value) {
  return Object.fromEntries(results.map((result) => [taskName(result.task), of(result)]));
}

const taskName = ({ name, batchSize }: Task): string => `${name}, batch ${batchSize}`;

function benchMemory(): number {
  const script = fileURLToPath(new URL('neural-run.js', import.meta.url));
  const run = runJson(process.execPath, [script, String(MEMORY_ROWS)]) as EpochRun;
  const beyond = run.peakBytes - run.dataBytes - 6 * run.parameterBytes;
  const [peak, data, parameters, rest] = [run.peakBytes, run.dataBytes, run.parameterBytes, beyond].map(
    (bytes) => Math.round(bytes / 1e6),
  ) as [number, number, number, number];
  process.stdout.write(
    `an epoch of the resnet on ${run.rows} rows, batch 512: ${run.seconds.toFixed(1)} s; memory at most ${peak} MB, that is data (${data} MB), 6 times the parameters (${parameters} MB) and ${rest} MB\n`,
  );
  return rest;
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
