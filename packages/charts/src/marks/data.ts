// What several figures are drawn from: vectors by group, the front of a problem, regions of weights.

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

/** N_i on the simplex of three weights, star-shaped around e^i [MMPF Thm. 5.1]. */
export interface StarRegion {
  readonly group: number;
  /** A polygon of mu; the first point is the corner e^i. */
  readonly boundary: readonly GroupVector[];
}

export type ModelName = 'naive' | 'balanced' | 'minimax';
