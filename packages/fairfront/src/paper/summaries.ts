// Figures 1 to 6 in words, for the terminal.

import type {
  Figure3Data,
  Figure5Data,
  FrontSummary,
  MeanAndDeviation,
  SampleStudy,
} from '@fairfront/charts';
import { networkName, strategyName } from '@fairfront/charts/internal';
import { count, decimal, percent } from '@fairfront/core/internal';
import { formatTable } from '../report/table.js';

/** The risks and weights of a problem with a known front. */
export function describeFront({ groups, minimax, utopia, naive, balanced }: FrontSummary): string {
  const table = formatTable(
    [
      { title: 'group', align: 'left' },
      { title: 'utopia' },
      { title: 'naive' },
      { title: 'balanced' },
      { title: 'minimax' },
      { title: 'weight μ' },
    ],
    groups.map((name, a) => [
      name,
      ...[utopia, naive, balanced, minimax.risks, minimax.mu].map((vector) => decimal(vector[a]!)),
    ]),
  );
  const gap = (minimax.upper - minimax.lower) / minimax.upper;
  return `${table}\nThe minimax risk lies between ${minimax.lower.toFixed(9)} and ${minimax.upper.toFixed(9)} (certified relative gap ${gap.toExponential(0)}).`;
}

/** Figure 3 in words. */
export function describeStarSets({ sets, maxSolves, strategies }: Figure3Data): string {
  const bins = strategies[0]!.solvesByArea;
  const table = formatTable(
    [
      { title: 'area', align: 'left' },
      { title: 'sets' },
      ...strategies.map(({ name }) => ({ title: strategyName(name) })),
    ],
    bins.map(({ areaFrom, areaTo, runs }, bin) => [
      `${percent(areaFrom)} to ${percent(areaTo)}`,
      String(runs),
      ...strategies.map(({ solvesByArea }) => {
        const { median, p90, failed } = solvesByArea[bin]!;
        if (runs === 0) return '–';
        const counts = `${median ?? `>${maxSolves}`} / ${p90 ?? `>${maxSolves}`}`;
        return failed === 0 ? counts : `${counts} (${failed} failed)`;
      }),
    ]),
  );
  return `Solves until all three sets are met, median / 90th percentile, over ${sets} random star sets; a run fails after ${maxSolves}.\n${table}`;
}

/** Figure 5 in words. */
export function describeStarSet({ curves, area }: Figure5Data): string {
  return `Three star sets, ${curves[0]!.radius.length - 1} pieces each, that share ${percent(area)} of the simplex.`;
}

/** Panels d and e of figure 6 in words. */
export function describeStudy({ hidden, maxSolves, rows }: SampleStudy): string {
  const most = Math.max(...rows.map(({ runs }) => runs.length));
  const spread = ({ mean, sd }: MeanAndDeviation): string =>
    most > 1 ? `${percent(mean)} ± ${percent(sd)}` : percent(mean);
  const table = formatTable(
    [
      { title: 'samples' },
      { title: 'runs' },
      { title: 'worst risk off by' },
      { title: 'risks off by' },
      { title: 'weights μ off by' },
    ],
    rows.map(({ samples, runs, worstRiskError, riskError, muError }) => [
      samples.toLocaleString('en-US'),
      String(runs.length),
      ...[worstRiskError, riskError, muError].map(spread),
    ]),
  );
  return [
    `Networks trained on samples: ${describeNetwork(hidden)}. APStar made at most ${count(maxSolves, 'solve')} on each.`,
    `Their true risks against the closed form, relative${most > 1 ? ', mean ± standard deviation over runs' : ''}:`,
    table,
  ].join('\n');
}

/** The paper's architecture for samples [MMPF, Table of architectures]. */
const PAPER_NETWORK = networkName([512, 512]);

/** Names the network, and says whether it is the paper's. @param hidden the width of each block */
export function describeNetwork(hidden: readonly number[]): string {
  const network = networkName(hidden);
  return network === PAPER_NETWORK
    ? `${network}, the paper’s`
    : `${network}; the paper’s is a ${PAPER_NETWORK}`;
}
