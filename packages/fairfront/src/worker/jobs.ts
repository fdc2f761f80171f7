// The jobs that a worker can do: all the code that a name in the queue can stand for.

import type { JobRegistry } from '../queue/serve-queue.js';

/** By the name of the job. What it takes is loaded when it is first needed. */
export const JOBS = {
  fold: { load: async () => (await import('../training/select/fold-job.js')).foldJob },
  component: { load: async () => (await import('../training/plug-in/component-job.js')).componentJob },
  'study-cell': { load: async () => (await import('../paper/studies/study-cell.js')).studyJob },
  'table-cell': {
    load: async () => (await import('../paper/tables/table-cell.js')).tableJob,
    // Datasets are found by this machine's own settings.
    clean: (shared) => ({ ...(shared as object), dataDir: undefined, weights: undefined }),
  },
} as const satisfies JobRegistry;
