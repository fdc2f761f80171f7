// expect(actual).toBeAllClose(expected): every number within |actual − expected| ≤ absolute + relative · |expected|.

import { expect } from 'vitest';

export interface Tolerance {
  /** Default 0. */
  readonly absolute?: number;
  /** Default 0. */
  readonly relative?: number;
}

declare module 'vitest' {
  // The parameter must be there: an interface is only extended under its own.
  interface Matchers<T> {
    toBeAllClose(expected: ArrayLike<number>, tolerance: Tolerance): void;
  }
}

expect.extend({
  toBeAllClose(
    actual: ArrayLike<number>,
    expected: ArrayLike<number>,
    { absolute = 0, relative = 0 }: Tolerance,
  ) {
    const far: string[] = [];
    if (actual.length !== expected.length) far.push(`length ${actual.length}, not ${expected.length}`);
    for (let i = 0; i < Math.min(actual.length, expected.length); i++) {
      const [left, right] = [actual[i]!, expected[i]!];
      const close = left === right || Math.abs(left - right) <= absolute + relative * Math.abs(right);
      if (!close) far.push(`[${i}] ${left}, not ${right} (off by ${Math.abs(left - right)})`);
    }
    return {
      pass: far.length === 0,
      message: () =>
        far.length === 0
          ? 'all numbers are close'
          : `too far (absolute ${absolute}, relative ${relative}): ${far.join('; ')}`,
    };
  },
});
