// Trains the parts of several plug-in classifiers in worker threads: the classifier's own, and those of every
// fold.

import type { CancelSignal } from '@fairfront/core';
import { assembleParts, type PartPlan, type PlugInParts } from '@fairfront/core/plug-in';
import { runTasks } from '../../threads/run-tasks.js';
import { type PartJobData, type PartModel, partJob } from './part-job.js';
import { partName } from './part-name.js';
import { sharedRows } from './shared-rows.js';

export interface PartHooks {
  /** How many parts are trained at a time. Default: the number of cores. */
  readonly atATime?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Is told how many parts are done, and how the training of one goes on. */
  readonly onPart?: ((done: number, total: number, detail?: string) => unknown) | undefined;
  /** Is handed all parts trained so far, whenever there is one more; `undefined` for the others. */
  readonly onTrained?: ((models: readonly (PartModel | undefined)[]) => unknown) | undefined;
}

export interface FittedParts {
  /** The parts of each plan. */
  readonly parts: readonly PlugInParts<PartModel>[];
  /** All that were trained, in the order of the plans' tasks. */
  readonly models: readonly PartModel[];
}

/**
 * Trains all parts of all plans.
 * @param before parts that are trained already, in the order of the plans' tasks
 * @returns `undefined` if it was interrupted
 */
export async function fitParts(
  plans: readonly PartPlan[],
  { learner, train, validation }: PartJobData,
  { atATime, signal, onPart, onTrained }: PartHooks = {},
  before: readonly (PartModel | undefined)[] = [],
): Promise<FittedParts | undefined> {
  const tasks = plans.flatMap((plan) => plan.tasks);
  const models = tasks.map((_, i) => before[i]);
  const left = tasks.map((_, i) => i).filter((i) => models[i] === undefined);
  const done = (): number => models.filter((model) => model !== undefined).length;
  onPart?.(done(), tasks.length);
  await runTasks(
    left.map((i) => tasks[i]!),
    {
      job: partJob,
      shared: { learner, train: sharedRows(train), validation: sharedRows(validation) },
      threads: atATime,
      signal,
      onReport: (index, { epoch, objective }) => {
        const name = partName(tasks[left[index]!]!.group, train.groups.names);
        onPart?.(done(), tasks.length, `${name}: epoch ${epoch}, validation risk ${objective.toFixed(4)}`);
      },
      onResult: (index, model) => {
        models[left[index]!] = model;
        onPart?.(done(), tasks.length);
        onTrained?.(models);
      },
    },
  );
  if (done() < tasks.length) return undefined;
  const all = models as PartModel[];
  let start = 0;
  const parts = plans.map((plan) => {
    const own = all.slice(start, start + plan.tasks.length);
    start += plan.tasks.length;
    return assembleParts(plan, own);
  });
  return { parts, models: all };
}
