// The same fit on several splits of the rows: what is the split's doing, and what is not. Test rows of different splits
// overlap, so there is no interval of them all together.

import { type GroupMetric, type GroupMetrics, type Loss, type Spread, spreadOf } from '@fairfront/core';
import { SHOWN_RISK } from '@fairfront/core/internal';
import type { BlindResult } from './blind-result.js';
import { MODEL_NAMES, type ModelName, riskOf } from './model-metrics.js';
import type { Decision } from './verdict.js';

/** What one split came to. */
export interface SplitOutcome {
  readonly decision: Decision;
  /** Risks on test rows, by group. */
  readonly risks: Readonly<Record<ModelName, readonly number[]>>;
  /** Of the worst group, or of the worst share of people. */
  readonly worst: Readonly<Record<ModelName, number>>;
  readonly all: Readonly<Record<ModelName, number>>;
}

/** What several splits came to: mean and standard deviation of test risks. */
export interface Repeats {
  readonly splits: number;
  readonly byGroup: Readonly<Record<ModelName, readonly Spread[]>>;
  readonly worst: Readonly<Record<ModelName, Spread>>;
  readonly all: Readonly<Record<ModelName, Spread>>;
  /** The relative change of the worst group's risk from naive to minimax; 0 where naive has none to speak of. */
  readonly change: Spread;
  /** In how many splits the worst group's risk fell. */
  readonly gained: number;
  /** How often each verdict fell. */
  readonly decisions: Readonly<Record<Decision, number>>;
}

/** What is kept of the result of one split. */
export function outcomeOf({
  verdict,
  models,
  task,
  blind,
}: {
  readonly verdict: { readonly decision: Decision };
  readonly models: Readonly<Record<ModelName, { readonly metrics: { readonly test: GroupMetrics } }>>;
  readonly task: { readonly loss: Loss };
  readonly blind?: Pick<BlindResult, 'risks'>;
}): SplitOutcome {
  const byModel = <Value>(of: (metric: GroupMetric) => Value): Record<ModelName, Value> => {
    const own = (name: ModelName): Value => of(riskOf(models[name].metrics.test, task));
    return { naive: own('naive'), balanced: own('balanced'), minimax: own('minimax') };
  };
  return {
    decision: verdict.decision,
    risks: byModel(({ byGroup }) => byGroup),
    worst: blind
      ? {
          naive: blind.risks.naive.value,
          balanced: blind.risks.balanced.value,
          minimax: blind.risks.minimax.value,
        }
      : byModel(({ worst }) => worst),
    all: byModel(({ sampleMean }) => sampleMean),
  };
}

/** Means and standard deviations over splits of the same groups. */
export function summariseSplits(outcomes: readonly SplitOutcome[]): Repeats {
  const byModel = <Value>(of: (name: ModelName) => Value): Record<ModelName, Value> =>
    Object.fromEntries(MODEL_NAMES.map((name) => [name, of(name)])) as Record<ModelName, Value>;
  const changes = outcomes.map(({ worst }) =>
    worst.naive < SHOWN_RISK ? 0 : worst.minimax / worst.naive - 1,
  );
  const times = (decision: Decision): number =>
    outcomes.filter((outcome) => outcome.decision === decision).length;
  return {
    splits: outcomes.length,
    byGroup: byModel((name) =>
      outcomes[0]!.risks[name].map((_, group) => spreadOf(outcomes.map(({ risks }) => risks[name][group]!))),
    ),
    worst: byModel((name) => spreadOf(outcomes.map(({ worst }) => worst[name]))),
    all: byModel((name) => spreadOf(outcomes.map(({ all }) => all[name]))),
    change: spreadOf(changes),
    gained: changes.filter((change) => change < 0).length,
    decisions: {
      'use-minimax': times('use-minimax'),
      'keep-naive': times('keep-naive'),
      'cannot-tell': times('cannot-tell'),
    },
  };
}
