// What the paper's figures are drawn from [MMPF Fig. 1, 2, 3, 5, 6 and the tables]: plain numbers, one object
// for each figure. Figures 7 and 8 have theirs in estimation-data.ts.

import type { FrontSummary, GroupVector, StarRegion } from '../marks/data.js';

/** Two groups. */
export interface Figure1Data extends FrontSummary {
  readonly shares: GroupVector;
  /** Ordered along the front, from mu = (0, 1) to (1, 0). */
  readonly front: readonly { readonly mu: GroupVector; readonly risks: GroupVector }[];
  /** (w, w), where the unnecessary harm that starts at the minimax risks ends. */
  readonly equalRisk: GroupVector;
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
  /** The risks of the network that was found, under the true distributions. */
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
  /** The width of each block of the dense ResNet. */
  readonly hidden: readonly number[];
  readonly maxSolves: number;
  /** By rising number of samples; at least one. */
  readonly rows: readonly SampleRow[];
}

export interface TableInterval {
  readonly mean: number;
  /** null for one split. */
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
    readonly values: readonly {
      readonly ours: TableInterval;
      readonly published?: TableInterval;
      readonly apart?: boolean;
    }[];
  }[];
}
