import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disparity, hasEqualRisks, worstRisk } from '../../src/groups/risks.js';
import { dominates, nonDominated, precedes } from '../../src/pareto/dominance.js';
import { permute } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';

/** Few values, so that ties and duplicates are common. */
const risk = fc.integer({ min: 0, max: 4 });
const vectorOf = (groupCount: number) => fc.array(risk, { minLength: groupCount, maxLength: groupCount });
const itemsOf = (groupCount: number) =>
  fc.array(vectorOf(groupCount), { maxLength: 25 }).map((all) => all.map((risks) => ({ risks })));

describe('dominates [Def. 3.1]', () => {
  it.each([
    [[1, 2], [1, 3], true],
    [[1, 2], [2, 3], true],
    [[1, 2], [1, 2], false], // no group strictly better
    [[1, 3], [2, 2], false],
    [[2, 3], [1, 2], false],
    [[1], [2], true],
    [[1, 1, 1], [1, 1, 1 + Number.EPSILON], true],
    [[1, Number.POSITIVE_INFINITY], [2, Number.POSITIVE_INFINITY], true],
  ])('%j over %j: %s', (left, right, expected) => {
    expect(dominates(left, right)).toBe(expected);
  });

  it('is a strict order: never of itself, never both ways, transitive', () => {
    fc.assert(
      fc.property(vectorOf(3), vectorOf(3), vectorOf(3), (a, b, c) => {
        expect(dominates(a, a)).toBe(false);
        expect(dominates(a, b) && dominates(b, a)).toBe(false);
        if (dominates(a, b) && dominates(b, c)) expect(dominates(a, c)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses vectors of different groups', () => {
    expectError(() => dominates([1], [1, 2]), 'bad-risks', '1 and 2');
  });
});

describe('precedes [Def. 3.1]', () => {
  it('is the absence of dominance the other way', () => {
    fc.assert(
      fc.property(vectorOf(3), vectorOf(3), (a, b) => {
        expect(precedes(a, b)).toBe(!dominates(b, a));
      }),
    );
  });

  it('is no order: different vectors precede each other, and it does not carry over', () => {
    expect([precedes([1, 3], [2, 2]), precedes([2, 2], [1, 3])]).toEqual([true, true]);
    // (2, 2) ⪯ (0, 3) ⪯ (1, 1), and yet (1, 1) dominates (2, 2).
    expect([precedes([2, 2], [0, 3]), precedes([0, 3], [1, 1]), precedes([2, 2], [1, 1])]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('nonDominated [Def. 3.3]', () => {
  it('keeps what nothing dominates, in the given order, with all its copies', () => {
    const items = [
      [3, 1],
      [2, 2],
      [3, 2],
      [1, 3],
      [2, 2],
      [4, 4],
    ].map((risks, id) => ({ risks, id }));
    expect(nonDominated(items).map(({ id }) => id)).toEqual([0, 1, 3, 4]);
    expect(nonDominated([])).toEqual([]);
  });

  it('agrees with comparing every pair', () => {
    const cases = fc.integer({ min: 1, max: 4 }).chain(itemsOf);
    fc.assert(
      fc.property(cases, (items) => {
        const direct = items.filter(({ risks }) => !items.some((other) => dominates(other.risks, risks)));
        const found = nonDominated(items);
        expect(found).toHaveLength(direct.length);
        found.forEach((item, i) => {
          expect(item).toBe(direct[i]);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('sees differences that the sum of the risks rounds away', () => {
    const huge = [
      [1, 2e-17],
      [1, 1e-17],
    ].map((risks) => ({ risks }));
    expect(nonDominated(huge)).toEqual([{ risks: [1, 1e-17] }]);
    const infinite = [
      [Number.POSITIVE_INFINITY, 2],
      [Number.POSITIVE_INFINITY, 1],
    ].map((risks) => ({ risks }));
    expect(nonDominated(infinite)).toEqual([{ risks: [Number.POSITIVE_INFINITY, 1] }]);
  });

  it('permutes with the groups', () => {
    fc.assert(
      fc.property(itemsOf(3), fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (items, order) => {
        const relabelled = items.map(({ risks }) => ({ risks: permute(risks, order) }));
        expect(nonDominated(relabelled)).toEqual(
          nonDominated(items).map(({ risks }) => ({ risks: permute(risks, order) })),
        );
      }),
    );
  });

  it('has a minimax point wherever a point has equal risks [Lemma 3.1]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }).chain(itemsOf), (items) => {
        const front = nonDominated(items);
        const least = Math.min(...front.map(({ risks }) => worstRisk(risks)));
        for (const { risks } of front) {
          if (hasEqualRisks(risks)) expect(worstRisk(risks)).toBe(least);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('orders two groups alike by worst risk and by disparity on each side of the equal-risk line', () => {
    // "Identical when |A| = 2" holds on a connected front. Of separate points it is true of those with the same worst group.
    fc.assert(
      fc.property(itemsOf(2), (items) => {
        const side = nonDominated(items).filter(({ risks }) => risks[0]! >= risks[1]!);
        for (const left of side) {
          for (const right of side) {
            if (worstRisk(left.risks) < worstRisk(right.risks)) {
              expect(disparity(left.risks)).toBeLessThan(disparity(right.risks));
            }
          }
        }
      }),
    );
  });

  it('can have less disparity with a higher worst risk: across the line with two groups, anywhere with three', () => {
    const two = [{ risks: [0, 2] }, { risks: [2.1, 1.5] }];
    expect(nonDominated(two)).toEqual(two);
    expect(disparity([2.1, 1.5])).toBeLessThan(disparity([0, 2]));
    const three = [{ risks: [1, 3, 3] }, { risks: [2.5, 3.5, 2.4] }];
    expect(nonDominated(three)).toEqual(three);
    expect(disparity([2.5, 3.5, 2.4])).toBeLessThan(disparity([1, 3, 3]));
    expect(worstRisk([2.5, 3.5, 2.4])).toBeGreaterThan(worstRisk([1, 3, 3]));
  });
});
