import { worstRisk } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import {
  type Course,
  fixedCourse,
  listedCourse,
  meanMu,
  minimaxCourse,
  mixedMus,
} from '../../src/boost/course.js';

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The weights of the round after these risks were seen, one round after the other. */
function after(course: Course, seen: readonly (readonly number[])[]): readonly number[] {
  for (const risks of seen) {
    course.next();
    course.observe(risks);
  }
  return course.next();
}

describe('fixed weights', () => {
  it('stay as they are, and choose by the risk that they weigh', () => {
    const course = fixedCourse([0.25, 0.75]);
    expect(after(course, [[3, 1]])).toEqual([0.25, 0.75]);
    expect(course.value([2, 4])).toBe(3.5);
  });
});

describe('minimax weights', () => {
  it('are equal at first, and chosen by the worst risk', () => {
    const course = minimaxCourse(4);
    expect(course.next()).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(course.value([1, 3, 2, 0])).toBe(3);
  });

  it('stay on the simplex, and none is lost, whatever the risks', () => {
    const risk = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constantFrom(0, 1e-300, 0.5));
    const rounds = fc
      .integer({ min: 1, max: 6 })
      .chain((groups) =>
        fc.array(fc.array(risk, { minLength: groups, maxLength: groups }), { minLength: 1, maxLength: 40 }),
      );
    fc.assert(
      fc.property(rounds, (seen) => {
        const mu = after(minimaxCourse(seen[0]!.length), seen);
        expect(sum(mu)).toBeCloseTo(1, 12);
        for (const weight of mu) expect(weight).toBeGreaterThan(0);
      }),
    );
  });

  it('follow the rule at the head of its file', () => {
    const seen = [
      [0.6, 0.3, 0.5],
      [0.5, 0.35, 0.55],
      [0.45, 0.36, 0.45],
    ];
    const errors = seen.map((risks) => risks.map((risk) => risk / Math.max(...risks) - 1));
    const logs = [0, 1, 2].map(
      (group) => 0.1 * sum(errors.map((own) => own[group]!)) + 5 * errors[2]![group]!,
    );
    const powers = logs.map(Math.exp);
    expect(after(minimaxCourse(3), seen)).toBeAllClose(
      powers.map((power) => power / sum(powers)),
      { relative: 1e-12 },
    );
  });

  it('move to the worst group at once, and more so the longer it is the worst', () => {
    const once = after(minimaxCourse(2), [[0.8, 0.4]]);
    const often = after(
      minimaxCourse(2),
      Array.from({ length: 20 }, () => [0.8, 0.4]),
    );
    expect(once[0]).toBeGreaterThan(0.9);
    expect(often[0]).toBeGreaterThan(once[0]!);
  });

  it('come back to a group that was without weight for long', () => {
    const course = minimaxCourse(2);
    const lost = after(
      course,
      Array.from({ length: 1000 }, () => [1, 0.1]),
    );
    expect(lost[1]).toBeLessThan(1e-6);
    const back = after(
      course,
      Array.from({ length: 400 }, () => [0.5, 1]),
    );
    expect(back[1]).toBeGreaterThan(0.5);
  });

  it('are as good after long, when groups have taken turns, as at first', () => {
    const course = minimaxCourse(2);
    for (let turn = 0; turn < 2000; turn++) {
      course.observe([1, 0.5]);
      course.observe([0.5, 1]);
    }
    const last = [[1, 0.9]];
    expect(after(course, last)).toBeAllClose(after(minimaxCourse(2), last), { relative: 1e-9 });
  });

  it('do not change where no group has any risk', () => {
    expect(after(minimaxCourse(2), [[0, 0]])).toEqual([0.5, 0.5]);
  });

  it('follow the groups, however these are numbered', () => {
    const seen = [
      [0.3, 0.5, 0.4],
      [0.6, 0.5, 0.2],
    ];
    const mu = after(minimaxCourse(3), seen);
    const turned = after(
      minimaxCourse(3),
      seen.map(([a, b, c]) => [c!, a!, b!]),
    );
    expect(turned).toBeAllClose([mu[2]!, mu[0]!, mu[1]!], { relative: 1e-12 });
  });

  // Risks that answer to weights as those of trees do: slowly, and the less the lower they are.
  it.each([
    ['as hard as each other', [1, 1]],
    ['one harder than the other', [1, 1.5]],
    ['three of them', [1, 1.2, 1.4]],
  ])('settle where risks are equal: groups %s', (_, hardness) => {
    const course = minimaxCourse(hardness.length);
    let risks = hardness.map((own) => own);
    let mu = course.next();
    for (let round = 0; round < 500; round++) {
      mu = course.next();
      // The risk of a group falls to hardness · (1 − √μ / 2), a tenth of the way in each round.
      risks = risks.map(
        (risk, group) => 0.9 * risk + 0.1 * hardness[group]! * (1 - Math.sqrt(mu[group]!) / 2),
      );
      course.observe(risks);
    }
    expect(worstRisk(risks) - Math.min(...risks)).toBeLessThan(0.01);
    // Where one group is harder it has more weight; equal ones have equal weights.
    expect([...mu]).toEqual([...mu].sort((a, b) => a - b));
    if (hardness[0] === hardness[1]) expect(mu[0]).toBeCloseTo(0.5, 12);
  });

  it('leave a group without weight that is well served anyway', () => {
    const course = minimaxCourse(2);
    const mu = after(
      course,
      Array.from({ length: 300 }, () => [0.9, 0.3]),
    );
    expect(mu[1]).toBeLessThan(1e-6);
  });
});

describe('weights of given rounds', () => {
  const mus = [
    [0.5, 0.5],
    [0.8, 0.2],
  ];

  it('are taken in their order, the last ones from then on', () => {
    const course = listedCourse(mus);
    expect([course.next(), course.next(), course.next(), course.next()]).toEqual([...mus, mus[1], mus[1]]);
  });

  it('are chosen by what their mean weighs, or by what is named', () => {
    expect(listedCourse(mus).value([1, 2])).toBeCloseTo(0.65 + 0.7, 12);
    expect(listedCourse(mus, [0, 1]).value([1, 2])).toBe(2);
    expect(meanMu(mus)).toBeAllClose([0.65, 0.35], { relative: 1e-12 });
  });

  it('are mixed round by round', () => {
    expect(mixedMus([0.1, 0.9], mus, 0.75)).toEqual([
      [0.25 * 0.1 + 0.75 * 0.5, 0.25 * 0.9 + 0.75 * 0.5],
      [0.25 * 0.1 + 0.75 * 0.8, 0.25 * 0.9 + 0.75 * 0.2],
    ]);
    expect(mixedMus([0.1, 0.9], mus, 1)).toEqual(mus);
    expect(mixedMus([0.1, 0.9], mus, 0)).toEqual([
      [0.1, 0.9],
      [0.1, 0.9],
    ]);
  });
});
