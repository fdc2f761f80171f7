import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disparity, hasEqualRisks, worstGroup, worstRisk } from '../../src/groups/risks.js';
import { real } from '../helpers/arbitraries.js';

describe('what is read off a risk vector', () => {
  it('finds the worst risk, its group, and the largest difference', () => {
    const risks = [0.2, 0.5, 0.3];
    expect(worstRisk(risks)).toBe(0.5);
    expect(worstGroup(risks)).toBe(1);
    expect(disparity(risks)).toBe(0.3);
  });

  it('takes the first of several worst groups, and the only group there is', () => {
    expect(worstGroup([0.1, 0.5, 0.5])).toBe(1);
    expect(worstGroup([0.4])).toBe(0);
    expect(disparity([0.4])).toBe(0);
  });

  it('says NaN or infinity rather than overlook it', () => {
    expect(worstRisk([0.1, Number.NaN])).toBeNaN();
    expect(worstRisk([0.1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY);
    expect(worstGroup([0.1, Number.POSITIVE_INFINITY])).toBe(1);
    expect(hasEqualRisks([0.1, Number.NaN])).toBe(false);
  });

  it('calls risks equal within a tolerance relative to the worst', () => {
    expect(hasEqualRisks([0.3, 0.3])).toBe(true);
    expect(hasEqualRisks([0, 0])).toBe(true);
    expect(hasEqualRisks([0.3, 0.3 + 1e-11])).toBe(true);
    expect(hasEqualRisks([0.3, 0.3 + 1e-8])).toBe(false);
    expect(hasEqualRisks([3e9, 3e9 + 1])).toBe(true);
    expect(hasEqualRisks([0.3, 0.31], 0.1)).toBe(true);
  });

  it('agrees with looking at every pair of groups', () => {
    fc.assert(
      fc.property(fc.array(real(10), { minLength: 1, maxLength: 8 }), (risks) => {
        const pairs = risks.flatMap((left) => risks.map((right) => left - right));
        expect(disparity(risks)).toBe(Math.max(...pairs));
        expect(risks.every((risk) => risk <= risks[worstGroup(risks)]!)).toBe(true);
        expect(risks[worstGroup(risks)]).toBe(worstRisk(risks));
      }),
    );
  });
});
