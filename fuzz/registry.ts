// The targets by name.

import type { Target } from './target.js';

export const TARGET_NAMES = [
  'reader',
  'options',
  'checkpoint',
  'groups',
  'report',
  'model',
  'weights',
  'backbone',
  'pictures',
  'trees',
] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

const targets: Readonly<Record<TargetName, () => Promise<unknown>>> = {
  reader: async () => (await import('./targets/reader.js')).reader,
  options: async () => (await import('./targets/options.js')).options,
  checkpoint: async () => (await import('./targets/checkpoint.js')).checkpoint,
  groups: async () => (await import('./targets/groups.js')).groups,
  report: async () => (await import('./targets/report.js')).report,
  model: async () => (await import('./targets/model.js')).model,
  weights: async () => (await import('./targets/weights.js')).weights,
  backbone: async () => (await import('./targets/backbone.js')).backbone,
  pictures: async () => (await import('./targets/pictures.js')).pictures,
  trees: async () => (await import('./targets/trees.js')).trees,
};

/** Loads a target, without the type of its inputs. */
export async function loadTarget(name: TargetName): Promise<Target<unknown>> {
  return (await targets[name]()) as Target<unknown>;
}
