// Small fits of boosted trees, and what a test works out by itself.

import { createRandom, createTable, type LabelledRows, type Table } from '@fairfront/core';
import type { BoostedModel } from '@fairfront/trees';
import { type FitTask, prepareForFit } from '../../../src/runs/find-fit.js';
import { fitBoosted } from '../../../src/training/fit-boosted.js';
import type { FitHooks, FitProgress } from '../../../src/training/fit-hooks.js';
import type { FittedModels } from '../../../src/training/fitted-models.js';
import { type FitOptions, knownModel, resolveFitOptions } from '../../../src/training/options/fit-options.js';
import { categories, numbers } from '../../runs/made-table.js';
import { GROUPS } from '../select/made-groups.js';

/** Few trees, which learn at once. */
export const SMALL = { model: 'boosted', trees: 25, maxDepth: 2, learningRate: 0.3, minGroup: 5 } as const;

export interface SmallFit {
  readonly fit: FitTask;
  readonly models: FittedModels<BoostedModel>;
}

/** Prepares and trains. */
export async function trained(
  table: Table,
  more: FitOptions = {},
  hooks?: FitHooks<BoostedModel>,
  resume?: FitProgress<BoostedModel>,
): Promise<SmallFit> {
  const options = knownModel(resolveFitOptions({ ...GROUPS, ...SMALL, ...more }));
  const fit = prepareForFit(table, options);
  return { fit, models: (await fitBoosted(fit, options, hooks, resume))! };
}

/** The mean loss of each group, by the definition. @param probabilities rows × classes */
export function risksOf(
  probabilities: Float64Array,
  { labels, groups }: LabelledRows,
  loss: 'cross-entropy' | 'brier' = 'cross-entropy',
): number[] {
  const classCount = probabilities.length / labels.length;
  return groups.names.map((_, group) => {
    let [sum, rows] = [0, 0];
    labels.forEach((label, row) => {
      if (groups.groups[row] !== group) return;
      const p = [...probabilities.subarray(row * classCount, (row + 1) * classCount)];
      sum +=
        loss === 'brier'
          ? p.reduce((all, own, c) => all + (own - (c === label ? 1 : 0)) ** 2, 0)
          : -Math.log(p[label]!);
      rows++;
    });
    return sum / rows;
  });
}

/** Labels that follow from two numbers together and from neither alone, in three grades too; the same for both groups. */
export function interactions(rowCount: number, seed = 3): Table {
  const { uniform } = createRandom(seed);
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const [x, y] = [Math.floor(8 * uniform()) - 3.5, Math.floor(8 * uniform()) - 3.5];
    const score = Math.sign(x * y) + 2.4 * (uniform() - 0.5);
    return {
      ...{ x, y, town: 'abc'[Math.floor(3 * uniform())]! },
      group: uniform() < 0.3 ? 'few' : 'many',
      label: score > 0 ? 'yes' : 'no',
      grade: score > 0.7 ? 'a' : score > -0.7 ? 'b' : 'c',
      part: ['train', 'train', 'train', 'validation', 'test'][row % 5]!,
    };
  });
  const texts = (name: 'town' | 'group' | 'label' | 'grade' | 'part') =>
    categories(
      name,
      rows.map((row) => row[name]),
    );
  return createTable([
    ...(['x', 'y'] as const).map((name) =>
      numbers(
        name,
        rows.map((row) => row[name]),
      ),
    ),
    ...(['town', 'group', 'label', 'grade', 'part'] as const).map(texts),
  ]);
}
