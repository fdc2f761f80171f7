// Minimax linear models on Adult: three ways to the same answer, each with its proof.

import {
  apStar,
  type Certificate,
  cuttingPlane,
  linearOracle,
  type Strategy,
  searchMinimaxSync,
  solveLinearMinimax,
} from '@fairfront/core';

<<<<<<< HEAD:packages/fairfront/test/training/linear/adult-minimax.slow.test.ts

import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/program.js';
import type { FitResult } from '../../../src/measure/fit-result.js';
import { loadData } from '../../../src/task/load-data.js';
import { type PreparedFit, prepareFit } from '../../../src/task/prepare-fit.js';
import { insideFolder } from '../../datasets/data.js';
import { fakeTerminal } from '../../fake-terminal.js';

=======

import { expect, it } from 'vitest';
import { loadData } from '../../../src/task/load-data.js';
import { type PreparedFit, prepareFit } from '../../../src/task/prepare-fit.js';
import { describeReal, realFolder } from '../../datasets/data.js';

>>>>>>> w-tests:packages/fairfront/test/training/linear/adult-minimax.test.ts

const TIMEOUT_MS = 300_000;

async function prepareAdult(groups: string): Promise<PreparedFit> {
  const data = await loadData('adult', { datasetSplit: 0, dataDir: insideFolder.path });
  return prepareFit(data, { groups });
}

/** Rounding of risks about 0.4, where two ways reach the same number. */
const ROUNDING = 1e-12;

describe('minimax linear models on training rows of Adult', () => {
  it.each([
    ['gender', 'sex', 2, 1e-4],
    ['gender-ethnicity', 'sex,race=White|Other:*', 4, 1e-4],
    ['the income itself', 'income', 2, 1e-3],
    ['gender × income', 'sex,income', 4, 1e-3], // a gap of 1e-4 takes APStar more than 300 solves
  ])(
    '%s: exact, cutting plane and APStar agree within their gaps',
    async (_, groups, groupCount, stepwiseGap) => {
      const { train } = (await prepareAdult(groups)).parts;
      expect(train.groups.names).toHaveLength(groupCount);
      const gaps = { exact: 1e-6, cutting: 1e-4, stepwise: stepwiseGap };
      const search = (strategy: Strategy, gap: number): Certificate => {
        const oracle = linearOracle(train, { classCount: 2 });
        return searchMinimaxSync(oracle, { strategy, gap, maxSolves: 500 }).certificate;
      };
      const exact = solveLinearMinimax(train, { classCount: 2, gap: gaps.exact }).certificate;
      const cutting = search(cuttingPlane(), gaps.cutting);
      const stepwise = search(apStar(), gaps.stepwise);
      const proofs = { exact, cutting, stepwise };
      const names = ['exact', 'cutting', 'stepwise'] as const;
      for (const name of names) {
        const { certified, lower, upper, relativeGap } = proofs[name];
        expect(certified, name).toBe(true);
        expect(relativeGap, name).toBeLessThanOrEqual(gaps[name]);
        for (const other of names) {
          const both = `${name} and ${other}`;
<<<<<<< HEAD:packages/fairfront/test/training/linear/adult-minimax.slow.test.ts
          expect(lower, both).toBeLessThanOrEqual(proof.upper! + ROUNDING); // both hold the minimax risk
          expect((upper! - proof.lower!) / upper!, both).toBeLessThanOrEqual(1e-4);
=======
          expect(lower, both).toBeLessThanOrEqual(proofs[other].upper + ROUNDING); // both hold the minimax risk
          expect((upper - proofs[other].lower) / upper, both).toBeLessThanOrEqual(gaps[name] + gaps[other]);
>>>>>>> w-tests:packages/fairfront/test/training/linear/adult-minimax.test.ts
        }
      }
    },
    TIMEOUT_MS,
  );
});
<<<<<<< HEAD:packages/fairfront/test/training/linear/adult-minimax.slow.test.ts

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
        const args = ['--dataset-split', String(split), '--data-dir', insideFolder.path];
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
=======
>>>>>>> w-tests:packages/fairfront/test/training/linear/adult-minimax.test.ts
