// Equalised odds of the naive model in every way we could think of, beside the accuracies published for it
// [MMPF Tables 10 to 12, the +H rows], and the rates that those accuracies imply.

import { expectedRates, fitEqualisedOdds } from '@fairfront/core/baselines';
import {
  fitLinear,
  type PreparedFit,
  prepareDataset,
  publishedName,
  publishedTables,
  resolveFitOptions,
} from 'fairfront/internal';
import { mean } from './statistics.js';

const STUDIES = [
  { dataset: 'adult:gender', table: 'table-11' },
  { dataset: 'adult:gender-ethnicity', table: 'table-10' },
  { dataset: 'german:gender', table: 'table-12' },
] as const;
const SPLITS = 5;
/** The naive model is all that is needed. */
const TRAINING = resolveFitOptions({ model: 'linear', select: 'validation', search: 'apstar', maxSolves: 1 });

/** One way on one split: accuracy of every group, and the rates they share, on test rows. */
interface Outcome {
  readonly accuracies: readonly number[];
  readonly tpr: number;
  readonly fpr: number;
}

/** Makes equalised odds of the naive models in several ways. */
export async function studyEqualisedOdds(): Promise<object> {
  const found: Record<string, object> = {};
  for (const { dataset, table } of STUDIES) {
    const splits: { readonly ways: Map<string, Outcome>; readonly fit: PreparedFit }[] = [];
    for (let split = 0; split < SPLITS; split++) {
      const fit = await prepareDataset(dataset, {
        split: dataset === 'german:gender' ? { seed: split + 1 } : { datasetSplit: split },
      });
      splits.push({ fit, ways: await tryWays(fit) });
    }
    const { groups } = splits[0]!.fit.parts.test;
    const row = publishedTables[table]!['accuracy']!['Naive LR+H']!;
    const published = groups.names.map((name) => row[publishedName(name)]!);
    const shares = groups.names.map((_, group) => mean(splits.map(({ fit }) => positiveShare(fit, group))));
    const ways = [...splits[0]!.ways.keys()].map((way) => {
      const outcomes = splits.map((split) => split.ways.get(way)!);
      return {
        way,
        accuracies: published.map((_, group) => mean(outcomes.map(({ accuracies }) => accuracies[group]!))),
        tpr: [mean(outcomes.map(({ tpr }) => tpr))],
        fpr: [mean(outcomes.map(({ fpr }) => fpr))],
      };
    });
    const accuracies = published.map(([accuracy]) => accuracy);
    const rows = [...ways, { way: 'published', accuracies, ...impliedRates(published, shares) }];
    process.stdout.write(`${dataset}: naive model with equalised odds, test rows, ${SPLITS} splits, %\n`);
    console.table(
      rows.map(({ way, accuracies, tpr, fpr }) => ({
        way,
        ...Object.fromEntries(groups.names.map((name, group) => [name, percent(accuracies[group]!)])),
        'true positives': tpr.map(percent).join('±'),
        'false positives': fpr.map(percent).join('±'),
      })),
    );
    found[dataset] = { groups: groups.names, rows };
  }
  return { studies: found };
}

/**
 * Made of scores or of decisions, fitted on training or validation rows, for accuracy or for the mean of both
 * classes' rates.
 */
async function tryWays(fit: PreparedFit): Promise<Map<string, Outcome>> {
  const { naive, predict } = (await fitLinear(fit, TRAINING))!;
  const { parts } = fit;
  const found = new Map<string, Outcome>();
  for (const made of ['scores', 'decisions'] as const) {
    const scores = (part: 'train' | 'validation' | 'test'): Float64Array => {
      const own = (predict(naive, part) as Float64Array).filter((_, i) => i % 2 === 1);
      return made === 'scores' ? own : own.map((score) => (score > 0.5 ? 1 : 0));
    };
    for (const fitted of ['validation', 'train'] as const) {
      for (const aim of ['accuracy', 'both rates'] as const) {
        const { labels, groups } = parts[fitted];
        const positives = labels.reduce((sum, label) => sum + label, 0);
        const falseNegativeCost = aim === 'accuracy' ? 1 : (labels.length - positives) / positives;
        const rule = fitEqualisedOdds(scores(fitted), labels, groups, { falseNegativeCost });
        const rates = expectedRates(rule, scores('test'), parts.test.labels, parts.test.groups);
        found.set(`${made}, ${fitted} rows, for ${aim}`, {
          accuracies: rates.map(({ accuracy }) => accuracy!),
          tpr: mean(rates.map(({ tpr }) => tpr!)),
          fpr: mean(rates.map(({ fpr }) => fpr!)),
        });
      }
    }
  }
  return found;
}

/**
 * The rates [mean, sd] that published accuracies [mean, sd] of the groups imply, if all have the same:
 * accuracy = p tpr + (1 − p) tnr, where p is the group's share of positives. Least squares; deviations as of
 * independent figures.
 */
function impliedRates(published: readonly (readonly [number, number])[], shares: readonly number[]) {
  const sum = (term: (p: number, q: number) => number): number =>
    shares.reduce((total, p) => total + term(p, 1 - p), 0);
  const [pp, pq, qq] = [sum((p) => p * p), sum((p, q) => p * q), sum((_, q) => q * q)];
  const determinant = pp * qq - pq * pq;
  const combined = (factors: readonly number[]): readonly [number, number] => [
    factors.reduce((total, factor, i) => total + factor * published[i]![0], 0),
    Math.hypot(...factors.map((factor, i) => factor * published[i]![1])),
  ];
  const tpr = combined(shares.map((p) => (qq * p - pq * (1 - p)) / determinant));
  const [tnr, deviation] = combined(shares.map((p) => (pp * (1 - p) - pq * p) / determinant));
  return { tpr, fpr: [1 - tnr, deviation] };
}

function positiveShare({ parts }: PreparedFit, group: number): number {
  const { labels, groups } = parts.test;
  const own = labels.filter((_, row) => groups.groups[row] === group);
  return own.reduce((sum, label) => sum + label, 0) / own.length;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
