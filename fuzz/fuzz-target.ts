// Throws inputs at a target until the time is over, or one of them does harm. That one is made as small as it gets.

import fc from 'fast-check';
import type { Attempted } from './subject.js';

export interface Fuzzed<Input> {
  /** Inputs that were tried, those of making one smaller included. */
  readonly inputs: number;
  readonly found?: { readonly input: Input; readonly wrong: string };
}

/** Seconds that are spent on making an input smaller. */
const SHRINKING_SECONDS = 120;

/** Tries inputs. @param onInput is told how many were tried */
export async function fuzzTarget<Input>(
  inputs: fc.Arbitrary<Input>,
  attempt: (input: Input) => Promise<Attempted>,
  { seed, seconds, onInput }: { seed: number; seconds: number; onInput?: (tried: number) => void },
): Promise<Fuzzed<Input>> {
  let tried = 0;
  const property = fc.asyncProperty(inputs, async (input) => {
    tried++;
    onInput?.(tried);
    const wrong = await attempt(input);
    if (wrong !== undefined) throw new Error(wrong);
  });
  const limited = { seed, markInterruptAsFailure: false, numRuns: 2 ** 31 - 1 };
  const first = await fc.check(property, {
    ...limited,
    interruptAfterTimeLimit: 1000 * seconds,
    endOnFailure: true,
  });
  const path = first.failed ? first.counterexamplePath : null;
  if (path === null) return { inputs: tried }; // nothing found, or no input done in time
  const smallest = await fc.check(property, {
    ...limited,
    path,
    interruptAfterTimeLimit: 1000 * SHRINKING_SECONDS,
  });
  const { counterexample, errorInstance } = smallest.failed ? smallest : first;
  return {
    inputs: tried,
    found: { input: counterexample![0], wrong: (errorInstance as Error).message },
  };
}
