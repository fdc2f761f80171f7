// What every oracle must do, whatever it trains. Call `describeOracle` in a test file of the oracle's package.

import { describe, expect, test } from 'vitest';
import '../helpers/close.js';
import {
  createRandom,
  cuttingPlane,
  FairfrontError,
  type Oracle,
  type Solve,
  sampleSimplex,
  searchMinimax,
  uniformMu,
  vertexMu,
  worstRisk,
} from '../../src/index.js';
import { dot } from '../../src/internal.js';

export interface OracleConformanceOptions {
  /** Whether it solves where groups have no weight, or rejects that with a FairfrontError. Default 'accepts'. */
  readonly zeroWeights?: 'accepts' | 'rejects';
  /** Relative difference allowed between two solves for the same weights. Default 0: bit for bit. */
  readonly repeatTolerance?: number;
  /** Relative slack of its minima, for an oracle that certifies. Default 1e-7, that of the certificate. */
  readonly minimumTolerance?: number;
  /** Solves of the closing search. Default 40. */
  readonly maxSolves?: number;
}

/** @param createOracle a fresh oracle of the same problem each time */
export function describeOracle<Model>(
  name: string,
  createOracle: () => Oracle<Model>,
  {
    zeroWeights = 'accepts',
    repeatTolerance = 0,
    minimumTolerance = 1e-7,
    maxSolves = 40,
  }: OracleConformanceOptions = {},
): void {
  describe(`oracle: ${name}`, () => {
    const { groupCount, certifies } = createOracle();
    const solveAt = async (mu: readonly number[], oracle = createOracle()): Promise<Solve<Model>> =>
      oracle.solve(Object.freeze([...mu]), {});
    const trainRisksAt = async (mu: readonly number[]): Promise<readonly number[]> => {
      const { risks, trainRisks = risks } = await solveAt(mu);
      return trainRisks;
    };
    const randomMus = (count: number): number[][] => {
      const random = createRandom(31);
      return Array.from({ length: count }, () => sampleSimplex(random, groupCount));
    };
    const expectRisks = (risks: readonly number[]): void => {
      expect(risks).toHaveLength(groupCount);
      for (const risk of risks) {
        expect(Number.isFinite(risk)).toBe(true);
        expect(risk).toBeGreaterThanOrEqual(0);
      }
    };

    test('has at least two groups, and says in words why it does not certify, if it says anything', () => {
      expect(Number.isInteger(groupCount) && groupCount >= 2).toBe(true);
      if (certifies !== undefined && certifies !== true) expect(certifies).toMatch(/\w+ \w+/);
    });

    test('gives each group a risk that is finite and not negative, and leaves mu as it was', async () => {
      for (const mu of [uniformMu(groupCount), ...randomMus(5)]) {
        // A frozen mu: an oracle that writes into it throws.
        const { risks, trainRisks = risks } = await solveAt(mu);
        expectRisks(risks);
        expectRisks(trainRisks);
      }
    });

    test('gives the same risks for the same weights, from the same oracle and from a fresh one', async () => {
      const oracle = createOracle();
      const [mu, other] = randomMus(2) as [number[], number[]];
      const { risks } = await solveAt(mu, oracle);
      const copy = [...risks];
      await solveAt(other, oracle);
      expect(risks).toEqual(copy); // an earlier answer is not written over
      for (const again of [await solveAt(mu, oracle), await solveAt(mu)]) {
        expect(again.risks).toBeAllClose(copy, { relative: repeatTolerance });
      }
    });

    // [MMPF Thm 5.1, property 2], which holds for true minima.
    if (certifies === true)
      test('never raises the risk of a group that is given more weight', async () => {
        const [mu] = randomMus(1) as [number[]];
        const before = await trainRisksAt(mu);
        for (let group = 0; group < groupCount; group++) {
          const towards = mu.map((weight, a) => 0.5 * weight + (a === group ? 0.5 : 0));
          const after = await trainRisksAt(towards);
          expect(after[group]!).toBeLessThanOrEqual(before[group]! * (1 + minimumTolerance));
        }
      });

    const corners = Array.from({ length: groupCount }, (_, group) => vertexMu(groupCount, group));
    const face = vertexMu(groupCount, 0).map((_, a) => (a === 0 ? 0 : 1 / (groupCount - 1)));
    const boundary = [...corners, face];

    test(`${zeroWeights} weights of 0: corners and faces of the simplex`, async () => {
      for (const mu of boundary) {
        if (zeroWeights === 'accepts') expectRisks((await solveAt(mu)).risks);
        else await expect(solveAt(mu)).rejects.toBeInstanceOf(FairfrontError);
      }
    });

    if (certifies === true)
      test('finds true minima: no model for other weights does better at these, as it certifies', async () => {
        const mus = [uniformMu(groupCount), ...randomMus(6), ...(zeroWeights === 'accepts' ? boundary : [])];
        const solves = await Promise.all(mus.map(trainRisksAt));
        mus.forEach((mu, i) => {
          const own = dot(mu, solves[i]!);
          for (const other of solves)
            expect(dot(mu, other)).toBeGreaterThanOrEqual(own * (1 - minimumTolerance));
        });
      });

    test('rejects weights for another number of groups with a FairfrontError', async () => {
      for (const wrong of [uniformMu(groupCount + 1), uniformMu(groupCount - 1), []]) {
        await expect(solveAt(wrong)).rejects.toBeInstanceOf(FairfrontError);
      }
    });

    test('serves a search to its end', async () => {
      const { stopped, best, certificate, trace } = await searchMinimax(createOracle(), {
        strategy: cuttingPlane(),
        gap: 1e-4,
        maxSolves,
      });
      expect(['gap', certifies === true ? 'converged' : 'exhausted', 'max-solves']).toContain(stopped);
      expect(worstRisk(best.risks)).toBe(Math.min(...trace.map(({ risks }) => worstRisk(risks))));
      expect(best.model).toBeDefined();
      if (certifies === true) {
        expect(certificate).toMatchObject({ certified: true });
        expect(certificate.lower).toBeLessThanOrEqual(certificate.upper! * (1 + minimumTolerance));
        expect(certificate.lower).toBeGreaterThan(0);
      } else {
        expect(certificate.certified).toBe(false);
        expect(certificate.reason).toMatch(/\w+ \w+/);
        expect(stopped).not.toBe('gap');
      }
    });
  });
}
