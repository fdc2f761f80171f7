// A decision as plain data: what `decision.json` holds and `--json` prints, schema fairfront.decision/1. What it does
// to every group, on the rows that chose it and on test rows, which had no say.

import {
  bootstrapMeans,
  createRandom,
  type DecisionRule,
  type Estimate,
  type GroupIndex,
  percentileInterval,
  type RandomSource,
} from '@fairfront/core';
import { DEFAULT_LEVEL, DEFAULT_RESAMPLES, decideClasses } from '@fairfront/core/internal';
import type { RunPredictions } from '../runs/run-predictions.js';
import type { DecisionCost, ResolvedDecision, SelectionLimit } from './decide-options.js';

export const DECISION_SCHEMA = 'fairfront.decision/1';

export interface DecisionResult {
  readonly schema: typeof DECISION_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  /** The folder of the run that it was made of. */
  readonly run: string;
  readonly target: string;
  readonly classes: readonly string[];
  readonly cost: DecisionCost;
  readonly limits: readonly SelectionLimit[];
  /** The threshold, or that of each group. */
  readonly rule: DecisionRule;
  /** On the rows that chose it, each judged by a model trained without it. */
  readonly chose: DecidedPart<number>;
  /** On the test rows, with intervals. */
  readonly test: DecidedPart<Estimate> & {
    readonly level: number;
    /** By how much each group's cost changes, with an interval from the same rows under both. */
    readonly costChange: readonly Estimate[];
  };
  readonly notes: readonly string[];
}

/** What is decided for the rows of a part, by group. `before`: for the most probable class. */
export interface DecidedPart<Figure> {
  /** Where folds chose, the rows that chose are those trained on. */
  readonly part: 'out-of-fold' | 'validation' | 'test';
  readonly rows: readonly number[];
  readonly before: readonly GroupDecisions<Figure>[];
  readonly after: readonly GroupDecisions<Figure>[];
}

/** What is decided for one group. */
export interface GroupDecisions<Figure> {
  /** The mean cost of its rows. */
  readonly cost: Figure;
  readonly selectionRate: Figure;
  /** null where the group has no row of the class. */
  readonly tpr: Figure | null;
  readonly fpr: Figure | null;
}

type DecisionTask = Pick<ResolvedDecision, 'cost' | 'positive'> & { readonly classes: readonly string[] };

/** Counts what a rule does to the rows that chose it. */
export function decidedChoosers(
  part: 'out-of-fold' | 'validation',
  predictions: RunPredictions,
  rule: DecisionRule,
  task: DecisionTask,
): DecisionResult['chose'] {
  const { before, after } = decidedGroups(predictions, rule, task, createRandom(0), 1);
  const values = (groups: readonly GroupDecisions<Estimate>[]): GroupDecisions<number>[] =>
    groups.map(({ cost, selectionRate, tpr, fpr }) => ({
      cost: cost.value,
      selectionRate: selectionRate.value,
      tpr: tpr === null ? null : tpr.value,
      fpr: fpr === null ? null : fpr.value,
    }));
  return { part, rows: predictions.groups.counts, before: values(before), after: values(after) };
}

/** Measures what a rule does to the test rows. */
export function decidedTest(
  predictions: RunPredictions,
  rule: DecisionRule,
  task: DecisionTask,
  seed: number,
): DecisionResult['test'] {
  const decided = decidedGroups(predictions, rule, task, createRandom(seed), DEFAULT_RESAMPLES);
  return { part: 'test', rows: predictions.groups.counts, ...decided, level: DEFAULT_LEVEL };
}

/** What is decided before and after, group by group, from the same resamples. */
function decidedGroups(
  { models, labels, groups, entities }: RunPredictions,
  rule: DecisionRule,
  { cost, positive, classes }: DecisionTask,
  random: RandomSource,
  resamples: number,
): Pick<DecisionResult['test'], 'before' | 'after' | 'costChange'> {
  const names = Array.from(groups.groups, (group) => groups.names[group]!);
  const decisions = [
    decideClasses(models.minimax, classes),
    decideClasses(models.minimax, classes, rule, names),
  ];
  const column = (value: (row: number) => number): Float64Array =>
    Float64Array.from(labels, (_, row) => value(row));
  const isPositive = column((row) => (labels[row] === positive ? 1 : 0));
  const columns = [isPositive, column((row) => 1 - isPositive[row]!)];
  for (const decided of decisions) {
    const isSelected = column((row) => (decided[row] === positive ? 1 : 0));
    const falsely = column((row) => isSelected[row]! * (1 - isPositive[row]!));
    columns.push(
      column((row) => cost.FP * falsely[row]! + cost.FN * (1 - isSelected[row]!) * isPositive[row]!),
      isSelected,
      column((row) => isSelected[row]! * isPositive[row]!),
      falsely,
    );
  }
  const measured = rowsByGroup(groups).map((rows) => {
    const { means, resampled } = bootstrapMeans(columns, { random, resamples }, rows, entities);
    const estimate = (value: number, of: (resample: number) => number): Estimate => {
      const samples = Float64Array.from({ length: resamples }, (_, resample) => of(resample));
      const known = samples.filter(Number.isFinite); // a resample without positives has no rate of them
      return { value, ...percentileInterval(known.length > 0 ? known : [value]) };
    };
    // Resampled means are right up to rounding: none is below 0, and less than half a row is none.
    const drawn = (c: number, resample: number): number => Math.max(0, resampled[c]![resample]!);
    const mean = (c: number): Estimate => estimate(means[c]!, (i) => drawn(c, i));
    const share = (c: number, all: number): Estimate | null =>
      means[all] === 0
        ? null
        : estimate(means[c]! / means[all]!, (i) =>
            drawn(all, i) * rows.length < 0.5 ? Number.NaN : Math.min(1, drawn(c, i) / drawn(all, i)),
          );
    const of = (start: number): GroupDecisions<Estimate> => ({
      cost: mean(start),
      selectionRate: mean(start + 1),
      tpr: share(start + 2, 0),
      fpr: share(start + 3, 1),
    });
    const change = estimate(means[6]! - means[2]!, (i) => resampled[6]![i]! - resampled[2]![i]!);
    return { before: of(2), after: of(6), change };
  });
  return {
    before: measured.map(({ before }) => before),
    after: measured.map(({ after }) => after),
    costChange: measured.map(({ change }) => change),
  };
}

/** The rows of each group. */
export function rowsByGroup({ names, groups }: GroupIndex): number[][] {
  const rows: number[][] = names.map(() => []);
  groups.forEach((group, row) => {
    rows[group]!.push(row);
  });
  return rows;
}
