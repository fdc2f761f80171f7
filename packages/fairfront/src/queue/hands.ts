// The threads of a worker. A thread stays with a job and what its tasks share, so that the next task need not wait for
// either; another job's takes the place of the one that has been idle longest.

import { Hand } from '../threads/hand.js';
import type { NamedJob } from '../threads/job.js';

/** A job as a worker knows it: what a task has to be, only its own code knows. */
export type AnyJob = NamedJob<never, unknown, never, unknown>;
type AnyHand = Hand<never, unknown, never, unknown>;

/** What tasks share is kept in memory for so many addresses. */
const SHARED_KEPT = 2;

export class Hands {
  /** Idle ones, the longest idle first. */
  readonly #idle: { readonly key: string; readonly hand: AnyHand }[] = [];
  readonly #shared = new Map<string, Promise<unknown>>();
  #count = 0;
  #isClosed = false;

  /**
   * @param most at a time
   * @param load reads what is at an address
   */
  constructor(
    private readonly most: number,
    private readonly load: (address: string) => Promise<unknown>,
  ) {}

  /** Does something with a thread for a job and what it shares. */
  async with<Result>(
    job: AnyJob,
    shared: string,
    clean: (shared: unknown) => unknown,
    act: (hand: AnyHand) => Promise<Result>,
  ): Promise<Result> {
    const key = `${job.name} ${shared}`;
    const hand = this.#takeIdle(key) ?? (await this.#start(job, clean(await this.#sharedAt(shared))));
    let isGood = false;
    try {
      const result = await act(hand);
      isGood = !hand.isOver;
      return result;
    } finally {
      if (isGood && !this.#isClosed) this.#idle.push({ key, hand });
      else await this.#end(hand);
    }
  }

  /** Ends the threads that have nothing to do. */
  async close(): Promise<void> {
    this.#isClosed = true; // others end when they are done
    await Promise.all(this.#idle.splice(0).map(({ hand }) => this.#end(hand)));
  }

  #takeIdle(key: string): AnyHand | undefined {
    const at = this.#idle.findIndex((one) => one.key === key && !one.hand.isOver);
    return at < 0 ? undefined : this.#idle.splice(at, 1)[0]!.hand;
  }

  async #start(job: AnyJob, shared: unknown): Promise<AnyHand> {
    while (this.#count >= this.most && this.#idle.length > 0) await this.#end(this.#idle.shift()!.hand);
    this.#count++;
    return new Hand(job, shared as never);
  }

  async #end(hand: AnyHand): Promise<void> {
    this.#count--;
    await hand.end();
  }

  #sharedAt(address: string): Promise<unknown> {
    const known = this.#shared.get(address);
    this.#shared.delete(address); // the latest is kept longest
    const value = known ?? this.load(address).then(inSharedMemory);
    value.catch(() => this.#shared.delete(address)); // it may be there the next time
    this.#shared.set(address, value);
    for (const old of [...this.#shared.keys()].slice(0, -SHARED_KEPT)) this.#shared.delete(old);
    return value;
  }
}

const NUMBERS = [Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array];

/** The value with its numbers in memory that threads share, so that none has a copy. */
function inSharedMemory(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inSharedMemory);
  const Kind = NUMBERS.find((own) => value instanceof own) as typeof Float64Array | undefined;
  if (Kind !== undefined) {
    const copy = new Kind(new SharedArrayBuffer((value as Float64Array).byteLength));
    copy.set(value as Float64Array);
    return copy;
  }
  if (ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, inSharedMemory(own)]));
}
