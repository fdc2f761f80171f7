// Notices that worker threads are stuck: nobody has said a word for long, and the whole process has used next to no
// CPU time in that while. A thread that works uses some, and one that waits for a file or a device is given time.

/** What is measured; tests hand over their own. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Milliseconds of CPU time that all threads of the process have used. */
  cpu(): number;
}

const PROCESS: Clock = {
  now: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** The share of one core below which a process does nothing. The looks themselves take a tenth of it. */
const IDLE_SHARE = 0.01;
/** Between two looks. Where it was longer, the machine slept, was overloaded, or the process was stopped. */
const LONGEST_LOOK_MS = 2000;

export class Watchdog {
  #since: { readonly now: number; readonly cpu: number };
  #looked: number;

  /** @param stalledMs after so long without a word and without work, threads are stuck */
  constructor(
    private readonly stalledMs: number,
    private readonly clock: Clock = PROCESS,
  ) {
    this.#since = { now: clock.now(), cpu: clock.cpu() };
    this.#looked = this.#since.now;
  }

  /** Begins to count anew: call it when a thread is heard of or is given something to do. */
  restart(): void {
    this.#since = { now: this.clock.now(), cpu: this.clock.cpu() };
  }

  /** Whether all threads that have something to do are stuck. Call it several times a second. */
  isStalled(): boolean {
    const now = this.clock.now();
    const isLate = now - this.#looked > LONGEST_LOOK_MS;
    this.#looked = now;
    const elapsed = now - this.#since.now;
    if (!isLate && elapsed < this.stalledMs) return false;
    const isIdle = !isLate && this.clock.cpu() - this.#since.cpu < IDLE_SHARE * elapsed;
    this.restart();
    return isIdle;
  }
}
