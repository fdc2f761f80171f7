// Node's threads, for trees that are grown by several of them.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CrewMaker } from './boost/booster.js';
import { loneCrew } from './grow/crew.js';
import { threadCrew } from './grow/thread-crew.js';

const WORKER = new URL('./crew-worker.js', import.meta.url);

/**
 * Has trees grown by several threads, on rows in shared memory: the same trees as by one.
 * @param threads from 1 to 16; where the package is not compiled it is one
 */
export function nodeThreads(threads: number): CrewMaker {
  return (buffers) => {
    const count = Math.min(threads, buffers.binned.words.length);
    if (count === 1 || !existsSync(fileURLToPath(WORKER))) return loneCrew(buffers);
    return threadCrew(buffers, count, (member) => {
      const worker = new Worker(WORKER, { workerData: member });
      worker.unref();
      return () => worker.terminate();
    });
  };
}
