// What a result says of its task and of its groups, as plain data: the same for every command that trains.

import { type LinearLoss, PART_NAMES, type PartName } from '@fairfront/core';
import type { TrainingOptions } from './fit-options.js';
import { type PreparedFit, partRows } from './prepare-fit.js';

export interface TaskReport {
  readonly target: string;
  readonly classes: readonly string[];
  readonly loss: TrainingOptions['loss'];
  readonly model: TrainingOptions['model'];
  readonly estimation: TrainingOptions['estimation'];
  readonly l2: number;
  readonly seed: number;
  readonly features: number;
  readonly rows: Readonly<Record<PartName, number>>;
}

export interface GroupReport {
  readonly name: string;
  /** Of all rows used. */
  readonly share: number;
  readonly rows: Readonly<Record<PartName, number>>;
}

export function taskReport(
  { task, encoder, parts }: PreparedFit,
  { loss, model, estimation, l2, seed }: TrainingOptions & { readonly seed: number },
): TaskReport {
  return {
    target: task.target.name,
    classes: task.target.classes,
    loss,
    model,
    estimation,
    l2,
    seed,
    features: encoder.features.length,
    rows: partRows(parts),
  };
}

export function groupReports({ parts }: PreparedFit): GroupReport[] {
  const rows = partRows(parts);
  const total = rows.train + rows.validation + rows.test;
  return parts.train.groups.names.map((name, group) => {
    const own = { train: 0, validation: 0, test: 0 };
    for (const part of PART_NAMES) own[part] = parts[part].groups.counts[group]!;
    return { name, share: (own.train + own.validation + own.test) / total, rows: own };
  });
}

/** What a certificate speaks of. */
export function problemWords(loss: LinearLoss, l2: number): string {
  const lossName = loss === 'brier' ? 'Brier score' : 'cross-entropy';
  return `the mean ${lossName} of each group on the training rows plus the penalty (l2/2)·‖w‖² with l2 = ${l2}, over all linear models`;
}
