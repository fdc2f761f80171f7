import { FairfrontError } from '@fairfront/core';

/** A mistake in how the program was called: what, and the way out. Exit code 2. */
export class UsageError extends FairfrontError {
  constructor(message: string) {
    super('usage', message);
    this.name = 'UsageError';
  }
}
