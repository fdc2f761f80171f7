// The methods that a fit is compared with, trained and chosen; test rows are not looked at yet.

import type { PartName } from '@fairfront/core';
import {
  type EqualisedOdds,
  type EqualRisk,
  fitEqualisedOdds,
  fitEqualRisk,
} from '@fairfront/core/baselines';
import { type PreparedFit, withLayout, withValidationPart } from '../../task/prepare-fit.js';
import type { FittedModels } from '../fitted-models.js';
import { fixedPenalty, type ResolvedTraining } from '../options/fit-options.js';
import { BASELINES, type MethodName } from '../options/methods.js';
import { BASELINE_BY_NAME, type Baseline, type LinearCandidate } from './baselines.js';
import { type Chosen, type CompareHooks, chooseValue } from './choose.js';

/** By part: rows × classes. */
type Predict = (part: PartName) => Float64Array | Promise<Float64Array>;

type Choosing = NonNullable<Chosen<LinearCandidate>['choosing']>;

export interface ComparedModels {
  readonly baselines: readonly { readonly baseline: Baseline; readonly chosen: Chosen<LinearCandidate> }[];
  /** Equalised odds, of every model by its name. */
  readonly equalisedOdds: readonly {
    readonly of: string;
    readonly rule: EqualisedOdds;
    readonly predict: Predict;
    readonly choosing?: Choosing;
  }[];
  readonly equalRisk?: { readonly rule: EqualRisk; readonly predict: Predict };
}

/** @returns `undefined` if it was interrupted */
export async function compareMethods<Model>(
  fit: PreparedFit,
  models: FittedModels<Model>,
  methods: readonly MethodName[],
  options: Pick<ResolvedTraining, 'loss' | 'seed'>,
  hooks: CompareHooks = {},
): Promise<ComparedModels | undefined> {
  const { l2 = fixedPenalty({ l2: 'auto' }) } = models;
  const linear = fit.layout === 'columns' ? withLayout(fit, 'sparse') : fit; // baselines are linear models
  const baselines = await trainBaselines(linear, methods, { ...options, l2 }, hooks);
  if (baselines === undefined) return undefined;
  const minimax: Predict = (part) => models.predict(models.minimax.model, part);
  const named: [string, Predict, Choosing | undefined][] = [
    ['naive', (part) => models.predict(models.naive, part), undefined],
    ['balanced', (part) => models.predict(models.balanced, part), undefined],
    ...baselines.map(({ baseline, chosen }): [string, Predict, Choosing | undefined] => [
      baseline.name,
      chosen.candidate.predict,
      chosen.choosing,
    ]),
    ['minimax', minimax, undefined],
  ];
  const { labels, groups } = fit.parts.validation;
  const equalisedOdds = !methods.includes('hardt')
    ? []
    : await Promise.all(
        named.map(async ([of, predict, choosing]) => {
          const rows = choosing?.rows ?? fit.parts.validation;
          const said = choosing?.probabilities ?? (await predict('validation'));
          return {
            of,
            rule: fitEqualisedOdds(scoresOf(said), rows.labels, rows.groups),
            predict,
            ...(choosing && { choosing }),
          };
        }),
      );
  return {
    baselines,
    equalisedOdds,
    ...(methods.includes('equal-risk')
      ? {
          equalRisk: {
            rule: fitEqualRisk(
              await minimax('validation'),
              labels,
              groups,
              fit.task.target.classes.length,
              options.loss,
            ),
            predict: minimax,
          },
        }
      : {}),
  };
}

async function trainBaselines(
  fit: PreparedFit,
  methods: readonly MethodName[],
  options: Pick<ResolvedTraining, 'l2' | 'seed'>,
  { onValue, signal }: CompareHooks,
): Promise<ComparedModels['baselines'] | undefined> {
  const wanted = BASELINES.filter((name) => methods.includes(name)).map((name) => BASELINE_BY_NAME[name]);
  const total = wanted.reduce((sum, { values }) => sum + values.length, 0);
  const trained: { baseline: Baseline; chosen: Chosen<LinearCandidate> }[] = [];
  const parted = wanted.length === 0 ? fit : withValidationPart(fit);
  let before = 0;
  for (const baseline of wanted) {
    const chosen = await chooseValue(
      parted,
      baseline.values,
      baseline.prepare(parted, options),
      (done) => onValue?.(baseline.title, before + done, total),
      signal,
    );
    if (chosen === undefined) return undefined;
    trained.push({
      baseline,
      chosen: parted === fit ? chosen : trainedAgain(fit, parted, baseline, chosen, options),
    });
    before += baseline.values.length;
  }
  return trained;
}

/** With the value that the validation part chose, on all rows that the fit itself was trained on. */
function trainedAgain(
  fit: PreparedFit,
  parted: PreparedFit,
  baseline: Baseline,
  chosen: Chosen<LinearCandidate>,
  options: Pick<ResolvedTraining, 'l2' | 'seed'>,
): Chosen<LinearCandidate> {
  return {
    ...chosen,
    candidate: baseline.prepare(fit, options)(chosen.value, undefined),
    choosing: {
      rows: parted.parts.validation,
      probabilities: chosen.candidate.predict('validation'),
    },
  };
}

/** The probability of the second of two classes. */
export function scoresOf(probabilities: Float64Array): Float64Array {
  return probabilities.filter((_, i) => i % 2 === 1);
}
