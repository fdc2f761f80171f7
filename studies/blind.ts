// Does `blind` serve people not yet seen? The worst share's cross-entropy on test rows over splits and shares; and where it
// is known who they are, what a hidden sub-population with a law of its own has of it.

import {
  createRandom,
  groupIndex,
  groupShares,
  type LabelledRows,
  type LinearModel,
  linearSolver,
  meanRisks,
  solveBlind,
  solveLinearMinimax,
} from '@fairfront/core';
import { LinearObjective } from '@fairfront/core/internal';
import { type FitResult, fitLinear, fitResult, prepareDataset, resolveFitOptions } from 'fairfront/internal';
import { mean, standardError } from './statistics.js';

const SHARES = [0.05, 0.1, 0.2, 0.5, 0.8];

const TASKS = [
  { name: 'Adult', dataset: 'adult:gender', splits: 3, isPublished: true },
  { name: 'German', dataset: 'german:gender', splits: 10, isPublished: false },
  { name: 'SUPPORT2', dataset: 'support2:age-race-outcome', splits: 3, isPublished: false },
] as const;

/** Fits every dataset at every share on several splits, and simulates a hidden sub-population. */
export async function studyBlind(): Promise<object> {
  const hidden = simulateHidden();
  process.stdout.write('A hidden fifth with a law of its own: cross-entropy on new rows, 20 samples\n');
  console.table(hidden);
  const rows: object[] = [];
  for (const { name, dataset, splits, isPublished } of TASKS) {
    for (const blind of SHARES) {
      const results: Pick<Required<FitResult>, 'verdict' | 'blind' | 'models'>[] = [];
      for (let split = 0; split < splits; split++) {
        const fit = await prepareDataset(dataset, {
          split: isPublished ? { datasetSplit: split } : { seed: split + 1 },
          byFolds: true,
        });
        const options = resolveFitOptions({ model: 'linear', blind });
        const result = await fitResult(fit, (await fitLinear(fit, options))!, options, { explained: false });
        results.push({ ...result, blind: result.blind! });
      }
      const average = (of: (result: (typeof results)[number]) => number): string =>
        mean(results.map(of)).toFixed(3);
      const changes = results.map(
        ({ blind: worst }) => worst.risks.minimax.value / worst.risks.naive.value - 1,
      );
      rows.push({
        data: name,
        share: blind,
        naive: average(({ blind: worst }) => worst.risks.naive.value),
        chosen: average(({ blind: worst }) => worst.risks.minimax.value),
        constant: average(({ blind: worst }) => worst.collapse.constantRisk),
        change: `${(100 * mean(changes)).toFixed(1)} ± ${(100 * standardError(changes)).toFixed(1)}%`,
        spread: average(({ blind: worst }) => worst.collapse.spread),
        'all rows: naive': average(({ models }) => models.naive.metrics.test.crossEntropy.sampleMean),
        'all rows: chosen': average(({ models }) => models.minimax.metrics.test.crossEntropy.sampleMean),
        use: `${results.filter(({ verdict }) => verdict.decision === 'use-minimax').length} of ${splits}`,
      });
      process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
    }
  }
  console.table(rows);
  return { rows, hidden };
}

const SAMPLES = 20;
const ROWS = 2000;
const COLUMNS = 5;
const HIDDEN = 0.2;
const OPTIONS = { classCount: 2, l2: 1e-3 };

/** By how sure labels are, what the hidden fifth and the others have with ordinary training and with `blind`. */
function simulateHidden(): object[] {
  return [
    { labels: 'nearly certain', strength: 8 },
    { labels: 'partly chance', strength: 1.5 },
  ].flatMap(({ labels, strength }) => {
    const samples = Array.from({ length: SAMPLES }, (_, seed) => ({
      train: draw(strength, 2 * seed + 1),
      test: draw(strength, 2 * seed + 2),
    }));
    const ways: Readonly<Record<string, (rows: LabelledRows) => LinearModel>> = {
      ordinary: (rows) => linearSolver(rows, OPTIONS).solve(groupShares(rows.groups)).model,
      ...Object.fromEntries(
        [0.8, 0.5, 0.2].map((share) => [
          `blind ${share}`,
          (rows: LabelledRows) => solveBlind(rows, { ...OPTIONS, share, gap: 1e-4 }).model,
        ]),
      ),
      'minimax, were they named': (rows) => solveLinearMinimax(rows, OPTIONS).model,
    };
    return Object.entries(ways).map(([way, train]) => {
      const risks = samples.map((sample) => risksOf(train(sample.train), sample.test));
      return {
        labels,
        way,
        'hidden fifth': mean(risks.map(([hidden]) => hidden!)).toFixed(3),
        others: mean(risks.map(([, others]) => others!)).toFixed(3),
      };
    });
  });
}

/** The hidden fifth goes by the second feature, the others by the first; nothing says who is who. */
function draw(strength: number, seed: number): LabelledRows {
  const random = createRandom(seed);
  const normal = (): number => Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform());
  const names: string[] = [];
  const labels = new Int32Array(ROWS);
  const values = Float64Array.from({ length: ROWS * COLUMNS }, normal);
  for (let row = 0; row < ROWS; row++) {
    const isHidden = random.uniform() < HIDDEN;
    names.push(isHidden ? 'hidden' : 'others');
    const score = strength * values[row * COLUMNS + (isHidden ? 1 : 0)]!;
    labels[row] = random.uniform() < 1 / (1 + Math.exp(-score)) ? 1 : 0;
  }
  const groups = groupIndex(names, ['hidden', 'others']);
  return { features: { rowCount: ROWS, columnCount: COLUMNS, values }, labels, groups };
}

function risksOf({ parameters }: LinearModel, rows: LabelledRows): number[] {
  const { losses } = new LinearObjective(rows, 2, 'cross-entropy', OPTIONS.l2).evaluate(parameters);
  return meanRisks(losses, rows.groups);
}
