// `fairfront worker`: this machine does tasks of fits, fronts and experiments that others submit.

import type { Command } from 'commander';
import { wholeNumber } from '../option-kinds.js';
import { REDIS_VARIABLE, redisAt } from '../queue/redis.js';
import { MARK } from '../queue/task-key.js';
import { UsageError } from '../usage-error.js';
import { startWorker } from '../worker/start-worker.js';
import { createContext, type TellingOptions } from './context.js';
import { addFlags, addTelling } from './options/flags.js';
import { addServingFlags } from './options/workers.js';
import type { Terminal } from './terminal.js';

/** Connections that are still open so long after the end are not waited for. */
const CLOSING_MS = 1000;

interface WorkerFlags extends TellingOptions {
  readonly redis?: string;
  readonly storage?: string;
  readonly threads?: number;
}

/** Gives the command its flags, help and action. */
export function defineWorker(command: Command, terminal: Terminal): void {
  addServingFlags(addTelling(command));
  addFlags(
    command,
    'Options:',
    { threads: wholeNumber(1, 1024) },
    {
      threads: ['<count>', 'tasks at a time (default: the number of cores)'],
    },
  )
    .addHelpText(
      'after',
      `\nA task under way is finished, or handed back after ten seconds, when the worker is asked to end (SIGTERM, Ctrl-C).\nWith a password: ${REDIS_VARIABLE}=redis://:password@host:6379, which no list of processes shows.\n\nExamples:\n  fairfront worker --redis redis://localhost:6379 --storage /shared/fairfront\n  fairfront fit adult:gender --workers redis://localhost:6379 --storage /shared/fairfront`,
    )
    .action((flags: WorkerFlags) => runWorker(flags, terminal));
}

async function runWorker(flags: WorkerFlags, terminal: Terminal): Promise<void> {
  const { storage, threads } = flags;
  const context = createContext(flags, terminal);
  if (storage === undefined) {
    throw new UsageError('`storage` must name the folder that the run and all workers share');
  }
  const redis = flags.redis ?? terminal.environment[REDIS_VARIABLE];
  const { label } = redisAt(redis, {});
  const release = context.endWhenInterrupted(); // until it has begun there is nothing to end
  const counts = { done: 0, failed: 0 };
  const worker = await startWorker(
    { redis, storage, threads },
    {
      onNote: (text) => context.progress.note(text),
      onTask: ({ job, failure }) => {
        counts[failure === undefined ? 'done' : 'failed']++;
        if (failure !== undefined) context.progress.note(`a task (${job}) failed: ${failure.split('\n')[0]}`);
        context.progress.update('tasks', counts.done, undefined);
      },
    },
  );
  release();
  const interrupted = new Promise<void>((end) => terminal.onInterrupt(end));
  context.say(`fairfront ${MARK} works for ${label}, with the storage ${storage}. Ctrl-C ends it.`);
  await interrupted;
  context.progress.note('ending: the task under way is finished or handed back');
  await worker.stop();
  context.progress.end();
  context.result(counts);
  context.say(`${counts.done} tasks done, ${counts.failed} failed.`);
  // With Redis away its library would keep the process alive for ever.
  setTimeout(() => process.exit(), CLOSING_MS).unref();
}
