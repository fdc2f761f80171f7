// Threads that boost together: after each round every one of them learns what all rows held out come to, and takes the
// same decisions. They meet in shared memory; nothing passes through messages.

import { SHARES_MEMORY } from '#threads';

/** Where threads meet. It can be sent to them. */
export interface Meeting {
  readonly parties: number;
  /** How many have come; how many times all have. */
  readonly state: Int32Array;
  /** Twice, so that a thread may write while another still reads the round before: boosters × groups, then the word of the first thread. */
  readonly board: Float64Array;
  readonly boosters: number;
  readonly groups: number;
}

/** Makes a place where threads meet. */
export function createMeeting(parties: number, boosters: number, groups: number): Meeting {
  const size = boosters * groups + 1;
  const Memory = SHARES_MEMORY ? SharedArrayBuffer : ArrayBuffer;
  return {
    parties,
    state: new Int32Array(new Memory(8)),
    board: new Float64Array(new Memory(16 * size)),
    boosters,
    groups,
  };
}

/** What all threads know once they have met. */
export interface Met {
  /** By booster. */
  readonly sums: readonly Float64Array[];
  /** What the first thread had to say: a whole number. */
  readonly word: number;
}

const [COME, TIMES] = [0, 1];

/**
 * Makes the function by which a thread meets the others.
 * @param own the boosters that are the thread's
 * @returns takes their sums by group, and what the thread has to say if it is the first
 */
export function joinMeeting(
  { parties, state, board, boosters, groups }: Meeting,
  own: readonly number[],
  isFirst: boolean,
): (sums: readonly Float64Array[], word: number) => Met {
  const size = boosters * groups + 1;
  let times = 0;
  return (sums, word) => {
    const page = board.subarray((times % 2) * size, ((times % 2) + 1) * size);
    own.forEach((booster, i) => {
      page.set(sums[i]!, booster * groups);
    });
    if (isFirst) page[size - 1] = word;
    if (Atomics.add(state, COME, 1) === parties - 1) {
      Atomics.store(state, COME, 0);
      Atomics.add(state, TIMES, 1);
      Atomics.notify(state, TIMES);
    } else while (Atomics.load(state, TIMES) === times) Atomics.wait(state, TIMES, times);
    times++;
    return {
      sums: Array.from({ length: boosters }, (_, i) => page.slice(i * groups, (i + 1) * groups)),
      word: page[size - 1]!,
    };
  };
}
