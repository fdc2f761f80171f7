// What the figures are drawn from: plain numbers, one object per figure, of the paper [MMPF Fig. 1, 2, 3, 5, 6] and of reports.
// Whoever computes them needs no drawing code, and whoever draws them needs no mathematics.

/** One number per group, in the order of the groups' names. */
export type GroupVector = readonly number[];

/** The optimum, and the certified bounds of its worst risk. */
export interface MinimaxPoint {
  readonly mu: GroupVector;
  readonly risks: GroupVector;
  readonly lower: number;
  readonly upper: number;
}

export interface FrontSummary {
  readonly groups: readonly string[];
  readonly loss: 'brier' | 'cross-entropy';
  readonly minimax: MinimaxPoint;
  /** The least risk each group can have; as the next two, a vector of risks. */
  readonly utopia: GroupVector;
  readonly naive: GroupVector;
  readonly balanced: GroupVector;
}

/** Two groups. */
export interface Figure1Data extends FrontSummary {
  readonly shares: GroupVector;
  /** Ordered along the front, from mu = (0, 1) to (1, 0). */
  readonly front: readonly { readonly mu: GroupVector; readonly risks: GroupVector }[];
  /** (w, w), where the unnecessary harm that starts at the minimax risks ends. */
  readonly equalRisk: GroupVector;
}

/** N_i on the simplex of three weights, star-shaped around e^i [MMPF Thm. 5.1]. */
export interface StarRegion {
  readonly group: number;
  /** A polygon of mu; the first point is the corner e^i. */
  readonly boundary: readonly GroupVector[];
}

export interface MeanAndDeviation {
  readonly mean: number;
  readonly sd: number;
}

/** One solve of the search, over all runs. */
export interface IterationRow {
  /** From 1. */
  readonly iteration: number;
  readonly risks: readonly MeanAndDeviation[];
  readonly mu: readonly MeanAndDeviation[];
  /** Relative, as is `muError`. */
  readonly riskError: MeanAndDeviation;
  readonly muError: MeanAndDeviation;
  readonly worstRisk: MeanAndDeviation;
}

export interface SimplexSnapshot {
  readonly iteration: number;
  /** The risk that defines the regions: the best worst risk so far. */
  readonly threshold: number;
  /** mu of solves 1 to `iteration`. */
  readonly trajectory: readonly GroupVector[];
  readonly regions: readonly StarRegion[];
}

/** Three groups. */
export interface Figure2Data extends FrontSummary {
  readonly runs: number;
  /** Two: the paper's are of iterations 5 and 10. */
  readonly snapshots: readonly SimplexSnapshot[];
  readonly iterations: readonly IterationRow[];
}

/** Solves needed by the star sets whose triple intersection has an area in (areaFrom, areaTo]. */
export interface AreaBin {
  /** A fraction of the simplex. */
  readonly areaFrom: number;
  readonly areaTo: number;
  /** null where so many runs failed within the limit that it is not known, or where there were no runs. */
  readonly median: number | null;
  readonly p90: number | null;
  readonly failed: number;
  readonly runs: number;
}

export interface StrategySolves {
  /** `apstar`, `random`, `multiplicative-weights`; any other is shown as it is. */
  readonly name: string;
  /** The same bins for every strategy, rising and without gaps. */
  readonly solvesByArea: readonly AreaBin[];
}

export interface StarSetExample {
  readonly regions: readonly StarRegion[];
  readonly trajectory: readonly GroupVector[];
  readonly solves: number;
  readonly area: number;
}

export interface Figure3Data {
  /** How many random star sets were tried. */
  readonly sets: number;
  readonly maxSolves: number;
  readonly strategies: readonly StrategySolves[];
  /** Six. */
  readonly examples: readonly StarSetExample[];
}

/** C_i: the distance of the boundary of N_i from e^i by angle, piecewise linear [MMPF Sec. A.2]. */
export interface BoundaryCurve {
  readonly group: number;
  /** Rising from 0 to π/3. */
  readonly theta: readonly number[];
  readonly radius: readonly number[];
}

export interface Figure5Data {
  readonly regions: readonly StarRegion[];
  readonly curves: readonly BoundaryCurve[];
  readonly area: number;
}

/** A problem with one input, and its minimax classifier, at points x. */
export interface Distributions {
  /** Rising; a jump is two points. */
  readonly x: readonly number[];
  /** p(x | a), by group, then by x. */
  readonly densities: readonly (readonly number[])[];
  /** f_a(x) = P(Y = 1 | x, a), by group, then by x. */
  readonly responses: readonly (readonly number[])[];
  /** The minimax h*(x). */
  readonly classifier: readonly number[];
}

/** Any number of groups; the paper has three. */
export interface Figure6Data extends FrontSummary, Distributions {
  readonly iterations: readonly IterationRow[];
  readonly runs: number;
  /** Panels (d) and (e), where networks were trained. */
  readonly study?: SampleStudy;
}

/** A network trained on a sample, and how far it is from the closed form. */
export interface SampleRun {
  /** Decides the sample and the training. */
  readonly seed: number;
  /** Of the network that was found, under the true distributions. */
  readonly risks: GroupVector;
  readonly mu: GroupVector;
  /** Which solve found it, and how many there were; from 1. */
  readonly solve: number;
  readonly solves: number;
  /** Over all solves. */
  readonly epochs: number;
  /** Relative, as the next two: of the worst risk, of the vector of risks, of the weights. */
  readonly worstRiskError: number;
  readonly riskError: number;
  readonly muError: number;
}

/** All runs with one size of sample. */
export interface SampleRow {
  /** Rows that were trained on. */
  readonly samples: number;
  /** Rows that chose among networks. */
  readonly validationSamples: number;
  readonly runs: readonly SampleRun[];
  readonly worstRiskError: MeanAndDeviation;
  readonly riskError: MeanAndDeviation;
  readonly muError: MeanAndDeviation;
}

export interface SampleStudy {
  /** Of a dense ResNet: the width of each block. */
  readonly hidden: readonly number[];
  readonly maxSolves: number;
  /** By rising number of samples; at least one. */
  readonly rows: readonly SampleRow[];
}

/** The certified relative gap after each solve of several strategies on one problem. */
export interface GapBySolveData {
  /** The gap that was asked for. */
  readonly target: number;
  readonly strategies: readonly { readonly name: string; readonly gaps: readonly number[] }[];
}

/** Which rows the risks are measured on. */
export type DataPart = 'test' | 'validation' | 'train';

export type ModelName = 'naive' | 'balanced' | 'minimax';

/** What each group gets from each model; `naive` and `minimax` must be among them. */
export interface RisksByGroupData {
  readonly loss: 'brier' | 'cross-entropy';
  readonly part: DataPart;
  /** `share` is a fraction of the rows. */
  readonly groups: readonly { readonly name: string; readonly share: number }[];
  readonly models: readonly { readonly name: ModelName; readonly risks: GroupVector }[];
}

/** One solve of a search, and what was known after it. */
export interface SolveRow {
  /** Of this solve, on the rows that steer the search. */
  readonly worstRisk: number;
  readonly bestWorstRisk: number;
  /** Bounds of the least worst training risk. 0 below, and above Infinity, which JSON writes as null: nothing proved yet. */
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
  readonly name: ModelName | 'utopia';
  readonly risks: GroupVector;
  /** Where the mark stands in the triangle of weights; utopia has none. */
  readonly mu?: GroupVector;
}

/** Two groups or three. */
export interface ParetoFrontData {
  readonly loss: 'brier' | 'cross-entropy';
  readonly part: DataPart;
  readonly groups: readonly string[];
  /** What no other point of the grid of weights dominates, in any order. */
  readonly points: readonly { readonly mu: GroupVector; readonly risks: GroupVector }[];
  readonly marks: readonly FrontMark[];
}

/** A figure of one group, and where it lies with the certainty asked for. */
export interface GroupFigure {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

export interface FigureMetric {
  readonly name: string;
  /** A share is shown as percent. */
  readonly unit: 'share' | 'number';
  readonly better: 'higher' | 'lower' | 'neither';
  /** Of all rows; null where it cannot be told. */
  readonly overall: number | null;
  /** In the order of the groups; null where it cannot be told. */
  readonly byGroup: readonly (GroupFigure | null)[];
}

/** What one model gives to every group. */
export interface GroupFiguresData {
  /** Of the intervals: 0.95; null: none were asked for. */
  readonly level: number | null;
  readonly groups: readonly {
    readonly name: string;
    readonly share: number;
    readonly rows: number;
    readonly tooSmall: boolean;
  }[];
  /** Three to five of them; the first orders the groups. */
  readonly metrics: readonly FigureMetric[];
}

/** Rows of a group with a confidence in (from, to]: how sure the model was of them on average, and the share it got right. */
export interface ConfidenceBin {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly confidence: number;
  readonly accuracy: number;
}

export interface GroupReliability {
  readonly name: string;
  readonly rows: number;
  /** Expected calibration error. */
  readonly ece: number;
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
  /** By group, NaN for a group without rows; null of a method that only decides. */
  readonly risks: GroupVector | null;
  readonly accuracies: GroupVector;
}

export interface ComparisonData {
  readonly loss: 'brier' | 'cross-entropy';
  readonly part: DataPart;
  readonly groups: readonly { readonly name: string; readonly share: number }[];
  /** Shown in this order. */
  readonly methods: readonly ComparedMethod[];
}

export interface TableInterval {
  readonly mean: number;
  /** null of one split. */
  readonly sd: number | null;
}

/** One metric of a table of the paper, of which low is good. */
export interface PublishedTableData {
  readonly title: string;
  readonly metric: string;
  readonly columns: readonly string[];
  readonly methods: readonly {
    readonly name: string;
    readonly isMinimax: boolean;
    /** One for each column. */
    readonly figures: readonly {
      readonly ours: TableInterval;
      readonly published?: TableInterval;
      readonly apart?: boolean;
    }[];
  }[];
}
