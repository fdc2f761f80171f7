import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../helpers/close.js';
import { createRandom, type RandomSource, sampleSimplex, simplexGrid, uniformMu } from '../../src/index.js';
import { dot } from '../../src/internal.js';
import { type Bundle, createBundle } from '../../src/search/bundle.js';
import { listOptimum } from './oracles.js';

type Planes = readonly (readonly number[])[];

function bundleOf(planes: Planes, { scale = 1, maxPlanes = 100 } = {}): Bundle {
  const groupCount = planes[0]!.length;
  const bundle = createBundle(groupCount, scale, maxPlanes);
  for (const plane of planes) bundle.add(plane, uniformMu(groupCount));
  return bundle;
}

const height = (planes: Planes, mu: readonly number[]): number =>
  Math.min(...planes.map((plane) => dot(mu, plane)));
const randomPlanes = (random: RandomSource, groupCount: number, count: number): number[][] =>
  Array.from({ length: count }, () => Array.from({ length: groupCount }, () => random.uniform()));
const minus = (left: readonly number[], right: readonly number[]): number[] =>
  left.map((value, a) => value - right[a]!);

const GRID = { 2: simplexGrid(2, 400), 3: simplexGrid(3, 60) };
/** Seed, groups and number of planes of a random bundle. */
const bundles = [
  fc.integer({ min: 0, max: 1e6 }),
  fc.constantFrom<2 | 3>(2, 3),
  fc.integer({ min: 1, max: 8 }),
] as const;
const RUNS = { seed: 3, numRuns: 60 };

describe('maximise', () => {
  test('finds the exact maximum for two groups: the best kink', () => {
    fc.assert(
      fc.property(bundles[0], bundles[2], (seed, count) => {
        const planes = randomPlanes(createRandom(seed), 2, count);
        const { mu, value } = bundleOf(planes).maximise();
        expect(Math.abs(value - listOptimum(planes))).toBeLessThan(1e-10);
        expect(value).toBe(height(planes, mu));
      }),
      RUNS,
    );
  });

  test('finds what no point of a grid and no point near it tops', () => {
    fc.assert(
      fc.property(...bundles, (seed, groupCount, count) => {
        const random = createRandom(seed);
        const planes = randomPlanes(random, groupCount, count);
        const { mu, value } = bundleOf(planes).maximise();
        const onGrid = Math.max(...GRID[groupCount].map((point) => height(planes, point)));
        expect(onGrid).toBeLessThanOrEqual(value + 1e-10);
        // The model is concave: a maximum among its near neighbours is the maximum.
        for (let i = 0; i < 50; i++) {
          const towards = sampleSimplex(random, groupCount);
          const near = mu.map((weight, a) => weight + 1e-4 * (towards[a]! - weight));
          expect(height(planes, near)).toBeLessThanOrEqual(value + 1e-10);
        }
      }),
      RUNS,
    );
  });

  // (1 − b) 1e6 + 0.1 b = 0.2 + 0.3 b, where b is the second weight.
  test('is exact among planes of very unlike size, whatever the typical risk was said to be', () => {
    const planes = [
      [1e6, 0.1],
      [0.2, 0.5],
      [0.6, 1e6],
    ];
    const second = (1e6 - 0.2) / (1e6 - 0.1 + 0.3);
    for (const scale of [1e-3, 1, 1e6]) {
      const { mu, value } = bundleOf(planes, { scale }).maximise();
      expect(value).toBeCloseTo(0.2 + 0.3 * second, 10);
      expect(mu).toBeAllClose([1 - second, second], { absolute: 1e-9 });
    }
  });

  test('stands a plane without any risk: nothing can be gained', () => {
    expect(
      bundleOf([
        [0.5, 0.2],
        [0, 0],
      ]).maximise().value,
    ).toBe(0);
  });

  test('gives the same weights whatever the unit of the risks', () => {
    const planes = randomPlanes(createRandom(4), 3, 5);
    const { mu } = bundleOf(planes).maximise();
    for (const factor of [1e9, 1e-9]) {
      const scaled = planes.map((plane) => plane.map((risk) => factor * risk));
      expect(bundleOf(scaled, { scale: factor }).maximise().mu).toBeAllClose(mu, { absolute: 1e-9 });
    }
  });
});

describe('project', () => {
  // p is the nearest point of a convex set C to c exactly if ⟨c − p, q − p⟩ ≤ 0 for every q in C.
  test('finds the nearest weights at which every plane reaches the level', () => {
    fc.assert(
      fc.property(
        ...bundles,
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (seed, groupCount, count, share) => {
          const random = createRandom(seed);
          const planes = randomPlanes(random, groupCount, count);
          const bundle = bundleOf(planes);
          const centre = sampleSimplex(random, groupCount);
          const { value } = bundle.maximise();
          const level = height(planes, centre) + share * (value - height(planes, centre));
          const mu = bundle.project(centre, level)!;
          expect(height(planes, mu)).toBeGreaterThanOrEqual(level - 1e-9);
          const feasible = GRID[groupCount].filter((point) => height(planes, point) >= level);
          const products = feasible.map((point) => dot(minus(centre, mu), minus(point, mu)));
          expect(Math.max(...products)).toBeLessThan(1e-8);
        },
      ),
      RUNS,
    );
  });

  test('is where it starts if the level is reached there already', () => {
    const planes = [
      [0.9, 0.2],
      [0.3, 0.8],
    ];
    expect(bundleOf(planes).project([0.4, 0.6], 0.3)).toBeAllClose([0.4, 0.6], { absolute: 1e-7 });
  });

  // 0.8 a + 0.2 (1 − a) = 0.5 at a = 1/2.
  test('stops at the first weights that reach the level', () => {
    expect(bundleOf([[0.8, 0.2]]).project([0.1, 0.9], 0.5)).toBeAllClose([0.5, 0.5], { absolute: 1e-9 });
  });

  test('is undefined where the planes do not allow the level', () => {
    expect(bundleOf([[0.8, 0.2]]).project([0.5, 0.5], 0.9)).toBeUndefined();
  });

  test('stands a plane of huge risks', () => {
    const bundle = bundleOf([
      [1e6, 0.1],
      [0.2, 0.5],
    ]);
    // 0.2 + 0.3 b = 0.35 at b = 1/2, and the huge plane holds there.
    expect(bundle.project([0.9, 0.1], 0.35)).toBeAllClose([0.5, 0.5], { absolute: 1e-8 });
  });
});

describe('climb', () => {
  // p maximises a concave f over a convex set exactly if ⟨∇f(p), q − p⟩ ≤ 0 for every q in it; here ∇f(p) = slope / scale − B (p − centre).
  test('finds the maximum of the quadratic model among the weights that reach the level', () => {
    let hidden = 0;
    fc.assert(
      fc.property(...bundles, fc.constantFrom(0.1, 1, 50), (seed, groupCount, count, scale) => {
        const random = createRandom(seed);
        const planes = randomPlanes(random, groupCount, count).map((plane) => plane.map((r) => scale * r));
        const bundle = bundleOf(planes, { scale });
        const centre = sampleSimplex(random, groupCount);
        const slope = planes[0]!;
        // B = Mᵀ M + 0.1 I
        const M = randomPlanes(random, groupCount, groupCount);
        const curvature = new Float64Array(groupCount ** 2);
        for (let i = 0; i < groupCount; i++) {
          for (let j = 0; j < groupCount; j++) {
            curvature[i * groupCount + j] =
              M.reduce((sum, row) => sum + row[i]! * row[j]!, 0) + (i === j ? 0.1 : 0);
          }
        }
        const level = height(planes, centre);
        const mu = bundle.climb({ centre, slope, curvature }, level);
        if (mu === undefined) {
          hidden += 1;
          return;
        }
        expect(height(planes, mu)).toBeGreaterThanOrEqual(level - 1e-9 * scale);
        const gradient = slope.map((value, i) =>
          mu.reduce(
            (sum, weight, j) => sum - curvature[i * groupCount + j]! * (weight - centre[j]!),
            value / scale,
          ),
        );
        const feasible = GRID[groupCount].filter((point) => height(planes, point) >= level);
        expect(Math.max(...feasible.map((point) => dot(gradient, minus(point, mu))))).toBeLessThan(1e-7);
      }),
      RUNS,
    );
    // The interior point method cycles on about one such program in a thousand; a search then takes a level step instead.
    expect(hidden).toBeLessThanOrEqual(1);
  });

  // f(a) = 0.6 a − ½ · 2 (a − 0.5)² · 2 along (a, 1 − a), since B = 2 I: f' = 0.6 − 4 (a − 0.5) = 0 at a = 0.65.
  test('goes up the slope until the curvature holds it, as worked by hand', () => {
    const bundle = bundleOf([[1, 0.9]]);
    const mu = bundle.climb(
      { centre: [0.5, 0.5], slope: [0.8, 0.2], curvature: Float64Array.of(2, 0, 0, 2) },
      0.1,
    );
    expect(mu).toBeAllClose([0.65, 0.35], { absolute: 1e-9 });
  });

  test('is undefined where the planes do not allow the level', () => {
    const quadratic = { centre: [0.5, 0.5], slope: [0.8, 0.2], curvature: Float64Array.of(1, 0, 0, 1) };
    expect(bundleOf([[0.8, 0.2]]).climb(quadratic, 0.9)).toBeUndefined();
  });
});

describe('add', () => {
  // At the centre (½, ½) the first plane is at 0.5, the second at 0.4. Without the first, 0.6 is reached wherever 0.1 + 0.6 b ≥ 0.6;
  // with it, the best is where 0.9 − 0.8 b = 0.1 + 0.6 b.
  const planes = [
    [0.9, 0.1],
    [0.1, 0.7],
    [0.6, 0.6],
  ];

  test('keeps maxPlanes, letting go of the plane farthest above the model at the centre', () => {
    expect(bundleOf(planes, { maxPlanes: 2 }).maximise().value).toBeCloseTo(0.6, 10);
    expect(bundleOf(planes, { maxPlanes: 3 }).maximise().value).toBeCloseTo(0.9 - (0.8 * 4) / 7, 10);
  });

  test('looks at the centre it is given', () => {
    const bundle = createBundle(2, 1, 2);
    bundle.add(planes[0]!, [0.5, 0.5]);
    bundle.add(planes[1]!, [0.5, 0.5]);
    bundle.add(planes[2]!, [0.1, 0.9]); // here the second plane is the higher one: 0.64 to 0.18
    // Left are 0.9 − 0.8 b and 0.6: 0.6 up to b = 3/8.
    const { mu, value } = bundle.maximise();
    expect(value).toBeCloseTo(0.6, 10);
    expect(mu[1]).toBeLessThan(0.375 + 1e-9);
  });
});
