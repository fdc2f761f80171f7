// What a result says of its task and of its groups, as plain data: the same for every command that trains.

import { type GroupIndex, type Loss, PART_NAMES, type PartName } from '@fairfront/core';
import { compensatedSum, effectiveRows, groupTotals } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { type PreparedFit, partRows } from '../task/prepare-fit.js';
import type { BoostedReport } from './boosted/boosted-report.js';
import type { ResolvedTraining } from './options/fit-options.js';
import type { NetworkReport } from './options/network-options.js';

export interface TaskReport {
  readonly target: string;
  /** Absent where classes are predicted, as in every result of this kind; those of numbers have `regression`. */
  readonly kind?: 'classes';
  readonly classes: readonly string[];
  /** The column with the weights of rows, where they have any. */
  readonly weight?: string;
  /** The families of groups, where there are several: every row is in one group of each. */
  readonly families?: readonly FamilyReport[];
  readonly loss: ResolvedTraining['loss'];
  readonly model: ResolvedTraining['model'];
  readonly estimation: ResolvedTraining['estimation'];
  /** The penalty of a linear model. */
  readonly l2?: number;
  /** What a network is made of and how it is trained. */
  readonly network?: OwnFields;
  /** How trees are grown. */
  readonly boosted?: BoostedReport;
  readonly seed: number;
  readonly features: number;
  readonly rows: Readonly<Record<PartName, number>>;
}

/** One of several families of groups. */
export interface FamilyReport {
  /** As it was asked for: `sex`, `age<25`. */
  readonly name: string;
  /** The names of its groups. */
  readonly groups: readonly string[];
}

/** What a task says of its network: all but what it says already. */
type OwnFields = WithoutTask<NetworkReport>;
type WithoutTask<Report> = Report extends unknown
  ? Omit<Report, 'kind' | 'inputs' | 'classes' | 'loss' | 'seed'>
  : never;

export interface GroupReport {
  readonly name: string;
  /** The share of all rows used, by weight where rows have weights. */
  readonly share: number;
  readonly rows: Readonly<Record<PartName, number>>;
  /** How many rows of one weight tell as much as those of each part, (Σ w)² / Σ w²; absent without weights. */
  readonly effectiveRows?: Readonly<Record<PartName, number>>;
}

/** The same where a number is predicted. */
export interface RegressionTask extends Omit<TaskReport, 'kind' | 'classes' | 'loss'> {
  readonly kind: 'regression';
  readonly loss: 'squared';
  /** Mean and standard deviation of the target in the rows trained on. */
  readonly values: { readonly mean: number; readonly deviation: number };
}

interface Trained {
  readonly l2?: number | undefined;
  readonly network?: NetworkReport | undefined;
  readonly boosted?: BoostedReport | undefined;
}

/** What a result says of a task with classes. */
export function taskReport(
  fit: PreparedFit,
  options: Omit<ResolvedTraining, 'l2'>,
  trained: Trained,
): TaskReport {
  const { name, classes } = fit.task.target;
  return { target: name, classes, ...trainedTask(fit, options, trained) };
}

/** What a result says of a task with a number to predict. */
export function regressionTask(
  fit: PreparedFit,
  options: Omit<ResolvedTraining, 'l2' | 'loss'>,
  trained: Trained,
): RegressionTask {
  const values = fit.parts.train.values!;
  const mean = compensatedSum(values) / values.length;
  const deviation = Math.sqrt(compensatedSum(values.map((value) => (value - mean) ** 2)) / values.length);
  return {
    target: fit.task.target.name,
    kind: 'regression',
    values: { mean, deviation },
    ...trainedTask(fit, { ...options, loss: 'squared' as const }, trained),
  };
}

function trainedTask<
  Options extends Pick<ResolvedTraining, 'model' | 'estimation' | 'seed'> & { readonly loss: Loss },
>(fit: PreparedFit, { loss, model, estimation, seed }: Options, { l2, network, boosted }: Trained) {
  return {
    ...definedOnly({
      weight: fit.task.weightColumn,
      families: fit.task.families?.map(({ name, groups }) => ({ name, groups })),
    }),
    loss: loss as Options['loss'],
    model,
    estimation,
    ...(l2 === undefined ? {} : { l2 }),
    ...(network === undefined ? {} : { network: ownFields(network) }),
    ...(boosted === undefined ? {} : { boosted }),
    seed,
    features: fit.layout === 'columns' ? fit.encoder.columns.length : fit.encoder.features.length,
    rows: partRows(fit),
  };
}

/** Without what the task says already. */
function ownFields({ kind: _, classes: __, loss: ___, seed: ____, ...own }: NetworkReport): OwnFields {
  if ('picture' in own) return own;
  const { inputs: _____, ...others } = own;
  return others;
}

export function groupReports(fit: PreparedFit): GroupReport[] {
  const { parts } = fit;
  const rows = partRows(fit);
  const used = PART_NAMES.filter((part) => rows[part] > 0);
  const byPart = (of: (groups: GroupIndex) => readonly number[], group: number): Record<PartName, number> => {
    const own = { train: 0, validation: 0, test: 0 };
    for (const part of used) own[part] = of(parts[part].groups)[group]!;
    return own;
  };
  const { names, weights } = parts.train.groups;
  const totals = names.map((_, group) =>
    Object.values(byPart(groupTotals, group)).reduce((sum, own) => sum + own),
  );
  const all = totals.reduce((sum, own) => sum + own) / (fit.task.families?.length ?? 1);
  return names.map((name, group) => ({
    name,
    share: totals[group]! / all,
    rows: byPart(({ counts }) => counts, group),
    ...(weights && { effectiveRows: byPart(effectiveRows, group) }),
  }));
}
