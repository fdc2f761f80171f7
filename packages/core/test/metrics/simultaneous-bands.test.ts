import { describe, expect, it } from 'vitest';
import {
  type BandShape,
  differenceInterval,
  type ResampledValue,
  ratioInterval,
  simultaneousBands,
  worstInterval,
} from '../../src/metrics/simultaneous-bands.js';
import { standardNormal } from '../../src/numeric/normal.js';
import { createRandom } from '../../src/numeric/random.js';
import '../helpers/close.js';

const random = createRandom(7);
/** A value with normal resamples about it. */
const drawn = (value: number, error: number, size = 1e6): ResampledValue => ({
  value,
  samples: Float64Array.from({ length: 20_000 }, () => value + error * standardNormal(random)),
  size,
});
const fixed = (value: number, size: number): ResampledValue => ({
  value,
  samples: new Float64Array(20_000).fill(value),
  size,
});
const bands = (groups: readonly ResampledValue[], shape: BandShape, level = 0.95) =>
  simultaneousBands(groups, level, shape)!.intervals;

describe('simultaneousBands', () => {
  it('are as wide as as many normals need: 1.960, 2.237, 2.727 standard errors for 1, 2 and 8 groups', () => {
    for (const [count, critical] of [
      [1, 1.96],
      [2, 2.237],
      [8, 2.727],
    ] as const) {
      const found = bands(
        Array.from({ length: count }, (_, group) => drawn(0.5, 0.01 * (1 + group / 4))),
        'plain',
      );
      found.forEach(({ low, high }, group) => {
        expect((high - low) / (0.02 * (1 + group / 4)) / critical).toBeGreaterThan(0.98);
        expect((high - low) / (0.02 * (1 + group / 4)) / critical).toBeLessThan(1.03);
      });
    }
  });

  it('are wider where rows are few: of 11, with their n for n − 1, as Student’s t has it', () => {
    const [few] = bands([drawn(0.5, 0.01, 11)], 'plain');
    const student = 2.228 * Math.sqrt(11 / 10); // t of 10 degrees of freedom
    expect((few!.high - few!.low) / 0.02 / student).toBeGreaterThan(0.96);
    expect((few!.high - few!.low) / 0.02 / student).toBeLessThan(1.04);
  });

  it('of risks are as far from the value upwards as downwards, by their ratio', () => {
    const [{ low, high }] = bands([drawn(0.2, 0.02)], 'risk') as [{ low: number; high: number }];
    expect(high / 0.2).toBeCloseTo(0.2 / low, 10);
    expect(Math.log(high / 0.2)).toBeGreaterThan(0.19);
    expect(Math.log(high / 0.2)).toBeLessThan(0.205);
  });

  it('of shares are Wilson’s: 8 of 10 is from 0.490 to 0.943, 10 of 10 from 0.722', () => {
    const error = Math.sqrt((0.8 * 0.2) / 10);
    const [some] = bands([drawn(0.8, error, 10)], 'share');
    expect([some!.low, some!.high]).toBeAllClose([0.4902, 0.9433], { absolute: 0.01 });
    const [all] = bands([fixed(1, 10)], 'share');
    expect([all!.low, all!.high]).toBeAllClose([0.7225, 1], { absolute: 1e-4 });
  });

  it('stand where a group never changes, and stay within what is possible', () => {
    const [perfect, other] = bands([fixed(0, 50), drawn(0.01, 0.02)], 'plain');
    expect(perfect).toEqual({ low: 0, high: 0 });
    expect(other!.low).toBe(0);
    expect(bands([fixed(0, 50)], 'risk')).toEqual([{ low: 0, high: 0 }]);
    expect(simultaneousBands([drawn(1.9, 0.3)], 0.95, 'risk', 2)!.intervals[0]!.high).toBe(2);
  });

  it('leave out resamples that lack a group’s value', () => {
    const partly = drawn(0.5, 0.1);
    for (let b = 0; b < 5000; b++) partly.samples[b] = Number.NaN;
    expect(simultaneousBands([partly, drawn(0.4, 0.1)], 0.95, 'plain')!.leftOut).toBe(5000);
    partly.samples.fill(Number.NaN);
    expect(simultaneousBands([partly, drawn(0.4, 0.1)], 0.95, 'plain')).toBeUndefined();
    expect(simultaneousBands([], 0.95, 'plain')).toBeUndefined();
  });
});

describe('what follows from bands', () => {
  const apart = [
    { low: 0.1, high: 0.3 },
    { low: 0.4, high: 0.5 },
    { low: 0.2, high: 0.6 },
  ];

  it('is the worst group, the difference and the ratio, as far as the bands allow', () => {
    expect(worstInterval(apart, 'highest')).toEqual({ low: 0.4, high: 0.6 });
    expect(worstInterval(apart, 'lowest')).toEqual({ low: 0.1, high: 0.3 });
    expect(Object.values(differenceInterval(apart))).toBeAllClose([0.1, 0.5], { absolute: 1e-15 });
    expect(Object.values(ratioInterval(apart))).toBeAllClose([0.1 / 0.6, 0.75], { absolute: 1e-15 });
  });

  it('is from 0 on, and up to 1, where bands overlap', () => {
    const over = [
      { low: 0, high: 0.3 },
      { low: 0, high: 0.5 },
    ];
    expect(differenceInterval(over)).toEqual({ low: 0, high: 0.5 });
    expect(ratioInterval(over)).toEqual({ low: 0, high: 1 });
    expect(ratioInterval([{ low: 0, high: 0 }])).toEqual({ low: 1, high: 1 });
  });
});
