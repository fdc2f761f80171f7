// Trains the components of several plug-in classifiers in worker threads: the classifier's own, and those of every
// fold.

import { type CancelSignal, FairfrontError } from '@fairfront/core';
import { assembleComponents, type ComponentPlan, type PlugInComponents } from '@fairfront/core/plug-in';
import { sharedRows } from '../../task/shared-rows.js';
import type { TaskRunner } from '../../threads/run-here.js';
import { runTasks } from '../../threads/run-tasks.js';
import { type ComponentJobData, type ComponentModel, componentJob } from './component-job.js';
import { componentName } from './component-name.js';

export interface ComponentHooks {
  /** Trains the components. Default: threads of this machine. */
  readonly tasks?: TaskRunner | undefined;
  /** How many components are trained at a time. Default: the number of cores. */
  readonly atATime?: number | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Is told how many components are done, and how the training of one goes on. */
  readonly onComponent?: ((done: number, total: number, detail?: string) => unknown) | undefined;
  /** Is handed all components trained so far, whenever there is one more; `undefined` for the others. */
  readonly onTrained?: ((models: readonly (ComponentModel | undefined)[]) => unknown) | undefined;
}

export interface FittedComponents {
  /** The components of each plan. */
  readonly components: readonly PlugInComponents<ComponentModel>[];
  /** All that were trained, in the order of the plans' tasks. */
  readonly models: readonly ComponentModel[];
}

/**
 * Trains all components of all plans.
 * @param before components that are trained already, in the order of the plans' tasks
 * @returns `undefined` if it was interrupted
 */
export async function fitComponents(
  plans: readonly ComponentPlan[],
  { learner, train, validation }: ComponentJobData,
  { tasks: run = runTasks, atATime, signal, onComponent, onTrained }: ComponentHooks = {},
  before: readonly (ComponentModel | undefined)[] = [],
): Promise<FittedComponents | undefined> {
  const tasks = plans.flatMap((plan) => plan.tasks);
  if (before.some((model, i) => model !== undefined && classesOf(model) !== tasks[i]?.classCount)) {
    throw new FairfrontError('bad-state', 'the components trained before are not those of this task');
  }
  const models = tasks.map((_, i) => before[i]);
  const left = tasks.map((_, i) => i).filter((i) => models[i] === undefined);
  const done = (): number => models.filter((model) => model !== undefined).length;
  await onComponent?.(done(), tasks.length);
  await run(
    left.map((i) => tasks[i]!),
    {
      job: componentJob,
      shared: { learner, train: sharedRows(train), validation: sharedRows(validation) },
      threads: atATime,
      signal,
      onReport: async (index, { epoch, objective }) => {
        const name = componentName(tasks[left[index]!]!.group, train.groups.names);
        await onComponent?.(
          done(),
          tasks.length,
          `${name}: epoch ${epoch}, validation risk ${objective.toFixed(4)}`,
        );
      },
      onResult: async (index, model) => {
        models[left[index]!] = model;
        await onTrained?.(models);
        await onComponent?.(done(), tasks.length);
      },
    },
  );
  if (done() < tasks.length) return undefined;
  const all = models as ComponentModel[];
  let start = 0;
  const components = plans.map((plan) => {
    const own = all.slice(start, start + plan.tasks.length);
    start += plan.tasks.length;
    return assembleComponents(plan, own);
  });
  return { components, models: all };
}

function classesOf(model: ComponentModel): number {
  return 'network' in model ? model.network.classes : model.classCount;
}
