import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassLoss } from '../../src/groups/risks.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { limitingCases } from '../../src/theory/limiting-cases.js';
import type { TheoryGroup } from '../../src/theory/problem.js';
import { randomProblem } from '../../src/theory/random-problem.js';
import { stepCurve } from '../../src/theory/response-curve.js';
import { muOf, randomSource } from '../helpers/arbitraries.js';
import '../helpers/close.js';

const group = (mean: number, jumps: number[], levels: number[], share = 1): TheoryGroup => ({
  name: `${mean}`,
  mean,
  share,
  curve: stepCurve(jumps, levels),
});
const casesOf = (...groups: TheoryGroup[]) => limitingCases(closedForm({ loss: 'brier', groups }));

describe('limitingCases', () => {
  it('measures how far the curves differ: by 0.3 everywhere, and only on one half', () => {
    expect([casesOf(group(0, [], [0.2]), group(2, [], [0.5])).dependence]).toBeAllClose([0.3], {
      absolute: 1e-12,
    });
    const half = casesOf(group(0, [0], [0.2, 0.2]), group(0, [0], [0.2, 0.6]));
    expect([half.dependence]).toBeAllClose([0.2], { absolute: 1e-12 });
  });

  it('takes the pair that differs most, over the whole population', () => {
    // X > 0 for all of the last group, a quarter of the population, and for hardly anybody else.
    const { dependence } = casesOf(
      group(-10, [], [0.5], 1),
      group(-10, [0], [0.5, 0.6], 2),
      group(10, [0], [0.5, 0.9], 1),
    );
    expect([dependence]).toBeAllClose([0.25 * 0.4], { absolute: 1e-12 });
  });

  it('knows the entropy of the group when X tells nothing of it, something, everything', () => {
    const entropy = (p: number): number => -p * Math.log(p) - (1 - p) * Math.log(1 - p);
    const curve = [0.5];
    expect([casesOf(group(0, [], curve, 1), group(0, [], curve, 3)).groupEntropy]).toBeAllClose(
      [entropy(0.25)],
      {
        absolute: 1e-12,
      },
    );
    // 30-digit quadrature in mpmath: means 0 and 1, equal shares.
    expect([casesOf(group(0, [], curve), group(1, [], curve)).groupEntropy]).toBeAllClose(
      [0.5817256983752092],
      {
        absolute: 1e-12,
      },
    );
    expect(casesOf(group(0, [], curve), group(40, [], curve)).groupEntropy).toBeLessThan(1e-12);
  });

  it('is 0 in both numbers for one group', () => {
    const { dependence, groupEntropy } = casesOf(group(0, [0], [0.1, 0.9]));
    expect([dependence, groupEntropy + 0]).toEqual([0, 0]);
  });

  it('says that sharing is free where the curves agree: no price for any μ [Lemma 4.3]', () => {
    fc.assert(
      fc.property(
        randomSource,
        fc.constantFrom<ClassLoss>('brier', 'cross-entropy'),
        muOf(3),
        (random, loss, mu) => {
          const { groups } = randomProblem(random, 3, loss);
          const same = groups.map((one) => ({ ...one, curve: groups[0]!.curve }));
          const form = closedForm({ loss, groups: same });
          expect(limitingCases(form).dependence).toBe(0);
          const { priceOfSharing, risks } = form.decompose(mu);
          expect(priceOfSharing).toBeAllClose([0, 0, 0], { absolute: 1e-13 });
          expect(risks).toBeAllClose(form.irreducible, { absolute: 1e-13 });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('says that sharing is free where X tells the group: no price for μ > 0 [Lemma 4.3]', () => {
    for (const loss of ['brier', 'cross-entropy'] as const) {
      const prices = [0, 2, 5, 10, 40].map((distance) => {
        const form = closedForm({
          loss,
          groups: [group(0, [0], [0.1, 0.6]), group(distance, [1], [0.9, 0.3])],
        });
        const { groupEntropy, dependence } = limitingCases(form);
        expect(dependence).toBeGreaterThan(0.1);
        return { price: Math.max(...form.decompose([0.3, 0.7]).priceOfSharing), groupEntropy };
      });
      for (let i = 1; i < prices.length; i++) {
        expect(prices[i]!.price).toBeLessThan(prices[i - 1]!.price);
        expect(prices[i]!.groupEntropy).toBeLessThan(prices[i - 1]!.groupEntropy);
      }
      expect(prices.at(-1)!.price).toBeLessThan(1e-12);
      expect(prices.at(-1)!.groupEntropy).toBeLessThan(1e-12);
    }
  });

  it('does not make sharing free for a group without weight, however far: the lemma needs μ > 0', () => {
    const form = closedForm({ loss: 'brier', groups: [group(0, [], [0.1]), group(40, [], [0.9])] });
    expect(form.decompose([1, 0]).priceOfSharing).toBeAllClose([0, 2 * 0.8 ** 2], { absolute: 1e-10 });
  });
});
