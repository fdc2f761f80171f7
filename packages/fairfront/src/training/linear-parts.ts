// The three linear models of a training and a validation part, as the paper trains them. Where rows are read from disk a
// thread does it: passes over them leave the one that was asked no room to show progress or to be cancelled.

import {
  groupShares,
  type LabelledRows,
  type LinearModel,
  type LinearOptions,
  type LinearOracle,
  linearOracle,
  uniformMu,
} from '@fairfront/core';
import { blockEndsOf } from '@fairfront/core/internal';
import { runTasks } from '#threads';
import { definedOnly } from '../defined-only.js';
import { openPassed, type SharedRows, sharedRows } from '../task/shared-rows.js';
import { type Job, workerAt } from '../threads/job.js';
import { type Candidate, type FoundMinimax, findMinimax } from './find-minimax.js';
import type { FitHooks, FitProgress, SearchCheckpoint, TrainingEvent } from './fit-hooks.js';
import type { ResolvedFit, SearchName } from './options/fit-options.js';
import {
  answerAtDesk,
  createDesk,
  type PassDesk,
  type PassOrder,
  passAtDesk,
  passElsewhere,
} from './passes/pass-job.js';
import { exactMinimax } from './select/exact-minimax.js';
import type { Objective } from './select/objective.js';

type Hooks = FitHooks<LinearModel>;

/** What is trained on. */
export interface LinearParts<Rows = LabelledRows> {
  readonly train: Rows;
  readonly validation: Rows;
  readonly problem: LinearOptions;
  readonly options: ResolvedFit & { readonly search: SearchName };
}

/** The three models. */
export interface TrainedLinear {
  readonly naive: LinearModel;
  readonly balanced: LinearModel;
  readonly minimax: FoundMinimax<LinearModel>;
}

/** Trains the three models. @returns `undefined` if it was interrupted */
export async function trainOnParts(
  { train, validation, problem, options }: LinearParts,
  hooks: Hooks,
  resume?: SearchCheckpoint<LinearModel>,
): Promise<TrainedLinear | undefined> {
  const oracle = linearOracle(train, problem, validation);
  await hooks.onEvent?.({ kind: 'model', name: 'naive' });
  const naive = oracle.solver.solve(groupShares(train.groups)).model;
  await hooks.onEvent?.({ kind: 'model', name: 'balanced' });
  const balanced = oracle.solver.solve(uniformMu(train.groups.names.length), naive).model;
  const minimax = await findMinimax({ parts: { train } }, oracle, options, hooks, {
    resume,
    exactly: () => solveExactly(train, oracle, balanced, options.gap, hooks.signal),
  });
  return minimax && { naive, balanced, minimax };
}

/** The same in a thread. */
export async function trainInThread(
  { train, validation, problem, options }: LinearParts,
  { signal, onEvent, onCheckpoint, tasks }: Hooks,
  resume?: SearchCheckpoint<LinearModel>,
): Promise<TrainedLinear | undefined> {
  const rows = { train: sharedRows(train), validation: sharedRows(validation) };
  const parts = { train, validation };
  const desk = tasks && createDesk(train, problem);
  const [trained] = await runTasks([0], {
    job: linearJob,
    shared: { ...rows, problem, options, ...definedOnly({ desk, resume }) },
    signal,
    // A thread that waits for passes of others says nothing and does nothing, however long that takes.
    ...(desk && { stalledMs: Number.POSITIVE_INFINITY }),
    onReport: async (_, report) => {
      if (report.kind === 'checkpoint') {
        await onCheckpoint?.(() => report.progress, report.isCostly);
        return;
      }
      if (report.kind !== 'pass') {
        await onEvent?.(report);
        return;
      }
      const blocks = blockEndsOf(parts[report.part]).length;
      const sum = await passElsewhere(tasks!, rows[report.part], blocks, report.order, signal);
      if (sum !== undefined) answerAtDesk(desk!, sum);
    },
  });
  return trained;
}

/** What the thread that trains says: how far it is, what it could go on from, or which pass others are to make. */
type Report =
  | TrainingEvent
  | {
      readonly kind: 'checkpoint';
      readonly progress: FitProgress<LinearModel>;
      readonly isCostly: boolean;
    }
  | {
      readonly kind: 'pass';
      readonly part: 'train' | 'validation';
      readonly order: PassOrder;
    };

export const linearJob: Job<
  number,
  TrainedLinear | undefined,
  LinearParts<SharedRows> & { readonly desk?: PassDesk; readonly resume?: SearchCheckpoint<LinearModel> },
  Report
> = {
  worker: workerAt('./linear-worker.js', import.meta.url),
  run: async (_, { train, validation, desk, resume, ...solving }, report) => {
    const parts = { train: openPassed(train), validation: openPassed(validation) };
    try {
      if (desk !== undefined) {
        for (const part of ['train', 'validation'] as const) {
          passAtDesk(parts[part].rows, desk, (order) => report({ kind: 'pass', part, order }));
        }
      }
      return await trainOnParts(
        { ...solving, train: parts.train.rows, validation: parts.validation.rows },
        {
          onEvent: report,
          onCheckpoint: (progress, isCostly) =>
            report({ kind: 'checkpoint', progress: progress(), isCostly }),
        },
        resume,
      );
    } finally {
      parts.train.close();
      parts.validation.close();
    }
  },
};

/** Solves the minimax problem of linear models as one, steered by training risks alone. */
export function solveExactly(
  train: LabelledRows,
  oracle: LinearOracle,
  start: LinearModel,
  gap: number,
  signal: { readonly aborted: boolean } | undefined,
  objective?: Objective,
): Candidate<LinearModel> {
  const { model, risks, penalty, mu, certificate, status, iterations } = exactMinimax(train, {
    ...oracle.solver.options,
    gap,
    start,
    ...definedOnly({ signal, objective }),
  });
  return {
    model,
    mu,
    risks: oracle.risks(model),
    trainRisks: risks.map((risk) => risk + penalty),
    report: {
      strategy: 'exact',
      options: {},
      steeredBy: 'train',
      solves: iterations,
      stopped: status,
      maxSolves: null,
      gap,
      trace: [],
      certificate,
      ...definedOnly({ objective }),
    },
  };
}
