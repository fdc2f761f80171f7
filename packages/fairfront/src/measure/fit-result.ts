// The result of a fit as plain data: what `result.json` holds and `--json` prints, schema fairfront.result/1.

import {
  type GroupMetrics,
  groupMetrics,
  groupShares,
  type LinearTraining,
  type PartName,
  uniformMu,
  worstRisk,
} from '@fairfront/core';
import type { NetworkTraining } from '@fairfront/neural';
import type { Asked } from '../task/data-options.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { ComparedModels } from '../training/compare/compare-methods.js';
import type { SearchReport } from '../training/find-minimax.js';
import type { DistilledModel, FittedModel, FittedModels } from '../training/fitted-models.js';
import type { ResolvedTraining } from '../training/options/fit-options.js';
import type { PlugInReport } from '../training/plug-in/insight.js';
import {
  type GroupReport,
  groupReports,
  type NetworkReport,
  type TaskReport,
  taskReport,
} from '../training/task-report.js';
import { VERSION } from '../version.js';
import { type ComparedResult, comparedResult } from './compared-result.js';

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
  /** What plug-in models are mixed from, and where each group's risk comes from. */
  readonly plugIn?: PlugInReport;
  /** The network that was fitted to the minimax mixture. */
  readonly distilled?: DistilledResult;
  /** The methods it was held against. */
  readonly compared?: ComparedResult;
  readonly search: SearchReport & {
    /**
     * By which share of it the worst training risk of the minimax model can at most be above the best possible; null
     * where nothing is certified.
     */
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

export interface DistilledResult extends Omit<ModelResult, 'mu'> {
  readonly network: NetworkReport;
  /** By how much its test risk is above that of the mixture, by group. */
  readonly cost: readonly number[];
}

/** Here, and only here, the test rows are looked at: after every choice is made. */
export async function fitResult<Model extends FittedModel>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  options: Omit<ResolvedTraining, 'l2'>,
  { asked, compared }: { readonly asked?: Asked; readonly compared?: ComparedModels | undefined } = {},
): Promise<FitResult> {
  const { naive, balanced, minimax, network, plugIn, problem, predict } = models;
  const { label, parts } = fit;
  const { groups } = parts.train;
  const report = (model: Model, mu: readonly number[]): Promise<ModelResult> =>
    modelResult(fit, model, mu, (part) => predict(model, part));
  const mixed = await report(minimax.model, minimax.mu);
  const distilled =
    models.distilled === undefined
      ? {}
      : { distilled: await distilledResult(fit, models.distilled, mixed, options) };
  return {
    schema: RESULT_SCHEMA,
    fairfront: VERSION,
    data: label,
    task: taskReport(fit, options, { l2: models.l2, network }),
    groups: groupReports(fit),
    models: {
      naive: await report(naive, groupShares(groups)),
      balanced: await report(balanced, uniformMu(groups.names.length)),
      minimax: mixed,
    },
    ...(plugIn === undefined ? {} : { plugIn }),
    ...distilled,
    ...(compared === undefined ? {} : { compared: await comparedResult(fit, compared) }),
    search: {
      ...minimax.search,
      relativeGap: minimax.relativeGap,
      worst: worstRisk(minimax.trainRisks),
      problem,
    },
    notes: [...fit.notes, ...(models.notes ?? [])],
    ...(asked === undefined ? {} : { asked }),
  };
}

async function modelResult<Model extends FittedModel>(
  fit: PreparedFit,
  model: Model,
  mu: readonly number[],
  predict: (part: PartName) => Float64Array | Promise<Float64Array>,
): Promise<ModelResult> {
  return {
    mu,
    ...('training' in model && model.training !== undefined ? { training: model.training } : {}),
    metrics: await metricsOf(fit, predict),
  };
}

async function distilledResult(
  fit: PreparedFit,
  { model, network, predict }: DistilledModel,
  mixture: ModelResult,
  { loss }: Pick<ResolvedTraining, 'loss'>,
): Promise<DistilledResult> {
  const metrics = await metricsOf(fit, predict);
  const risks = ({ test }: ModelResult['metrics']): readonly number[] =>
    (loss === 'brier' ? test.brier : test.crossEntropy).byGroup;
  const before = risks(mixture.metrics);
  return {
    network,
    ...(model.training === undefined ? {} : { training: model.training }),
    metrics,
    cost: risks(metrics).map((risk, group) => risk - before[group]!),
  };
}

async function metricsOf(
  { parts, task }: PreparedFit,
  predict: (part: PartName) => Float64Array | Promise<Float64Array>,
): Promise<ModelResult['metrics']> {
  const metrics = async (part: PartName): Promise<GroupMetrics> => {
    const { labels, groups } = parts[part];
    return groupMetrics(await predict(part), labels, groups, task.target.classes.length);
  };
  return {
    train: await metrics('train'),
    validation: await metrics('validation'),
    test: await metrics('test'),
  };
}
