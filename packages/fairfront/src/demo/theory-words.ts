// What the theory demo found, in sentences and tables, for the terminal and for the report.

import { strategyName } from '@fairfront/charts/internal';
import { disparity, hasEqualRisks, worstGroup, worstRisk } from '@fairfront/core';
import { decimal, percent, riskChange } from '@fairfront/core/internal';
import { formatTable, type TextTable } from '../report/table.js';
import type { DemoResult } from './theory.js';

interface DemoWords {
  readonly problem: string;
  readonly outcome: string;
  readonly optimum: string;
  /** What the comparison of the strategies does not show. */
  readonly fairness: string;
}

/** The sentences of the theory demo. */
export function demoWords({ groups, optimum, loss }: DemoResult): DemoWords {
  const balanced = groups.map((group) => group.balanced);
  const worst = groups[worstGroup(balanced)]!;
  const paying = groups.filter((group) => group.minimax > group.balanced).map(({ name }) => name);
  const gap = (optimum.upper - optimum.lower) / optimum.upper;
  const equal = hasEqualRisks(optimum.risks, 1e-4)
    ? 'All groups end with the same risk.'
    : `Risks end ${decimal(disparity(optimum.risks))} apart: raising the risk of the better-off group to match would harm it and help nobody.`;
  return {
    problem:
      `Three groups share one classifier; their inputs overlap and their outcomes differ (${loss === 'brier' ? 'Brier score' : loss}; lower is better).\n` +
      'Groups are equally frequent, so naive and balanced training are the same here.',
    outcome:
      `Balanced training leaves ${worst.name} worst off, at ${decimal(worst.balanced)}. The minimax classifier brings the worst risk down to ` +
      `${decimal(worstRisk(optimum.risks))} (−${percent(1 - worstRisk(optimum.risks) / worstRisk(balanced))}); ` +
      `${paying.join(' and ')} ${paying.length === 1 ? 'pays' : 'pay'} for it.\n${equal}`,
    optimum:
      `Known optimum: no classifier can have a worst risk below ${optimum.lower.toFixed(9)}, and one reaches ${optimum.upper.toFixed(9)} ` +
      `(certified relative gap ${gap.toExponential(0)}).`,
    fairness:
      'Multiplicative weights runs at the rate its theorem asks for. At a rate tuned by hand it can be faster than APStar; none of the others was tuned to this problem.',
  };
}

/** Why a search ended. */
function stopWords(
  reason: string,
  { gap, maxSolves }: { readonly gap: number; readonly maxSolves: number },
): string {
  if (reason === 'gap') return `certified within ${percent(gap)}`;
  if (reason === 'max-solves') return `limit of ${maxSolves} solves`;
  return reason;
}

/** What each group gets. */
export function groupTable({ groups }: DemoResult): TextTable {
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'share' },
      { title: 'own best' },
      { title: 'balanced' },
      { title: 'minimax' },
      { title: 'change' },
      { title: 'weight μ' },
    ],
    rows: groups.map(({ name, share, utopia, balanced, minimax, mu }) => [
      name,
      percent(share),
      decimal(utopia),
      decimal(balanced),
      decimal(minimax),
      riskChange(balanced, minimax),
      decimal(mu),
    ]),
  };
}

/** What each strategy needed. */
export function strategyTable(result: DemoResult): TextTable {
  return {
    columns: [
      { title: 'strategy', align: 'left' },
      { title: 'solves' },
      { title: 'worst risk' },
      { title: 'certified gap' },
      { title: 'stopped', align: 'left' },
    ],
    rows: result.strategies.map(({ strategy, solves, worstRisk, certificate, stopped }) => [
      strategyName(strategy),
      String(solves),
      worstRisk.toFixed(6),
      certificate.certified ? percent(certificate.relativeGap) : 'none',
      stopWords(stopped, result),
    ]),
  };
}

/** The whole theory demo as text. */
export function theoryText(result: DemoResult): string {
  const words = demoWords(result);
  const groups = groupTable(result);
  const strategies = strategyTable(result);
  return [
    words.problem,
    '',
    formatTable(groups.columns, groups.rows),
    '',
    words.outcome,
    '',
    formatTable(strategies.columns, strategies.rows),
    words.fairness,
    '',
    words.optimum,
  ].join('\n');
}
