// What is thrown at fairfront, and what it must never do with it.

import type fc from 'fast-check';

export interface Target<Input> {
  /** Inputs of every kind that this door lets in; plain data, so that another process can be handed them. */
  inputs(): fc.Arbitrary<Input> | Promise<fc.Arbitrary<Input>>;
  /** Rejects where fairfront does what it must never do. A message for people is no such thing. */
  attempt(input: Input): Promise<void>;
}
