// `fairfront fit` in the paper's way on the authors' splits of Adult against the paper's figures.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/program.js';
import type { FitResult } from '../../../src/measure/fit-result.js';
import { insideFolder } from '../../datasets/data.js';
import { fakeTerminal } from '../../fake-terminal.js';
import { BY_VALIDATION } from '../../runs/run-fit.js';

const TIMEOUT_MS = 300_000;

// [MMPF App., Adult gender and ethnicity, accuracy, row MMPF LR], in %: mean and standard deviation over the five splits.
const PAPER_ACCURACY: Readonly<Record<string, readonly [mean: number, deviation: number]>> = {
  'Female · Other': [94.6, 0.7],
  'Male · Other': [84.7, 1.0],
  'Female · White': [91.3, 0.3],
  'Male · White': [80.6, 0.5],
};

describe("fairfront fit on the authors' five splits of Adult, gender-ethnicity", () => {
  const results: FitResult[] = [];
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairfront-adult-'));
    try {
      for (let split = 0; split < 5; split++) {
        const terminal = fakeTerminal();
        const args = [...BY_VALIDATION, '--dataset-split', String(split), '--data-dir', insideFolder.path];
        const places = ['--out', join(folder, String(split)), '--json'];
        expect(await main(['fit', 'adult:gender-ethnicity', ...args, ...places], terminal)).toBe(0);
        results.push(JSON.parse(terminal.out()));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, TIMEOUT_MS);

  const mean = (of: (result: FitResult) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0) / results.length;

  it('has a mean worst-group cross-entropy of 0.405 at most on test rows', () => {
    expect(mean(({ models }) => models.minimax.metrics.test.crossEntropy.worst)).toBeLessThanOrEqual(0.405);
  });

  it.each(Object.entries(PAPER_ACCURACY))(
    '%s: mean accuracy within one standard deviation of the paper',
    (name, [paper, deviation]) => {
      const accuracy = mean(({ groups, models }) => {
        const group = groups.findIndex((candidate) => candidate.name === name);
        return 100 * models.minimax.metrics.test.accuracy.byGroup[group]!;
      });
      expect(Math.abs(accuracy - paper)).toBeLessThanOrEqual(deviation);
    },
  );

  it('helps the group that naive training serves worst, on every split', () => {
    for (const { models } of results) {
      const { worst, worstGroup } = models.naive.metrics.validation.crossEntropy;
      const { byGroup } = models.minimax.metrics.validation.crossEntropy;
      expect(byGroup[worstGroup]).toBeLessThan(worst);
    }
  });
});
