import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassLoss } from '../../src/groups/risks.js';
import { createRandom } from '../../src/numeric/random.js';
import { sampleSimplex, uniformMu, vertexMu } from '../../src/numeric/simplex.js';
import { dot } from '../../src/numeric/sum.js';
import { type Conditionals, groupFactors } from '../../src/plug-in/conditionals.js';
import { EstimatedRisks } from '../../src/plug-in/estimated-risks.js';
import { permute } from '../helpers/arbitraries.js';
import {
  plainClassifier,
  plainEstimatedRisks,
  plainShares,
  sampleWithMu,
  takeRows,
  withGroupOrder,
} from './plug-in-problems.js';
import '../helpers/close.js';

const close = { absolute: 1e-14, relative: 1e-13 };

/** @param priors p_a of h^μ; by default those of the estimates */
function risksAt(
  conditionals: Conditionals,
  mu: readonly number[],
  loss: ClassLoss,
  priors: readonly number[] = plainShares(conditionals),
): number[] {
  const factors = new Float64Array(mu.length);
  groupFactors(mu, priors, factors);
  const risks = mu.map(() => Number.NaN);
  new EstimatedRisks(conditionals, loss).into(risks, factors);
  return risks;
}

/** Two rows, of which the groups have unlike shares: 3/8 and 5/8 in all. */
const small: Conditionals = {
  rowCount: 2,
  classCount: 2,
  outcomes: [Float64Array.of(0.8, 0.2, 0.5, 0.5), Float64Array.of(0.4, 0.6, 0.9, 0.1)],
  memberships: Float64Array.of(0.25, 0.75, 0.5, 0.5),
};

describe('EstimatedRisks', () => {
  it('are expectations under the estimates: a row counts for a group by its share in it', () => {
    // w = (4, 2/3) where μ = (0.75, 0.25) and p = (3/16, 3/8): h = (1 · 0.8 + 0.5 · 0.4) / 1.5 in row 1.
    const first = (0.8 + 0.5 * 0.4) / 1.5;
    const second = (2 * 0.5 + (1 / 3) * 0.9) / (2 + 1 / 3);
    const expected = (ofFirst: (h: number) => number, ofSecond: (h: number) => number): number[] => [
      (0.25 * (0.8 * ofFirst(first) + 0.2 * ofSecond(first)) +
        0.5 * (0.5 * ofFirst(second) + 0.5 * ofSecond(second))) /
        0.75,
      (0.75 * (0.4 * ofFirst(first) + 0.6 * ofSecond(first)) +
        0.5 * (0.9 * ofFirst(second) + 0.1 * ofSecond(second))) /
        1.25,
    ];
    const at = (loss: ClassLoss): number[] => risksAt(small, [0.75, 0.25], loss, [3 / 16, 3 / 8]);
    expect(at('brier')).toBeAllClose(
      expected(
        (h) => 2 * (1 - h) ** 2,
        (h) => 2 * h ** 2,
      ),
      close,
    );
    expect(at('cross-entropy')).toBeAllClose(
      expected(
        (h) => -Math.log(h),
        (h) => -Math.log(1 - h),
      ),
      close,
    );
  });

  it('are the plain expectations of the loss of h^μ: both losses, 2, 3 and 5 classes', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample: { train }, mu, loss }) => {
        for (const priors of [plainShares(train), uniformMu(mu.length)]) {
          const expected = plainEstimatedRisks(train, loss, (row) => plainClassifier(train, mu, priors, row));
          expect(risksAt(train, mu, loss, priors)).toBeAllClose(expected, { relative: 1e-12 });
        }
      }),
    );
  });

  it('are least at h^μ: whatever is changed about it costs', () => {
    const change = fc.record({
      row: fc.nat(),
      share: fc.constantFrom(1e-3, 0.1, 0.5, 1),
      towards: fc.nat(),
    });
    fc.assert(
      fc.property(
        sampleWithMu,
        change,
        ({ sample: { train, priors }, mu, loss }, { row, share, towards }) => {
          const target = sampleSimplex(createRandom(towards), train.classCount);
          const changed = (at: number): readonly number[] => {
            const h = plainClassifier(train, mu, priors, at);
            return at === row % train.rowCount ? h.map((p, c) => (1 - share) * p + share * target[c]!) : h;
          };
          const least = dot(mu, risksAt(train, mu, loss));
          const other = dot(mu, plainEstimatedRisks(train, loss, changed));
          expect(other).toBeGreaterThan(least * (1 - 1e-13));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are a group’s least at its corner: nothing but its own noise', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample: { train }, mu, loss }) => {
        const risks = risksAt(train, mu, loss);
        risks.forEach((risk, group) => {
          const own = risksAt(train, vertexMu(mu.length, group), loss)[group]!;
          expect(own).toBeLessThanOrEqual(risk * (1 + 1e-12));
        });
      }),
    );
  });

  it('stay the same when every row is there twice, and in any order of the rows', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample: { train }, mu, loss }) => {
        const risks = risksAt(train, mu, loss);
        const rows = Array.from({ length: train.rowCount }, (_, row) => row);
        for (const other of [[...rows, ...rows], rows.reverse()]) {
          expect(risksAt(takeRows(train, other), mu, loss)).toBeAllClose(risks, close);
        }
      }),
    );
  });

  it('permute when the groups are relabelled', () => {
    const cases = sampleWithMu.chain((made) =>
      fc.tuple(fc.constant(made), fc.shuffledSubarray([...made.mu.keys()], { minLength: made.mu.length })),
    );
    fc.assert(
      fc.property(cases, ([{ sample, mu, loss }, order]) => {
        const { train } = sample;
        const relabelled = withGroupOrder(train, order);
        expect(risksAt(relabelled, permute(mu, order), loss)).toBeAllClose(
          permute(risksAt(train, mu, loss), order),
          close,
        );
      }),
    );
  });

  it('stay finite where a group without weight meets a class that is held impossible', () => {
    const certain = { ...takeRows(small, [0]), outcomes: [Float64Array.of(1, 0), Float64Array.of(0.5, 0.5)] };
    const risks = risksAt(certain, [1, 0], 'cross-entropy');
    expect(risks).toBeAllClose([0, 0.5 * 1074 * Math.LN2], { relative: 1e-14 });
  });

  it('take the population’s mixture where no group with weight has a share', () => {
    const apart = { ...small, memberships: Float64Array.of(0, 1, 1, 0) };
    expect(risksAt(apart, [1, 0], 'brier')).toBeAllClose([0.5, 0.48], close);
  });

  it('lose no digits among 200,000 rows', () => {
    const one = takeRows(small, [0]);
    const many = takeRows(small, new Array<number>(200_000).fill(0));
    const priors = [0.3, 0.7];
    for (const loss of ['brier', 'cross-entropy'] as const) {
      expect(risksAt(many, [0.4, 0.6], loss, priors)).toBeAllClose(risksAt(one, [0.4, 0.6], loss, priors), {
        relative: 2 ** -52,
      });
    }
  });

  it('leave what they are made of alone', () => {
    const copy = structuredClone(small);
    risksAt(copy, Object.freeze([0.5, 0.5]), 'brier');
    expect(copy).toEqual(small);
  });
});
