// Text: which messages are spam, by their words (tf-idf), with spam and ham as groups. The recall of each on
// test rows, by the ordinary and by the chosen linear model, over splits drawn anew.

import { type FitResult, fitLinear, fitResult, prepareDataset, resolveFitOptions } from 'fairfront/internal';
import { mean, standardError } from './statistics.js';

const SPLITS = 10;
const MODELS = ['naive', 'balanced', 'minimax'] as const;
type ModelName = (typeof MODELS)[number];

interface Split {
  /** Groups are classes, so the accuracy of a group is the recall of its class. */
  readonly recalls: Readonly<Record<ModelName, Readonly<Record<string, number>>>>;
  readonly worstRisks: Readonly<Record<ModelName, number>>;
  readonly decision: FitResult['verdict']['decision'];
  readonly words: number;
  readonly relativeGap: number | null;
  readonly seconds: number;
}

/** Fits the SMS messages on all splits in the default way. */
export async function studyText(): Promise<object> {
  const splits: Split[] = [];
  for (let seed = 1; seed <= SPLITS; seed++) splits.push(await fitSplit(seed));
  const recall = (model: ModelName, group: string): number[] =>
    splits.map(({ recalls }) => recalls[model][group]!);
  const groups = Object.keys(splits[0]!.recalls.naive);
  const recalls = groups.flatMap((group) =>
    MODELS.map((model) => {
      const own = recall(model, group);
      const gains = own.map((share, i) => share - recall('naive', group)[i]!);
      return {
        group,
        model,
        recall: withError(own),
        lowest: percent(Math.min(...own)),
        'against naive': model === 'naive' ? '' : withError(gains),
      };
    }),
  );
  const worst = MODELS.map((model) => ({
    model,
    'worst cross-entropy': mean(splits.map(({ worstRisks }) => worstRisks[model])).toFixed(4),
  }));
  process.stdout.write(
    `sms-spam: recall on test rows at one half, mean ± twice the standard error over ${SPLITS} splits\n`,
  );
  console.table(recalls);
  console.table(worst);
  const about = {
    splits: SPLITS,
    words: mean(splits.map(({ words }) => words)),
    decisions: splits.map(({ decision }) => decision),
    largestGap: Math.max(...splits.map(({ relativeGap }) => relativeGap ?? Infinity)),
    seconds: mean(splits.map(({ seconds }) => seconds)),
  };
  process.stdout.write(
    `${about.words.toFixed(0)} words; proved gap at most ${about.largestGap.toExponential(1)}; ${about.seconds.toFixed(1)} s a fit\n`,
  );
  return { recalls, worst, ...about };
}

async function fitSplit(seed: number): Promise<Split> {
  const start = performance.now();
  const prepared = await prepareDataset('sms-spam:label', { split: { seed }, byFolds: true });
  const options = resolveFitOptions({});
  const { models, verdict, search } = await fitResult(
    prepared,
    (await fitLinear(prepared, options))!,
    options,
  );
  const { names } = prepared.parts.test.groups;
  const byModel = <Value>(value: (model: ModelName) => Value): Record<ModelName, Value> => ({
    naive: value('naive'),
    balanced: value('balanced'),
    minimax: value('minimax'),
  });
  return {
    recalls: byModel((model) => {
      const { byGroup } = models[model].metrics.test.accuracy;
      return Object.fromEntries(names.map((name, group) => [name, byGroup[group]!]));
    }),
    worstRisks: byModel((model) => models[model].metrics.test.crossEntropy.worst),
    decision: verdict.decision,
    words: prepared.encoder.features.length,
    relativeGap: search.certificate.relativeGap,
    seconds: (performance.now() - start) / 1000,
  };
}

function withError(values: readonly number[]): string {
  return `${percent(mean(values))} ± ${percent(2 * standardError(values))}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
