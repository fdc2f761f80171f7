// `fairfront workers`: who works at a Redis server, at what, and what failed.

import type { Command } from 'commander';
import { text } from '../option-kinds.js';
import { listWorkers, type WorkersReport } from '../queue/list-workers.js';
import { REDIS_VARIABLE } from '../queue/redis.js';
import { printable } from '../report/printable.js';
import { formatTable } from '../report/table.js';
import { createContext, type TellingOptions } from './context.js';
import { addFlags, addTelling } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineWorkers(command: Command, terminal: Terminal): void {
  addFlags(
    addTelling(command),
    'Options:',
    { redis: text },
    {
      redis: ['<address>', `redis://host:6379, or rediss:// with TLS (default: ${REDIS_VARIABLE})`],
    },
  )
    .addHelpText('after', '\nExample:\n  fairfront workers --redis redis://localhost:6379')
    .action(async (flags: TellingOptions & { readonly redis?: string }) => {
      const context = createContext(flags, terminal);
      const redis = flags.redis ?? terminal.environment[REDIS_VARIABLE];
      const report = await listWorkers({ redis });
      context.result(report);
      context.say(workersText(printable(report)).split('\n'));
    });
}

function workersText({ version, redis, workers, tasks, failures }: WorkersReport): string {
  const rows = workers.map((worker) => [
    worker.host,
    `${worker.pid}`,
    worker.version === version
      ? version
      : `${worker.version} (another version: it does nothing for ${version})`,
    `${worker.threads}`,
    worker.storage === '' ? `${worker.folder} (no run has named it yet)` : worker.folder,
    worker.doing.map(({ job, seconds }) => `${job} for ${seconds} s`).join(', ') || 'waits',
    `${worker.done}`,
    `${worker.retried}`,
    `${worker.failed}`,
  ]);
  const table = formatTable(
    [
      { title: 'host', align: 'left' },
      { title: 'process' },
      { title: 'version', align: 'left' },
      { title: 'threads' },
      { title: 'storage', align: 'left' },
      { title: 'does', align: 'left' },
      { title: 'done' },
      { title: 'taken over' },
      { title: 'failed' },
    ],
    rows,
  );
  const shown =
    rows.length === 0
      ? `No worker listens at ${redis}; start one with: fairfront worker --redis redis://${redis} --storage FOLDER`
      : table;
  const failed = failures.map(
    ({ job, attempts, reason, at }) =>
      `${at ?? ''} ${job}, tried ${attempts === 1 ? 'once' : `${attempts} times`}: ${reason.split('\n')[0]}`,
  );
  return [
    shown,
    '',
    `Tasks: ${tasks.waiting} waiting, ${tasks.active} under way, ${tasks.failed} failed.`,
    ...failed,
  ].join('\n');
}
