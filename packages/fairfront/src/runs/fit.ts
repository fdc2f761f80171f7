// The library's `fit`: naive, balanced and minimax models of one task, measured on rows that no choice was made by.

import type { Table } from '@fairfront/core';
import type { FitResult } from '../measure/fit-result.js';
import type { AnyResult, RegressionResult } from '../measure/regression-result.js';
import { type Workers, withWorkers } from '../queue/remote-tasks.js';
import type { Data } from '../task/data.js';
import type { Asked } from '../task/data-options.js';
import { fingerprint } from '../task/fingerprint.js';
import { turn } from '../threads/turn.js';
import { type PictureControls, withPictureColumns } from '../training/backbone.js';
import {
  type FitOptions,
  type RegressionOptions,
  type ResolvedChoice,
  resolveFitOptions,
} from '../training/options/fit-options.js';
import { UsageError } from '../usage-error.js';
import { type FitControls, type FitTask, type FoundFit, findFit } from './find-fit.js';
import { withGroups } from './found-groups.js';
import { MEANS } from './means.js';
import { saveFolder } from './run-folder.js';
import { otherSplits } from './split-job.js';

/** What a fit has found. */
export interface Fitted<Result extends AnyResult = FitResult>
  extends Pick<FoundFit<Result>, 'result' | 'model'> {
  /**
   * Writes result.json, report.html, the models and predictions.csv into a folder.
   * @param options `force`: whether a finished run that is there is replaced; default false
   */
  save(folder: string, options?: { readonly force?: boolean }): Promise<void>;
}

/** How a caller follows a fit, and where it is done. */
export interface NodeFitControls extends FitControls {
  /** Workers on other machines that do what can be done side by side. Default: threads of this one. */
  readonly workers?: Workers | undefined;
}

/** Trains the model whose worst-served group fares best, beside the ordinary one, and says what every group gets. */
export async function fit(
  data: Table | Data,
  options: RegressionOptions,
  controls?: NodeFitControls,
): Promise<Fitted<RegressionResult>>;
export async function fit(
  data: Table | Data,
  options: FitOptions,
  controls?: NodeFitControls,
): Promise<Fitted>;
export async function fit(
  data: Table | Data,
  options: FitOptions | RegressionOptions,
  { workers, ...controls }: NodeFitControls = {},
): Promise<Fitted<AnyResult>> {
  const resolved = resolveFitOptions(options);
  return withWorkers(workers, (tasks) => fitResolved(data, resolved, { tasks, ...controls }));
}

async function fitResolved(
  data: Table | Data,
  resolved: ResolvedChoice,
  controls: FitControls,
): Promise<Fitted<AnyResult>> {
  const pictured = await withPictureColumns(data, resolved, pictureControls(controls));
  await controls.onProgress?.({ kind: 'encoding' });
  const { prepare, options: grouped } = await withGroups(pictured, resolved, MEANS, controls);
  const prepared = prepare(0);
  const { resume, onCheckpoint } = controls;
  const others = otherSplits(controls.tasks, pictured, grouped);
  if (resume === undefined && onCheckpoint === undefined) {
    return fitSplits(prepared, prepare, grouped, { ...controls, otherSplits: others });
  }
  const print = fingerprint(prepared);
  if (resume?.fingerprint !== undefined && resume.fingerprint !== print) {
    throw new UsageError('`resume`: it was left by a fit of other data; hand over the same, or leave it out');
  }
  return fitSplits(prepared, prepare, grouped, {
    ...controls,
    otherSplits: others,
    onCheckpoint: (progress, isCostly) =>
      onCheckpoint?.(() => ({ ...progress(), fingerprint: print }), isCostly),
  });
}

/** How pictures are told of. */
export function pictureControls({
  signal,
  onProgress,
}: Pick<FitControls, 'signal' | 'onProgress'>): PictureControls {
  return {
    signal,
    onPictures: (done, total) => void onProgress?.({ kind: 'pictures', done, total }),
    onFeatures: async (done, total) => {
      await onProgress?.({ kind: 'features', done, total });
      await turn();
    },
  };
}

/**
 * A fit from matrices on: of the first split, after the others, of which only the figures are kept.
 * @param prepare makes the matrices of a split
 * @param asked noted in the result, to do it again
 */
export async function fitSplits<Result extends AnyResult = FitResult>(
  first: FitTask,
  prepare: (split: number) => FitTask,
  options: ResolvedChoice,
  controls: FitControls = {},
  asked?: Asked,
): Promise<Fitted<Result>> {
  return saveable<Result>(await findFit(first, prepare, options, MEANS, controls, asked));
}

/** A fit that can be saved. */
export function saveable<Result extends AnyResult>({
  model,
  result,
  files,
}: FoundFit<Result>): Fitted<Result> {
  return {
    model,
    result,
    save: async (folder, { force = false } = {}) => saveFolder(folder, result, files(), force),
  };
}
