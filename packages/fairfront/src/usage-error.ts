import { FairfrontError } from '@fairfront/core';

/** A mistake in what was asked for: what, and the way out. */
export class UsageError extends FairfrontError {
  constructor(message: string | readonly string[]) {
    super('usage', message);
    this.name = 'UsageError';
  }
}
