// What the figures of the plug-in study are drawn from [MMPF Fig. 7, 8]: its problems, and how well either
// way of estimation does on them.

import type { FrontSummary, GroupVector, MinimaxPoint } from '../marks/data.js';
import type { Distributions, MeanAndDeviation } from './data.js';

/**
 * A problem of the plug-in study: the mean of X in the second group, and how much of the opposite of f_0
 * there is in f_1 [MMPF Eq. 5, 6].
 */
export interface StudyParameters {
  readonly m1: number;
  readonly lambda: number;
}

export interface DependenceExample extends FrontSummary, Distributions, StudyParameters {}

export interface Figure7Data {
  /**
   * Three: where p(x | a) alone depends on the group, where P(Y = 1 | x, a) alone does, and where both do.
   */
  readonly examples: readonly DependenceExample[];
}

/**
 * One model for all groups, trained anew for every μ; or one for each group and one of the groups, trained
 * once.
 */
export type EstimationWay = 'joint' | 'plug-in';

/** A classifier estimated from a sample, as it is under the true distributions. */
export interface EstimationRun {
  /** Decides the sample and the training; runs of both ways with one seed have one sample. */
  readonly seed: number;
  readonly risks: GroupVector;
  /** How often it is right if it says 1 where h ≥ ½, by group. */
  readonly accuracies: GroupVector;
  readonly mu: GroupVector;
  /** Which solve found it, and how many there were; from 1. */
  readonly solve: number;
  readonly solves: number;
  /** Over all networks that were trained. */
  readonly epochs: number;
  /** Relative: of the vector of risks against the minimax risks, and of the worst risk. */
  readonly riskError: number;
  readonly worstRiskError: number;
  /** The mean of the groups'. */
  readonly accuracy: number;
}

/** All runs in one way on one size of sample. */
export interface EstimationRow {
  readonly way: EstimationWay;
  readonly samples: number;
  readonly validationSamples: number;
  /** At least one. */
  readonly runs: readonly EstimationRun[];
  readonly riskError: MeanAndDeviation;
  readonly worstRiskError: MeanAndDeviation;
  readonly accuracy: MeanAndDeviation;
}

/** Joint less plug-in estimation, by seed. */
export interface PairedDifference {
  readonly mean: number;
  /** null where there is one seed only. */
  readonly standardError: number | null;
  readonly seeds: number;
}

export interface EstimationComparison {
  readonly samples: number;
  readonly riskError: PairedDifference;
  readonly accuracy: PairedDifference;
}

/** One problem of the study. */
export interface EstimationPoint extends StudyParameters {
  /** KL(p(x|0) ‖ p(x|1)) in Case I, E KL(P(Y|x,0) ‖ P(Y|x,1)) in Case II; nats. */
  readonly divergence: number;
  readonly minimax: MinimaxPoint;
  /** The accuracy of h*, the mean of the groups'. */
  readonly accuracy: number;
  readonly rows: readonly EstimationRow[];
  readonly comparisons: readonly EstimationComparison[];
}

export interface EstimationCase {
  /** I: p(x | a) alone depends on the group; II: P(Y = 1 | x, a) alone. */
  readonly name: 'I' | 'II';
  /** By rising divergence. */
  readonly points: readonly EstimationPoint[];
  /** Over all points: for each seed the mean over them. */
  readonly comparisons: readonly EstimationComparison[];
}

export interface Figure8Data {
  /** The width of each block of the dense ResNet. */
  readonly hidden: readonly number[];
  readonly maxSolves: number;
  readonly maxEpochs: number;
  /** Steps of an epoch at least; with 1 it is one pass over the rows. */
  readonly epochSteps: number;
  /** Case I, then Case II. */
  readonly cases: readonly EstimationCase[];
}
