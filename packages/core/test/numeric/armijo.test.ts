import { describe, expect, it } from 'vitest';
import { backtrack, fallsEnough } from '../../src/numeric/armijo.js';

describe('fallsEnough', () => {
  it('asks for a ten-thousandth of what the slope promises for the length, rounding aside', () => {
    expect(fallsEnough(1, 1 - 1.01e-4, 1, 1)).toBe(true);
    expect(fallsEnough(1, 1 - 0.99e-4, 1, 1)).toBe(false);
    expect(fallsEnough(1, 1 - 0.51e-4, 0.5, 1)).toBe(true);
    expect(fallsEnough(1, 1 + 0.9e-14, 1, 0)).toBe(true);
    expect(fallsEnough(1, 1 + 1.1e-14, 1, 0)).toBe(false);
    expect(fallsEnough(1, Number.NaN, 1, 1)).toBe(false);
  });
});

describe('backtrack', () => {
  it('halves until a length is accepted', () => {
    const tried: number[] = [];
    const accepts = (length: number): boolean => tried.push(length) > 0 && length < 0.2;
    expect(backtrack(accepts)).toBe(0.125);
    expect(tried).toEqual([1, 0.5, 0.25, 0.125]);
  });

  it('gives up after so many trials, from the first length on', () => {
    const tried: number[] = [];
    expect(backtrack((length) => tried.push(length) < 0, 3, 0.5)).toBe(0);
    expect(tried).toEqual([0.5, 0.25, 0.125]);
  });
});
