// The paper's baselines against its own tables: accuracy by group over five splits of Adult (the authors') and of German (drawn here), beside
// what is published [MMPF Tables 3 and 5, and the +H rows of their full versions]. No timing; the same in every run.

import {
  type BaselineName,
  compareMethods,
  expectedRates,
  type FitResult,
  type FittedModels,
  fitEqualisedOdds,
  fitLinear,
  fitResult,
  type LinearModel,
  type PreparedFit,
  spreadOf,
} from 'fairfront';
import { loadFit } from './load-fit.js';
import { mean } from './statistics.js';

type Figure = readonly [mean: number, sd: number];
type Published = Readonly<Record<string, readonly [Female: Figure, Male: Figure]>>;

const published: Readonly<Record<'adult:gender' | 'german:gender', Published>> = {
  'adult:gender': {
    naive: [
      [92.3, 0.4],
      [80.5, 0.4],
    ],
    balanced: [
      [92.3, 0.3],
      [80.3, 0.7],
    ],
    zafar: [
      [92.5, 0.3],
      [80.9, 0.3],
    ],
    feldman: [
      [92.3, 0.3],
      [80.7, 0.2],
    ],
    kamishima: [
      [92.6, 0.4],
      [80.9, 0.4],
    ],
    minimax: [
      [91.9, 0.4],
      [81.0, 0.4],
    ],
    'naive + H': [
      [74.2, 2.7],
      [78.6, 2.1],
    ],
    'balanced + H': [
      [73.8, 3.1],
      [77.7, 2.9],
    ],
    'zafar + H': [
      [73.3, 2.7],
      [77.3, 2.5],
    ],
    'feldman + H': [
      [72.3, 2.5],
      [76.5, 2.7],
    ],
    'kamishima + H': [
      [73.5, 2.0],
      [77.8, 1.2],
    ],
    'minimax + H': [
      [76.0, 2.2],
      [79.8, 1.6],
    ],
  },
  'german:gender': {
    naive: [
      [70.7, 7.3],
      [71.2, 4.5],
    ],
    balanced: [
      [71.6, 5.9],
      [70.9, 4.1],
    ],
    zafar: [
      [73.0, 5.6],
      [71.0, 3.5],
    ],
    feldman: [
      [73.5, 8.6],
      [71.9, 4.3],
    ],
    kamishima: [
      [68.8, 6.8],
      [72.7, 2.6],
    ],
    minimax: [
      [72.5, 5.5],
      [71.6, 2.8],
    ],
    'naive + H': [
      [57.5, 1.7],
      [57.8, 1.8],
    ],
    'balanced + H': [
      [60.5, 4.2],
      [60.9, 4.5],
    ],
    'zafar + H': [
      [59.8, 4.0],
      [60.5, 4.9],
    ],
    'feldman + H': [
      [61.6, 4.7],
      [62.2, 5.0],
    ],
    'kamishima + H': [
      [61.7, 4.0],
      [61.3, 4.2],
    ],
    'minimax + H': [
      [65.7, 4.7],
      [65.9, 4.7],
    ],
  },
};

const SPLITS = 5;
const METHODS: readonly (BaselineName | 'hardt')[] = ['zafar', 'feldman', 'kamishima', 'hardt'];

export async function benchBaselines(): Promise<object> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const name of ['adult:gender', 'german:gender'] as const) {
    const runs: Compared[] = [];
    for (let split = 0; split < SPLITS; split++) runs.push(await compare(name, split));
    const results = runs.map(({ result }) => result);
    const rows = Object.entries(published[name]).map(([method, figures]) => {
      const ours = results.map((result) => accuracies(result, method));
      return figures.map(([centre, spread], group) => {
        const values = ours.map((byGroup) => 100 * byGroup[group]!);
        return {
          method,
          group: results[0]!.groups[group]!.name,
          ours: `${mean(values).toFixed(1)} ± ${spreadOf(values).deviation!.toFixed(1)}`,
          published: `${centre.toFixed(1)} ± ${spread.toFixed(1)}`,
          'off, published sd': Number(((mean(values) - centre) / spread).toFixed(2)),
        };
      });
    });
    process.stdout.write(`${name}: accuracy on test rows, ${SPLITS} splits\n`);
    console.table(rows.flat());
    for (const { title, parameter } of results[0]!.compared!.baselines) {
      const chosen = results.map(
        ({ compared }) => compared!.baselines.find((one) => one.title === title)!.parameter.value,
      );
      process.stdout.write(
        `${title}: ${parameter.symbol} chosen ${chosen.map((value) => Number(value.toPrecision(3))).join(', ')}\n`,
      );
    }
    process.stdout.write('naive + H in other ways\n');
    console.table(
      [...runs[0]!.variants.keys()].map((variant) => ({
        variant,
        ...Object.fromEntries(
          results[0]!.groups.map(({ name: group }, i) => [
            group,
            mean(runs.map(({ variants }) => 100 * variants.get(variant)![i]!)).toFixed(1),
          ]),
        ),
      })),
    );
    found[name] = Object.fromEntries(
      rows.flat().map(({ method, group, ours }) => [`${method}, ${group}`, ours]),
    );
  }
  return { accuracies: found };
}

const TRAINING = {
  loss: 'cross-entropy',
  model: 'linear',
  estimation: 'joint',
  l2: 1e-6,
  search: 'apstar',
  gap: 1e-4,
  seed: 1,
} as const;

interface Compared {
  readonly result: FitResult;
  /** Accuracy by group of other ways to equalised odds of the naive model. */
  readonly variants: ReadonlyMap<string, readonly number[]>;
}

async function compare(name: string, split: number): Promise<Compared> {
  const fit = await loadFit(name, name === 'adult:gender' ? { published: split } : { seed: split + 1 });
  const models = (await fitLinear(fit, TRAINING))!;
  const compared = await compareMethods(fit, models, METHODS, TRAINING);
  return {
    result: await fitResult(fit, models, TRAINING, { compared }),
    variants: equalisedOddsVariants(fit, models),
  };
}

/** Made of scores or of decisions, fitted on training or validation rows, for accuracy or for the mean of both classes' rates. */
function equalisedOddsVariants(
  { parts }: PreparedFit,
  { naive, predict }: FittedModels<LinearModel>,
): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const made of ['scores', 'decisions'] as const) {
    const scores = (part: 'train' | 'validation' | 'test'): Float64Array => {
      const own = (predict(naive, part) as Float64Array).filter((_, i) => i % 2 === 1);
      return made === 'scores' ? own : own.map((score) => (score > 0.5 ? 1 : 0));
    };
    for (const fitted of ['train', 'validation'] as const) {
      for (const aim of ['accuracy', 'both rates'] as const) {
        const { labels, groups } = parts[fitted];
        const positives = labels.reduce((sum, label) => sum + label, 0);
        const falseNegativeCost = aim === 'accuracy' ? 1 : (labels.length - positives) / positives;
        const rule = fitEqualisedOdds(scores(fitted), labels, groups, { falseNegativeCost });
        const rates = expectedRates(rule, scores('test'), parts.test.labels, parts.test.groups);
        found.set(
          `${made}, ${fitted} rows, for ${aim}`,
          rates.map(({ accuracy }) => accuracy!),
        );
      }
    }
  }
  return found;
}

function accuracies({ models, compared }: FitResult, method: string): readonly number[] {
  const [of = '', isPostProcessed] = method.split(' + ');
  if (isPostProcessed !== undefined) {
    return compared!.equalisedOdds.find((one) => one.of === of)!.accuracy.test.byGroup;
  }
  const own = compared!.baselines.find((one) => one.name === of) ?? models[of as keyof FitResult['models']];
  return own.metrics.test.accuracy.byGroup;
}
