// A worker as its user sees it: a thread or a process, which takes messages and answers.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { UsageError } from '../usage-error.js';
import type { Isolation } from './job.js';

export interface Worker {
  send(message: unknown): void;
  end(): Promise<unknown>;
}

export interface WorkerEvents<Message> {
  onMessage(message: Message): void;
  /** It ended though nobody asked it to. */
  onFailure(error: Error): void;
}

/** @param shared handed over once; memory that threads share (`SharedArrayBuffer`) is not copied */
export function startWorker<Message>(
  file: URL,
  isolation: Isolation,
  shared: unknown,
  events: WorkerEvents<Message>,
): Worker {
  return isolation === 'thread' ? startThread(file, shared, events) : startProcess(file, shared, events);
}

function startThread<Message>(
  file: URL,
  shared: unknown,
  { onMessage, onFailure }: WorkerEvents<Message>,
): Worker {
  const thread = new Thread(file, { workerData: shared });
  let isAsked = false;
  thread.on('message', onMessage);
  thread.on('error', onFailure);
  thread.on('exit', (code) => {
    if (!isAsked) onFailure(new Error(`a worker thread ended with code ${code}`));
  });
  return {
    send: (message) => thread.postMessage(message),
    end: () => {
      isAsked = true;
      return thread.terminate();
    },
  };
}

function startProcess<Message>(
  file: URL,
  shared: unknown,
  { onMessage, onFailure }: WorkerEvents<Message>,
): Worker {
  const child = fork(fileURLToPath(file), {
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'], // what a library prints must not get into the result on stdout
  });
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  });
  let isAsked = false;
  child.on('message', (message) => onMessage(message as Message));
  child.on('error', (error) => {
    if (!isAsked) onFailure(error);
  });
  child.on('exit', (code, signal) => {
    if (isAsked) return;
    onFailure(
      signal === null
        ? new Error(`a worker process ended with code ${code}`)
        : new UsageError(
            `a worker process was ended by ${signal}, perhaps for want of memory; what was finished is kept: go on (fit: with --resume) when more memory is free`,
          ),
    );
  });
  child.send(shared as object);
  return {
    send: (message) => child.send(message as object),
    end: () => {
      isAsked = true;
      child.kill('SIGKILL'); // it may be deep in a computation, and has nothing to put in order
      return ended;
    },
  };
}
