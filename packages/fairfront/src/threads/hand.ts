// A thread that does tasks of one job as they come, one after the other, with what all of them share handed over once.

import { Worker } from 'node:worker_threads';
import { FairfrontError } from '@fairfront/core/tables';
import type { FromWorker, Job, ToWorker } from './job.js';
import { runHere } from './run-here.js';
import { askToEnd, describeEnd, isCompiled, revived } from './run-tasks.js';
import { Watchdog } from './watchdog.js';

const LOOK_MS = 1000;
const STALLED_MS = 60_000;
const STUCK = 'a worker thread did nothing for long, and was given up';

/** Does tasks of one job until it is ended. */
export class Hand<Task, Result, Shared, Report> {
  readonly #worker: Worker | undefined;
  #current: Current<Task, Result, Report> | undefined;
  #isOver = false;
  readonly #watchdog = new Watchdog(STALLED_MS);

  /** @param shared a `SharedArrayBuffer` in it is not copied */
  constructor(
    private readonly job: Job<Task, Result, Shared, Report>,
    private readonly shared: Shared,
  ) {
    if (!isCompiled(job)) return; // in the sources, as tests run them: here
    this.#worker = new Worker(job.worker, { workerData: shared });
    this.#worker.on('message', (message: FromWorker<Result, Report>) => this.#take(message));
    this.#worker.on('error', (error) => this.#fail(describeEnd(error)));
    this.#worker.on('exit', (code) => {
      this.#isOver = true;
      this.#fail(`a worker thread ended with code ${code} before its work`);
    });
  }

  /** Whether the thread has ended, and can do nothing any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Does a task; it must not be called before the task before is done. */
  do(task: Task, onReport: (report: Report) => unknown = () => undefined): Promise<Result> {
    const worker = this.#worker;
    if (worker === undefined) {
      return runHere([task], {
        job: this.job,
        shared: this.shared,
        onReport: (_, report) => onReport(report),
      }).then(([result]) => result!);
    }
    if (this.#isOver) {
      return Promise.reject(new FairfrontError('worker-failed', 'a worker thread has ended before its work'));
    }
    this.#watchdog.restart();
    const look = setInterval(() => {
      if (this.#watchdog.isStalled()) void this.end(STUCK); // not waited for: it may never end
    }, LOOK_MS);
    look.unref();
    return new Promise<Result>((resolve, reject) => {
      this.#current = { task, onReport, resolve, reject };
      worker.postMessage({ index: 0, task } satisfies ToWorker<Task>);
    }).finally(() => clearInterval(look));
  }

  /** Ends the thread, whatever it does; its task fails. */
  async end(why = 'the task was ended'): Promise<void> {
    const worker = this.#worker;
    const task = this.#current?.task;
    this.#isOver = true;
    this.#fail(why);
    if (worker === undefined) return;
    const isNative = task !== undefined && this.job.isNative?.(task, this.shared);
    await (isNative ? askToEnd(worker) : worker.terminate());
  }

  #take(message: FromWorker<Result, Report>): void {
    this.#watchdog.restart();
    if (message.kind === 'report') {
      this.#current?.onReport(message.report);
      return;
    }
    const current = this.#current;
    this.#current = undefined;
    if (message.kind === 'error') current?.reject(revived(message));
    else current?.resolve(message.result);
  }

  #fail(what: string | Error): void {
    const current = this.#current;
    this.#current = undefined;
    current?.reject(typeof what === 'string' ? new FairfrontError('worker-failed', what) : what);
  }
}

interface Current<Task, Result, Report> {
  readonly task: Task;
  onReport(report: Report): unknown;
  resolve(result: Result): void;
  reject(error: Error): void;
}
