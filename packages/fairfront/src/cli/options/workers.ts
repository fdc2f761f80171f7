// The flags that name workers on other machines. They say where work is done, and are no part of a result.

import type { Command } from 'commander';
import { path, text } from '../../option-kinds.js';
import { REDIS_VARIABLE } from '../../queue/redis.js';
import type { Workers } from '../../queue/remote-tasks.js';
import { UsageError } from '../../usage-error.js';
import { addFlags } from './flags.js';

const STORAGE = 'the folder that the run and all workers share';

/** Adds the flags of a command whose work other machines can do. */
export function addWorkersFlags(command: Command): Command {
  return addFlags(
    command,
    'On other machines:',
    { workers: text, storage: path },
    {
      workers: [
        '<redis>',
        `work is done by workers that listen there (default: ${REDIS_VARIABLE}, with --storage)`,
      ],
      storage: ['<folder>', STORAGE],
    },
  );
}

/** Adds the flags of a worker. */
export function addServingFlags(command: Command): Command {
  return addFlags(
    command,
    'Options:',
    { redis: text, storage: path },
    {
      redis: ['<address>', `redis://host:6379, or rediss:// with TLS (default: ${REDIS_VARIABLE})`],
      storage: ['<folder>', STORAGE],
    },
  );
}

/** The workers that were named, and the other options. */
export function takeWorkers<Given extends object>(
  { workers, storage, ...others }: Given & { readonly workers?: unknown; readonly storage?: unknown },
  environment: Readonly<Record<string, string | undefined>>,
): [workers: Workers | undefined, others: Omit<Given, 'workers' | 'storage'>] {
  const redis = workers ?? environment[REDIS_VARIABLE];
  if (storage === undefined && workers === undefined) return [undefined, others];
  if (storage === undefined) {
    throw new UsageError('`workers` needs `storage`, a folder that the run and all workers share');
  }
  if (redis === undefined) {
    throw new UsageError(
      `\`storage\` is for \`workers\`; name their Redis with it, or in the environment variable ${REDIS_VARIABLE}`,
    );
  }
  return [{ redis: redis as string, storage: storage as string }, others];
}
