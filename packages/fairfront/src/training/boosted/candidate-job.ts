// A candidate of boosted trees on all folds, as a job of one thread: where other machines boost, they share no memory, so
// each has a candidate of its own, and not some of the folds.

import type { NamedJob } from '../../threads/job.js';
import { workerAt } from '../../threads/job.js';
import type { Step } from '../select/steps.js';
import { boostFolds, type FoldBoosting } from './boost-folds.js';
import type { CandidateRun } from './boost-job.js';

/** What all candidates are boosted on. */
export type CandidateData = Omit<FoldBoosting, 'steps' | 'seconds' | 'threads' | 'options'>;

export interface CandidateTask extends Pick<FoldBoosting, 'options'> {
  readonly step: Step;
  /** The run for minimax, whose weights a candidate between naive and minimax follows. */
  readonly minimax?: { readonly step: Step; readonly run: CandidateRun } | undefined;
}

/** What is told after a round. */
export type CandidateReport = Pick<CandidateRun, 'risks'> & {
  readonly round: number;
  readonly mu: readonly number[];
};

export const candidateJob: NamedJob<CandidateTask, CandidateRun, CandidateData, CandidateReport> = {
  name: 'boosted-candidate',
  worker: workerAt('./candidate-worker.js', import.meta.url),
  run: async ({ options, step, minimax }, data, report) => {
    const runs = await boostFolds(
      {
        ...data,
        options,
        steps: minimax === undefined ? [step] : [minimax.step, step],
        seconds: Number.POSITIVE_INFINITY,
        threads: 1,
      },
      {
        onRound: (_, { round, mu, risks }) => report({ round, mu, risks }),
        before: { done: minimax === undefined ? [] : [minimax.run] },
      },
    );
    return runs!.at(-1)!;
  },
};
