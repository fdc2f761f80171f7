// What the default fit does for people not yet seen: the worst group's cross-entropy on test rows, over many splits,
// beside three ways that take what a search finds: APStar by validation rows, exact by training rows, and balanced.

import { groupMetrics } from '@fairfront/core';
import {
  type FitResult,
  fitLinear,
  fitResult,
  type PreparedFit,
  prepareDataset,
  resolveFitOptions,
} from 'fairfront/internal';
import { mean, standardError } from './statistics.js';

interface Task {
  readonly name: string;
  readonly dataset: string;
  readonly groups?: string;
  readonly splits: number;
  /** Whether the splits are published. */
  readonly isPublished?: boolean;
}

const TASKS: readonly Task[] = [
  { name: 'Adult, sex', dataset: 'adult:gender', splits: 5, isPublished: true },
  { name: 'Adult, sex and race', dataset: 'adult:gender-ethnicity', splits: 5, isPublished: true },
  { name: 'Adult, sex and income', dataset: 'adult', groups: 'sex,income', splits: 5, isPublished: true },
  { name: 'German, sex', dataset: 'german:gender', splits: 100 },
  { name: 'SUPPORT2, age, race and outcome', dataset: 'support2:age-race-outcome', splits: 20 },
  { name: 'SUPPORT2, sex', dataset: 'support2:age-race-outcome', groups: 'sex', splits: 20 },
];

const SEARCHED = { apstar: { search: 'apstar' }, exact: { search: 'exact' } } as const;

/** Fits every task on all of its splits, in the default way and in those that it took the place of. */
export async function studyGeneralisation(): Promise<object> {
  const tables: Record<string, object[]> = {};
  const only = process.argv[3];
  for (const task of TASKS) {
    if (only !== undefined && !task.name.includes(only)) continue;
    const bySplit: Split[] = [];
    for (let split = 0; split < task.splits; split++) bySplit.push(await fitSplit(task, split));
    const title = `${task.name}: worst group’s cross-entropy on test rows, ${task.splits} splits`;
    const naive = bySplit.map(({ worst }) => worst['naive']!);
    const rows = Object.keys(bySplit[0]!.worst).map((way) => {
      const own = bySplit.map(({ worst }) => worst[way]!);
      const changes = own.map((risk, i) => risk / naive[i]! - 1);
      return {
        way,
        worst: mean(own).toFixed(4),
        'against naive': percent(mean(changes)),
        '± standard error': percent(standardError(changes)),
        'worst split': percent(Math.max(...changes)),
      };
    });
    const decisions = bySplit.map(({ decision }) => decision);
    const times = (decision: string): string =>
      `${decision} ${decisions.filter((own) => own === decision).length}`;
    process.stdout.write(
      `${title}\n${['use-minimax', 'keep-naive', 'cannot-tell'].map(times).join(', ')}; naive chosen ${bySplit.filter(({ isNaive }) => isNaive).length}\n`,
    );
    console.table(rows);
    tables[title] = rows;
  }
  return { tables };
}

interface Split {
  readonly worst: Readonly<Record<string, number>>;
  readonly decision: FitResult['verdict']['decision'];
  readonly isNaive: boolean;
}

async function fitSplit({ dataset, groups, isPublished = false }: Task, split: number): Promise<Split> {
  const prepare = (byFolds: boolean): Promise<PreparedFit> =>
    prepareDataset(dataset, {
      split: isPublished ? { datasetSplit: split } : { seed: split + 1 },
      byFolds,
      groups,
    });
  const byFolds = await prepare(true);
  const options = resolveFitOptions({ model: 'linear' });
  const result = await fitResult(byFolds, (await fitLinear(byFolds, options))!, options, {
    explained: false,
  });
  const worst: Record<string, number> = {
    naive: result.models.naive.metrics.test.crossEntropy.worst,
    chosen: result.models.minimax.metrics.test.crossEntropy.worst,
  };
  const parted = await prepare(false);
  for (const [way, { search }] of Object.entries(SEARCHED)) {
    const own = resolveFitOptions({ model: 'linear', select: 'validation', search });
    const { naive, balanced, minimax, predict } = (await fitLinear(parted, own))!;
    const { labels, groups: index } = parted.parts.test;
    const worstOf = (model: typeof naive): number =>
      groupMetrics(predict(model, 'test') as Float64Array, labels, index, parted.task.target.classes.length)
        .crossEntropy.worst;
    worst['naive, l2 1e-6, training part'] = worstOf(naive);
    worst['balanced, l2 1e-6, training part'] = worstOf(balanced);
    worst[`${way}, l2 1e-6, training part`] = worstOf(minimax.model);
  }
  return {
    worst,
    decision: result.verdict.decision,
    isNaive: result.selection?.chosen.model === 'naive',
  };
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(100 * share).toFixed(2)}%`;
}
