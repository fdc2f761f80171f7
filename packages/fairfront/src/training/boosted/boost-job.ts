// The candidates of boosted trees, one after the other, as a job of several threads that go on together: each thread has
// some of the folds.

import type { BoostedModel, CrewMaker, ResolvedBoosting } from '@fairfront/trees';
import {
  type BinnedRows,
  type BoostedRound,
  type BoostedTogether,
  Booster,
  type BoostingProblem,
  boostTogether,
  ChunkRoom,
  type Course,
  fixedCourse,
  listedCourse,
  meanMu,
  minimaxCourse,
  mixedMus,
  type TogetherState,
} from '@fairfront/trees/internal';
import { openBinned } from '#binned';
import { crewFor } from '#crew';
import { type Job, workerAt } from '../../threads/job.js';
import { ENDS, type Step, startOf } from '../select/steps.js';
import type { BinnedFile } from './binned-file.js';
import { joinMeeting, type Meeting } from './lockstep.js';

/** Rows that one booster trains on, and those that it holds out. */
export interface Fold {
  readonly trained: Uint32Array;
  readonly heldOut: Uint32Array;
  /** Where its part of the arena begins, where rows are in memory. */
  readonly offset: number;
}

/** What all threads boost. */
export interface BoostData {
  readonly problem: Omit<BoostingProblem, 'binned' | 'trained' | 'heldOut'>;
  readonly binned: BinnedRows | BinnedFile;
  readonly folds: readonly Fold[];
  /** The share of each group among the rows to train on. */
  readonly shares: readonly number[];
  /** Rows held out in all, by group; where they have weights, the sum of these. */
  readonly totals: readonly number[];
  readonly options: ResolvedBoosting;
  readonly steps: readonly Step[];
  readonly meeting: Meeting;
  /** Time for the steps beyond naive, balanced and minimax. */
  readonly seconds: number;
  /** Whether the models of the folds are wanted, at their best rounds. */
  readonly keepsModels: boolean;
  readonly threads: number;
  readonly before: BoostProgress;
}

/** One of the threads, counted from 0. */
export interface BoostTask {
  readonly thread: number;
}

/** What a candidate has come to: the same in all threads but for what is by fold. */
export interface CandidateRun extends Pick<BoostedTogether, 'rounds' | 'risks' | 'mus'> {
  /** Scores of the rows that each fold holds out. */
  readonly heldOut: readonly Float64Array[];
  /** The model of each fold, where it is wanted. */
  readonly models: readonly BoostedModel[];
}

/** Candidates that are done, and the one that is not. What is by fold has all folds. */
export interface BoostProgress {
  readonly done: readonly CandidateRun[];
  readonly current?: TogetherState | undefined;
}

/** What a thread tells while it works. What is by fold has the thread's folds. */
export type BoostReport =
  | ({ readonly kind: 'round'; readonly step: number } & Pick<BoostedRound, 'round' | 'mu' | 'risks'>)
  | { readonly kind: 'state'; readonly step: number; readonly state: TogetherState }
  | { readonly kind: 'done'; readonly step: number; readonly run: CandidateRun };

export const boostJob: Job<BoostTask, number, BoostData, BoostReport> = {
  worker: workerAt('./boost-worker.js', import.meta.url),
  run: boostCandidates,
  endsAtReports: true,
};

/** The folds of a thread. */
export function foldsOfThread(folds: number, thread: number, threads: number): number[] {
  return Array.from({ length: folds }, (_, fold) => fold).filter((fold) => fold % threads === thread);
}

/** Between two states that are told, which a run can go on from. */
const STATE_MS = 5000;
/** Between two rounds that are told. */
const ROUND_MS = 100;
/** What the first thread has to say. */
const [GO_ON, TELL_STATE] = [0, 1];

/** Boosts the candidates. @returns how many were boosted: not all where the time was up */
async function boostCandidates(
  { thread }: BoostTask,
  data: BoostData,
  report: (report: BoostReport) => unknown,
): Promise<number> {
  const { folds, shares, totals, options, steps, meeting, seconds, keepsModels, before } = data;
  const own = foldsOfThread(folds.length, thread, meeting.parties);
  const { rowCount, columns } = data.binned;
  // One fold has all threads; several folds have one each.
  const crew =
    folds.length === 1 ? crewFor({ rowCount, columnCount: columns.length }, data.threads) : undefined;
  const boosters = boostersOf(
    data,
    own.map((fold) => folds[fold]!),
    crew,
  );
  const meet = joinMeeting(meeting, own, thread === 0);
  const deadline = performance.now() + 1000 * seconds;
  const nothing = boosters.map(() => new Float64Array(totals.length));
  const isMinimax = ({ step }: Step): boolean => step === 1;
  let minimax: CandidateRun['mus'] | undefined = before.done[steps.findIndex(isMinimax)]?.mus;
  for (let step = before.done.length; step < steps.length; step++) {
    const isLate = step >= ENDS.length && performance.now() > deadline;
    if (meet(nothing, isLate ? 1 : 0).word === 1) return step;
    let told = performance.now();
    let kept = told;
    let word = GO_ON;
    const { current } = step === before.done.length ? before : {};
    const run = boostTogether({
      boosters,
      course: courseOf(steps[step]!, shares, minimax),
      trees: options.trees,
      totals,
      exchange: (sums) => {
        const met = meet(sums, performance.now() - kept > STATE_MS ? TELL_STATE : GO_ON);
        word = met.word;
        return met.sums;
      },
      onRound: ({ round, mu, risks }, state) => {
        if (word === TELL_STATE) {
          kept = performance.now();
          report({ kind: 'state', step, state: state() });
        }
        if (thread > 0 || performance.now() - told < ROUND_MS) return;
        told = performance.now();
        report({ kind: 'round', step, round, mu, risks });
      },
      resume: current && { ...current, models: own.map((fold) => current.models[fold]!) },
    });
    const { rounds, risks, mus, heldOut } = run;
    const models = keepsModels ? boosters.map((booster) => booster.model(rounds)) : [];
    if (isMinimax(steps[step]!)) minimax = mus;
    await report({ kind: 'done', step, run: { rounds, risks, mus, heldOut, models } });
  }
  for (const booster of boosters) booster.close();
  return steps.length;
}

/** The boosters of folds: each in its part of the arena, or all in one room where rows are read block by block. */
function boostersOf(
  { problem, binned, options }: BoostData,
  folds: readonly Fold[],
  crew: CrewMaker | undefined,
): Booster[] {
  if ('list' in binned) {
    const room = new ChunkRoom(openBinned(binned), problem, options, crew);
    return folds.map((fold) => new Booster({ ...problem, ...fold, binned: room }, options));
  }
  return folds.map(({ trained, heldOut, offset }) => {
    const own = { ...binned, arena: { ...binned.arena, used: offset } };
    return new Booster({ ...problem, binned: own, trained, heldOut }, options, crew);
  });
}

/** The weights of a candidate's rounds. @param minimax those of the minimax run, where it is done */
export function courseOf(
  step: Step,
  shares: readonly number[],
  minimax: CandidateRun['mus'] | undefined,
): Course {
  const start = startOf(step, shares);
  if (step.step === 0) return fixedCourse(start);
  if (step.step === 1) return minimaxCourse(shares.length);
  const mixed = mixedMus(start, minimax!, step.step);
  return listedCourse(mixed, meanMu(mixed));
}
