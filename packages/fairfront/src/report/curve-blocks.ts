// What was asked for, on the curve of all that could have been.

import { percentAbove } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { lossName } from '../training/task-words.js';
import { figure } from './blocks.js';
import type { Block } from './page.js';

/** The picture of what an objective's knob trades, where it has one. */
export function curveBlocks({ curve, task, groups }: FitResult): Block[] {
  if (curve === undefined) return [];
  const each =
    curve.knob === 'weight-ratio'
      ? 'Each point is the linear model that is best for the worst weights within a ratio'
      : 'Each point is the linear model of least mean risk over people, for what the worst group may give up';
  const gaps = curve.points.map(({ certificate }) => certificate.relativeGap);
  return [
    figure(
      'trade-off',
      { ...curve, loss: task.loss, groups: groups.map(({ name }) => name) },
      `${each}, with the penalty of the chosen model, at the training rows (${lossName({ task })}, lower is better). ${curve.points.length} models, each proved to be at most ${percentAbove(Math.max(1e-6, ...gaps))} of the worst risk above the best of its kind.`,
    ),
  ];
}
