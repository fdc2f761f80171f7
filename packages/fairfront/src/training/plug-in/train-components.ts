// From a prepared fit to trained components: those of the final classifier, and what those of every fold say of the
// rows they have not seen.

import { createRandom, groupShares } from '@fairfront/core';
import { type PlugInComponents, planComponents } from '@fairfront/core/plug-in';
import { treeColumns } from '@fairfront/trees';
import { definedOnly } from '../../defined-only.js';
import { type PreparedFit, partEntities, sizesOf } from '../../task/prepare-fit.js';
import { type BoostedOptions, boostingOf } from '../options/boosted-options.js';
import { fixedPenalty, type Penalty, type ResolvedTraining } from '../options/fit-options.js';
import { readWeights } from '../options/initial-weights.js';
import { jointOptionsOf, type NetworkOptions, networkOf } from '../options/network-options.js';
import type { ComponentJobData, ComponentModel, Learner } from './component-job.js';
import { ComponentPredictor } from './component-predictor.js';
import { drawFolds, type Folds, type HeldOut, heldOut, planFolds } from './cross-fit.js';
import { type ComponentHooks, fitComponents } from './fit-components.js';

export interface TrainComponentsOptions extends Omit<ResolvedTraining, 'l2'>, NetworkOptions, BoostedOptions {
  /** The penalty of linear components. */
  readonly l2: Penalty;
  /** For cross-fitting; 0 for none. */
  readonly folds: number;
}

export interface TrainedComponents {
  readonly components: PlugInComponents<ComponentModel>;
  /** All that were trained, in the order of training. */
  readonly models: readonly ComponentModel[];
  /** What the components of the folds say of rows they have not seen: training rows, then validation rows. */
  readonly heldOut: HeldOut | undefined;
  readonly notes: readonly string[];
  /** Close it when no more is to be predicted. */
  readonly predictor: ComponentPredictor;
}

/**
 * The components of a classifier, and with folds what those of every fold say.
 * @param before components that are trained already, in the order of training
 * @returns `undefined` if it was interrupted
 */
export async function trainComponents(
  fit: PreparedFit,
  options: TrainComponentsOptions,
  hooks: ComponentHooks = {},
  before: readonly (ComponentModel | undefined)[] = [],
): Promise<TrainedComponents | undefined> {
  const { train, validation } = fit.parts;
  const classCount = fit.task.target.classes.length;
  const classOfGroup = classesOfGroups(fit);
  // Of groups made of the target a model of their own is right always: there is nothing to compare with.
  const folds = options.folds === 0 || classOfGroup !== undefined ? undefined : drawTaskFolds(fit, options);
  const plan = planComponents(train, validation, classCount, { classOfGroup });
  const ofFolds = folds === undefined ? [] : planFolds(fit.parts, classCount, folds, classOfGroup);
  const trained = await fitComponents(
    [plan, ...ofFolds],
    componentData(fit, options),
    { atATime: options.threads, ...hooks },
    before,
  );
  if (trained === undefined) return undefined;
  const [first, ...others] = trained.components as [
    PlugInComponents<ComponentModel>,
    ...PlugInComponents<ComponentModel>[],
  ];
  const predictor = new ComponentPredictor(options.device);
  const components = { ...first, priors: await predictor.priors(first, train) };
  const known =
    classOfGroup === undefined
      ? []
      : [
          'every group has a single class, so p(Y | X, a) is known and p(A | X) the only model; where risk comes from is not asked, since a classifier of its own would never be wrong about such a group',
        ];
  return {
    components,
    models: trained.models,
    heldOut: folds && (await heldOut(fit.parts, folds, others, components.priors, predictor)),
    notes: [...known, ...plan.notes],
    predictor,
  };
}

export interface CrossFit {
  readonly heldOut: HeldOut;
  readonly notes: readonly string[];
}

/**
 * Only what the components of every fold say, with p_a the groups' shares.
 * @returns `undefined` if it was interrupted
 */
export async function crossFit(
  fit: PreparedFit,
  options: TrainComponentsOptions,
  hooks: ComponentHooks = {},
): Promise<CrossFit | undefined> {
  const { train, validation } = fit.parts;
  const classCount = fit.task.target.classes.length;
  const folds = drawTaskFolds(fit, options);
  const plans = planFolds(fit.parts, classCount, folds, undefined);
  const trained = await fitComponents(plans, componentData(fit, options), {
    atATime: options.threads,
    ...hooks,
  });
  if (trained === undefined) return undefined;
  const predictor = new ComponentPredictor(options.device);
  try {
    return {
      heldOut: await heldOut(fit.parts, folds, trained.components, groupShares(train.groups), predictor),
      notes: planComponents(train, validation, classCount).notes,
    };
  } finally {
    await predictor.close();
  }
}

/** The class of each group, where every group has one only: groups made of the target. */
export function classesOfGroups({ parts, task }: PreparedFit): number[] | undefined {
  const met = task.groups.names.map(() => new Set<number>());
  for (const { labels, groups } of [parts.train, parts.validation]) {
    groups.groups.forEach((group, row) => {
      met[group]!.add(labels[row]!);
    });
  }
  const all = new Set(met.flatMap((classes) => [...classes]));
  if (all.size < task.target.classes.length || met.some(({ size }) => size !== 1)) return undefined;
  return met.map((classes) => [...classes][0]!);
}

function drawTaskFolds(fit: PreparedFit, { folds, seed }: TrainComponentsOptions): Folds {
  const [train, validation] = [partEntities(fit, 'train'), partEntities(fit, 'validation')];
  return drawFolds(fit.parts, folds, createRandom(seed), train && validation && { train, validation });
}

function componentData(fit: PreparedFit, options: TrainComponentsOptions): ComponentJobData {
  const { train, validation } = fit.parts;
  return { learner: learnerOf(fit, options), train, validation };
}

function learnerOf(fit: PreparedFit, options: TrainComponentsOptions): Learner {
  const { loss, model, device } = options;
  if (model === 'linear') return { kind: 'linear', loss, l2: fixedPenalty(options) };
  if (model === 'boosted') {
    return { kind: 'boosted', loss, columns: treeColumns(fit.encoder), options: boostingOf(options) };
  }
  const { classes: _, ...shape } = networkOf(options, sizesOf(fit), 2);
  return {
    kind: 'network',
    shape,
    ...(options.weights !== undefined && { weights: readWeights(options.weights) }),
    options: { ...jointOptionsOf(options, fit.parts.train.labels.length), ...definedOnly({ device }) },
  };
}
