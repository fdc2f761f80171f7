// The jobs that a worker can do: all the code that a name in the queue can stand for.

import type { JobRegistry } from '../queue/serve-queue.js';

/** By the name of the job. What it takes is loaded when it is first needed. */
export const JOBS: JobRegistry = {
  fold: { load: async () => (await import('../training/select/fold-job.js')).foldJob },
  'boosted-candidate': {
    load: async () => (await import('../training/boosted/candidate-job.js')).candidateJob,
  },
  component: { load: async () => (await import('../training/plug-in/component-job.js')).componentJob },
  'front-stretch': { load: async () => (await import('../front/stretch-job.js')).stretchJob },
  'ordinary-folds': {
    load: async () => (await import('../training/ordinary-fold-job.js')).ordinaryJob,
  },
  pass: { load: async () => (await import('../training/passes/pass-job.js')).passJob },
  split: {
    load: async () => (await import('../runs/split-job.js')).splitJob,
    clean: (shared) => {
      const { data, options } = shared as { readonly data: object; readonly options: object };
      return {
        // A folder for rows, and the files that pictures and backbones are.
        data: { ...data, cache: undefined, pictures: undefined, backbone: undefined },
        options: { ...withoutWeights(options), image: undefined, backbone: undefined },
      };
    },
  },
  'study-cell': { load: async () => (await import('../paper/studies/study-cell.js')).studyJob },
  'table-cell': {
    load: async () => (await import('../paper/tables/table-cell.js')).tableJob,
    // Datasets are found by this machine's own settings.
    clean: (shared) => withoutWeights({ ...(shared as object), dataDir: undefined }),
  },
};

/** Without the path of a file, which a worker must not read because somebody says so. */
function withoutWeights(options: object): object {
  return { ...options, weights: undefined };
}
