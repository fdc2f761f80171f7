import { describe, expect, it } from 'vitest';
import { isAboveChance, isNoticeable } from '../../src/metrics/noticeable.js';

it('isAboveChance asks for twice what chance makes', () => {
  expect(isAboveChance(0.05, 0.02)).toBe(true);
  expect(isAboveChance(0.03, 0.02)).toBe(false);
  expect(isAboveChance(0.01, 0)).toBe(true);
});

describe('isNoticeable', () => {
  it('asks that the digits shown can show the change', () => {
    expect(isNoticeable({ value: -0.001 }, 0.5)).toBe(true);
    expect(isNoticeable({ value: 0.0002 }, 0.5)).toBe(false); // 0.04%
    expect(isNoticeable({ value: 0.0003 }, 0.5)).toBe(true); // 0.06%
    expect(isNoticeable({ value: -0.00004 }, 0.00004)).toBe(false); // −100% of 0.0000
    expect(isNoticeable({ value: 0 }, 0)).toBe(false);
  });

  it('asks that the interval excludes 0, where there is one', () => {
    expect(isNoticeable({ value: -0.1, low: -0.2, high: 0.01 }, 0.5)).toBe(false);
    expect(isNoticeable({ value: -0.1, low: -0.2, high: -0.01 }, 0.5)).toBe(true);
    expect(isNoticeable({ value: 0.1, low: 0.01, high: 0.2 }, 0.5)).toBe(true);
    expect(isNoticeable({ value: 0.0001, low: 0.00005, high: 0.0002 }, 0.5)).toBe(false);
  });
});
