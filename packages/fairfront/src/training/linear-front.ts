// The Pareto front of linear models: a solve for every choice of weights on a grid, each begun at a neighbour's model.

import {
  type CancelSignal,
  type FrontPoint,
  type LinearModel,
  type LinearOracle,
  paretoFront,
  type SyncOracle,
} from '@fairfront/core';
import { definedOnly } from '../defined-only.js';

/** A model tried, with its risks on the rows that choose and, the penalty counted in, on those trained on. */
export interface TriedPoint extends FrontPoint<LinearModel> {
  readonly trainRisks: readonly number[];
}

/** The front of a grid of weights. */
export interface LinearFront {
  /** What no other point dominates, in the order of the grid. */
  readonly points: readonly FrontPoint<LinearModel>[];
  readonly dominated: number;
  /** All points of the grid. */
  readonly solved: readonly TriedPoint[];
}

/** A model that a solve can begin at, and the weights it was trained for. */
export type Start = Pick<TriedPoint, 'mu' | 'model'>;

export interface LinearFrontOptions {
  /** Weights are multiples of 1/steps. */
  readonly steps: number;
  /** Where the first solve begins. */
  readonly start: Start;
  readonly signal?: CancelSignal | undefined;
  /** Told how many solves are done, and waited for. */
  onSolve?(done: number, total: number): unknown;
}

/** Solves for every choice of weights on a grid. @returns `undefined` if it was interrupted */
export async function linearFront(
  oracle: LinearOracle,
  { steps, start, signal, onSolve }: LinearFrontOptions,
): Promise<LinearFront | undefined> {
  const solved: TriedPoint[] = [];
  const solve = solveNearby(oracle, start);
  const nearby: SyncOracle<LinearModel> = {
    groupCount: oracle.groupCount,
    solve: (mu) => {
      const point = solve(mu);
      solved.push(point);
      return point;
    },
  };
  const { points, dominated, status } = await paretoFront(nearby, {
    steps,
    ...definedOnly({ signal }),
    onStep: (_, done, total) => onSolve?.(done, total),
  });
  return status === 'cancelled' ? undefined : { points, dominated, solved };
}

/** Trains the model for these weights. @param best where the solve begins */
export function solvePoint(oracle: LinearOracle, mu: readonly number[], best?: Start): TriedPoint {
  const { model, risks, trainRisks = risks } = oracle.solve(mu, { best });
  return { mu, risks, trainRisks, model };
}

/**
 * Every solve starts from the last one with weight for every group: on a grid that is mostly a neighbour. A
 * model that some groups had no say in may be as sure of them as it is wrong, and a bad start.
 */
export function solveNearby(oracle: LinearOracle, start: Start): (mu: readonly number[]) => TriedPoint {
  let best = start;
  return (mu) => {
    const point = solvePoint(oracle, mu, best);
    if (mu.every((weight) => weight > 0)) best = point;
    return point;
  };
}

/** The front of points that are solved: one for every choice of weights on a grid, in its order. */
export async function frontOfSolved(
  solved: readonly TriedPoint[],
  groupCount: number,
  steps: number,
): Promise<LinearFront> {
  let next = 0;
  const { points, dominated } = await paretoFront({ groupCount, solve: () => solved[next++]! }, { steps });
  return { points, dominated, solved };
}
