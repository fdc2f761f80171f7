// The process that is attacked. It may crash, hang or run out of memory; another takes its place.

import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one attempt came to: nothing, or what went wrong. */
export type Attempted = string | undefined;

/** Memory of JavaScript that no small input needs, in megabytes. */
const MEMORY_LIMIT = 1500;

/** The exit code of a program that was interrupted, as it was asked to. */
const INTERRUPTED = 130;

export class Subject {
  #child: ChildProcess | undefined;
  #printed = '';
  readonly #folder = mkdtempSync(join(tmpdir(), 'fairfront-fuzz-'));

  /**
   * @param script answers every message with what went wrong with it, or null
   * @param patienceMs after which an attempt counts as hanging
   */
  constructor(
    private readonly script: URL,
    private readonly args: readonly string[],
    private readonly patienceMs: number,
  ) {}

  /** Makes an attempt. */
  attempt(input: unknown): Promise<Attempted> {
    this.#child ??= this.#start();
    const child = this.#child;
    return new Promise((resolve) => {
      const settle = (wrong: Attempted): void => {
        clearTimeout(timer);
        child.removeAllListeners('message').removeAllListeners('exit');
        resolve(wrong);
      };
      const timer = setTimeout(() => {
        this.#stop();
        settle(`no answer within ${this.patienceMs / 1000} s`);
      }, this.patienceMs);
      child.once('message', (wrong: string | null) => settle(wrong ?? undefined));
      child.once('exit', (code, signal) => {
        this.#child = undefined;
        if (code === INTERRUPTED) return settle(undefined);
        settle(`the process ended with ${signal ?? `exit code ${code}`}: ${this.#printed.slice(-1000)}`);
      });
      const hasEnded = child.exitCode !== null || child.signalCode !== null; // since the last answer
      if (hasEnded) child.emit('exit', child.exitCode, child.signalCode);
      else child.send(input as object);
    });
  }

  /** Ends the process and removes its files. */
  end(): void {
    this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): ChildProcess {
    const child = fork(this.script, this.args, {
      cwd: this.#folder,
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${MEMORY_LIMIT}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, TMPDIR: this.#folder },
    });
    this.#printed = '';
    child.on('error', () => undefined); // a message to one that has ended; its exit says why
    child.stderr!.on('data', (text) => {
      this.#printed = (this.#printed + text).slice(-10_000);
    });
    return child;
  }

  #stop(): void {
    this.#child?.removeAllListeners('exit');
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}
