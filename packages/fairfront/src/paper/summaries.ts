// The figures in text, for the terminal.

import {
  type Figure3Data,
  type Figure5Data,
  type FrontSummary,
  percent,
  strategyName,
} from '@fairfront/charts';
import { decimal } from '../terminal/numbers.js';
import { formatTable } from '../terminal/table.js';

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

export function describeStarSet({ curves, area }: Figure5Data): string {
  return `Three star sets, ${curves[0]!.radius.length - 1} pieces each, that share ${percent(area)} of the simplex.`;
}
