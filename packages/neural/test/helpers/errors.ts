// As the helper of core, for what fails later: the promise must be rejected with a FairfrontError of this
// code whose message has all of the parts.

import { FairfrontError, type FairfrontErrorCode } from '@fairfront/core';
import { expect } from 'vitest';

export async function expectRejection(
  promise: Promise<unknown>,
  code: FairfrontErrorCode,
  ...parts: readonly string[]
): Promise<void> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(FairfrontError);
  const { code: actual, message } = thrown as FairfrontError;
  expect(actual).toBe(code);
  for (const part of parts) expect(message).toContain(part);
}
