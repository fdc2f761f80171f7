// The result of a fit as plain data: what `result.json` holds and `--json` prints, schema fairfront.result/1.

import {
  type GroupMetrics,
  groupMetrics,
  groupShares,
  type LinearModel,
  type LinearTraining,
  type PartName,
  uniformMu,
  worstRisk,
} from '@fairfront/core';
import type { NetworkModel, NetworkTraining } from '@fairfront/neural';
import { VERSION } from '../version.js';
import type { Asked } from './asked.js';
import type { FoundMinimax, SearchReport } from './find-minimax.js';
import type { TrainingOptions } from './fit-options.js';
import type { PreparedFit } from './prepare-fit.js';
import {
  certifiedProblem,
  type GroupReport,
  groupReports,
  type NetworkReport,
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
    /** By which share of it the worst training risk of the minimax model can at most be above the best possible; null where nothing is certified. */
    readonly relativeGap: number | null;
    /** That risk, the penalty counted in. */
    readonly worst: number;
    /** What the certificate speaks of; null where nothing can be certified. */
    readonly problem: string | null;
  };
  readonly notes: readonly string[];
  /** What was asked for, to do it again. */
  readonly asked?: Asked;
}

export interface ModelResult {
  /** The weights of the groups it was trained for. */
  readonly mu: readonly number[];
  /** How its training ended. */
  readonly training?: LinearTraining | NetworkTraining;
  readonly metrics: Readonly<Record<PartName, GroupMetrics>>;
}

export type FittedModel = LinearModel | NetworkModel;

export interface FittedModels<Model> {
  readonly naive: Model;
  readonly balanced: Model;
  readonly minimax: FoundMinimax<Model>;
  /** Of networks: what they are made of and how they were trained. */
  readonly network?: NetworkReport;
  /** The probability of each class for every row of a part: rows × classes. */
  predict(model: Model, part: PartName): Float64Array | Promise<Float64Array>;
  /** The minimax model as a file that any ONNX runtime can load: raw columns in, probabilities out. */
  exported(): Uint8Array;
  /** Call it when no more is to be predicted. */
  close?(): Promise<void>;
}

/** Here, and only here, the test rows are looked at: after every choice is made. */
export async function fitResult<Model extends FittedModel>(
  fit: PreparedFit,
  { naive, balanced, minimax, network, predict }: FittedModels<Model>,
  options: TrainingOptions & { readonly seed: number },
  asked?: Asked,
): Promise<FitResult> {
  const { label, parts, notes } = fit;
  const { groups } = parts.train;
  const report = (model: Model, mu: readonly number[]): Promise<ModelResult> =>
    modelResult(fit, model, mu, predict);
  return {
    schema: RESULT_SCHEMA,
    fairfront: VERSION,
    data: label,
    task: taskReport(fit, options, network),
    groups: groupReports(fit),
    models: {
      naive: await report(naive, groupShares(groups)),
      balanced: await report(balanced, uniformMu(groups.names.length)),
      minimax: await report(minimax.model, minimax.mu),
    },
    search: {
      ...minimax.search,
      relativeGap: minimax.search.certificate.certified ? minimax.relativeGap : null,
      worst: worstRisk(minimax.trainRisks),
      problem: network === undefined ? certifiedProblem(options) : null,
    },
    notes,
    ...(asked === undefined ? {} : { asked }),
  };
}

async function modelResult<Model extends FittedModel>(
  { parts, task }: PreparedFit,
  model: Model,
  mu: readonly number[],
  predict: FittedModels<Model>['predict'],
): Promise<ModelResult> {
  const metrics = async (part: PartName): Promise<GroupMetrics> => {
    const { labels, groups } = parts[part];
    return groupMetrics(await predict(model, part), labels, groups, task.target.classes.length);
  };
  return {
    mu,
    ...(model.training === undefined ? {} : { training: model.training }),
    metrics: {
      train: await metrics('train'),
      validation: await metrics('validation'),
      test: await metrics('test'),
    },
  };
}
