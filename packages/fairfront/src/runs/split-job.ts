// The fit of one of several splits, of which only the figures are kept, as a job.

import type { Table } from '@fairfront/core';
import type { SplitOutcome } from '../measure/repeats.js';
import type { Data } from '../task/data.js';
import type { NamedJob } from '../threads/job.js';
import { runHere, type TaskRunner } from '../threads/run-here.js';
import { coreCount } from '../threads/run-tasks.js';
import type { ResolvedChoice } from '../training/options/fit-options.js';
import { isNetwork } from '../training/options/kinds.js';
import { type FitControls, fitOtherSplit, prepareForFit } from './find-fit.js';
import { MEANS } from './means.js';

interface SplitTask {
  readonly split: number;
}

interface SplitData {
  readonly data: Table | Data;
  readonly options: ResolvedChoice;
}

/** Reports what kind of work is under way. */
export const splitJob: NamedJob<SplitTask, SplitOutcome, SplitData, string> = {
  name: 'split',
  worker: new URL('./split-worker.js', import.meta.url),
  isNative: (_, { options }) => isNetwork(options.model) || options.distil !== undefined,
  run: ({ split }, { data, options }, report) =>
    fitOtherSplit(prepareForFit(data, options, split), options, MEANS, {
      tasks: runHere, // a task has one thread
      onProgress: ({ kind }) => report(kind),
    }),
};

/** How the other splits of a fit are done by workers; undefined where they cannot: workers read no file by its path. */
export function otherSplits(
  tasks: TaskRunner | undefined,
  data: Table | Data,
  options: ResolvedChoice,
): FitControls['otherSplits'] {
  const { weights, backbone, image } = options;
  const isOnDisk = 'table' in data && data.cache !== undefined;
  const isPlain = weights === undefined && backbone === undefined && image === undefined && !isOnDisk;
  if (tasks === undefined || (options.splits ?? 1) === 1 || !isPlain) return undefined;
  // A network's last bits depend on how many threads train it: as many as would do so here.
  const shared = isNetwork(options.model)
    ? { data, options: { ...options, threads: options.threads ?? coreCount() } }
    : { data, options };
  return (splits, { signal, onOutcome }) =>
    tasks(
      splits.map((split) => ({ split })),
      { job: splitJob, shared, signal, onResult: onOutcome },
    );
}
