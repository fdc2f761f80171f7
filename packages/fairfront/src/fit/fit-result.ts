// The result of a fit as plain data: what `result.json` holds and `--json` prints, schema fairfront.result/1.

import {
  type GroupMetrics,
  groupMetrics,
  groupShares,
  type LinearModel,
  type LinearTraining,
  PART_NAMES,
  type PartName,
  predictLinear,
  uniformMu,
} from '@fairfront/core';
import { VERSION } from '../version.js';
import type { FoundMinimax, SearchReport } from './find-minimax.js';
import type { TrainingOptions } from './fit-options.js';
import { type PreparedFit, partRows } from './prepare-fit.js';

export const RESULT_SCHEMA = 'fairfront.result/1';
export const MODEL_NAMES = ['naive', 'balanced', 'minimax'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

export interface FitResult {
  readonly schema: typeof RESULT_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  readonly task: {
    readonly target: string;
    readonly classes: readonly string[];
    readonly loss: TrainingOptions['loss'];
    readonly model: TrainingOptions['model'];
    readonly estimation: TrainingOptions['estimation'];
    readonly l2: number;
    readonly seed: number;
    readonly features: number;
    readonly rows: Readonly<Record<PartName, number>>;
  };
  readonly groups: readonly {
    readonly name: string;
    /** Of all rows used. */
    readonly share: number;
    readonly rows: Readonly<Record<PartName, number>>;
  }[];
  readonly models: Readonly<Record<ModelName, ModelResult>>;
  readonly search: SearchReport & {
    /** By which share the worst training risk of the minimax model can at most be above the best possible. */
    readonly relativeGap: number;
    /** What the certificate speaks of. */
    readonly problem: string;
  };
  readonly notes: readonly string[];
}

export interface ModelResult {
  /** The weights of the groups it was trained for. */
  readonly mu: readonly number[];
  /** How its training ended; the exact search ends otherwise, see `search`. */
  readonly training?: LinearTraining;
  readonly metrics: Readonly<Record<PartName, GroupMetrics>>;
}

export interface FittedModels {
  readonly naive: LinearModel;
  readonly balanced: LinearModel;
  readonly minimax: FoundMinimax;
}

/** Here, and only here, the test rows are looked at: after every choice is made. */
export function fitResult(
  fit: PreparedFit,
  { naive, balanced, minimax }: FittedModels,
  options: TrainingOptions & { readonly seed: number },
): FitResult {
  const { label, task, encoder, parts, notes } = fit;
  const { loss, model, estimation, l2, seed } = options;
  const rows = partRows(parts);
  const total = rows.train + rows.validation + rows.test;
  const { groups } = parts.train;
  return {
    schema: RESULT_SCHEMA,
    fairfront: VERSION,
    data: label,
    task: {
      target: task.target.name,
      classes: task.target.classes,
      loss,
      model,
      estimation,
      l2,
      seed,
      features: encoder.features.length,
      rows,
    },
    groups: groups.names.map((name, group) => {
      const own = { train: 0, validation: 0, test: 0 };
      for (const part of PART_NAMES) own[part] = parts[part].groups.counts[group]!;
      return { name, share: (own.train + own.validation + own.test) / total, rows: own };
    }),
    models: {
      naive: modelResult(fit, naive, groupShares(groups)),
      balanced: modelResult(fit, balanced, uniformMu(groups.names.length)),
      minimax: modelResult(fit, minimax.model, minimax.mu),
    },
    search: { ...minimax.search, relativeGap: minimax.relativeGap, problem: problemWords(loss, l2) },
    notes,
  };
}

function modelResult({ parts }: PreparedFit, model: LinearModel, mu: readonly number[]): ModelResult {
  const metrics = (part: PartName): GroupMetrics => {
    const { features, labels, groups } = parts[part];
    return groupMetrics(predictLinear(model, features), labels, groups, model.classCount);
  };
  return {
    mu,
    ...(model.training === undefined ? {} : { training: model.training }),
    metrics: { train: metrics('train'), validation: metrics('validation'), test: metrics('test') },
  };
}

function problemWords(loss: TrainingOptions['loss'], l2: number): string {
  const lossName = loss === 'brier' ? 'Brier score' : 'cross-entropy';
  return `the mean ${lossName} of each group on the training rows plus the penalty (l2/2)·‖w‖² with l2 = ${l2.toPrecision(4)}, over all linear models`;
}
