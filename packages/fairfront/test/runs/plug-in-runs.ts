// Small fits by plug-in estimation, and what a model file says, as a test sees it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { taskPart } from '@fairfront/core';
import { expect } from 'vitest';
import { feedsOf, predict } from '../../../neural/test/export/exported.js';
import type { ModelResult } from '../../src/measure/fit-result.js';
import type { TaskOptions } from '../../src/task/data-options.js';
import { loadData } from '../../src/task/load-data.js';
import { type PreparedFit, prepareFit } from '../../src/task/prepare-fit.js';

/** With the search of the paper. */
export const PLUG_IN = ['--estimation', 'plug-in', '--search', 'apstar'];
/** Networks with next to nothing in them. */
export const TINY = ['--hidden', '4', '--max-epochs', '2', '--learning-rate', '0.01'];
export const TINY_MLP = ['--model', 'mlp', ...TINY];

/** As `fit` prepares the data for linear models. */
export async function preparedData(path: string, options: TaskOptions, seed = 1): Promise<PreparedFit> {
  return prepareFit(await loadData(path), { ...options, seed });
}

/** What a model file of a run says of every row of the table: rows × classes. */
export async function saidBy(
  out: string,
  name: string,
  { encoder, task }: PreparedFit,
): Promise<{ probabilities: Float32Array; labels: readonly string[] }> {
  return predict(readFileSync(join(out, name)), feedsOf(encoder, task.table));
}

/** On test rows, group by group, a file must have the accuracy and the risk that the result tells. */
export async function expectSaid(
  out: string,
  name: string,
  fit: PreparedFit,
  { metrics: { test } }: Pick<ModelResult, 'metrics'>,
): Promise<void> {
  const { probabilities, labels } = await saidBy(out, name, fit);
  const { classes } = fit.task.target;
  const { rows, labels: truth, groups } = taskPart(fit.task, 0, 'test');
  groups.names.forEach((_, group) => {
    const own = [...rows.keys()].filter((i) => groups.groups[i] === group);
    const hits = own.filter((i) => labels[rows[i]!] === classes[truth[i]!]);
    expect(hits.length / own.length).toBe(test.accuracy.byGroup[group]);
    const losses = own.map((i) => -Math.log(probabilities[classes.length * rows[i]! + truth[i]!]!));
    const mean = losses.reduce((sum, loss) => sum + loss, 0) / own.length;
    expect(mean).toBeCloseTo(test.crossEntropy.byGroup[group]!, 5);
  });
}

/**
 * What a result never has a number for where validation rows choose: penalties, what could be gained at most, rows that
 * would tell; and the worst of rates of which neither end is.
 */
const NULLS =
  /^selection\.(folds|(naive|chosen|candidates\.\d)\.l2)$|^verdict\.(atMost|rowsToTell)$|\.(selectionRate|baseRate|meanPrediction)\.worst(Group)?$/;
/** What a group of a single class has none of, and their differences between groups. */
export const OF_BOTH_CLASSES = /\.(tpr|fpr|precision|parity|auc)\./;

/** Every number in it that JSON could not hold was written as null. */
export function nullsIn(value: unknown, path = ''): string[] {
  if (value === null) return NULLS.test(path) ? [] : [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, own]) => nullsIn(own, path === '' ? key : `${path}.${key}`));
}
