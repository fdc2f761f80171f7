// What a plug-in classifier is made of: for every group a model of p(Y|X,a), and one of p(A|X). Here it is
// said which models there must be and on which rows each is trained; any learner can train them.
//
// Where a group's training rows have one class only there is nothing to learn: its model is a constant. Where
// the groups are made of the target itself (Y = A, or Y a function of A), p(Y|X,a) is known, and p(A|X) is
// the only model [MMPF Sec. A.5].

import { FairfrontError } from '../error.js';
import { asOneGroup, groupShares, takeGroups } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import { count } from '../numbers.js';
import { selectRows } from '../numeric/select-rows.js';
import { quoted } from '../words.js';
import type { Conditionals } from './conditionals.js';

/** The same distribution whatever the features. */
export interface ConstantModel {
  /** The probability of each class. */
  readonly constant: readonly number[];
}

/** The models of a plug-in classifier. */
export interface PlugInComponents<Model> {
  readonly classCount: number;
  /** p(Y | X, a), by group. */
  readonly outcomes: readonly (Model | ConstantModel)[];
  /** p(A | X). */
  readonly membership: Model;
  /** p_a. */
  readonly priors: readonly number[];
}

/** One model that has to be trained. */
export interface ComponentTask {
  /** The group a of p(Y | X, a); null for p(A | X). */
  readonly group: number | null;
  readonly classCount: number;
  /** Rows of the training data. */
  readonly train: Uint32Array;
  /** Rows of the validation data; where a group has none, empty. */
  readonly validation: Uint32Array;
}

/** Which models have to be trained, and on which rows. */
export interface ComponentPlan {
  readonly classCount: number;
  readonly tasks: readonly ComponentTask[];
  /** The constant of each group for which there is nothing to train. */
  readonly constants: readonly (ConstantModel | undefined)[];
  readonly priors: readonly number[];
  /** What a person should know. */
  readonly notes: readonly string[];
}

/** Options of `planComponents`. */
export interface ComponentPlanOptions {
  /** The class of each group, where the groups are made of the target. */
  readonly classOfGroup?: readonly number[] | undefined;
  /** The rows to use; by default all. */
  readonly trainRows?: Uint32Array;
  readonly validationRows?: Uint32Array;
}

type Labels = Pick<LabelledRows, 'labels' | 'groups'>;

/** Plans the models of a plug-in classifier. */
export function planComponents(
  train: Labels,
  validation: Labels,
  classCount: number,
  {
    classOfGroup,
    trainRows = allRows(train),
    validationRows = allRows(validation),
  }: ComponentPlanOptions = {},
): ComponentPlan {
  const groupCount = train.groups.names.length;
  const byGroup = (data: Labels, rows: Uint32Array): Uint32Array[] =>
    Array.from({ length: groupCount }, (_, group) => rows.filter((row) => data.groups.groups[row] === group));
  if (trainRows.length === 0) throw new FairfrontError('bad-problem', 'train: there are no rows to train on');
  if (classOfGroup !== undefined) checkClasses(classOfGroup, groupCount, classCount);
  const ownTrain = byGroup(train, trainRows);
  const ownValidation = byGroup(validation, validationRows);
  const tasks: ComponentTask[] = [];
  const notes: string[] = [];
  const constants = ownTrain.map((rows, group): ConstantModel | undefined => {
    if (classOfGroup !== undefined) return indicator(classOfGroup[group]!, classCount);
    const counts = classCounts(train.labels, rows, classCount);
    const met = counts.filter((rowCount) => rowCount > 0).length;
    if (met < 2) {
      notes.push(
        `group ${quoted([train.groups.names[group]!])} has ${met === 0 ? 'no' : 'a single class in its'} training rows, so its p(Y|X,a) is a constant (${count(rows.length, 'row')}, Laplace’s rule)`,
      );
      return laplace(counts);
    }
    if (met < classCount) {
      notes.push(
        `group ${quoted([train.groups.names[group]!])} has ${met} of ${classCount} classes in its training rows: its model will hold the others impossible`,
      );
    }
    tasks.push({ group, classCount, train: rows, validation: ownValidation[group]! });
    return undefined;
  });
  tasks.push({ group: null, classCount: groupCount, train: trainRows, validation: validationRows });
  const priors = groupShares(takeGroups(train.groups, trainRows));
  return { classCount, tasks, constants, priors, notes };
}

function checkClasses(classOfGroup: readonly number[], groupCount: number, classCount: number): void {
  if (
    classOfGroup.length !== groupCount ||
    !classOfGroup.every((own) => Number.isInteger(own) && own >= 0 && own < classCount)
  ) {
    throw new FairfrontError(
      'bad-option',
      `classOfGroup must be a class from 0 to ${classCount - 1} for each of ${groupCount} groups; got [${classOfGroup.join(', ')}]`,
    );
  }
}

/** The rows of a task as a learner needs them: in one group, with what is to be predicted as their class. */
export function componentRows(data: LabelledRows, { group }: ComponentTask, rows: Uint32Array): LabelledRows {
  const source = group === null ? data.groups.groups : data.labels;
  return {
    features: selectRows(data.features, rows),
    labels: Int32Array.from(rows, (row) => source[row]!),
    groups: asOneGroup(
      takeGroups(data.groups, rows),
      group === null ? 'all rows' : data.groups.names[group]!,
    ),
  };
}

/**
 * Puts trained models together as a plug-in classifier.
 * @param models one for each task of the plan, in their order
 */
export function assembleComponents<Model>(
  { classCount, tasks, constants, priors }: ComponentPlan,
  models: readonly Model[],
): PlugInComponents<Model> {
  if (models.length !== tasks.length) {
    throw new FairfrontError(
      'bad-problem',
      `there must be a model for each of ${count(tasks.length, 'task')}; got ${models.length}`,
    );
  }
  const trained = new Map(tasks.map(({ group }, i) => [group, models[i]!]));
  return {
    classCount,
    outcomes: constants.map((constant, group) => constant ?? trained.get(group)!),
    membership: trained.get(null)!,
    priors,
  };
}

/** Whether a model is a constant. */
export function isConstant(model: unknown): model is ConstantModel {
  return typeof model === 'object' && model !== null && 'constant' in model;
}

/** What the components say at some rows. @param predict rows × classes of a model, at those rows */
export async function conditionalsOf<Model>(
  { classCount, outcomes, membership }: PlugInComponents<Model>,
  rowCount: number,
  predict: (model: Model) => Float64Array | Promise<Float64Array>,
): Promise<Conditionals> {
  const own: Float64Array[] = [];
  for (const outcome of outcomes) {
    own.push(isConstant(outcome) ? repeated(outcome.constant, rowCount) : await predict(outcome));
  }
  return { rowCount, classCount, outcomes: own, memberships: await predict(membership) };
}

function allRows({ labels }: Labels): Uint32Array {
  return Uint32Array.from(labels, (_, row) => row);
}

function classCounts(labels: Int32Array, rows: Uint32Array, classCount: number): number[] {
  const counts = new Array<number>(classCount).fill(0);
  for (const row of rows) counts[labels[row]!]!++;
  return counts;
}

/** (n_c + 1) / (n + classes): no class is impossible because it was not met. */
function laplace(counts: readonly number[]): ConstantModel {
  const total = counts.reduce((sum, rowCount) => sum + rowCount + 1, 0);
  return { constant: counts.map((rowCount) => (rowCount + 1) / total) };
}

function indicator(label: number, classCount: number): ConstantModel {
  return { constant: Array.from({ length: classCount }, (_, c) => (c === label ? 1 : 0)) };
}

function repeated(values: readonly number[], rowCount: number): Float64Array {
  const all = new Float64Array(rowCount * values.length);
  for (let row = 0; row < rowCount; row++) all.set(values, row * values.length);
  return all;
}
