import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../src/numeric/normal.js';
import { createRandom } from '../../src/numeric/random.js';
import { foreseeMinimax, type Outlook, type OutlookRows } from '../../src/plug-in/outlook.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { limitingCases } from '../../src/theory/limiting-cases.js';
import { theoryMinimax } from '../../src/theory/minimax.js';
import { threeGroupProblem, twoGroupProblem } from '../../src/theory/paper-problems.js';
import { problemShares } from '../../src/theory/problem.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';
import { groupsOf, trueLosses } from './true-losses.js';

const ROWS = 100;

/** Losses that are the same in every row of a group, so that every interval is a point. */
function certain(
  naive: readonly number[],
  own: readonly number[],
  changed: Partial<OutlookRows> & { readonly membershipRisks?: readonly number[] } = {},
): OutlookRows {
  const groups = changed.groups ?? groupsOf(...naive.map(() => ROWS));
  const byRow = (risks: readonly number[]): Float64Array =>
    Float64Array.from(groups.groups, (group) => risks[group]!);
  return {
    naive: byRow(naive),
    own: byRow(own),
    membership: byRow(changed.membershipRisks ?? naive.map(() => 0.1)),
    groups,
    priors: naive.map(() => 1 / naive.length),
    ...changed,
  };
}

const foresee = (rows: OutlookRows): Outlook =>
  foreseeMinimax(rows, { random: createRandom(1), resamples: 50 });
const near = (value: number) => expect.closeTo(value, 12);

describe('how much there is to gain', () => {
  it('is what lies between the worst group under naive training and the worst own best', () => {
    expect(foresee(certain([0.5, 0.2, 0.3], [0.3, 0.1, 0.25]))).toMatchObject({
      worstGroup: 0,
      worstRisk: near(0.5),
      floor: near(0.3),
      floorGroup: 0,
      gainAtMost: { value: near(0.2), low: near(0.2), high: near(0.2) },
      gainShare: { value: near(0.4), low: near(0.4), high: near(0.4) },
      verdict: 'some',
      betterShared: [],
      tooFew: [],
      rows: [ROWS, ROWS, ROWS],
      naiveRisks: [near(0.5), near(0.2), near(0.3)],
      ownRisks: [near(0.3), near(0.1), near(0.25)],
      level: 0.95,
      resamples: 50,
    });
  });

  it('ends where another group cannot be helped', () => {
    const outlook = foresee(certain([0.5, 0.45], [0.1, 0.42]));
    expect(outlook).toMatchObject({ worstGroup: 0, floorGroup: 1, floor: near(0.42) });
    expect(outlook.gainAtMost.value).toBeCloseTo(0.08, 12);
  });

  it('is nothing where the worst group already has the best of its own', () => {
    const outlook = foresee(certain([0.5, 0.2], [0.5, 0.1]));
    expect(outlook.gainAtMost).toEqual({ value: 0, low: 0, high: 0 });
    expect(outlook.gainShare).toEqual({ value: 0, low: 0, high: 0 });
  });

  it('is not held back by a model of a group’s own that is worse than the naive one', () => {
    // A floor of 0.8 would leave nothing; but that group has 0.3 already.
    const outlook = foresee(certain([0.5, 0.3], [0.4, 0.8]));
    expect(outlook).toMatchObject({ floorGroup: 0, floor: near(0.4), betterShared: [1] });
    expect(outlook.gainAtMost.value).toBeCloseTo(0.1, 12);
    expect(foresee(certain([0.5, 0.3], [0.6, 0.2]))).toMatchObject({
      floorGroup: 0,
      floor: near(0.5),
      gainAtMost: { value: 0, low: 0, high: 0 },
      betterShared: [0],
    });
  });

  it('names the groups with too few rows to trust it', () => {
    const groups = groupsOf(30, 29, 500, 1);
    const risks = [0.5, 0.4, 0.3, 0.2];
    expect(foresee(certain(risks, risks, { groups }))).toMatchObject({
      tooFew: [1, 3],
      rows: [30, 29, 500, 1],
    });
  });

  it('rests on whose rows they are where rows belong together', () => {
    const random = createRandom(5);
    const groups = groupsOf(600, 600);
    const entities = Array.from(groups.groups, (_, row) => (row < 600 ? row % 29 : row % 40));
    const byEntity = Float64Array.from({ length: 80 }, () => random.exponential());
    const gains = Float64Array.from({ length: 80 }, () => random.exponential());
    const losses = (value: (person: number, group: number) => number): Float64Array =>
      Float64Array.from(groups.groups, (group, row) => value(40 * group + entities[row]!, group));
    const rows = {
      ...certain([0, 0], [0, 0], { groups }),
      naive: losses((person, group) => 9 - 9 * group + byEntity[person]!),
      own: losses((person, group) => 9 - 9 * group + byEntity[person]! - 0.5 * gains[person]!),
    };
    const apart = foresee(rows);
    const together = foresee({ ...rows, entities });
    expect(together).toMatchObject({ rows: [600, 600], entities: [29, 40], tooFew: [0] });
    expect('entities' in apart).toBe(false);
    expect(apart.tooFew).toEqual([]);
    expect(together.gainAtMost.value).toBe(apart.gainAtMost.value);
    const width = ({ gainAtMost: { low, high } }: Outlook): number => high - low;
    // √(600 / 29) = 4.5 times, as far as 50 resamples tell.
    expect(width(together)).toBeGreaterThan(3 * width(apart));
  });

  it.each([
    ['some', 0.02, 0],
    ['some', 0.02, 0.05],
    ['none', 0.005, 0],
    ['none', -0.1, 0],
    ['none', 0, 0.05],
    // Some to be seen, but the interval holds none.
    ['unclear', 0.02, 0.3],
    // None to be seen, but the interval reaches beyond one twentieth of a risk of 1.
    ['unclear', 0, 0.6],
    ['unclear', 0.005, 0.6],
  ] as const)('is said to be %s at %d, give or take %d from row to row', (verdict, gain, noise) => {
    const rows = certain([1, 0.2], [1, 0.2]);
    const own = rows.naive.map((loss, row) =>
      row < ROWS ? loss - gain + (row % 2 === 0 ? noise : -noise) : loss,
    );
    expect(foreseeMinimax({ ...rows, own }, { random: createRandom(6) }).verdict).toBe(verdict);
  });

  it('is nothing of a risk of nothing', () => {
    expect(foresee(certain([0, 0], [0, 0]))).toMatchObject({
      verdict: 'none',
      worstRisk: 0,
      gainAtMost: { value: 0, low: 0, high: 0 },
      gainShare: { value: 0, low: 0, high: 0 },
    });
  });

  it('is certain where own and naive losses differ by the same in every row, however they vary', () => {
    const random = createRandom(4);
    const rows = certain([0, 0], [0, 0]);
    const naive = Float64Array.from(rows.groups.groups, (group) => 9 * group + random.exponential());
    const { gainAtMost } = foresee({ ...rows, naive, own: naive.map((loss) => loss - 0.5) });
    expect(gainAtMost).toEqual({ value: near(0.5), low: near(0.5), high: near(0.5) });
  });

  it('bounds what minimax does gain, with the true conditionals', () => {
    for (const problem of [twoGroupProblem, threeGroupProblem]) {
      const form = closedForm(problem);
      const shares = problemShares(problem);
      const { shared, ...losses } = trueLosses(problem, shares, 20_000, 21);
      const { gainAtMost } = foreseeMinimax(
        { ...losses, naive: shared, priors: shares },
        { random: createRandom(2), resamples: 300 },
      );
      const naiveWorst = Math.max(...form.decompose(shares).risks);
      const truth = naiveWorst - Math.max(...form.irreducible);
      expect(gainAtMost.low).toBeLessThan(truth);
      expect(gainAtMost.high).toBeGreaterThan(truth);
      expect(gainAtMost.high - gainAtMost.low).toBeLessThan(0.5 * naiveWorst);
      expect(gainAtMost.high).toBeGreaterThan(naiveWorst - theoryMinimax(form).upper);
    }
  });

  it.each([
    ['one group far the worst', 0.5, 0.02],
    ['all groups alike', 0, 0.02],
  ])('has an interval that holds it in about 95 of 100 samples or more: %s', (_, apart, gain) => {
    const [trials, groupCount] = [200, 4];
    const groups = groupsOf(...new Array<number>(groupCount).fill(60));
    const random = createRandom(3);
    let held = 0;
    for (let trial = 0; trial < trials; trial++) {
      const naive = Float64Array.from(
        groups.groups,
        (group) => 2 - apart * group + 0.5 * standardNormal(random),
      );
      const own = naive.map((loss) => loss - gain + 0.05 * standardNormal(random));
      const rows = { ...certain([0, 0, 0, 0], [0, 0, 0, 0], { groups }), naive, own };
      const { gainAtMost } = foreseeMinimax(rows, { random, resamples: 200 });
      if (gainAtMost.low <= gain && gain <= gainAtMost.high) held++;
    }
    // Four standard errors below, and a percentile interval of 60 rows falls a little short.
    expect(held / trials).toBeGreaterThan(0.94 - 4 * Math.sqrt((0.94 * 0.06) / trials));
  });
});

describe('how well the features tell the groups apart', () => {
  it('is H(A|X) as theory has it, with the true p(a|x)', () => {
    for (const problem of [twoGroupProblem, threeGroupProblem]) {
      const shares = problemShares(problem);
      const { shared, ...losses } = trueLosses(problem, shares, 20_000, 22);
      const { separability } = foresee({ ...losses, naive: shared, priors: shares });
      const truth = limitingCases(closedForm(problem)).groupEntropy;
      // The loss −ln p(a|x) has a standard deviation of about 0.5: four standard errors.
      expect(Math.abs(separability.conditionalEntropy - truth)).toBeLessThan((4 * 0.5) / Math.sqrt(20_000));
      expect(separability.entropy).toBeCloseTo(
        -shares.reduce((sum, share) => sum + share * Math.log(share), 0),
        12,
      );
      expect(separability.share).toBeCloseTo(separability.conditionalEntropy / separability.entropy, 12);
    }
  });

  it('leaves everything where p(a|x) is the prior, whatever the groups’ shares in the rows', () => {
    const priors = [0.9, 0.1];
    const membershipRisks = priors.map((prior) => -Math.log(prior));
    const { separability } = foresee(
      certain([0.5, 0.2], [0.3, 0.1], { priors, membershipRisks, groups: groupsOf(40, 60) }),
    );
    expect(separability.share).toBeCloseTo(1, 12);
    expect(separability.conditionalEntropy).toBeCloseTo(-0.9 * Math.log(0.9) - 0.1 * Math.log(0.1), 12);
  });

  it('leaves at most everything, and nothing where the group is certain', () => {
    const of = (membershipRisks: readonly number[]) =>
      foresee(certain([0.5, 0.2], [0.3, 0.1], { membershipRisks })).separability;
    expect(of([3, 2])).toMatchObject({ conditionalEntropy: near(2.5), share: 1 });
    expect(of([0, 0])).toMatchObject({ conditionalEntropy: 0, share: 0 });
  });

  it('is no question where there is one group', () => {
    const { separability, gainAtMost } = foresee(certain([0.5], [0.5], { membershipRisks: [0] }));
    expect(separability).toEqual({ conditionalEntropy: 0, entropy: 0, share: 0 });
    expect(gainAtMost.value).toBe(0);
  });
});

it('refuses losses and shares that do not fit the groups', () => {
  const rows = certain([0.5, 0.2], [0.3, 0.1]);
  const foreseen = (changed: Partial<OutlookRows>) => () => foresee({ ...rows, ...changed });
  expectError(foreseen({ naive: rows.naive.subarray(1) }), 'bad-risks', 'naive', '200 rows', 'got 199');
  expectError(foreseen({ membership: rows.own.map(() => Number.NaN) }), 'bad-risks', 'membership', 'NaN');
  expectError(foreseen({ entities: [1] }), 'bad-split', 'entities', '200 rows', 'got 1');
  expectError(foreseen({ priors: [0.5, 0.4] }), 'bad-groups', 'priors', 'sum 1', '0.5, 0.4');
  expectError(foreseen({ priors: [1, 0] }), 'bad-groups', 'share > 0', '1, 0');
  expectError(foreseen({ priors: [1] }), 'bad-groups', '2 groups');
  expectError(
    () => foresee(certain([0.5, 0.2], [0.3, 0.1], { groups: groupsOf(5, 0) })),
    'bad-groups',
    '"B"',
    'no rows',
  );
});
