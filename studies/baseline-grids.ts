// Feldman and Kamishima with small values of their parameters on Adult, gender: what the published values
// tell of the parameters chosen there [MMPF Tables 3 and 11].

import { groupMetrics } from '@fairfront/core';
import { BASELINE_BY_NAME, type PreparedFit, prepareDataset, publishedTables } from 'fairfront/internal';
import { mean } from './statistics.js';

const VALUES = {
  feldman: [0, 0.05, 0.1, 0.15, 0.25, 0.5],
  kamishima: [0, 0.01, 0.03, 0.1, 0.3, 1, 2],
} as const;
const METRICS = ['accuracy', 'crossEntropy', 'ece'] as const;
const SPLITS = 5;
const L2 = 1e-6;

/** Trains two baselines at several values of their parameters, beside the published values. */
export async function studyBaselineGrids(): Promise<object> {
  const tables: Record<string, object> = {};
  const fits: PreparedFit[] = [];
  for (let split = 0; split < SPLITS; split++)
    fits.push(await prepareDataset('adult:gender', { split: { datasetSplit: split } }));
  const columns = METRICS.flatMap((metric) => ['Female', 'Male'].map((group) => ({ metric, group })));
  const row = (value: string, validation: number | undefined, means: readonly number[]) => ({
    value,
    'worst validation cross-entropy': validation?.toFixed(4) ?? '',
    ...Object.fromEntries(
      columns.map(({ metric, group }, i) => [
        `${metric}, ${group}`,
        metric === 'accuracy' ? (100 * means[i]!).toFixed(1) : means[i]!.toFixed(3),
      ]),
    ),
  });
  for (const [name, values] of Object.entries(VALUES) as [keyof typeof VALUES, readonly number[]][]) {
    const { title, symbol, prepare } = BASELINE_BY_NAME[name];
    const trainers = fits.map((fit) => prepare(fit, { l2: L2, seed: 1 }));
    const rows = values.map((value) => {
      const judged = fits.map((fit, split) => {
        const { predict } = trainers[split]!(value, undefined);
        const [validation, test] = (['validation', 'test'] as const).map((part) => {
          const { labels, groups } = fit.parts[part];
          return groupMetrics(predict(part), labels, groups, 2);
        });
        return { worst: validation!.crossEntropy.worst, test: test! };
      });
      return row(
        `${symbol} = ${value}`,
        mean(judged.map(({ worst }) => worst)),
        METRICS.flatMap((metric) =>
          [0, 1].map((group) => mean(judged.map(({ test }) => test[metric].byGroup[group]!))),
        ),
      );
    });
    const published = columns.map(
      ({ metric, group }) => publishedTables['table-11']![metric]![title]![group]![0],
    );
    rows.push(row('published', undefined, published));
    const caption = `${title} on Adult, gender, test rows, mean of ${SPLITS} splits`;
    process.stdout.write(`${caption}\n`);
    console.table(rows);
    tables[caption] = rows;
  }
  return { tables };
}
