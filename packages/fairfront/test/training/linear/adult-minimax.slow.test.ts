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
import { describe, expect, it } from 'vitest';
import { loadData } from '../../../src/task/load-data.js';
import { type PreparedFit, prepareFit } from '../../../src/task/prepare-fit.js';
import { insideFolder } from '../../datasets/data.js';

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
          expect(lower, both).toBeLessThanOrEqual(proofs[other].upper! + ROUNDING); // both hold the minimax risk
          expect((upper! - proofs[other].lower!) / upper!, both).toBeLessThanOrEqual(
            gaps[name] + gaps[other],
          );
        }
      }
    },
    TIMEOUT_MS,
  );
});
