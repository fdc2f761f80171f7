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
  const row = (what: string, of: (split: Split, model: ModelName) => number, shown: typeof percent) => {
    const values = (model: ModelName): number[] => splits.map((split) => of(split, model));
    const change = splits.map((split) => of(split, 'minimax') - of(split, 'naive'));
    const columns = MODELS.map((model) => [model, withError(values(model), shown)]);
    return { '': what, ...Object.fromEntries(columns), 'minimax − naive': withError(change, shown) };
  };
  const rows = [
    ...Object.keys(splits[0]!.recalls.naive).map((group) =>
      row(`recall of ${group}, %`, ({ recalls }, model) => recalls[model][group]!, percent),
    ),
    row(
      'cross-entropy of the worst',
      ({ worstRisks }, model) => worstRisks[model],
      (risk) => risk.toFixed(4),
    ),
  ];
  console.table(rows);
  const about = {
    words: Math.round(mean(splits.map(({ words }) => words))),
    decisions: splits.map(({ decision }) => decision),
    largestGap: Math.max(...splits.map(({ relativeGap }) => relativeGap ?? Infinity)),
    seconds: mean(splits.map(({ seconds }) => seconds)),
  };
  const caption = `SMS Spam Collection, test rows, decided at one half, mean ± twice the standard error over ${SPLITS} splits`;
  return { tables: { [caption]: rows }, ...about };
}

async function fitSplit(seed: number): Promise<Split> {
  const start = performance.now();
  const prepared = await prepareDataset('sms-spam:label', { split: { seed }, byFolds: true });
  const options = resolveFitOptions({ model: 'linear' });
  const { models, verdict, search } = await fitResult(
    prepared,
    (await fitLinear(prepared, options))!,
    options,
    { explained: false },
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

function withError(values: readonly number[], shown: (value: number) => string): string {
  return `${shown(mean(values))} ± ${shown(2 * standardError(values))}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
