import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassLoss } from '../../src/groups/risks.js';
import {
  lossesByClass,
  noOpinion,
  noOpinionRisk,
  tiltedOutput,
} from '../../src/postprocess/withheld-output.js';
import '../helpers/close.js';

const LOSSES: readonly ClassLoss[] = ['cross-entropy', 'brier'];

/** From the definition. */
function riskOf(loss: ClassLoss, output: readonly number[], classRows: readonly number[]): number {
  const total = classRows.reduce((sum, rows) => sum + rows, 0);
  return classRows.reduce((sum, rows, label) => {
    const own =
      loss === 'brier'
        ? output.reduce((squares, p, c) => squares + (p - (c === label ? 1 : 0)) ** 2, 0)
        : rows === 0
          ? 0
          : -Math.log(output[label]!);
    return sum + (rows / total) * own;
  }, 0);
}

const someClassRows = fc
  .array(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 5 })
  .filter((rows) => rows.some((count) => count > 0));

describe('noOpinion', () => {
  it('has the same risk whatever the classes are', () => {
    expect(noOpinion(4)).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(noOpinionRisk('brier', 4)).toBe(0.75);
    expect(noOpinionRisk('cross-entropy', 4)).toBe(Math.log(4));
    for (const loss of LOSSES) {
      expect(riskOf(loss, noOpinion(4), [3, 0, 5, 1])).toBeCloseTo(noOpinionRisk(loss, 4), 15);
    }
  });
});

describe('tiltedOutput', () => {
  it('of the risk of no opinion is no opinion', () => {
    for (const loss of LOSSES) {
      for (const rows of [
        [5, 5],
        [1, 3, 9],
        [0, 4],
      ]) {
        const output = tiltedOutput(loss, rows, noOpinionRisk(loss, rows.length));
        expect(output).toBeAllClose(noOpinion(rows.length), { absolute: 2e-8 }); // the risk is flat there if classes are alike
      }
    }
  });

  it('leans towards the rarest class, just so far that the group has the risk', () => {
    // One row of class 0 and three of class 1; with the Brier score 0.5 + 0.5 s² + 0.5 s is 0.875 at s = 1/2.
    expect(tiltedOutput('brier', [1, 3], 0.875)).toBeAllClose([0.75, 0.25], { absolute: 1e-15 });
    // No row of class 0: −ln (t / 2) = 3 ln 2 at t = 1/4.
    expect(tiltedOutput('cross-entropy', [0, 3], 3 * Math.LN2)).toBeAllClose([0.875, 0.125], {
      absolute: 1e-15,
    });
    expect(tiltedOutput('brier', [2, 2, 1], 0.9).map((p) => p > 1 / 3)).toEqual([false, false, true]);
  });

  it('reaches any risk there is to reach, and no smaller tilt does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOSSES),
        someClassRows,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (loss, rows, place) => {
          const rarest = Math.min(...rows);
          const total = rows.reduce((sum, count) => sum + count, 0);
          const least = noOpinionRisk(loss, rows.length);
          const most = loss === 'brier' ? 2 * (1 - rarest / total) : 300;
          const risk = least + place * (most - least);
          const output = tiltedOutput(loss, rows, risk);
          expect(output.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 14);
          expect([riskOf(loss, output, rows)]).toBeAllClose([risk], { absolute: 1e-12, relative: 1e-13 });
          // A little less of a tilt has a lower risk.
          const milder = output.map((p) => 0.99 * p + 0.01 / rows.length);
          if (place > 1e-6) expect(riskOf(loss, milder, rows)).toBeLessThan(risk);
        },
      ),
    );
  });

  it('stops at being sure where the Brier score cannot go on', () => {
    expect(tiltedOutput('brier', [1, 3], 1.75)).toEqual([1, 0]); // 1.5 there
  });
});

describe('lossesByClass', () => {
  it('is what each label would cost', () => {
    expect(lossesByClass('brier', [0.5, 0.25, 0.25])).toBeAllClose([0.375, 0.875, 0.875], {
      absolute: 1e-15,
    });
    expect(lossesByClass('cross-entropy', [0.5, 0.25, 0.25])).toBeAllClose(
      [1, 2, 2].map((bits) => bits * Math.LN2),
      { relative: 1e-15 },
    );
  });
});
