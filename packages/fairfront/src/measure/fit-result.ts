// The result of a fit as plain data: what `result.json` holds and `--json` prints, schema fairfront.result/2.

import {
  type AuditMetrics,
  createRandom,
  type Estimate,
  type GroupMetrics,
  groupMetrics,
  groupShares,
  type LinearTraining,
  type MetricChanges,
  measure,
  type PartName,
  type RiskChange,
  uniformMu,
  worstGroup,
  worstRisk,
} from '@fairfront/core';
import { effectiveCounts, percent } from '@fairfront/core/internal';
import type { NetworkTraining } from '@fairfront/neural';
import { definedOnly } from '../defined-only.js';
import type { Warning } from '../notice/warning.js';
import type { Asked } from '../task/data-options.js';
import { fingerprint } from '../task/fingerprint.js';
import { type PreparedFit, partEntities } from '../task/prepare-fit.js';
import type { ComparedModels } from '../training/compare/compare-methods.js';
import type { SearchReport } from '../training/find-minimax.js';
import type { FitCurve } from '../training/fit-curve.js';
import type { FitFront } from '../training/fit-front.js';
import type { DistilledModel, FittedModel, FittedModels } from '../training/fitted-models.js';
import type { KindReport } from '../training/kind-report.js';
import type { ClassFit } from '../training/options/fit-options.js';
import type { NetworkReport } from '../training/options/network-options.js';
import type { PlugInReport } from '../training/plug-in/insight.js';
import type { AtMost } from '../training/select/at-most.js';
import { type Objective, offsetsOf } from '../training/select/objective.js';
import { keepsNaive, type SelectionReport } from '../training/select/selection.js';
import { type GroupReport, groupReports, type TaskReport, taskReport } from '../training/task-report.js';
import { VERSION } from '../version.js';
import { type BlindResult, blindResult, whyFutile } from './blind-result.js';
import { type ComparedResult, comparedResult } from './compared-result.js';
import type { DiscoveredGroups } from './discovered.js';
import { type Explanation, explainModels } from './explanation.js';
import { type ModelName, riskOf } from './model-metrics.js';
import type { Repeats } from './repeats.js';
import { type Verdict, verdictOf } from './verdict.js';

export const RESULT_SCHEMA = 'fairfront.result/2';

export interface FitResult {
  readonly schema: typeof RESULT_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  /** The same for the same rows, features, classes, groups and weights. */
  readonly fingerprint: string;
  /** Whether to use the minimax model. */
  readonly verdict: Verdict;
  readonly task: TaskReport;
  readonly groups: readonly GroupReport[];
  /** The groups that the fit found itself, where that was asked for. */
  readonly discovered?: DiscoveredGroups;
  /** `minimax` is the model that was chosen, even where that is naive. */
  readonly models: Readonly<Record<ModelName, ModelResult>>;
  /** What changes on test rows when a model takes the place of the naive one, paired. */
  readonly changes: Readonly<Record<Exclude<ModelName, 'naive'>, MetricChanges>>;
  /** What was chosen by which rows; absent where what the search found is taken as it is. */
  readonly selection?: SelectionReport;
  /** How the worst share of people fares, where models are judged by them and not by groups. */
  readonly blind?: BlindResult;
  /** Which point of a front `minimax` is, where a person chose it. */
  readonly chosen?: ChosenPoint;
  /** Which kind of model was taken, where that was left open. */
  readonly kind?: KindReport;
  /**
   * Which last layer of the balanced network was trained anew on validation rows, where one was. Its candidates are
   * last layers too: `naive` is that of the balanced network trained for the groups' shares.
   */
  readonly lastLayer?: SelectionReport;
  /** How much there was to gain at most on the rows trained on; absent where that is not proved. */
  readonly atMost?: AtMost;
  /** What is possible for the groups, on the rows trained on; of linear models, and of 2 or 3 groups. */
  readonly front?: FitFront;
  /** What the knob of the objective trades, on the rows trained on; of a ratio of weights, and of giving up. */
  readonly curve?: FitCurve;
  /** The same on several splits, where that was asked for. */
  readonly repeats?: Repeats;
  /** Which columns drive each group's risk; absent where models learn from pictures. */
  readonly why?: Explanation;
  /** What plug-in models are mixed from, and where each group's risk comes from. */
  readonly plugIn?: PlugInReport;
  /** The network that was fitted to the minimax mixture. */
  readonly distilled?: DistilledResult;
  /** The methods it was held against. */
  readonly compared?: ComparedResult;
  readonly search: SearchReport & {
    /**
     * By which share of it the worst training risk of the minimax model can at most be above the best possible; of a
     * last layer, on the validation rows. null where nothing is certified.
     */
    readonly relativeGap: number | null;
    /** That risk, the penalty counted in. */
    readonly worst: number;
    /** What the certificate speaks of; null where nothing can be certified. */
    readonly problem: string | null;
  };
  /** What a careful analyst would want to know of the data. */
  readonly warnings: readonly Warning[];
  readonly notes: readonly string[];
  /** What was asked for, to do it again. */
  readonly asked?: Asked;
}

/** A point of a front, and what it was chosen by. */
export interface ChosenPoint {
  /** Its number among the points of the front, from 1, or the name that it has there. */
  readonly point: number | ModelName;
  /** How many points the front has. */
  readonly points: number;
  /** The rows on which the front was measured. */
  readonly part: 'validation' | 'train';
  /** Its risks there. */
  readonly risks: readonly number[];
  readonly by:
    | { readonly kind: 'index' }
    /** The nearest of all points; the distance is half of the sum of all differences, from 0 to 1. */
    | { readonly kind: 'mu'; readonly mu: readonly number[]; readonly distance: number }
    /** The one of least mean risk among those that keep every limit. */
    | {
        readonly kind: 'group-at-most';
        readonly limits: readonly { readonly group: string; readonly risk: number }[];
        readonly among: number;
      };
}

export interface ModelResult {
  /** The weights of the groups it was trained for. */
  readonly mu: readonly number[];
  /** Its penalty, where folds chose it. */
  readonly l2?: number;
  /** How its training ended. */
  readonly training?: LinearTraining | NetworkTraining;
  /** Where folds chose, `validation` has the rows trained on, each judged by a model trained without it. */
  readonly metrics: Readonly<Record<Exclude<PartName, 'test'>, GroupMetrics>> & {
    /** With decision rates, and an interval for every metric. */
    readonly test: AuditMetrics;
  };
}

export interface DistilledResult extends Omit<ModelResult, 'mu'> {
  readonly network: NetworkReport;
  /** By how much its test risk is above that of the mixture, by group. */
  readonly cost: readonly number[];
}

/** What a fit is measured by, beside its models. */
export type MeasureOptions = Pick<ClassFit, 'loss' | 'model' | 'estimation' | 'seed' | 'smallestGain'>;

/** Here, and only here, the test rows are looked at: after every choice is made. */
export async function fitResult<Model extends FittedModel>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  options: MeasureOptions,
  {
    asked,
    compared,
    front,
    curve,
    warnings = [],
    discovered,
    explained = true,
  }: {
    readonly asked?: Asked;
    readonly compared?: ComparedModels | undefined;
    /** What is possible, where that was found out. */
    readonly front?: FitFront | undefined;
    readonly curve?: FitCurve | undefined;
    readonly warnings?: readonly Warning[];
    /** Groups that were found, where they were. */
    readonly discovered?: DiscoveredGroups | undefined;
    /** Whether to say which columns drive the risks. Default true. */
    readonly explained?: boolean;
  } = {},
): Promise<FitResult> {
  const { minimax, network, boosted, plugIn, selection, kind, lastLayer, atMost } = models;
  const { groups } = fit.parts.train;
  const measured = await measureModels(fit, models, compared, options);
  const report = async (name: ModelName, model: Model, mu: readonly number[]): Promise<ModelResult> => ({
    mu,
    ...definedOnly({ l2: models.penalties?.[name] }),
    ...trainingOf(model),
    metrics: await metricsOf(
      fit,
      (part) => models.predict(model, part),
      measured.models[name]!,
      models.trainMetrics?.(model),
    ),
  });
  const own = {
    naive: await report('naive', models.naive, groupShares(groups)),
    balanced: await report('balanced', models.balanced, uniformMu(groups.names.length)),
    minimax: await report('minimax', minimax.model, minimax.mu),
  };
  const { why, notes } = explained ? await explainModels(fit, models, options) : { notes: [] };
  const changes = { balanced: measured.changes['balanced']!, minimax: measured.changes['minimax']! };
  const result = {
    schema: RESULT_SCHEMA,
    fairfront: VERSION,
    data: fit.label,
    fingerprint: fingerprint(fit),
    task: taskReport(fit, options, { l2: models.l2, network, boosted }),
    groups: groupReports(fit),
    models: own,
    changes,
  } as const;
  const blind = await blindResult(fit, models, options);
  const futile = discovered && (await whyFutile(fit, models));
  return {
    ...result,
    verdict: blind
      ? judgeBlind(result, blind, selection, options)
      : judgeFit(result, { ...models, objective: minimax.search.objective, futile }, options, (group) =>
          rarestClassRows(fit, group),
        ),
    ...definedOnly({ discovered, blind, selection, kind, lastLayer, atMost, front, curve, why, plugIn }),
    ...(models.distilled === undefined
      ? {}
      : {
          distilled: await distilledResult(
            fit,
            models.distilled,
            measured.models['distilled']!,
            own.minimax,
            options,
          ),
        }),
    ...(compared === undefined ? {} : { compared: await comparedResult(fit, compared, measured.models) }),
    search: searchOf(models),
    warnings,
    notes: [...fit.notes, ...(models.notes ?? []), ...notes],
    ...(asked === undefined ? {} : { asked }),
  };
}

/** What a result says of the search. */
export function searchOf<Model>({ minimax, problem }: FittedModels<Model>): FitResult['search'] {
  const { search, relativeGap, trainRisks } = minimax;
  return { ...search, relativeGap, worst: worstRisk(trainRisks), problem };
}

type Measured = ReturnType<typeof measure<string>>;

/** Every model on the same test rows, in the same resamples. */
async function measureModels<Model>(
  fit: PreparedFit,
  { naive, balanced, minimax, distilled, predict }: FittedModels<Model>,
  compared: ComparedModels | undefined,
  { seed }: MeasureOptions,
): Promise<Measured> {
  const { labels, groups } = fit.parts.test;
  const probabilities: Record<string, Float64Array> = {
    naive: await predict(naive, 'test'),
    balanced: await predict(balanced, 'test'),
    minimax: await predict(minimax.model, 'test'),
  };
  if (distilled !== undefined) probabilities['distilled'] = await distilled.predict('test');
  for (const { baseline, chosen } of compared?.baselines ?? []) {
    probabilities[baseline.name] = chosen.candidate.predict('test');
  }
  return measure(probabilities, labels, groups, fit.task.target.classes.length, {
    intervals: { random: createRandom(seed), entities: partEntities(fit, 'test') },
  });
}

/** The fewest test rows of a class that a group has among the rows that chose; those with weights by what they tell. */
function rarestClassRows({ parts, task }: PreparedFit, group: number): number {
  const rows = (part: 'validation' | 'test'): number[] => {
    const { labels, groups } = parts[part];
    const own = labels.map((label, row) => (groups.groups[row] === group ? label : -1));
    const weights = groups.weights ?? new Float64Array(labels.length).fill(1);
    return effectiveCounts(weights, own, task.target.classes.length);
  };
  const chose = rows('validation');
  return Math.min(...rows('test').filter((_, label) => chose[label]! > 0));
}

/** Decides whether to use the chosen model, by what was measured. */
export function judgeFit(
  { models, changes, groups, task }: Pick<FitResult, 'models' | 'changes' | 'groups' | 'task'>,
  {
    selection,
    atMost,
    objective,
    futile,
  }: Pick<FittedModels<unknown>, 'selection' | 'atMost'> & {
    readonly objective?: Objective | undefined;
    readonly futile?: string | undefined;
  },
  { smallestGain }: Pick<MeasureOptions, 'smallestGain'>,
  rarestClassRows: (group: number) => number = () => Number.POSITIVE_INFINITY,
): Verdict {
  const { naive, minimax } = models;
  return judgeRisks(
    {
      naive: {
        chosen: riskOf(naive.metrics.validation, task).byGroup,
        test: riskOf(naive.metrics.test, task).byGroup,
      },
      minimax: riskOf(minimax.metrics.test.intervals!, task).byGroup,
      changes: riskOf(changes.minimax, task).byGroup,
    },
    groups,
    { selection, atMost, objective, futile, isUnfinished: naive.training?.status === 'max-epochs' },
    smallestGain,
    rarestClassRows,
  );
}

/** Risks by group, of the naive and of the chosen model. */
export interface JudgedRisks {
  /** On the rows that chose, and on the test rows. */
  readonly naive: { readonly chosen: readonly number[]; readonly test: readonly number[] };
  /** On the test rows. */
  readonly minimax: readonly Estimate[];
  readonly changes: readonly RiskChange[];
}

/** Decides whether to use the chosen model by its risks, whatever they are risks of. */
export function judgeRisks(
  { naive, minimax, changes }: JudgedRisks,
  groups: readonly GroupReport[],
  {
    selection,
    atMost,
    objective,
    futile,
    isUnfinished,
  }: {
    readonly selection: SelectionReport | undefined;
    readonly atMost: AtMost | undefined;
    readonly objective: Objective | undefined;
    readonly futile?: string | undefined;
    readonly isUnfinished: boolean;
  },
  smallestGain: number,
  rarestClassRows: (group: number) => number,
): Verdict {
  const offsets = offsetsOf(objective);
  const less = (risks: readonly number[]): number[] =>
    risks.map((risk, group) => risk - (offsets?.[group] ?? 0));
  const worst = worstGroup(less(selection?.naive.risks ?? naive.chosen));
  const effective = groups.map(({ effectiveRows }) => effectiveRows?.test);
  return verdictOf({
    groups: groups.map(({ name }) => name),
    worstGroup: worst,
    rarestClassRows: rarestClassRows(worst),
    changes: changes.map(({ relative }) => relative),
    risks: minimax,
    naiveWorst: worstRisk(less(naive.test)),
    offsets,
    isNaive: keepsNaive(selection),
    isUnfinished,
    futile,
    testRows: groups.map(({ rows }) => rows.test),
    effectiveTestRows: effective[0] === undefined ? undefined : (effective as number[]),
    atMost: atMost?.share ?? null,
    smallestGain,
  });
}

/** The same by the worst share of people. */
function judgeBlind(
  { models, groups, task }: Pick<FitResult, 'models' | 'groups' | 'task'>,
  { share, risks, change, collapse }: BlindResult,
  selection: SelectionReport | undefined,
  { smallestGain }: Pick<MeasureOptions, 'smallestGain'>,
): Verdict {
  const told = (rows: (group: GroupReport) => number): number[] => [
    Math.floor((share * groups.reduce((sum, group) => sum + rows(group), 0)) / (task.families?.length ?? 1)),
  ];
  return {
    ...verdictOf({
      ...{ groups: [`the worst ${percent(share)} of people`], worstGroup: 0, share, smallestGain },
      changes: [change.relative],
      risks: [risks.minimax],
      naiveWorst: risks.naive.value,
      futile: collapse.reason ?? undefined,
      isNaive: keepsNaive(selection),
      testRows: told(({ rows }) => rows.test),
      effectiveTestRows: task.weight === undefined ? undefined : told((group) => group.effectiveRows!.test),
      rarestClassRows: Number.POSITIVE_INFINITY, // a share has its rows by their losses, not by their class
      atMost: null,
    }),
    worstGroup:
      groups[worstGroup(selection?.naive.risks ?? riskOf(models.naive.metrics.validation, task).byGroup)]!
        .name,
  };
}

export function trainingOf(model: FittedModel | DistilledModel['model']): Pick<ModelResult, 'training'> {
  return 'training' in model && model.training !== undefined ? { training: model.training } : {};
}

async function distilledResult(
  fit: PreparedFit,
  { model, network, predict }: DistilledModel,
  test: AuditMetrics,
  mixture: ModelResult,
  task: MeasureOptions,
): Promise<DistilledResult> {
  const before = riskOf(mixture.metrics.test, task).byGroup;
  return {
    network,
    ...trainingOf(model),
    metrics: await metricsOf(fit, predict, test),
    cost: riskOf(test, task).byGroup.map((risk, group) => risk - before[group]!),
  };
}

async function metricsOf(
  { parts, task }: PreparedFit,
  predict: (part: PartName) => Float64Array | Promise<Float64Array>,
  test: AuditMetrics,
  train?: GroupMetrics,
): Promise<ModelResult['metrics']> {
  const metrics = async (part: PartName): Promise<GroupMetrics> => {
    const { labels, groups } = parts[part];
    return groupMetrics(await predict(part), labels, groups, task.target.classes.length);
  };
  return { train: train ?? (await metrics('train')), validation: await metrics('validation'), test };
}
