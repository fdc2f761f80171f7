// The paper's baselines on the task of a fit, each with its grid [MMPF App. A.6]. All are linear models trained for the
// mean over all rows, by cross-entropy, whatever the fit itself trains.

import {
  createRandom,
  encodeSparse,
  fitEncoder,
  groupShares,
  type LabelledRows,
  type LinearModel,
  linearSolver,
  type PartName,
  predictLinear,
  taskPart,
} from '@fairfront/core';
import {
  covarianceBoundSolver,
  FELDMAN_LAMBDAS,
  fitRepair,
  KAMISHIMA_ETAS,
  prejudiceRemover,
  repairTable,
  ZAFAR_BOUNDS,
} from '@fairfront/core/baselines';
import type { PreparedFit } from '../../task/prepare-fit.js';
import type { BaselineName } from '../options/methods.js';
import type { Candidate } from './choose.js';

export interface LinearCandidate extends Candidate {
  readonly model: LinearModel;
}

/** One of the paper's baselines, ready to be trained for any value of its parameter. */
export interface Baseline {
  readonly name: BaselineName;
  readonly title: string;
  readonly symbol: string;
  readonly values: readonly number[];
  /** Whether a person's group must be known to predict for them. */
  needsGroup(value: number): boolean;
  /** What one value takes on the task. */
  prepare(
    fit: PreparedFit,
    options: { readonly l2: number; readonly seed: number },
  ): (value: number, before: LinearCandidate | undefined) => LinearCandidate;
}

export const BASELINE_BY_NAME: Readonly<Record<BaselineName, Baseline>> = {
  zafar: {
    name: 'zafar',
    title: 'Zafar',
    symbol: 'c',
    values: ZAFAR_BOUNDS,
    needsGroup: () => false,
    prepare: (fit, { l2 }) => {
      const solver = covarianceBoundSolver(fit.parts.train, { classCount: 2, l2 });
      return (bound, before) => candidate(fit, solver.solve(bound, before?.model).model);
    },
  },
  kamishima: {
    name: 'kamishima',
    title: 'Kamishima',
    symbol: 'η',
    values: KAMISHIMA_ETAS,
    needsGroup: () => false,
    prepare: (fit, { l2 }) => {
      const solver = prejudiceRemover(fit.parts.train, { classCount: fit.task.target.classes.length, l2 });
      return (eta) => candidate(fit, solver.solve(eta).model); // each by itself: along a path it may end in a worse minimum
    },
  },
  feldman: {
    name: 'feldman',
    title: 'Feldman',
    symbol: 'λ',
    values: FELDMAN_LAMBDAS,
    needsGroup: (lambda) => lambda > 0,
    prepare: prepareFeldman,
  },
};

function candidate({ parts }: PreparedFit, model: LinearModel): LinearCandidate {
  return { model, predict: (part) => predictLinear(model, parts[part].features) };
}

/** Repaired columns are encoded anew: a repair may leave a column with other levels, or with one value only. */
function prepareFeldman(
  { task, encoder, parts }: PreparedFit,
  { l2, seed }: { readonly l2: number; readonly seed: number },
): (lambda: number) => LinearCandidate {
  const { table, features, groups } = task;
  const split = task.splits[0]!;
  const repair = fitRepair(table, features, split.train, groups.groups, groups.names.length);
  const used = Uint32Array.from([...split.train, ...split.validation, ...split.test]);
  const classCount = task.target.classes.length;
  const mu = groupShares(parts.train.groups);
  return (lambda) => {
    const repaired = repairTable(repair, table, used, groups.groups, lambda, createRandom(seed));
    const own = fitEncoder(repaired, features, split.train, encoder.options);
    const rows = (part: PartName): LabelledRows['features'] => encodeSparse(own, repaired, split[part]);
    const { labels, groups: trainGroups } = taskPart(task, 0, 'train');
    const train = { features: rows('train'), labels, groups: trainGroups };
    const { model } = linearSolver(train, { classCount, l2 }).solve(mu);
    return { model, predict: (part) => predictLinear(model, rows(part)) };
  };
}
