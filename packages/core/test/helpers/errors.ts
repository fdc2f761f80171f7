import { expect } from 'vitest';
import { FairfrontError, type FairfrontErrorCode } from '../../src/error.js';

/** The action must throw a FairfrontError of this code whose message has all of the given parts. */
export function expectError(
  action: () => unknown,
  code: FairfrontErrorCode,
  ...parts: readonly string[]
): void {
  let thrown: unknown;
  try {
    action();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FairfrontError);
  const { code: actual, message } = thrown as FairfrontError;
  expect(actual).toBe(code);
  for (const part of parts) expect(message).toContain(part);
}
