// What linear models multiply their features with, made comparable.

import type { LabelledRows, LinearModel } from '@fairfront/core';
import { forEachBlock, forEachEntry } from '@fairfront/core/internal';
import type { PreparedFit } from '../task/prepare-fit.js';

/** By how much the score of a class rises if a feature is one standard deviation (of the training rows) higher. */
export interface FeatureWeight {
  /** "age", "race = White". */
  readonly feature: string;
  /** The class whose score it is; of two classes, always the second. */
  readonly class: string;
  readonly naive: number;
  readonly minimax: number;
}

const MOST_WEIGHTS = 20;

/** The largest standardised weights of two linear models, largest first; each listed for both. */
export function largestWeights(
  { encoder, parts, task }: PreparedFit,
  models: Readonly<Record<'naive' | 'minimax', LinearModel>>,
): FeatureWeight[] {
  const { classes } = task.target;
  const deviations = featureDeviations(parts.train.features);
  const width = encoder.features.length + 1; // the last parameter of an output is its intercept
  const labels = classes.length === 2 ? [1] : classes.map((_, label) => label);
  const all = labels.flatMap((label, output) =>
    encoder.features.map(({ name }, i): FeatureWeight => {
      const weight = ({ parameters }: LinearModel): number =>
        parameters[output * width + i]! * deviations[i]!;
      return {
        feature: name,
        class: classes[label]!,
        naive: weight(models.naive),
        minimax: weight(models.minimax),
      };
    }),
  );
  const size = ({ naive, minimax }: FeatureWeight): number => Math.max(Math.abs(naive), Math.abs(minimax));
  return all.sort((one, other) => size(other) - size(one)).slice(0, MOST_WEIGHTS);
}

function featureDeviations(features: LabelledRows['features']): Float64Array {
  const { rowCount, columnCount } = features;
  const [sums, squares] = [new Float64Array(columnCount), new Float64Array(columnCount)];
  forEachBlock(features, (block) => {
    for (let row = 0; row < block.rowCount; row++) {
      forEachEntry(block, row, (column, value) => {
        sums[column]! += value;
        squares[column]! += value * value;
      });
    }
  });
  return squares.map((square, i) => Math.sqrt(Math.max(0, square / rowCount - (sums[i]! / rowCount) ** 2)));
}
