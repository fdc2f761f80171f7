// Turns: what is compared runs in short turns, one after the other and round after round, so that a noisy
// machine disturbs all alike.

import { setTimeout as wait } from 'node:timers/promises';

/**
 * Threads that spin when their work is done get this long to fall asleep, so that they are not in the other's
 * way.
 */
const PAUSE_MS = 100;

export interface Contender {
  readonly who: string;
  /** Milliseconds of so many steps. */
  readonly turn: (steps: number) => Promise<number>;
}

/** Milliseconds of a step, round by round. */
export interface Timing {
  readonly who: string;
  readonly stepMs: number[];
}

/** By the better of two turns each. */
export async function fastest(
  contenders: readonly Contender[],
  count: number,
  steps: number,
): Promise<Contender[]> {
  const timed = contenders.map((contender) => ({ contender, ms: Number.POSITIVE_INFINITY }));
  for (const one of [...timed, ...timed]) {
    await wait(PAUSE_MS);
    one.ms = Math.min(one.ms, await one.contender.turn(steps));
  }
  return timed
    .sort((left, right) => left.ms - right.ms)
    .slice(0, count)
    .map(({ contender }) => contender);
}

/** One turn each that is not counted, then round after round, in turn from the front and from the back. */
export async function takeTurns(
  contenders: readonly Contender[],
  rounds: number,
  steps: number,
): Promise<Timing[]> {
  const timings = contenders.map(({ who, turn }) => ({ who, turn, stepMs: [] as number[] }));
  for (const { turn } of timings) await turn(steps);
  for (let round = 0; round < rounds; round++) {
    for (const { turn, stepMs } of round % 2 === 0 ? timings : [...timings].reverse()) {
      await wait(PAUSE_MS);
      stepMs.push((await turn(steps)) / steps);
    }
  }
  return timings;
}
