import { describe, expect, it } from 'vitest';
import { createRandom, type RandomSource } from '../../src/numeric/random.js';
import { sampleSimplex, vertexMu } from '../../src/numeric/simplex.js';
import { type StarSets, starSetSampler } from '../../src/theory/star-sets.js';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';

const GROUPS = [0, 1, 2] as const;

const sample = (count: number, seed: number, options = {}): StarSets[] => {
  const next = starSetSampler(createRandom(seed), options);
  return Array.from({ length: count }, next);
};
const points = (random: RandomSource, count: number): number[][] =>
  Array.from({ length: count }, () => sampleSimplex(random, 3));

/** Membership from the definition, in weights: their distances are √2 times those in the plane, their angles the same. */
function inStar({ curves }: StarSets, group: number, mu: readonly number[]): boolean {
  const away = mu.map((weight, a) => weight - (a === group ? 1 : 0));
  const towardsNext = GROUPS.map((a) => (a === group ? -1 : a === (group + 1) % 3 ? 1 : 0));
  const length = Math.hypot(...away);
  const cosine = away.reduce((sum, value, a) => sum + value * towardsNext[a]!, 0) / (length * Math.SQRT2);
  const angle = Math.acos(Math.min(1, cosine));
  const { angles, radii } = curves[group]!;
  const after = Math.max(
    1,
    angles.findIndex((other) => other >= angle),
  );
  const share = (angle - angles[after - 1]!) / (angles[after]! - angles[after - 1]!);
  return length / Math.SQRT2 < (1 - share) * radii[after - 1]! + share * radii[after]!;
}

const sets = sample(60, 1);

describe('starSetSampler', () => {
  it('draws curves of K pieces: K + 1 radii in [0, 1] at angles that rise from 0 to π/3', () => {
    for (const { pieces, drawn } of [
      { pieces: 7, drawn: sets },
      { pieces: 3, drawn: sample(5, 2, { pieces: 3 }) },
      { pieces: 1, drawn: sample(5, 3, { pieces: 1 }) },
    ]) {
      for (const { angles, radii } of drawn.flatMap(({ curves }) => curves)) {
        expect([angles.length, radii.length]).toEqual([pieces + 1, pieces + 1]);
        expect([angles[0], angles.at(-1)]).toEqual([0, Math.PI / 3]);
        expect(angles).toEqual([...angles].sort((left, right) => left - right));
        expect(radii.every((radius) => radius >= 0 && radius <= 1)).toBe(true);
      }
    }
  });

  it('draws the same sets from the same seed, others from another', () => {
    const curves = (seed: number) => sample(3, seed).map((one) => one.curves);
    expect(curves(5)).toEqual(curves(5));
    expect(curves(5)).not.toEqual(curves(6));
  });

  it('contains what the definition says', () => {
    const random = createRandom(20);
    for (const one of sets) {
      for (const mu of points(random, 200)) {
        for (const group of GROUPS) expect(one.contains(group, mu)).toBe(inStar(one, group, mu));
      }
    }
  });

  it('has the corner in its own set, and sides that end at the first and last radius', () => {
    for (const { curves, contains } of sets) {
      for (const group of GROUPS) {
        expect(contains(group, vertexMu(3, group))).toBe(true);
        const along = (other: number, reach: number): number[] =>
          GROUPS.map((a) => (a === group ? 1 - reach : a === other ? reach : 0));
        const { radii } = curves[group]!;
        const [next, last] = [(group + 1) % 3, (group + 2) % 3];
        for (const reach of [0.05, 0.2, 0.4, 0.6, 0.8, 0.95]) {
          expect(contains(group, along(next, reach))).toBe(reach < radii[0]!);
          expect(contains(group, along(last, reach))).toBe(reach < radii.at(-1)!);
        }
      }
    }
  });

  it('is star-shaped: what lies between a member and its corner is a member [Thm 5.1, 2]', () => {
    const random = createRandom(21);
    for (const { contains } of sets) {
      for (const mu of points(random, 200)) {
        const share = 0.999 * random.uniform();
        for (const group of GROUPS) {
          const between = mu.map((weight, a) => share * weight + (a === group ? 1 - share : 0));
          if (contains(group, mu)) expect(contains(group, between)).toBe(true);
        }
      }
    }
  });

  it('covers the triangle: every point lies in one of the sets [Thm 5.1, 3]', () => {
    const random = createRandom(22);
    for (const { contains } of sets) {
      const missed = points(random, 2000).filter((mu) => !GROUPS.some((group) => contains(group, mu)));
      expect(missed).toEqual([]);
    }
  });

  it('covers each side by the sets at its two ends alone [Thm 5.1, 3 for two groups]', () => {
    for (const { curves, contains } of sets) {
      for (const group of GROUPS) {
        const next = (group + 1) % 3;
        expect(curves[group]!.radii[0]! + curves[next]!.radii.at(-1)!).toBeGreaterThan(1);
        for (let i = 0; i <= 100; i++) {
          const mu = GROUPS.map((a) => (a === group ? 1 - i / 100 : a === next ? i / 100 : 0));
          expect(contains(group, mu) || contains(next, mu)).toBe(true);
        }
      }
    }
  });

  it('has a common part of the area it says [Thm 5.1, 1]: a Monte-Carlo estimate agrees', () => {
    const random = createRandom(23);
    const count = 4000;
    let pooled = 0;
    for (const { contains, area } of sets) {
      expect(area).toBeGreaterThan(0);
      const share =
        points(random, count).filter((mu) => GROUPS.every((group) => contains(group, mu))).length / count;
      const standardError = Math.sqrt((area * (1 - area)) / count);
      expect(Math.abs(share - area)).toBeLessThan(4.5 * standardError + 1e-3);
      pooled += (share - area) / sets.length;
    }
    // Over all sets the errors cancel: the areas have no bias.
    expect(Math.abs(pooled)).toBeLessThan(4.5 * Math.sqrt(0.25 / count / sets.length));
  });

  it('measures areas the finer the lattice, with the same curves', () => {
    const coarse = sample(1, 30, { resolution: 64 })[0]!;
    const fine = sample(1, 30, { resolution: 256 })[0]!;
    expect(fine.curves).toEqual(coarse.curves);
    expect([coarse.area]).toBeAllClose([fine.area], { absolute: 5e-3 });
    expect(coarse.area).not.toBe(fine.area);
  });

  it('refuses pieces and resolutions that make no sense', () => {
    for (const pieces of [0, 1.5, Number.NaN]) {
      expectError(() => starSetSampler(createRandom(1), { pieces }), 'bad-option', 'pieces', String(pieces));
    }
    for (const resolution of [1, 2.5]) {
      expectError(
        () => starSetSampler(createRandom(1), { resolution }),
        'bad-option',
        'resolution',
        String(resolution),
      );
    }
  });
});
