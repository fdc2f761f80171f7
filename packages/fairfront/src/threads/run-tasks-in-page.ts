// Tasks in a page: in the thread that asks for them, which is that of a worker.

import { type RunOptions, runHere } from './run-here.js';

/** Memory is shared only by pages that are cross-origin isolated, which a file on any web server is not. */
export const SHARES_MEMORY = false;

/** How many threads can work at a time. */
export const coreCount = (): number => 1;

/** Does the tasks of a job. @returns the results by task; `undefined` for those that the signal kept from ending */
export function runTasks<Task, Result, Shared, Report>(
  tasks: readonly Task[],
  options: RunOptions<Task, Result, Shared, Report>,
): Promise<(Result | undefined)[]> {
  return runHere(tasks, options);
}

/** Whether a job has its worker. */
export const isCompiled = (): boolean => false;
