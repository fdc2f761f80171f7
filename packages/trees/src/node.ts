// Node's threads, for trees that are grown by several of them.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { FairfrontError } from '@fairfront/core';
import { loneCrew } from './grow/crew.js';
import { MOST_THREADS } from './grow/grow-buffers.js';
import type { CrewMaker } from './grow/grower.js';
import { failCrew, threadCrew } from './grow/thread-crew.js';

const WORKER = new URL('./crew-worker.js', import.meta.url);

/**
 * Has trees grown by several threads, on rows in shared memory: the same trees as by one.
 * @param threads from 1, such as the number of cores; no more than 16 are made, and where the package is not compiled one
 */
export function nodeThreads(threads: number): CrewMaker {
  if (!(Number.isInteger(threads) && threads >= 1)) {
    throw new FairfrontError('bad-option', `threads must be a whole number from 1; got ${threads}`);
  }
  return (buffers) => {
    const count = Math.min(threads, MOST_THREADS, buffers.binned.words.length);
    if (count <= 1 || !existsSync(fileURLToPath(WORKER))) return loneCrew(buffers);
    return threadCrew(buffers, count, (member) => {
      const worker = new Worker(WORKER, { workerData: member });
      worker.unref();
      worker.on('error', () => failCrew(member)); // heard once this thread waits no longer
      return () => worker.terminate();
    });
  };
}
