// The result of a fit that predicts a number, as plain data: what `result.json` holds, schema fairfront.result/2 with
// `task.kind: 'regression'`. Everything but the metrics is as in fit-result.ts.

import {
  createRandom,
  groupShares,
  type LinearTraining,
  type MeasuredNumbers,
  measureNumbers,
  type NumberChanges,
  type NumberMetrics,
  numberMetrics,
  type PartName,
  uniformMu,
} from '@fairfront/core';
import type { NetworkTraining } from '@fairfront/neural';
import { definedOnly } from '../defined-only.js';
import type { Warning } from '../notice/warning.js';
import type { Asked } from '../task/data-options.js';
import { fingerprint } from '../task/fingerprint.js';
import { type PreparedFit, partEntities } from '../task/prepare-fit.js';
import type { FittedModel, FittedModels } from '../training/fitted-models.js';
import type { ResolvedFit } from '../training/options/fit-options.js';
import { groupReports, type RegressionTask, regressionTask } from '../training/task-report.js';
import { VERSION } from '../version.js';
import { explainModels } from './explanation.js';
import { type FitResult, judgeRisks, RESULT_SCHEMA, searchOf, trainingOf } from './fit-result.js';
import type { ModelName } from './model-metrics.js';

/** What is only said where classes are predicted. */
type OfClasses =
  | 'task'
  | 'models'
  | 'changes'
  | 'chosen'
  | 'lastLayer'
  | 'front'
  | 'plugIn'
  | 'distilled'
  | 'compared';

/** What a fit that predicts a number comes to. Risks are mean squared errors. */
export interface RegressionResult extends Omit<FitResult, OfClasses> {
  readonly task: RegressionTask;
  /** `minimax` is the model that was chosen, even where that is naive. */
  readonly models: Readonly<Record<ModelName, RegressionModel>>;
  /** What changes on test rows when a model takes the place of the naive one, paired. */
  readonly changes: Readonly<Record<Exclude<ModelName, 'naive'>, NumberChanges>>;
}

/** A result of a fit, of classes or of a number. */
export type AnyResult = FitResult | RegressionResult;

/** One of the models of a fit that predicts a number. */
export interface RegressionModel {
  /** The weights of the groups it was trained for. */
  readonly mu: readonly number[];
  /** Its penalty, where folds chose it. */
  readonly l2?: number;
  /** How its training ended. */
  readonly training?: LinearTraining | NetworkTraining;
  /** Where folds chose, `validation` has the rows trained on, each judged by a model trained without it. */
  readonly metrics: Readonly<Record<Exclude<PartName, 'test'>, NumberMetrics>> & {
    readonly test: MeasuredNumbers;
  };
}

/** Here, and only here, the test rows are looked at: after every choice is made. */
export async function regressionResult<Model extends FittedModel>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  options: Pick<ResolvedFit, 'loss' | 'model' | 'estimation' | 'seed' | 'smallestGain'>,
  {
    asked,
    warnings = [],
    explained = true,
  }: {
    readonly asked?: Asked | undefined;
    readonly warnings?: readonly Warning[];
    /** Whether to say which columns drive the risks. Default true. */
    readonly explained?: boolean;
  } = {},
): Promise<RegressionResult> {
  const { minimax, network, boosted, selection, kind, atMost, predict } = models;
  const { train, test } = fit.parts;
  const measured = measureNumbers(
    {
      naive: await predict(models.naive, 'test'),
      balanced: await predict(models.balanced, 'test'),
      minimax: await predict(minimax.model, 'test'),
    },
    test.values!,
    test.groups,
    { random: createRandom(options.seed), entities: partEntities(fit, 'test') },
  );
  const report = async (name: ModelName, model: Model, mu: readonly number[]): Promise<RegressionModel> => {
    const metrics = async (part: PartName): Promise<NumberMetrics> =>
      numberMetrics(await predict(model, part), fit.parts[part].values!, fit.parts[part].groups);
    return {
      mu,
      ...definedOnly({ l2: models.penalties?.[name] }),
      ...trainingOf(model),
      metrics: {
        train: await metrics('train'),
        validation: await metrics('validation'),
        test: measured.models[name],
      },
    };
  };
  const own = {
    naive: await report('naive', models.naive, groupShares(train.groups)),
    balanced: await report('balanced', models.balanced, uniformMu(train.groups.names.length)),
    minimax: await report('minimax', minimax.model, minimax.mu),
  };
  const { why, notes } = explained ? await explainModels(fit, models, options) : { notes: [] };
  const groups = groupReports(fit);
  return {
    schema: RESULT_SCHEMA,
    fairfront: VERSION,
    data: fit.label,
    fingerprint: fingerprint(fit),
    task: regressionTask(fit, options, { l2: models.l2, network, boosted }),
    groups,
    models: own,
    changes: { balanced: measured.changes.balanced, minimax: measured.changes.minimax },
    verdict: judgeRisks(
      {
        naive: {
          chosen: own.naive.metrics.validation.squared.byGroup,
          test: own.naive.metrics.test.squared.byGroup,
        },
        minimax: measured.models.minimax.intervals.squared.byGroup,
        changes: measured.changes.minimax.squared.byGroup,
      },
      groups,
      {
        selection,
        atMost,
        objective: minimax.search.objective,
        isUnfinished: own.naive.training?.status === 'max-epochs',
      },
      options.smallestGain,
      () => Number.POSITIVE_INFINITY,
    ),
    ...definedOnly({ selection, kind, atMost, why }),
    search: searchOf(models),
    warnings,
    notes: [...fit.notes, ...(models.notes ?? []), ...notes],
    ...definedOnly({ asked }),
  };
}
