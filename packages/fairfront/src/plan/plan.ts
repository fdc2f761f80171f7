// The library's `plan`: how many rows of each group it takes to tell a difference, or to certify a risk. Formulas are in
// core's rows-needed.ts.

import { labelTable, type Table } from '@fairfront/core';
import {
  groupMoments,
  type Moments,
  rowOutcomes,
  rowsToTellGroups,
  rowsToTellMean,
  type SampledGroup,
  type Sureness,
} from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { checkWithout } from '../option-kinds.js';
import type { FinishedRun } from '../runs/finished-run.js';
import {
  checkClasses,
  checkOneFamily,
  checkUnweighted,
  type RunPredictions,
} from '../runs/run-predictions.js';
import { completeData, type Data, type LoadedData } from '../task/data.js';
import { LABEL_KINDS } from '../task/data-options.js';
import { checkAreRead, targetColumnOf } from '../task/make-task.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import { type PlanOptions, type ResolvedPlan, resolvePlanOptions } from './plan-options.js';

export const PLAN_SCHEMA = 'fairfront.plan/1';

/** Differences that are planned for: percentage points of a rate, or shares of a risk. */
export const DIFFERENCES = [0.01, 0.02, 0.05] as const;

/** What `--json` prints. */
export interface PlanResult {
  readonly schema: typeof PLAN_SCHEMA;
  readonly fairfront: string;
  /** What the spreads are from. */
  readonly data: string;
  readonly level: number;
  readonly power: number;
  /** `rows`: how many there are now, of a run those of the test part; null where there are none yet. */
  readonly groups: readonly { readonly name: string; readonly share: number; readonly rows: number | null }[];
  readonly comparisons: readonly PlannedComparison[];
  /** What it takes to certify that every group is below a risk. */
  readonly below?: PlannedBound;
  readonly notes: readonly string[];
}

/** What it takes to tell differences of 1, 2 and 5 points, or of 1, 2 and 5% of a risk. */
export interface PlannedComparison {
  /** Each group against all others, or the chosen model against the naive one on the same rows. */
  readonly of: 'groups' | 'models';
  readonly metric: 'accuracy' | 'rate' | 'risk';
  /** By group and difference: rows of the group, and rows in all at the present shares. */
  readonly byGroup: readonly { readonly rows: readonly number[]; readonly total: readonly number[] }[];
}

/** The same of a bound; null where a group's estimate is not below it. */
export interface PlannedBound {
  readonly risk: number;
  readonly byGroup: readonly {
    readonly estimate: number;
    readonly rows: number | null;
    readonly total: number | null;
  }[];
  /** Rows in all for every group. */
  readonly total: number | null;
}

/**
 * Says how many rows of each group it takes to tell a difference.
 * @param source a run (`openRun`), a table with its target and groups as options, or nothing where `shares` are given
 */
export async function plan(
  source: FinishedRun | Table | Data | undefined,
  options: PlanOptions = {},
): Promise<PlanResult> {
  const resolved = resolvePlanOptions(options);
  const { level, power } = resolved;
  const isRun = source !== undefined && 'predictions' in source;
  if (!isRun) checkWithout(options, ['below'], 'it takes the risks of a run to say when they are below one');
  const planned = isRun ? await planRun(source, resolved) : planRates(source, resolved);
  return { schema: PLAN_SCHEMA, fairfront: VERSION, level, power, ...planned };
}

type Planned = Omit<PlanResult, 'schema' | 'fairfront' | 'level' | 'power'>;

/** From shares of groups and base rates. */
function planRates(source: Table | Data | undefined, options: ResolvedPlan): Planned {
  const { shares, rate = 0.5 } = options;
  if (source === undefined) {
    if (shares === undefined) {
      throw new UsageError(
        "name a run, a table with `target` and `groups`, or the `shares` of groups, such as `shares: 'A=0.7,B=0.3'`",
      );
    }
    checkWithout(options, Object.keys(LABEL_KINDS), '`shares` names the groups');
    const total = Object.values(shares).reduce((sum, share) => sum + share, 0);
    const groups = Object.entries(shares).map(([name, share]) => ({
      name,
      share: share / total,
      rows: null,
    }));
    const sampled = groups.map(({ share }) => ({ share, variance: rate * (1 - rate) }));
    return {
      data: `shares, and a rate of ${rate}`,
      groups,
      comparisons: [compareGroups('rate', sampled, () => 1, options)],
      notes: [],
    };
  }
  checkWithout(options, ['shares', 'rate'], 'the table has its own');
  const data = completeData(source);
  const { names, counts, variances, notes } = baseRates(data, options);
  const rows = counts.reduce((sum, own) => sum + own, 0);
  const groups = names.map((name, group) => ({ name, share: counts[group]! / rows, rows: counts[group]! }));
  const sampled = groups.map(({ share }, group) => ({
    share,
    variance: variances[group]! || 1 / (counts[group]! + 1), // as if one more row were of another class
  }));
  return {
    data: data.label,
    groups,
    comparisons: [compareGroups('rate', sampled, () => 1, options)],
    notes: [...data.notes, ...notes],
  };
}

/** The groups of a table, and the largest variance p (1 − p) that the rate p of a class has in each. */
function baseRates(data: LoadedData, options: PlanOptions) {
  const target = options.target ?? data.defaults.target;
  const groups = options.groups ?? data.defaults.groups;
  if (target === undefined) throw new UsageError('`target`: name the column with the classes');
  if (groups === undefined) throw new UsageError("`groups`: name the groups, such as `groups: 'sex,age<55'`");
  checkAreRead(data, { target: [targetColumnOf(data, target)] });
  const { missingGroup, missingTarget } = options;
  const labelled = labelTable(data.table, {
    target,
    groups,
    ...definedOnly({ missingGroup, missingTarget }),
  });
  const { names, groups: codes } = labelled.groups;
  const counts = names.map(() => 0);
  const ofClass = names.map(() => labelled.target.classes.map(() => 0));
  codes.forEach((group, row) => {
    if (group < 0) return;
    counts[group]!++;
    ofClass[group]![labelled.target.labels[row]!]!++;
  });
  const variances = ofClass.map((own, group) =>
    Math.max(...own.map((rows) => (rows / counts[group]!) * (1 - rows / counts[group]!))),
  );
  return { names, counts, variances, notes: labelled.notes };
}

/** From what a run's models said of its test rows. */
async function planRun(run: FinishedRun, options: ResolvedPlan): Promise<Planned> {
  checkWithout(options, [...Object.keys(LABEL_KINDS), 'shares', 'rate'], 'the run has its own');
  checkClasses(run, 'a plan');
  checkUnweighted(run, 'a plan');
  checkOneFamily(run, 'a plan holds each group against all others');
  const { result } = run;
  if (result.groups.length < 2) {
    throw new UsageError(
      'a plan holds each group against all others, and this run has one group, everyone; take a run with groups',
    );
  }
  const said = await run.predictions('test');
  const { groups: index, entities } = said;
  const shares = result.groups.map(({ share }) => share);
  const naive = outcomesOf(said, 'naive', result.task);
  const chosen = outcomesOf(said, 'minimax', result.task);
  const momentsOf = (values: Float64Array): Moments[] => groupMoments(values, index);
  // Where all rows are alike, as if one more row were not: few rows do not prove that there is no spread.
  const sampled = (moments: readonly Moments[], unit: (group: number) => number = () => 1): SampledGroup[] =>
    moments.map(({ variance }, group) => ({
      variance: variance > 0 ? variance : unit(group) ** 2 / (index.counts[group]! + 1),
      share: shares[group]!,
    }));
  const [hits, risks, before] = [chosen.hits, chosen.losses, naive.losses].map(momentsOf);
  const others = (group: number): number => {
    const weight = (a: number): number => (a === group ? 0 : shares[a]!);
    const total = shares.reduce((sum, _, a) => sum + weight(a), 0);
    return risks!.reduce((sum, { mean }, a) => sum + weight(a) * mean, 0) / total;
  };
  const minus = (one: Float64Array, other: Float64Array): Moments[] =>
    momentsOf(one.map((value, row) => value - other[row]!));
  const [hitChanges, lossChanges] = [minus(chosen.hits, naive.hits), minus(chosen.losses, naive.losses)];
  const risk = (group: number): number => before![group]!.mean;
  const isOther = lossChanges.some(({ variance, mean }) => variance > 0 || mean !== 0);
  return {
    data: run.folder,
    groups: result.groups.map(({ name, share }, group) => ({ name, share, rows: index.counts[group]! })),
    comparisons: [
      compareGroups('accuracy', sampled(hits!), () => 1, options),
      compareGroups('risk', sampled(risks!, others), others, options),
      ...(isOther
        ? [
            compareModels('accuracy', sampled(hitChanges), () => 1, options),
            compareModels('risk', sampled(lossChanges, risk), risk, options),
          ]
        : []),
    ],
    ...(options.below === undefined ? {} : { below: planBound(options.below, risks!, shares, options) }),
    notes: [
      ...(isOther ? [] : ['the chosen model is the naive one: there are no two models to compare']),
      ...(entities === undefined ? [] : ['the run has several rows of a person: count people, not rows']),
    ],
  };
}

/** Whether each row is right, and its loss. */
function outcomesOf(
  { models, labels }: RunPredictions,
  model: 'naive' | 'minimax',
  { classes, loss }: FinishedRun['result']['task'],
): { readonly hits: Float64Array; readonly losses: Float64Array } {
  const { hits, brier, crossEntropy } = rowOutcomes(models[model], labels, classes.length);
  return { hits: Float64Array.from(hits), losses: loss === 'brier' ? brier : crossEntropy };
}

/** Each group against all others together. @param unit what a difference is a share of, by group */
function compareGroups(
  metric: PlannedComparison['metric'],
  groups: readonly SampledGroup[],
  unit: (group: number) => number,
  sureness: Sureness,
): PlannedComparison {
  const byGroup = groups.map((own, group) => {
    const others = groups.filter((_, other) => other !== group);
    const share = others.reduce((sum, other) => sum + other.share, 0);
    const variance = others.reduce((sum, other) => sum + other.variance * other.share, 0) / share;
    const totals = DIFFERENCES.map((difference) =>
      rowsToTellGroups(own, { share, variance }, difference * unit(group), sureness),
    );
    return { rows: totals.map((total) => Math.ceil(total * own.share)), total: totals.map(Math.ceil) };
  });
  return { of: 'groups', metric, byGroup };
}

/** One model against another on the rows of each group. @param groups variances of paired differences */
function compareModels(
  metric: PlannedComparison['metric'],
  groups: readonly SampledGroup[],
  unit: (group: number) => number,
  sureness: Sureness,
): PlannedComparison {
  const byGroup = groups.map(({ variance, share }, group) => {
    const needed = DIFFERENCES.map((difference) =>
      rowsToTellMean(variance, difference * unit(group), sureness),
    );
    return { rows: needed.map(Math.ceil), total: needed.map((rows) => Math.ceil(rows / share)) };
  });
  return { of: 'models', metric, byGroup };
}

/** The upper ends of the intervals of all groups at once are to be below a risk. */
function planBound(
  risk: number,
  groups: readonly Moments[],
  shares: readonly number[],
  sureness: Sureness,
): PlannedBound {
  const byGroup = groups.map(({ mean: estimate, variance }, group) => {
    if (estimate >= risk) return { estimate, rows: null, total: null };
    const rows = rowsToTellMean(variance, risk - estimate, sureness, groups.length);
    return { estimate, rows: Math.ceil(rows), total: Math.ceil(rows / shares[group]!) };
  });
  const totals = byGroup.map(({ total }) => total);
  const isPossible = totals.every((total) => total !== null);
  return { risk, byGroup, total: isPossible ? Math.max(...totals) : null };
}
