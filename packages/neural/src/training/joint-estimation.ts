// Joint estimation [MMPF Alg. 2]: one network, trained for given μ.
//
//   repeat
//     h_θ ← h*; N / n_B steps on batches that sample groups uniformly;
//     if ⟨μ, r_val(h_θ)⟩ ≤ ⟨μ, r_val(h*)⟩:  h* ← h_θ, patience ← 0
//     else:                                  lr ← γ lr, patience += 1
//   until n_E epochs, or patience = n_P
//
// Where the paper is silent: the optimiser's memory goes back together with the network. So at the end of
// every epoch one state says it all, and that is what a checkpoint holds. A solve also ends once its learning
// rate has decayed to a few roundings of float32 (`settle`): "≤" would go on for hundreds of epochs that
// change the sixth digit of the risk.

import { type CancelSignal, worstGroup } from '@fairfront/core';
import { dot } from '@fairfront/core/internal';
import {
  hiddenWidths,
  type Network,
  parameterCount,
  splitParameters,
  takesPictures,
  workPerRow,
} from '../network/network.js';
import {
  epochRandom,
  type GroupRows,
  sampleBatches,
  sampleMask,
  sampleMoves,
  sliceMoves,
} from './batches.js';
import { DivergedError } from './diverged-error.js';
import type { Evaluator } from './evaluator.js';
import type { JointOptions } from './joint-options.js';
import type { NetworkModel, NetworkTraining } from './network-model.js';
import type { NetworkState, StepsMade, Trainer } from './trainer.js';
import { inUnits, type Standard, type TrainingRows } from './training-rows.js';

/** A solve at the end of an epoch: all that is needed to go on. */
export interface SolveProgress {
  readonly mu: readonly number[];
  readonly epoch: number;
  /** Epochs in a row without improvement. */
  readonly failures: number;
  /** The learning rate of the next epoch. */
  readonly learningRate: number;
  /** Whether steps are lost in rounding, so that there is no next epoch. */
  readonly settled: boolean;
  /** The state of the best network so far, h*. */
  readonly state: NetworkState;
}

/** How an epoch went. */
export interface EpochReport {
  readonly improved: boolean;
  /** The risks of the best network so far, on the rows that choose it. */
  readonly risks: readonly number[];
  /** ⟨μ, risks⟩ */
  readonly objective: number;
  readonly maxEpochs: number;
}

export interface JointProblem {
  readonly network: Network;
  readonly options: Required<JointOptions>;
  readonly trainer: Trainer;
  readonly evaluator: Evaluator;
  readonly trainRows: GroupRows;
  /** The rows that choose the network. */
  readonly validation: TrainingRows;
  /** What the numbers to predict are standardised by, where there are any. */
  readonly standard?: Standard | undefined;
}

export interface JointHooks {
  readonly signal?: CancelSignal | undefined;
  /** Is told after every epoch, and waited for. */
  readonly onEpoch?: ((progress: SolveProgress, report: EpochReport) => unknown) | undefined;
}

export interface JointSolve {
  readonly model: NetworkModel;
  readonly risks: readonly number[];
}

/**
 * Steps whose batches and masks are drawn at once: the largest number, and the largest size of the masks in
 * bytes.
 */
const STEPS_DRAWN = 2000;
const MASK_BYTES = 2 ** 26;
/** Multiplications in one run of the graph, about a second on one core: a run cannot be interrupted. */
const WORK_PER_RUN = 2e10;
/** Bytes of sparse rows in one run of the graph, at most. */
const ROW_BYTES_PER_RUN = 2 ** 26;
/** The relative rounding of float32. */
const ROUNDING = 2 ** -24;
const FEW_ROUNDINGS = 8 * ROUNDING;

/**
 * Trains a network until the rule above ends it.
 * @param from the solve at its start, or where it was interrupted
 */
export async function solveJointly(
  problem: JointProblem,
  from: SolveProgress,
  hooks: JointHooks,
): Promise<JointSolve> {
  const { network, options, evaluator, validation, standard } = problem;
  const { decay, patience, maxEpochs, minImprovement, loss } = options;
  const { mu } = from;
  const statedOf = ({ values }: NetworkState): Float32Array => values.subarray(0, parameterCount(network));
  const trainedOf = (state: NetworkState): Float32Array[] =>
    splitParameters(network, statedOf(state)).flatMap(({ isStatistic, values }) =>
      isStatistic ? [] : [values],
    );
  const parametersOf = (state: NetworkState): Float32Array =>
    standard === undefined ? statedOf(state) : inUnits(network, statedOf(state), standard);
  const evaluate = (state: NetworkState): Promise<number[]> =>
    evaluator.risks(parametersOf(state), validation, loss);
  const modelOf = (
    { state, epoch, learningRate }: SolveProgress,
    status: NetworkTraining['status'],
  ): NetworkModel => ({
    network,
    parameters: parametersOf(state).slice(),
    training: { status, epochs: epoch, learningRate },
  });

  let best = from;
  const checkFinite = (risks: readonly number[], batchRisks: readonly number[], epoch: number): void => {
    if (risks.every(Number.isFinite)) return;
    const group = validation.groups.names[divergedGroup(risks, batchRisks)]!;
    throw new DivergedError(epoch, group, best.learningRate, modelOf(best, 'diverged'));
  };
  let risks = await evaluate(best.state);
  checkFinite(risks, risks, best.epoch);
  for (;;) {
    if (best.settled) return { model: modelOf(best, 'settled'), risks };
    if (best.failures >= patience) return { model: modelOf(best, 'patience'), risks };
    if (best.epoch >= maxEpochs) return { model: modelOf(best, 'max-epochs'), risks };
    const made = await runEpoch(problem, best, hooks.signal);
    if (made === undefined) return { model: modelOf(best, 'cancelled'), risks };
    const { state, batchRisks } = made;
    const epoch = best.epoch + 1;
    const newRisks = await evaluate(state);
    checkFinite(newRisks, batchRisks, epoch);
    const improved = dot(mu, newRisks) <= (1 - minImprovement) * dot(mu, risks);
    const learningRate = improved ? best.learningRate : decay * best.learningRate;
    const settled = isSettled(trainedOf(best.state), trainedOf(state), learningRate, options);
    const failures = improved ? 0 : best.failures + 1;
    best = { mu, epoch, failures, learningRate, settled, state: improved ? state : best.state };
    if (improved) risks = newRisks;
    await hooks.onEpoch?.(best, { improved, risks, objective: dot(mu, risks), maxEpochs });
  }
}

interface Epoch {
  readonly state: NetworkState;
  /** Mean over the batches in which the group had one; 0 for a group that was in none. */
  readonly batchRisks: readonly number[];
}

/** @returns `undefined` if it was interrupted */
async function runEpoch(
  { network, options, trainer, trainRows }: JointProblem,
  { mu, epoch, learningRate, state }: SolveProgress,
  signal: CancelSignal | undefined,
): Promise<Epoch | undefined> {
  const { batchSize, epochSteps, dropout, augment, seed } = options;
  const random = epochRandom(seed, mu, epoch);
  const widths = dropout > 0 ? hiddenWidths(network) : [];
  const maskBytes = batchSize * widths.reduce((sum, width) => sum + width, 0);
  const drawn = Math.max(1, Math.min(STEPS_DRAWN, Math.floor(MASK_BYTES / Math.max(maskBytes, 1))));
  const work = 6 * batchSize * workPerRow(network); // forward, and backward to inputs and parameters
  const stepsHanded =
    trainer.bytesPerStep > 0 ? ROW_BYTES_PER_RUN / trainer.bytesPerStep : Number.POSITIVE_INFINITY;
  const stepsPerRun = Math.max(1, Math.floor(Math.min(WORK_PER_RUN / work, stepsHanded)));
  const steps = Math.max(epochSteps, Math.ceil(trainRows.rows.length / batchSize));
  const sums = mu.map(() => 0);
  const presence = mu.map(() => 0);
  let made: StepsMade | undefined;
  for (let done = 0; done < steps; done += drawn) {
    const size = Math.min(drawn, steps - done) * batchSize;
    const batches = sampleBatches(trainRows, size, random);
    const masks = widths.map((width) => sampleMask(size * width, dropout, random));
    const moves = augment && takesPictures(network) ? sampleMoves(size, network.picture, random) : undefined;
    for (let from = 0; from < size; from += stepsPerRun * batchSize) {
      if (signal?.aborted) return undefined;
      const to = Math.min(size, from + stepsPerRun * batchSize);
      made = await trainer.run(made?.state ?? state, {
        mu,
        learningRate,
        batches: batches.subarray(from, to),
        masks: masks.map((mask, layer) => mask.subarray(from * widths[layer]!, to * widths[layer]!)),
        moves: moves && sliceMoves(moves, from, to),
      });
      for (let group = 0; group < mu.length; group++) {
        sums[group]! += made.riskSums[group]!;
        presence[group]! += made.presence[group]!;
      }
    }
  }
  return { state: made!.state, batchRisks: sums.map((sum, group) => sum / Math.max(1, presence[group]!)) };
}

/**
 * The group to name when training leaves the numbers behind: one whose risk is none, or else the one that
 * fared worst before.
 */
function divergedGroup(risks: readonly number[], batchRisks: readonly number[]): number {
  const odd = risks.filter((risk) => !Number.isFinite(risk)).length;
  return odd < risks.length
    ? risks.findIndex((risk) => !Number.isFinite(risk))
    : Math.max(0, worstGroup(batchRisks));
}

/**
 * Whether what is still to come can be left out: the epoch changed nothing that float32 can tell; or the
 * learning rate has decayed until a step of Adam, which is at most about that long in each parameter, is a
 * few roundings of a typical one.
 */
function isSettled(
  before: readonly Float32Array[],
  after: readonly Float32Array[],
  learningRate: number,
  { settle, optimiser, learningRate: initial }: Required<JointOptions>,
): boolean {
  if (!settle) return false;
  let change = 0;
  let size = 0;
  let count = 0;
  before.forEach((values, part) => {
    const others = after[part]!;
    for (let i = 0; i < values.length; i++) {
      change += (others[i]! - values[i]!) ** 2;
      size += values[i]! ** 2;
    }
    count += values.length;
  });
  if (Math.sqrt(change) <= ROUNDING * Math.sqrt(size)) return true;
  return (
    optimiser === 'adam' && learningRate < initial && learningRate <= FEW_ROUNDINGS * Math.sqrt(size / count)
  );
}
