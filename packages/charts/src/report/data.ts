// What the figures of reports are drawn from: plain numbers, one object for each figure. Whoever computes
// them needs no drawing code, and whoever draws them needs no mathematics.

import type { Interval } from '@fairfront/core';
import type { GroupVector, ModelName, StarRegion } from '../marks/data.js';

/** The certified relative gap after each solve of several strategies on one problem. */
export interface GapBySolveData {
  /** The gap that was asked for. */
  readonly target: number;
  readonly strategies: readonly { readonly name: string; readonly gaps: readonly number[] }[];
}

/** Evidence that groups are served worse than promised, after each look; there is at least one. */
export interface EvidenceByLookData {
  /** The mean e-value from which on it is an alarm. */
  readonly alarm: number;
  /** E-values by look. */
  readonly groups: readonly { readonly name: string; readonly eValues: readonly number[] }[];
  readonly mean: readonly number[];
  /** The look at which the alarm was given, counted from 1; null where none was. */
  readonly since: number | null;
}

/** Which rows the risks are measured on. */
export type DataPart = 'test' | 'validation' | 'train';

/** What each group gets from each model; `naive` must be among them. */
export interface RisksByGroupData {
  readonly loss: 'brier' | 'cross-entropy' | 'rmse';
  readonly part: DataPart;
  /** `share` is a fraction of the rows. */
  readonly groups: readonly { readonly name: string; readonly share: number }[];
  readonly models: readonly {
    /** `minimax`, or `chosen` where a person chose it, takes the place of `naive`; where that stays, neither is given. */
    readonly name: ModelName | 'chosen';
    readonly risks: GroupVector;
    /** By group, where they are known. */
    readonly intervals?: readonly Interval[];
  }[];
  /** The level of the intervals, such as 0.95, where there are some. */
  readonly level?: number;
  /**
   * For each group the paired interval of the model that takes its place − naive, where it is known: a change whose interval holds 0
   * is drawn as none.
   */
  readonly changes?: readonly Interval[];
}

/** What a knob does to the groups, from one end of it to the other. */
export interface TradeOffData {
  readonly loss: 'brier' | 'cross-entropy';
  readonly part: DataPart;
  /** How many times more one group may count than another, or how far above minimax the worst group's risk may be. */
  readonly knob: 'weight-ratio' | 'give-up';
  /** What a ratio is measured by. */
  readonly base?: 'equal' | 'shares';
  readonly groups: readonly string[];
  /** Rising; `at` null is a ratio without bound. */
  readonly points: readonly {
    readonly at: number | null;
    readonly risks: GroupVector;
    readonly meanRisk: number;
  }[];
  /** The index of the point that was asked for. */
  readonly asked: number;
}

/** One solve of a search, and what was known after it. */
export interface SolveRow {
  /** The worst risk of this solve, on the rows that steer the search. */
  readonly worstRisk: number;
  readonly bestWorstRisk: number;
  /**
   * Bounds of the least worst training risk. 0 below, and above Infinity, which JSON writes as null: nothing
   * proved yet.
   */
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface SearchPathData {
  /** The rows whose risks choose the model. */
  readonly steering: 'validation' | 'train';
  /** In the order of the search; at least one. */
  readonly solves: readonly SolveRow[];
  /** Whether the bounds hold; where not, they are not drawn. */
  readonly certified: boolean;
  /** As in `StrategySolves`. */
  readonly strategy: string;
}

export interface FrontMark {
  /** `equal-risk` is the best point at which all groups have the same risk. */
  readonly name: ModelName | 'utopia' | 'equal-risk';
  readonly risks: GroupVector;
  /** Where the mark stands in the triangle of weights; utopia has none. */
  readonly mu?: GroupVector;
}

/** Two groups or more: a plane, a triangle, or a line for each point. */
export interface ParetoFrontData {
  readonly loss: 'brier' | 'cross-entropy';
  readonly part: DataPart;
  readonly groups: readonly string[];
  /** What no other point of the grid of weights dominates, in any order. */
  readonly points: readonly { readonly mu: GroupVector; readonly risks: GroupVector }[];
  readonly marks: readonly FrontMark[];
  /** A point that a person looks at. */
  readonly chosen?: { readonly risks: GroupVector; readonly mu?: GroupVector };
  /** Of three groups: N_i in the triangle of weights, where they are known. */
  readonly regions?: readonly StarRegion[];
}

/** The value of a metric in one group, and its interval. */
export interface MetricValue {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

export interface MetricByGroup {
  readonly name: string;
  /** A share is shown as percent. */
  readonly unit: 'share' | 'number';
  readonly better: 'higher' | 'lower' | 'neither';
  /** The value of all rows; null where it cannot be told. */
  readonly overall: number | null;
  /** In the order of the groups; null where it cannot be told. */
  readonly byGroup: readonly (MetricValue | null)[];
}

/** What one model gives to every group. */
export interface GroupMetricsData {
  /** The level of the intervals, such as 0.95; null where there are none. */
  readonly level: number | null;
  readonly groups: readonly {
    readonly name: string;
    readonly share: number;
    readonly rows: number;
    readonly tooSmall: boolean;
  }[];
  /** All rows, where groups overlap or leave some out. Default: the groups together. */
  readonly all?: { readonly share: number; readonly rows: number };
  /** One to five of them; the first orders the groups. */
  readonly metrics: readonly MetricByGroup[];
}

/**
 * Rows of a group with a confidence in (from, to]: how sure the model was of them on average, and the share
 * it got right.
 */
export interface ConfidenceBin {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** The rows' share of the group's weight, where rows have weights. */
  readonly share?: number;
  readonly confidence: number;
  readonly accuracy: number;
}

export interface GroupReliability {
  readonly name: string;
  readonly rows: number;
  /** Expected calibration error. */
  readonly ece: number;
  /** The ECE that chance alone would make of a perfectly calibrated model, where it is known. */
  readonly eceByChance?: number;
  /** Rising; bins without rows say nothing. */
  readonly bins: readonly ConfidenceBin[];
}

export interface ReliabilityData {
  readonly groups: readonly GroupReliability[];
}

export interface ComparedMethod {
  readonly name: string;
  /** What was chosen for it: c = 0.03. */
  readonly detail?: string;
  readonly isMinimax: boolean;
  /** At prediction time. */
  readonly needsGroup: boolean;
  /** By group, NaN for a group without rows; null for a method that only decides. */
  readonly risks: GroupVector | null;
  readonly accuracies: GroupVector;
  /** How sure the worst-off group's figures are, where that is to be shown. */
  readonly worstIntervals?: { readonly risk: Interval; readonly accuracy: Interval };
}

export interface ComparisonData {
  readonly loss: 'brier' | 'cross-entropy';
  readonly part: DataPart;
  readonly groups: readonly { readonly name: string; readonly share: number }[];
  /** Shown in this order. */
  readonly methods: readonly ComparedMethod[];
  /** What a line is called: of runs no winner is named. Default method. */
  readonly noun?: 'method' | 'run';
  /** The level of the intervals, such as 0.95, where there are some. */
  readonly level?: number;
}

export interface RiskInterval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What a group's decisions were before, are after, and by how much they changed. */
export interface DecisionChange {
  readonly before: RiskInterval;
  readonly after: RiskInterval;
  readonly change: RiskInterval;
}

/** Shares of each group that are selected, recognised, mistaken, under two models. */
export interface DecisionsByGroupData {
  readonly groups: readonly string[];
  /** The level of the intervals, such as 0.95. */
  readonly level: number;
  readonly before: ModelName;
  readonly after: ModelName | 'chosen';
  readonly metrics: readonly {
    readonly name: string;
    readonly unit: 'share';
    readonly better: 'higher' | 'lower' | 'neither';
    /** In the order of the groups; null where it cannot be told. */
    readonly byGroup: readonly (DecisionChange | null)[];
  }[];
}

/** How often the values of a column occur. */
export interface HistogramData {
  readonly column: string;
  readonly missing: number;
  /** Numbers in bins of the same width from `from` to `to`, or levels. */
  readonly values:
    | { readonly from: number; readonly to: number; readonly counts: readonly number[] }
    | readonly { readonly level: string; readonly rows: number }[];
  /** Whether it is a thumbnail, without axes. Default false. */
  readonly small?: boolean;
}

/** A search while it runs; there is at least one solve. */
export interface LiveSearchData {
  readonly groups: readonly string[];
  /** What is drawn one after the other: solves, or looks at trees that are being boosted. Default: solve */
  readonly step?: 'solve' | 'look';
  readonly loss: 'brier' | 'cross-entropy';
  readonly solves: readonly {
    readonly mu: GroupVector;
    readonly risks: GroupVector;
    /** As in `SolveRow`. */
    readonly lower: number | null;
    readonly upper: number | null;
  }[];
}

export type RiskVerdictName = 'pays' | 'gains' | 'needs-more' | 'unclear' | 'too-few';

/**
 * risk = irreducible (what a model of the group's own leaves) + priceOfSharing, which is below 0 where
 * sharing serves the group better.
 */
export interface RiskSourceRow {
  readonly name: string;
  readonly rows: number;
  readonly risk: RiskInterval;
  readonly irreducible: RiskInterval;
  readonly priceOfSharing: RiskInterval;
  readonly verdict: RiskVerdictName;
}

export interface RiskSourcesData {
  readonly loss: 'brier' | 'cross-entropy';
  /** The level of the intervals, such as 0.95. */
  readonly level: number;
  readonly groups: readonly RiskSourceRow[];
}

/** By how much a group's risk rises without a column, under each model. */
export interface ImportanceRow {
  readonly column: string;
  /** By group, in the order of the groups; left out where the chosen model is the naive one. */
  readonly naive?: readonly RiskInterval[];
  readonly minimax: readonly RiskInterval[];
}

export interface ImportanceData {
  readonly loss: 'brier' | 'cross-entropy';
  /** The level of the intervals, such as 0.95. */
  readonly level: number;
  /** What the model is called that took the place of the naive one. Default: minimax */
  readonly after?: 'minimax' | 'chosen';
  /** Shown in this order; `rows` are those that were measured. */
  readonly groups: readonly { readonly name: string; readonly rows: number }[];
  /** Shown in this order. */
  readonly columns: readonly ImportanceRow[];
}

/** The mean probability of a class among each group's rows, were all of them to have the same value in a column. */
export interface DependenceCurves {
  readonly column: string;
  readonly class: string;
  /** Two or more: numbers, rising, or levels. */
  readonly values: readonly number[] | readonly string[];
  /** Group → value → mean probability. */
  readonly byGroup: readonly GroupVector[];
}

export interface PartialDependenceData {
  readonly groups: readonly string[];
  /** A panel each, in this order. */
  readonly columns: readonly DependenceCurves[];
}
