import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logSumExp } from '../../src/numeric/log-sum-exp.js';
import { real } from '../helpers/arbitraries.js';
import '../helpers/close.js';

const { POSITIVE_INFINITY, NEGATIVE_INFINITY, NaN: NOT_A_NUMBER } = Number;

describe('logSumExp', () => {
  it.each([
    [[], NEGATIVE_INFINITY],
    [[NEGATIVE_INFINITY], NEGATIVE_INFINITY],
    [[NEGATIVE_INFINITY, NEGATIVE_INFINITY], NEGATIVE_INFINITY],
    [[NEGATIVE_INFINITY, 3], 3],
    [[POSITIVE_INFINITY, 0], POSITIVE_INFINITY],
    [[POSITIVE_INFINITY, NEGATIVE_INFINITY], POSITIVE_INFINITY],
    [[0, NOT_A_NUMBER], NOT_A_NUMBER],
    [[5], 5],
    [[0, 0], Math.LN2],
    [[1e4, 1e4], 1e4 + Math.LN2], // e^10000 overflows
    [[-1e4, -1e4], -1e4 + Math.LN2], // e^−10000 underflows
    [[1e308, -1e308], 1e308],
    [[0, -800], 0],
  ])('of %j is %d', (values, expected) => {
    expect(logSumExp(values)).toBe(expected);
  });

  it('is ln Σ exp where nothing overflows', () => {
    fc.assert(
      fc.property(fc.array(real(50), { minLength: 1, maxLength: 8 }), (values) => {
        const direct = Math.log(values.reduce((sum, value) => sum + Math.exp(value), 0));
        expect([logSumExp(values)]).toBeAllClose([direct], { absolute: 1e-13, relative: 1e-14 });
      }),
    );
  });

  it('moves by c when every value moves by c', () => {
    fc.assert(
      fc.property(fc.array(real(30), { minLength: 1, maxLength: 8 }), real(1e6), (values, shift) => {
        const moved = logSumExp(values.map((value) => value + shift));
        expect([moved]).toBeAllClose([logSumExp(values) + shift], { absolute: 1e-9 });
      }),
    );
  });
});
