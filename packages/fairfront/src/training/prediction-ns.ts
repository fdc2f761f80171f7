// About how long predictions take, in nanoseconds a row: rules that were measured once, for `predictionNs`.

import type { LabelledRows } from '@fairfront/core';
import { areSparse, entryCount, outputCount } from '@fairfront/core/internal';

/** About how long a linear model takes to predict a row. @param features rows like those to be predicted */
export function linearPredictionNs(features: LabelledRows['features'], classCount: number): number {
  const ofProduct = areSparse(features)
    ? (6 * entryCount(features)) / Math.max(1, features.rowCount)
    : 2 * features.columnCount;
  return 40 + outputCount(classCount) * ofProduct;
}

/** About how long a network takes to predict a row. */
export function networkPredictionNs(parameterCount: number): number {
  return 200 + 0.03 * parameterCount;
}

/** About how long so many trees take to predict a row. */
export function boostedPredictionNs(trees: number): number {
  return 100 + 40 * trees;
}
