// The same fit on several splits of the rows: what is the split's doing, and what is not. Test rows of different splits
// overlap, so there is no interval of them all together.

import {
  type ClassLoss,
  type GroupMetrics,
  type NumberMetrics,
  type Spread,
  spreadOf,
} from '@fairfront/core';
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
export function outcomeOf({ verdict, models, task, blind }: ClassOutcome): SplitOutcome {
  return outcome(verdict, (name) => {
    const { byGroup, worst, sampleMean } = riskOf(models[name].metrics.test, task);
    return { byGroup, worst: blind?.risks[name].value ?? worst, all: sampleMean };
  });
}

/** What is kept of the result of one split where a number is predicted: its risks are RMSEs, in the target's units. */
export function regressionOutcome({ verdict, models }: RegressionOutcome): SplitOutcome {
  return outcome(verdict, (name) => {
    const { byGroup, worst, overall } = models[name].metrics.test.rmse;
    return { byGroup, worst, all: overall };
  });
}

interface ClassOutcome {
  readonly verdict: { readonly decision: Decision };
  readonly models: Readonly<Record<ModelName, { readonly metrics: { readonly test: GroupMetrics } }>>;
  readonly task: { readonly loss: ClassLoss };
  readonly blind?: Pick<BlindResult, 'risks'>;
}

interface RegressionOutcome {
  readonly verdict: { readonly decision: Decision };
  readonly models: Readonly<Record<ModelName, { readonly metrics: { readonly test: NumberMetrics } }>>;
}

function outcome(
  { decision }: { readonly decision: Decision },
  risks: (name: ModelName) => {
    readonly byGroup: readonly number[];
    readonly worst: number;
    readonly all: number;
  },
): SplitOutcome {
  const byModel = <Value>(of: (found: ReturnType<typeof risks>) => Value): Record<ModelName, Value> => ({
    naive: of(risks('naive')),
    balanced: of(risks('balanced')),
    minimax: of(risks('minimax')),
  });
  return {
    decision,
    risks: byModel(({ byGroup }) => byGroup),
    worst: byModel(({ worst }) => worst),
    all: byModel(({ all }) => all),
  };
}

/** Means and standard deviations over splits of the same groups. @param negligible a risk below it is none */
export function summariseSplits(outcomes: readonly SplitOutcome[], negligible = SHOWN_RISK): Repeats {
  const byModel = <Value>(of: (name: ModelName) => Value): Record<ModelName, Value> =>
    Object.fromEntries(MODEL_NAMES.map((name) => [name, of(name)])) as Record<ModelName, Value>;
  const changes = outcomes.map(({ worst }) =>
    worst.naive < negligible ? 0 : worst.minimax / worst.naive - 1,
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
