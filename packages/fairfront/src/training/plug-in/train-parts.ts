// From a prepared fit to trained parts: those of the final classifier, and what those of every fold say of the rows they have not seen.

import { createRandom, groupShares, type PartName, taskPart } from '@fairfront/core';
import { type PlugInParts, planParts } from '@fairfront/core/plug-in';
import { definedOnly } from '../../defined-only.js';
import type { PreparedFit } from '../../task/prepare-fit.js';
import type { ResolvedTraining } from '../options/fit-options.js';
import { jointOptionsOf, type NetworkOptions, networkOf } from '../options/network-options.js';
import { drawFolds, type Folds, type HeldOut, heldOut, planFolds } from './cross-fit.js';
import { fitParts, type PartHooks } from './fit-parts.js';
import type { Learner, PartJobData, PartModel } from './part-job.js';
import { PartPredictor } from './part-predictor.js';

export interface TrainPartsOptions extends ResolvedTraining, NetworkOptions {
  /** For cross-fitting; 0 for none. */
  readonly folds: number;
}

export interface TrainedParts {
  readonly parts: PlugInParts<PartModel>;
  /** All that were trained, in the order of training. */
  readonly models: readonly PartModel[];
  /** What the parts of the folds say of rows they have not seen: training rows, then validation rows. */
  readonly heldOut: HeldOut | undefined;
  readonly notes: readonly string[];
  /** Close it when no more is to be predicted. */
  readonly predictor: PartPredictor;
}

/**
 * The parts of a classifier, and with folds what those of every fold say.
 * @param before parts that are trained already, in the order of training
 * @returns `undefined` if it was interrupted
 */
export async function trainParts(
  fit: PreparedFit,
  options: TrainPartsOptions,
  hooks: PartHooks = {},
  before: readonly (PartModel | undefined)[] = [],
): Promise<TrainedParts | undefined> {
  const { train, validation } = fit.parts;
  const classCount = fit.task.target.classes.length;
  const classOfGroup = classesOfGroups(fit);
  // Of groups made of the target a model of their own is right always: there is nothing to compare with.
  const folds = options.folds === 0 || classOfGroup !== undefined ? undefined : drawTaskFolds(fit, options);
  const plan = planParts(train, validation, classCount, { classOfGroup });
  const ofFolds = folds === undefined ? [] : planFolds(fit.parts, classCount, folds, classOfGroup);
  const trained = await fitParts(
    [plan, ...ofFolds],
    partData(fit, options),
    { atATime: options.threads, ...hooks },
    before,
  );
  if (trained === undefined) return undefined;
  const [first, ...others] = trained.parts as [PlugInParts<PartModel>, ...PlugInParts<PartModel>[]];
  const predictor = new PartPredictor(options.device);
  const parts = { ...first, priors: await predictor.priors(first, train.features) };
  const known =
    classOfGroup === undefined
      ? []
      : [
          'every group has a single class, so p(Y | X, a) is known and p(A | X) the only model; where risk comes from is not asked, since a classifier of its own would never be wrong about such a group',
        ];
  return {
    parts,
    models: trained.models,
    heldOut: folds && (await heldOut(fit.parts, folds, others, parts.priors, predictor)),
    notes: [...known, ...plan.notes],
    predictor,
  };
}

export interface CrossFit {
  readonly heldOut: HeldOut;
  readonly notes: readonly string[];
}

/** Only what the parts of every fold say, with p_a the groups' shares. @returns `undefined` if it was interrupted */
export async function crossFit(
  fit: PreparedFit,
  options: TrainPartsOptions,
  hooks: PartHooks = {},
): Promise<CrossFit | undefined> {
  const { train, validation } = fit.parts;
  const classCount = fit.task.target.classes.length;
  const folds = drawTaskFolds(fit, options);
  const plans = planFolds(fit.parts, classCount, folds, undefined);
  const trained = await fitParts(plans, partData(fit, options), hooks);
  if (trained === undefined) return undefined;
  const predictor = new PartPredictor(options.device);
  try {
    return {
      heldOut: await heldOut(fit.parts, folds, trained.parts, groupShares(train.groups), predictor),
      notes: planParts(train, validation, classCount).notes,
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

function drawTaskFolds({ parts, task }: PreparedFit, { folds, seed }: TrainPartsOptions): Folds {
  const { entities } = task;
  const own = (name: PartName): number[] =>
    Array.from(taskPart(task, 0, name).rows, (row) => entities![row]!);
  return drawFolds(
    parts,
    folds,
    createRandom(seed),
    entities && { train: own('train'), validation: own('validation') },
  );
}

function partData(fit: PreparedFit, options: TrainPartsOptions): PartJobData {
  const { train, validation } = fit.parts;
  return { learner: learnerOf(fit, options), train, validation };
}

function learnerOf(fit: PreparedFit, options: TrainPartsOptions): Learner {
  const { loss, l2, model, device } = options;
  if (model === 'linear') return { kind: 'linear', loss, l2 };
  const { classes: _, ...shape } = networkOf(options, fit.encoder.features.length, 2);
  return {
    kind: 'network',
    shape,
    options: { ...jointOptionsOf(options, fit.parts.train.labels.length), ...definedOnly({ device }) },
  };
}
