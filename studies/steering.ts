// Is it better to steer by validation risks (apstar, the paper's way) or to solve the training problem
// exactly? Test risks of what `fairfront fit` makes, over many splits. `npm run bench -- linear` has the
// times.

import {
  type FitResult,
  fitLinear,
  fitResult,
  type PreparedFit,
  prepareDataset,
  resolveFitOptions,
} from 'fairfront/internal';
import { mean, standardError } from './statistics.js';

const TASKS: readonly {
  readonly name: string;
  readonly splits: number;
  readonly load: (split: number) => Promise<PreparedFit>;
}[] = [
  {
    name: 'adult by gender and ethnicity',
    splits: 5,
    load: (datasetSplit) => prepareDataset('adult:gender-ethnicity', { split: { datasetSplit } }),
  },
  {
    name: 'adult by gender',
    splits: 5,
    load: (datasetSplit) => prepareDataset('adult:gender', { split: { datasetSplit } }),
  },
  {
    name: 'adult by income',
    splits: 5,
    load: (datasetSplit) => prepareDataset('adult', { split: { datasetSplit }, groups: 'income' }),
  },
  {
    name: 'german by gender',
    splits: 20,
    load: (split) => prepareDataset('german:gender', { split: { seed: split + 1 } }),
  },
];
const SEARCHES = ['apstar', 'cutting-plane', 'exact'] as const;
const L2 = [1e-6, 1e-3];

type Worst = (result: FitResult) => number;
const worstOf =
  (model: keyof FitResult['models']): Worst =>
  ({ models }) =>
    models[model].metrics.test.crossEntropy.worst;

/** Compares test risks of models found by steering and by exact solves. */
export async function studySteering(): Promise<object> {
  const ratios: Record<string, number> = {};
  for (const l2 of L2) {
    for (const { name, splits, load } of TASKS) {
      const results: Record<(typeof SEARCHES)[number], FitResult[]> = {
        apstar: [],
        'cutting-plane': [],
        exact: [],
      };
      for (let split = 0; split < splits; split++) {
        const fit = await load(split);
        for (const search of SEARCHES) {
          const options = resolveFitOptions({
            model: 'linear',
            select: 'validation',
            search,
            l2,
            refine: true,
          });
          results[search].push(
            await fitResult(fit, (await fitLinear(fit, options))!, options, { explained: false }),
          );
        }
      }
      const apstar = results.apstar;
      const rows = [
        ...(['naive', 'balanced'] as const).map((model) => ({ who: model, model, of: apstar })),
        ...SEARCHES.map((who) => ({ who, model: 'minimax' as const, of: results[who] })),
      ];
      process.stdout.write(`${name}, l2 = ${l2}, ${splits} splits: cross-entropy on test rows\n`);
      console.table(
        rows.map(({ who, model, of }) => {
          const apart = of.map((result, i) => worstOf(model)(result) - worstOf('minimax')(apstar[i]!));
          return {
            who,
            'worst group': mean(of.map(worstOf(model))).toFixed(4),
            'less apstar’s': `${mean(apart).toFixed(4)} ± ${standardError(apart).toFixed(4)}`,
            'better in': `${apart.filter((difference) => difference < 0).length} of ${splits}`,
            'all rows': mean(
              of.map(({ models }) => models[model].metrics.test.crossEntropy.sampleMean),
            ).toFixed(4),
          };
        }),
      );
      ratios[`exact / apstar, ${name}, l2 ${l2}`] =
        mean(results.exact.map(worstOf('minimax'))) / mean(apstar.map(worstOf('minimax')));
    }
  }
  return { ratios };
}
