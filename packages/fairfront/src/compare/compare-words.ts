// What a comparison found, in sentences.

import { listed } from '@fairfront/core';
import type { FitResult } from '../fit/fit-result.js';
import { change, decimal, percent1 } from '../terminal/numbers.js';
import { type MethodLine, NEEDS_GROUP } from './compare-tables.js';
import type { ComparedResult } from './compared-result.js';

/** @param lines of the test rows */
export function compareWords(
  result: FitResult,
  compared: ComparedResult,
  lines: readonly MethodLine[],
): string[] {
  return [
    bestWords(lines),
    equalRiskWords(result, compared),
    hardtWords(compared),
    lines.some(({ needsGroup }) => needsGroup)
      ? `${NEEDS_GROUP} must know the group of every person it predicts for; the other models need not.`
      : undefined,
  ].filter((text) => text !== undefined);
}

/** Who serves the worst group best. */
function bestWords(lines: readonly MethodLine[]): string | undefined {
  const judged = lines.filter(({ risk }) => risk !== null && !risk.byGroup.some(Number.isNaN));
  const shared = judged.filter(({ name }) => name !== 'minimax, equal risk');
  const [best] = [...shared].sort((one, other) => one.risk!.worst - other.risk!.worst);
  const minimax = lines.find(({ isMinimax }) => isMinimax)!;
  if (best === undefined || shared.length <= 3) return undefined;
  if (best.isMinimax)
    return `On test rows, minimax serves its worst group best of all: ${decimal(best.risk!.worst)}.`;
  const gap = minimax.risk!.worst / best.risk!.worst - 1;
  return `On test rows, ${best.name} serves its worst group best, ${decimal(best.risk!.worst)}; minimax has ${decimal(minimax.risk!.worst)} (${change(gap)}).`;
}

/** What zero gap costs. */
function equalRiskWords(
  { groups, models, task }: FitResult,
  { equalRisk }: ComparedResult,
): string | undefined {
  if (equalRisk === undefined) return undefined;
  const metrics = models.minimax.metrics.test;
  const before = (task.loss === 'brier' ? metrics.brier : metrics.crossEntropy).byGroup;
  const raised = groups.flatMap(({ name }, group) => {
    const share = equalRisk.risks.test.byGroup[group]! / before[group]! - 1;
    return equalRisk.withheld[group]! > 0
      ? [`${name} ${change(share)} (confidence withheld from ${percent1(equalRisk.withheld[group]!)})`]
      : [];
  });
  if (raised.length === 0) return 'Equal risk: all groups have the same already.';
  return `What equal risk would cost, with no gain for anybody: ${listed(raised)}.${equalRisk.keepsDecisions ? ' Decisions stay as they are; what is withheld is how sure they are.' : ' Where that is not enough, decisions change as well.'}`;
}

function hardtWords({ equalisedOdds }: ComparedResult): string | undefined {
  const minimax = equalisedOdds.find(({ of }) => of === 'minimax');
  if (minimax === undefined) return undefined;
  const { tpr, fpr } = minimax.fitted;
  return `Hardt’s equalised odds decide by chance where they must, so that on validation rows every group has the same rates (of minimax: ${percent1(tpr)} true positives, ${percent1(fpr)} false positives); accuracies are means over that chance.`;
}
