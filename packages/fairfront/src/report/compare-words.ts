// What a comparison found, in sentences.

import type { GroupMetric } from '@fairfront/core';
import { change, decimal, listed, percent1 } from '@fairfront/core/internal';
import type { ComparedResult } from '../measure/compared-result.js';
import type { FitResult } from '../measure/fit-result.js';
import { type MethodLine, NEEDS_GROUP } from './compare-tables.js';

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

/** Worst risks that differ by less than this share of them are about the same: test rows seldom tell more. */
const ABOUT_THE_SAME = 0.01;

/** Who serves the worst group best, among models that were trained. */
function bestWords(lines: readonly MethodLine[]): string | undefined {
  if (!lines.some(({ kind }) => kind === 'baseline')) return undefined;
  const worstOf = ({ risk }: MethodLine): number => risk!.worst;
  const minimax = lines.find(({ kind }) => kind === 'minimax')!;
  const others = lines
    .filter(({ kind }) => kind === 'ordinary' || kind === 'baseline')
    .sort((one, other) => worstOf(one) - worstOf(other));
  const next = others[0]!;
  const [own, theirs] = [worstOf(minimax), worstOf(next)];
  const figures = `${decimal(own)} with minimax, ${decimal(theirs)} with ${next.name}`;
  if (Math.abs(own - theirs) <= ABOUT_THE_SAME * own) {
    return `On test rows, the best methods serve their worst group about equally well: ${figures}.`;
  }
  return own < theirs
    ? `On test rows, minimax serves its worst group best: ${figures}, the next (${change(theirs / own - 1)}).`
    : `On test rows, ${next.name} serves its worst group best: ${figures} (${change(theirs / own - 1)}).`;
}

/** What the rows that chose are called. */
function choosingRows(selection: FitResult['selection']): string {
  return selection?.by === 'cross-validation' ? 'rows out of fold' : 'validation rows';
}

/** What zero gap costs: on validation rows, where the risks are made equal, and what that comes to on others. */
function equalRiskWords(
  { groups, models, task, selection }: FitResult,
  { equalRisk }: ComparedResult,
): string | undefined {
  if (equalRisk === undefined) return undefined;
  const rows = choosingRows(selection);
  const before = (part: 'validation' | 'test'): GroupMetric => {
    const { brier, crossEntropy } = models.minimax.metrics[part];
    return task.loss === 'brier' ? brier : crossEntropy;
  };
  const costs = groups.flatMap(({ name }, group) => {
    const share = equalRisk.risk / before('validation').byGroup[group]! - 1;
    const withheld = equalRisk.withheld[group]!;
    return withheld > 0 ? [`${name} ${change(share)} (confidence withheld from ${percent1(withheld)})`] : [];
  });
  if (costs.length === 0) return `Equal risk: on ${rows} all groups have the same already.`;
  const decisions = equalRisk.keepsDecisions
    ? 'decisions stay as they are, what is withheld is how sure they are'
    : 'where that is not enough, decisions change as well';
  const [apart, apartBefore] = [equalRisk.risks.test.disparity, before('test').disparity];
  const onTest =
    apart < apartBefore
      ? `On test rows groups are then ${decimal(apart)} apart (${decimal(apartBefore)} before).`
      : `On test rows that does not hold: groups are then ${decimal(apart)} apart, no less than before (${decimal(apartBefore)}). Their risks are too close, or too uncertain, to be made equal.`;
  return `What equal risk costs, on ${rows}: with every group at ${decimal(equalRisk.risk)}, ${listed(costs)}, and no group gains; ${decisions}. ${onTest}`;
}

function hardtWords({ equalisedOdds }: ComparedResult): string | undefined {
  const minimax = equalisedOdds.find(({ of }) => of === 'minimax');
  if (minimax === undefined) return undefined;
  const { tpr, fpr } = minimax.fitted;
  return `Hardt’s equalised odds decide by chance where they must, so that on the rows that chose every group has the same rates (of minimax: ${percent1(tpr)} true positives, ${percent1(fpr)} false positives); accuracies are means over that chance.`;
}
