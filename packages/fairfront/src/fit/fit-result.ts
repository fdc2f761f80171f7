// The result of a fit as plain data: what `result.json` holds and `--json` prints, schema fairfront.result/1.

import {
  type GroupMetrics,
  groupMetrics,
  groupShares,
  type LinearModel,
  type LinearTraining,
  type PartName,
  predictLinear,
  uniformMu,
  worstRisk,
} from '@fairfront/core';
import { VERSION } from '../version.js';
import type { Asked } from './asked.js';
import type { FoundMinimax, SearchReport } from './find-minimax.js';
import type { TrainingOptions } from './fit-options.js';
import type { PreparedFit } from './prepare-fit.js';
import {
  certifiedProblem,
  type GroupReport,
  groupReports,
  type TaskReport,
  taskReport,
} from './task-report.js';

export const RESULT_SCHEMA = 'fairfront.result/1';
export const MODEL_NAMES = ['naive', 'balanced', 'minimax'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

export interface FitResult {
  readonly schema: typeof RESULT_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  readonly task: TaskReport;
  readonly groups: readonly GroupReport[];
  readonly models: Readonly<Record<ModelName, ModelResult>>;
  readonly search: SearchReport & {
    /** By which share of it the worst training risk of the minimax model can at most be above the best possible. */
    readonly relativeGap: number;
    /** That risk, the penalty counted in. */
    readonly worst: number;
    /** What the certificate speaks of. */
    readonly problem: string;
  };
  readonly notes: readonly string[];
  /** What was asked for, to do it again. */
  readonly asked?: Asked;
}

export interface ModelResult {
  /** The weights of the groups it was trained for. */
  readonly mu: readonly number[];
  /** How its training ended. */
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
  asked?: Asked,
): FitResult {
  const { label, parts, notes } = fit;
  const { groups } = parts.train;
  return {
    schema: RESULT_SCHEMA,
    fairfront: VERSION,
    data: label,
    task: taskReport(fit, options),
    groups: groupReports(fit),
    models: {
      naive: modelResult(fit, naive, groupShares(groups)),
      balanced: modelResult(fit, balanced, uniformMu(groups.names.length)),
      minimax: modelResult(fit, minimax.model, minimax.mu),
    },
    search: {
      ...minimax.search,
      relativeGap: minimax.relativeGap,
      worst: worstRisk(minimax.trainRisks),
      problem: certifiedProblem(options),
    },
    notes,
    ...(asked === undefined ? {} : { asked }),
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
