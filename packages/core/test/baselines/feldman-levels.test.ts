import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../helpers/close.js';
import { levelMoves, levelShares, medianOfSorted } from '../../src/baselines/feldman-levels.js';
import { createRandom } from '../../src/numeric/random.js';

/** P(level → level) of a group, by asking for a grid of pairs of numbers. */
function movesOf(moves: ReturnType<typeof levelMoves>, group: number, levelCount: number): number[][] {
  const steps = 400;
  return Array.from({ length: levelCount }, (_, level) => {
    const counts = new Array<number>(levelCount).fill(0);
    for (let i = 0; i < steps; i++) {
      for (let j = 0; j < steps; j++) {
        counts[moves.move(group, level, (i + 0.5) / steps, (j + 0.5) / steps)]! += 1 / steps ** 2;
      }
    }
    return counts;
  });
}

describe('medianOfSorted', () => {
  test.each([
    [[3], 3],
    [[1, 4], 2.5],
    [[1, 2, 9], 2],
    [[1, 2, 4, 9], 3],
    [[0.5 * Number.MAX_VALUE, Number.MAX_VALUE], 0.75 * Number.MAX_VALUE],
    [[Number.MAX_VALUE, Number.MAX_VALUE], Number.MAX_VALUE],
    [[5e-324, 5e-324], 5e-324],
  ])('of %j is %d', (sorted, median) => {
    expect(medianOfSorted(Float64Array.from(sorted))).toBe(median);
  });
});

describe('levelShares', () => {
  test('are medians over the groups, over their sum', () => {
    const { byGroup, target } = levelShares([
      [8, 2, 0],
      [1, 1, 2],
      [0, 5, 5],
    ]);
    expect(byGroup).toEqual([
      [0.8, 0.2, 0],
      [0.25, 0.25, 0.5],
      [0, 0.5, 0.5],
    ]);
    expect(target).toBeAllClose([0.25, 0.25, 0.5], { absolute: 1e-15 }); // medians 0.25, 0.25 and 0.5
    expect(
      levelShares([
        [3, 1],
        [1, 3],
        [1, 1],
        [9, 0],
      ]).target,
    ).toBeAllClose([5 / 8, 3 / 8], { absolute: 1e-15 });
  });

  test('are means where no level is common to half of the groups', () => {
    const { target } = levelShares([
      [4, 0, 0, 0],
      [0, 1, 1, 0],
      [0, 0, 0, 2],
    ]);
    expect(target).toBeAllClose([1 / 3, 1 / 6, 1 / 6, 1 / 3], { absolute: 1e-15 });
  });
});

describe('levelMoves', () => {
  // Shares 0.5, 0.3, 0.2 and target 0.2, 0.5, 0.3: the first level has 0.3 too much, the others lack 0.2 and 0.1.
  const shares = { byGroup: [[0.5, 0.3, 0.2]], target: [0.2, 0.5, 0.3] };

  test('takes from levels with a surplus and gives to the others in proportion to what they lack', () => {
    const [first, ...others] = movesOf(levelMoves(shares, 1), 0, 3);
    expect(first).toBeAllClose([0.4, 0.4, 0.2], { absolute: 0.004 });
    expect(others).toEqual([
      [0, expect.closeTo(1, 9), 0],
      [0, 0, expect.closeTo(1, 9)],
    ]);
  });

  test('lambda scales what is moved', () => {
    expect(movesOf(levelMoves(shares, 0.25), 0, 3)[0]).toBeAllClose([0.85, 0.1, 0.05], { absolute: 0.004 });
    expect(movesOf(levelMoves(shares, 0), 0, 3)[0]![0]).toBeCloseTo(1, 9);
  });

  const counts = fc.integer({ min: 2, max: 4 }).chain((levelCount) =>
    fc.array(
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: levelCount, maxLength: levelCount })
        .filter((ofGroup) => ofGroup.some((n) => n > 0)),
      { minLength: 1, maxLength: 4 },
    ),
  );

  test('brings every group to the mixture of its shares and the target, and no more rows move than must', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), (rows, lambda) => {
        const fitted = levelShares(rows);
        const moves = levelMoves(fitted, lambda);
        fitted.byGroup.forEach((own, group) => {
          const matrix = movesOf(moves, group, own.length);
          const after = own.map((_, to) =>
            own.reduce((sum, share, from) => sum + share * matrix[from]![to]!, 0),
          );
          const wanted = own.map((share, k) => (1 - lambda) * share + lambda * fitted.target[k]!);
          expect(after).toBeAllClose(wanted, { absolute: 0.01 });
          const left = own.reduce((sum, share, k) => sum + share * (1 - matrix[k]![k]!), 0);
          const least = own.reduce((sum, share, k) => sum + Math.max(0, share - wanted[k]!), 0);
          expect(Math.abs(left - least)).toBeLessThan(0.01);
        });
      }),
      { seed: 1, numRuns: 12 },
    );
  });

  test('a row that moves at some lambda moves to the same level at every larger one', () => {
    const random = createRandom(3);
    for (let i = 0; i < 500; i++) {
      const [whether, where] = [random.uniform(), random.uniform()];
      const after = [0.2, 0.5, 1].map((lambda) => levelMoves(shares, lambda).move(0, 0, whether, where));
      for (let k = 1; k < after.length; k++) if (after[k - 1] !== 0) expect(after[k]).toBe(after[k - 1]);
    }
  });

  test('stays where a group is at its target but for rounding, and at the ends of the draws', () => {
    const same = levelMoves({ byGroup: [[0.1 + 0.2, 0.7]], target: [0.3, 0.7] }, 1);
    expect(same.move(0, 0, 0, 0)).toBe(0);
    const moves = levelMoves(shares, 1);
    const almostOne = 1 - 2 ** -53;
    expect(moves.move(0, 0, 0, 0)).toBe(1);
    expect(moves.move(0, 0, 0, almostOne)).toBe(2);
    expect(moves.move(0, 0, almostOne, 0)).toBe(0);
  });
});
