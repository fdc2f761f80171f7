// Algorithm 2 without a network: a trainer and an evaluator that play what a script says of each epoch, and
// remember what they were asked.

import { type CancelSignal, groupIndex } from '@fairfront/core';
import { groupRows } from '../../src/training/batches.js';
import type { Evaluator } from '../../src/training/evaluator.js';
import type {
  EpochReport,
  JointProblem,
  JointSolve,
  SolveProgress,
} from '../../src/training/joint-estimation.js';
import { solveJointly } from '../../src/training/joint-estimation.js';
import { type JointOptions, resolveJointOptions } from '../../src/training/joint-options.js';
import type { NetworkState, Steps, Trainer } from '../../src/training/trainer.js';

export interface ScriptedEpoch {
  /** On validation rows, of the network at its end. */
  readonly risks: readonly number[];
  /** In each batch. Default 1 for every group. */
  readonly batchRisks?: readonly number[];
  /** By which share the parameters change. Default 0.5. */
  readonly moves?: number;
}

export interface Script {
  /** On validation rows, of the network at the start. */
  readonly start: readonly number[];
  readonly epochs: readonly ScriptedEpoch[];
  readonly mu?: readonly number[];
  readonly options?: JointOptions;
  readonly rowCount?: number;
  readonly from?: Partial<SolveProgress>;
  readonly signal?: CancelSignal;
  readonly onRun?: (run: number) => void;
  readonly onEpoch?: (progress: SolveProgress) => void;
}

export interface Run extends Steps {
  readonly state: NetworkState;
}

export interface Played extends JointSolve {
  /** Every run that was asked for. */
  readonly runs: readonly Run[];
  readonly told: readonly { readonly progress: SolveProgress; readonly report: EpochReport }[];
}

/**
 * Two classes, one feature: four parameters. The first is the number of the network, 0 at the start; the
 * second is what moves.
 */
const network = { kind: 'linear', inputs: 1, classes: 2, hidden: [], activation: 'none' } as const;
export const START: NetworkState = {
  values: Float32Array.of(0, 2 ** 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  steps: 0,
};

export async function play(script: Script): Promise<Played> {
  const { start, epochs, mu = [0.5, 0.5], rowCount = 10, from = {}, signal } = script;
  // Adam ends where its learning rate is small beside the parameters, and here these are large.
  const options = resolveJointOptions({ batchSize: 4, learningRate: 1, optimiser: 'sgd', ...script.options });
  const groups = groupIndex(Array.from({ length: rowCount }, (_, row) => 'ab'[row % 2]!));
  const runs: Run[] = [];
  const told: { progress: SolveProgress; report: EpochReport }[] = [];
  const risksOf = [start, ...epochs.map(({ risks }) => risks)];
  const firstEpoch = from.epoch ?? 0;

  const trainer: Pick<Trainer, 'run'> = {
    run: async (state, steps) => {
      runs.push({ state, ...steps });
      script.onRun?.(runs.length);
      const number = firstEpoch + told.length + 1;
      const { batchRisks = mu.map(() => 1), moves = 0.5 } = epochs[number - 1]!;
      const count = steps.batches.length / options.batchSize;
      const values = Float32Array.of(number, state.values[1]! * (1 + moves), 0, 0, ...memoryOf(number));
      return {
        state: { values, steps: state.steps + count },
        riskSums: Float32Array.from(batchRisks, (risk) => risk * count),
        presence: Float32Array.from(batchRisks, () => count),
      };
    },
  };
  const evaluator: Pick<Evaluator, 'risks'> = {
    risks: async (parameters) => {
      if (parameters.length !== 4) throw new Error(`${parameters.length} parameters`);
      return [...risksOf[parameters[0]!]!];
    },
  };
  const problem: JointProblem = {
    network,
    options,
    trainer: trainer as Trainer,
    evaluator: evaluator as Evaluator,
    trainRows: groupRows(groups),
    validation: {
      features: { rowCount: 0, columnCount: 1, values: new Float32Array() },
      labels: new Int32Array(),
      groups,
    },
  };
  const progress: SolveProgress = {
    mu,
    epoch: 0,
    failures: 0,
    learningRate: options.learningRate,
    settled: false,
    state: START,
    ...from,
  };
  const solve = await solveJointly(problem, progress, {
    signal,
    onEpoch: (progress, report) => {
      told.push({ progress, report });
      script.onEpoch?.(progress);
    },
  });
  return { ...solve, runs, told };
}

/** What the optimiser remembers after an epoch: eight numbers that no other epoch leaves. */
export function memoryOf(epoch: number): number[] {
  return Array.from({ length: 8 }, (_, i) => 100 * epoch + i);
}

/** Which network it is: 0 at the start, then the epoch that made it. */
export function numberOf({ model }: JointSolve): number {
  return model.parameters[0]!;
}

/** Epochs with these risks, the same for both groups. */
export function epochsOf(...risks: readonly number[]): ScriptedEpoch[] {
  return risks.map((risk) => ({ risks: [risk, risk] }));
}

export function scriptOf(start: number, ...risks: readonly number[]): Script {
  return { start: [start, start], epochs: epochsOf(...risks) };
}
