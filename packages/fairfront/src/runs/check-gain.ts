// `fairfront fit --check`: will minimax help? What cross-fitted parts tell before any search.

import { groupShares } from '@fairfront/core';
import type { Outlook } from '@fairfront/core/plug-in';
import type { PreparedFit } from '../task/prepare-fit.js';
import { type GroupReport, groupReports, type TaskReport, taskReport } from '../task/task-report.js';
import type { FitOptions } from '../training/options/fit-options.js';
import { foldsOf } from '../training/options/plug-in-options.js';
import type { PartHooks } from '../training/plug-in/fit-parts.js';
import { outlookOf } from '../training/plug-in/insight.js';
import { classesOfGroups, crossFit } from '../training/plug-in/train-parts.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';

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

/** @returns `undefined` if it was interrupted */
export async function checkGain(
  fit: PreparedFit,
  options: Omit<FitOptions, 'resume'> & { readonly seed: number },
  hooks: PartHooks,
): Promise<OutlookResult | undefined> {
  const folds = foldsOf(options);
  if (classesOfGroups(fit) !== undefined) {
    throw new UsageError(
      '--check: every group has a single class, so a classifier of its own would never be wrong about it, and there is nothing to compare with; leave out --check',
    );
  }
  const fitted = await crossFit(fit, { ...options, folds }, hooks);
  if (fitted === undefined) return undefined;
  return {
    schema: OUTLOOK_SCHEMA,
    fairfront: VERSION,
    data: fit.label,
    task: taskReport(fit, options),
    groups: groupReports(fit),
    folds,
    outlook: outlookOf(fitted.heldOut, groupShares(fit.parts.train.groups), options),
    notes: [...fit.notes, ...fitted.notes],
  };
}
