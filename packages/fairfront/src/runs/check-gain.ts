// Will a minimax model help? What cross-fitted models of every group tell before any search.

import { groupShares, type Table } from '@fairfront/core';
import type { Outlook } from '@fairfront/core/plug-in';
import { definedOnly } from '../defined-only.js';
import { Interrupted } from '../interrupted.js';
import { withWorkers } from '../queue/remote-tasks.js';
import type { Data } from '../task/data.js';
import { checkOneSplit } from '../task/data-options.js';
import { withPictureColumns } from '../training/backbone.js';
import type { FitOptions } from '../training/options/fit-options.js';
import {
  FIT_DEFAULTS,
  fixedPenalty,
  knownModel,
  ofClasses,
  resolveFitOptions,
} from '../training/options/fit-options.js';
import { foldsOf } from '../training/options/plug-in-options.js';
import { outlookOf } from '../training/plug-in/insight.js';
import { classesOfGroups, crossFit } from '../training/plug-in/train-components.js';
import { type GroupReport, groupReports, type TaskReport, taskReport } from '../training/task-report.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import { prepareForFit } from './find-fit.js';
import { type NodeFitControls, pictureControls } from './fit.js';

export const OUTLOOK_SCHEMA = 'fairfront.outlook/1';

export interface OutlookResult {
  readonly schema: typeof OUTLOOK_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  readonly task: TaskReport;
  readonly groups: readonly GroupReport[];
  readonly folds: number;
  readonly outlook: Outlook;
  readonly notes: readonly string[];
}

/** Says how much a minimax model can gain at most, before any search. Takes the options of plug-in estimation. */
export async function checkGain(
  data: Table | Data,
  options: FitOptions,
  { signal, onProgress, workers }: Pick<NodeFitControls, 'signal' | 'onProgress' | 'workers'> = {},
): Promise<OutlookResult> {
  if (options?.estimation === 'joint') {
    throw new UsageError("the gain is checked by plug-in estimation; leave out `estimation: 'joint'`");
  }
  if (Array.isArray(options?.groups) && options.groups.length > 1) {
    throw new UsageError(
      'the gain is checked by models that tell which group a row is of, and with several families of `groups` it is in several; name one family, or search without this check',
    );
  }
  ofClasses({ loss: FIT_DEFAULTS.loss, ...definedOnly(options) }, 'the check of a gain');
  const resolved = ofClasses(
    knownModel(resolveFitOptions({ ...definedOnly(options), estimation: 'plug-in' })),
    'the check of a gain',
  );
  const folds = foldsOf(resolved);
  if (folds === 0)
    throw new UsageError('the gain is checked on `folds`: rows that no model has seen; leave out `folds: 0`');
  if (resolved.compare !== undefined) {
    throw new UsageError('checking the gain searches no model that could be compared; leave out `compare`');
  }
  checkOneSplit(resolved, 'the gain is checked on one split');
  const pictured = await withPictureColumns(
    data,
    resolved,
    pictureControls({ signal, ...(onProgress && { onProgress }) }),
  );
  await onProgress?.({ kind: 'encoding' });
  const prepared = prepareForFit(pictured, resolved);
  if (classesOfGroups(prepared) !== undefined) {
    throw new UsageError(
      'every group has a single class, so a classifier of its own would never be wrong about it, and there is nothing to compare with; search without this check',
    );
  }
  const fitted = await withWorkers(workers, (tasks) =>
    crossFit(
      prepared,
      { ...resolved, folds },
      {
        ...{ signal, tasks },
        onComponent: (done, total, detail) =>
          onProgress?.({ kind: 'component', done, total, ...(detail === undefined ? {} : { detail }) }),
      },
    ),
  );
  if (fitted === undefined) throw new Interrupted('interrupted before anything could be said');
  return {
    schema: OUTLOOK_SCHEMA,
    fairfront: VERSION,
    data: prepared.label,
    task: taskReport(prepared, resolved, {
      l2: resolved.model === 'linear' ? fixedPenalty(resolved) : undefined,
    }),
    groups: groupReports(prepared),
    folds,
    outlook: outlookOf(fitted.heldOut, groupShares(prepared.parts.train.groups), resolved),
    notes: [...prepared.notes, ...fitted.notes],
  };
}
