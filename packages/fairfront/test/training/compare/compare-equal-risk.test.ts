// Equal risk of real fits: made on validation rows, it may or may not hold on test rows, and the words say which.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FitResult } from '../../../src/measure/fit-result.js';
import {
  BY_VALIDATION,
  FOUR_GROUPS,
  fit,
  readResult,
  TWO_GROUPS,
  workFolder,
  writeLoans,
} from '../../runs/run-fit.js';
import '../../../../core/test/helpers/close.js';

const folder = workFolder();

async function equalRiskOf(
  loans: string,
  groups: readonly string[],
): Promise<{ readonly result: FitResult; readonly text: string }> {
  const out = join(folder, 'out');
  const few = [...BY_VALIDATION, '--max-solves', '4', '--no-refine', '--force', '--out', out];
  const { code, out: text } = await fit(loans, ...groups, ...few, '--compare', 'equal-risk');
  expect(code).toBe(0);
  return { result: readResult(out), text };
}

/** How far groups are apart on test rows, before and after. */
function apart({ models, compared }: FitResult): [number, number] {
  return [models.minimax.metrics.test.crossEntropy.disparity, compared!.equalRisk!.risks.test.disparity];
}

describe('on validation rows all risks are equal; on test rows', () => {
  it('the gap may be larger than it was: that is said, and why', async () => {
    const { result, text } = await equalRiskOf(writeLoans(folder, 600, 2), TWO_GROUPS);
    const { risk, risks } = result.compared!.equalRisk!;
    expect(risks.validation.byGroup).toBeAllClose([risk, risk], { absolute: 1e-9 });
    const [before, after] = apart(result);
    expect(after).toBeGreaterThan(before);
    expect(text).toContain(
      ` On test rows that does not hold: groups are then ${after.toFixed(4)} apart, no less than before (${before.toFixed(4)}). Their risks are too close, or too uncertain, to be made equal.`,
    );
  });

  it('it may be smaller: the costs are those of validation rows all the same', async () => {
    const { result, text } = await equalRiskOf(writeLoans(folder, 600, 7), TWO_GROUPS);
    const [before, after] = apart(result);
    expect(after).toBeLessThan(before);
    const { risk, withheld } = result.compared!.equalRisk!;
    const { byGroup, worst, worstGroup } = result.models.minimax.metrics.validation.crossEntropy;
    expect(risk).toBeCloseTo(worst, 12);
    const other = 1 - worstGroup;
    const share = Math.round(100 * (worst / byGroup[other]! - 1));
    expect(text).toContain(
      `What equal risk costs, on validation rows: with every group at ${worst.toFixed(4)}, ${result.groups[other]!.name} +${share}% (confidence withheld from ${(100 * withheld[other]!).toFixed(1)}%), and no group gains; decisions stay`,
    );
    expect(text).toContain(`are then ${after.toFixed(4)} apart (${before.toFixed(4)} before).`);
    expect(text).not.toContain('that does not hold');
  });
});

it('accuracies are the minimax model’s where decisions stay, and others where they do not', async () => {
  const kept = (await equalRiskOf(writeLoans(folder, 600, 7), TWO_GROUPS)).result;
  expect(kept.compared!.equalRisk!.keepsDecisions).toBe(true);
  for (const part of ['train', 'validation', 'test'] as const) {
    expect(kept.compared!.equalRisk!.accuracy[part]).toEqual(kept.models.minimax.metrics[part].accuracy);
  }
  const { result, text } = await equalRiskOf(writeLoans(folder, 1200, 8), FOUR_GROUPS);
  const { keepsDecisions, accuracy } = result.compared!.equalRisk!;
  expect(keepsDecisions).toBe(false);
  const own = result.models.minimax.metrics.validation.accuracy;
  expect(accuracy.validation.worst).toBeLessThan(own.worst);
  expect(accuracy.test.worst).toBe(Math.min(...accuracy.test.byGroup));
  expect(text).toContain('and no group gains; where that is not enough, decisions change as well.');
  expect(text).toMatch(
    new RegExp(`^minimax, equal risk \\*.* ${(100 * accuracy.test.worst).toFixed(1)}% `, 'm'),
  );
});
