// Rows as a network takes them.

import { FairfrontError, type LabelledRows } from '@fairfront/core';
import { checkLabelledRows } from '@fairfront/core/internal';
import type { Network } from '../network/network.js';
import { checkTargets, isSoft, type TrainingRows } from './soft-targets.js';

/** @param part what the rows are, for messages: "train" */
export function checkTrainingRows(rows: TrainingRows, { inputs, classes }: Network, part: string): void {
  if (isSoft(rows)) checkTargets(rows, classes, part);
  checkLabelledRows(withLabels(rows), classes, part);
  const { features } = rows;
  if ('offsets' in features || !(features.values instanceof Float32Array)) {
    throw new FairfrontError(
      'bad-problem',
      `${part}: a network takes dense rows of float32; encode them with encodeDense(…, 'f32')`,
    );
  }
  if (features.columnCount !== inputs) {
    throw new FairfrontError(
      'bad-problem',
      `${part}: the network has ${inputs} inputs, but rows have ${features.columnCount} features`,
    );
  }
}

/** Soft rows with some class each: for checks of all else. */
export function withLabels(rows: TrainingRows): LabelledRows {
  if (!isSoft(rows)) return rows;
  const { features, groups } = rows;
  return { features, groups, labels: new Int32Array(features.rowCount) };
}
