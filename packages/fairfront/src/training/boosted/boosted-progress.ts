import type { BoostedModel } from '@fairfront/trees';
import { roundCount, treeOutputs } from '@fairfront/trees/internal';
import { choosesByFolds, type PreparedFit } from '../../task/prepare-fit.js';
import { STEPS } from '../select/steps.js';
import type { BoostProgress, CandidateRun } from './boost-job.js';
import { rowsOfFolds } from './rows-of-folds.js';

/** How far a fit of boosted trees has come. */
export interface BoostedProgress {
  /** What was boosted: the same for the same options and folds. */
  readonly problem?: string | undefined;
  /** Settings that were tried. */
  readonly tuned?: readonly CandidateRun[] | undefined;
  readonly candidates?: BoostProgress | undefined;
  /** Models on all rows that are done, by the place of their candidate. */
  readonly trained?: Readonly<Record<number, BoostedModel>> | undefined;
  /** The one that is being boosted. */
  readonly growing?: BoostedModel | undefined;
}

/** Whether what was kept of boosting has the rows, groups and models of a fit. */
export function isProgressOf(
  { tuned = [], candidates = { done: [] }, trained = {}, growing }: BoostedProgress,
  fit: PreparedFit,
  seed: number,
): boolean {
  const classCount = fit.task.target.classes.length;
  const groupCount = fit.parts.train.groups.names.length;
  const sizes = rowsOfFolds(fit, seed).folds.map(({ heldOut }) => heldOut.length * treeOutputs(classCount));
  const isModel = (model: BoostedModel): boolean =>
    model.classCount === classCount && model.columns.length === fit.encoder.columns.length;
  const areOfGroups = (lists: readonly (readonly number[])[]): boolean =>
    lists.every(({ length }) => length === groupCount);
  const isRun = ({ rounds, risks, mus, heldOut, models }: CandidateRun, modelCount: number): boolean =>
    areOfGroups([risks, ...mus]) &&
    mus.length === rounds &&
    heldOut.length === sizes.length &&
    heldOut.every(({ length }, fold) => length === sizes[fold]) &&
    models.length === modelCount &&
    models.every(isModel);
  const { done, current } = candidates;
  const kept = [...Object.values(trained), ...(growing === undefined ? [] : [growing])];
  return (
    tuned.every((run) => isRun(run, 0)) &&
    done.length <= STEPS.length &&
    done.every((run) => isRun(run, choosesByFolds(fit) ? 0 : 1)) &&
    (current === undefined ||
      (areOfGroups(current.risks) &&
        current.models.length === sizes.length &&
        current.models.every((model) => isModel(model) && roundCount(model) === current.risks.length))) &&
    kept.every(isModel)
  );
}
