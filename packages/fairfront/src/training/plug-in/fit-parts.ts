// The parts of several plug-in classifiers, all trained by workers: those of the classifier itself, and those of every fold.

import type { CancelSignal, LabelledRows } from '@fairfront/core';
import { assembleParts, type PartPlan, type PlugInParts } from '@fairfront/core/plug-in';
import { runTasks } from '../../threads/run-tasks.js';
import { type PartJobData, type PartModel, partJob } from './part-job.js';
import { partName } from './part-name.js';
import { sharedRows } from './shared-rows.js';

export interface PartHooks {
  /** Parts trained at a time; by default as many as there are cores. */
  readonly atATime?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Told how many of the parts are done, and of the training of one. */
  readonly onPart?: ((done: number, total: number, detail?: string) => unknown) | undefined;
  /** Handed all that are trained, whenever there is one more; `undefined` for the others. */
  readonly onTrained?: ((models: readonly (PartModel | undefined)[]) => unknown) | undefined;
}

export interface FittedParts {
  /** Of each plan. */
  readonly parts: readonly PlugInParts<PartModel>[];
  /** All that were trained, in the order of the plans' tasks. */
  readonly models: readonly PartModel[];
}

/**
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
  const job = partJob(learner.kind);
  const rowsFor = (rows: LabelledRows): LabelledRows =>
    job.isolation === 'thread' ? sharedRows(rows) : rows;
  await runTasks(
    left.map((i) => tasks[i]!),
    {
      job,
      shared: { learner, train: rowsFor(train), validation: rowsFor(validation) },
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
