// What is thrown at fairfront, and what it must never do with it.

import type fc from 'fast-check';

export interface Target<Input> {
  /** Inputs of every kind that this door lets in; plain data, so that another process can be handed them. */
  inputs(): fc.Arbitrary<Input> | Promise<fc.Arbitrary<Input>>;
  /** Rejects where fairfront does what it must never do. A message for people is no such thing. */
  attempt(input: Input): Promise<void>;
}

export const TARGET_NAMES = ['reader', 'options', 'checkpoint', 'groups', 'report', 'model'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

const targets: Readonly<Record<TargetName, () => Promise<unknown>>> = {
  reader: async () => (await import('./targets/reader.js')).reader,
  options: async () => (await import('./targets/options.js')).options,
  checkpoint: async () => (await import('./targets/checkpoint.js')).checkpoint,
  groups: async () => (await import('./targets/groups.js')).groups,
  report: async () => (await import('./targets/report.js')).report,
  model: async () => (await import('./targets/model.js')).model,
};

/** Loads a target, without the type of its inputs. */
export async function loadTarget(name: TargetName): Promise<Target<unknown>> {
  return (await targets[name]()) as Target<unknown>;
}
