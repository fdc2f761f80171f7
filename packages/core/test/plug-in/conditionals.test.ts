import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/numeric/random.js';
import { uniformMu, vertexMu } from '../../src/numeric/simplex.js';
import {
  type Conditionals,
  checkConditionals,
  groupFactors,
  jointProbabilities,
  meanMemberships,
  plugInProbabilities,
} from '../../src/plug-in/conditionals.js';
import { muOf, permute } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import {
  drawConditionals,
  plainClassifier,
  sampleWithMu,
  takeRows,
  withGroupOrder,
} from './plug-in-problems.js';
import '../helpers/close.js';

/** Two rows, two groups, two classes. */
const small: Conditionals = {
  rowCount: 2,
  classCount: 2,
  outcomes: [Float64Array.of(0.9, 0.1, 0.5, 0.5), Float64Array.of(0.2, 0.8, 0.4, 0.6)],
  memberships: Float64Array.of(0.75, 0.25, 0, 1),
};

const rowsOf = (probabilities: Float64Array, classCount: number): number[][] =>
  Array.from({ length: probabilities.length / classCount }, (_, row) => [
    ...probabilities.subarray(row * classCount, (row + 1) * classCount),
  ]);

describe('jointProbabilities', () => {
  it('lie rows × classes × groups', () => {
    expect([...jointProbabilities(small)]).toEqual([
      ...[0.75 * 0.9, 0.25 * 0.2, 0.75 * 0.1, 0.25 * 0.8],
      ...[0, 0.4, 0, 0.6],
    ]);
  });

  it('come in the order that is asked for', () => {
    const [first, second] = rowsOf(jointProbabilities(small), 4);
    expect([...jointProbabilities(small, Uint32Array.of(1, 0))]).toEqual([...second!, ...first!]);
  });
});

describe('meanMemberships', () => {
  it('are the groups’ shares in all rows, and lose no digits among many', () => {
    expect(meanMemberships(small.memberships, 2)).toEqual([0.375, 0.625]);
    const many = Float64Array.from({ length: 300_000 }, (_, k) => [0.1, 0.2, 0.7][k % 3]!);
    expect(meanMemberships(many, 3)).toBeAllClose([0.1, 0.2, 0.7], { relative: 2 ** -52 });
  });
});

describe('groupFactors', () => {
  it('are μ_a / p_a', () => {
    const factors = new Float64Array(3);
    groupFactors([0.5, 0, 0.5], [0.25, 0.7, 0.05], factors);
    expect([...factors]).toEqual([2, 0, 10]);
  });
});

describe('plugInProbabilities', () => {
  it('average what the groups say, each by its weight, its rarity and its share in the row', () => {
    // w = (0.5 / 0.8, 0.5 / 0.2) = (0.625, 2.5): shares of row 1 are 0.46875 and 0.625, of row 2 0 and 2.5.
    const [first, second] = rowsOf(plugInProbabilities(small, [0.5, 0.5], [0.8, 0.2]), 2);
    const expected = (0.46875 * 0.9 + 0.625 * 0.2) / (0.46875 + 0.625);
    expect(first!).toBeAllClose([expected, 1 - expected], { absolute: 1e-15 });
    expect(second!).toBeAllClose([0.4, 0.6], { absolute: 1e-15 });
  });

  it('are those of Theorem 4.2, with 2, 3 and 5 classes, and each row is a distribution', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample: { conditionals, priors }, mu }) => {
        const found = rowsOf(plugInProbabilities(conditionals, mu, priors), conditionals.classCount);
        expect(found).toHaveLength(conditionals.rowCount);
        found.forEach((own, row) => {
          expect(own).toBeAllClose(plainClassifier(conditionals, mu, priors, row), { absolute: 1e-14 });
          expect(Math.min(...own)).toBeGreaterThanOrEqual(0);
          expect([own.reduce((sum, p) => sum + p, 0)]).toBeAllClose([1], { absolute: 1e-15 });
        });
      }),
    );
  });

  it('are the population’s own with the groups’ shares as weights: Σ_a p(a|x) p(y|x,a)', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample: { conditionals, priors } }) => {
        const joint = jointProbabilities(conditionals);
        const groupCount = priors.length;
        const expected = Array.from({ length: joint.length / groupCount }, (_, k) =>
          joint.subarray(k * groupCount, (k + 1) * groupCount).reduce((sum, value) => sum + value, 0),
        );
        expect(plugInProbabilities(conditionals, priors, priors)).toBeAllClose(expected, { absolute: 1e-14 });
      }),
    );
  });

  it('are a group’s own at its corner', () => {
    fc.assert(
      fc.property(sampleWithMu, ({ sample: { conditionals, priors } }) => {
        conditionals.outcomes.forEach((own, group) => {
          const corner = vertexMu(priors.length, group);
          expect(plugInProbabilities(conditionals, corner, priors)).toBeAllClose(own, { absolute: 1e-14 });
        });
      }),
    );
  });

  it('do not depend on the weights where the target does not depend on the group', () => {
    const drawn = drawConditionals(createRandom(3), { rowCount: 8, groupCount: 3, classCount: 3 });
    const [shared] = drawn.outcomes as [Float64Array];
    const alike = { ...drawn, outcomes: [shared, shared, shared] };
    fc.assert(
      fc.property(muOf(3), (mu) => {
        expect(plugInProbabilities(alike, mu, [0.2, 0.3, 0.5])).toBeAllClose(shared, { absolute: 1e-14 });
      }),
      { numRuns: 20 },
    );
  });

  it('stay the same when the groups are relabelled, and follow the rows', () => {
    const cases = sampleWithMu.chain((made) =>
      fc.record({
        made: fc.constant(made),
        order: fc.shuffledSubarray([...made.mu.keys()], { minLength: made.mu.length }),
        rows: fc.array(fc.nat(made.sample.conditionals.rowCount - 1), { minLength: 1, maxLength: 9 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ made: { sample, mu }, order, rows }) => {
        const { conditionals, priors } = sample;
        const all = plugInProbabilities(conditionals, mu, priors);
        const relabelled = withGroupOrder(conditionals, order);
        expect(plugInProbabilities(relabelled, permute(mu, order), permute(priors, order))).toBeAllClose(
          all,
          {
            absolute: 1e-14,
          },
        );
        const byRow = rowsOf(all, conditionals.classCount);
        expect(
          rowsOf(plugInProbabilities(takeRows(conditionals, rows), mu, priors), conditionals.classCount),
        ).toEqual(rows.map((row) => byRow[row]));
      }),
    );
  });

  it('are the population’s own where no group with weight has a share in the row', () => {
    // Of row 2 group 1 has nothing, as when its probability has underflowed.
    const found = plugInProbabilities(small, [1, 0], [0.8, 0.2]);
    expect(found).toBeAllClose([0.9, 0.1, 0.4, 0.6], { absolute: 1e-15 });
  });

  it.each([1e-5, 1e-100, 1e-280])(
    'keep all digits where every weighted share is of the order of %d',
    (tiny) => {
      const one = { rowCount: 1, classCount: 2, outcomes: small.outcomes.map((own) => own.slice(0, 2)) };
      const mixed = (left: number, right: number): Float64Array =>
        plugInProbabilities(
          {
            ...one,
            outcomes: [...one.outcomes, Float64Array.of(0.5, 0.5)],
            memberships: Float64Array.of(left, right, 1 - left - right),
          },
          [0.4, 0.6, 0],
          [0.3, 0.3, 0.4],
        );
      expect(mixed(3 * tiny, tiny)).toBeAllClose([(2 * 0.9 + 0.2) / 3, (2 * 0.1 + 0.8) / 3], {
        absolute: 1e-15,
      });
    },
  );

  it('are exact at 0 and 1', () => {
    const certain: Conditionals = {
      rowCount: 1,
      classCount: 3,
      outcomes: [Float64Array.of(1, 0, 0), Float64Array.of(0, 0, 1)],
      memberships: Float64Array.of(0.5, 0.5),
    };
    expect([...plugInProbabilities(certain, [0.25, 0.75], [0.5, 0.5])]).toEqual([0.25, 0, 0.75]);
    expect([...plugInProbabilities(certain, [0, 1], [0.5, 0.5])]).toEqual([0, 0, 1]);
  });

  it('leave what they are made of alone', () => {
    const { conditionals, mu, priors } = {
      conditionals: structuredClone(small),
      mu: Object.freeze([0.3, 0.7]),
      priors: Object.freeze([0.8, 0.2]),
    };
    plugInProbabilities(conditionals, mu, priors);
    expect(conditionals).toEqual(small);
  });

  it('are nothing for no rows', () => {
    expect(plugInProbabilities(takeRows(small, []), [0.5, 0.5], [0.5, 0.5])).toEqual(new Float64Array(0));
  });

  it('refuse shares that are none: they would make every weight the population’s', () => {
    expectError(() => plugInProbabilities(small, [1, 0], [1, 0]), 'bad-groups', 'share of group 2', 'got 0');
    expectError(() => plugInProbabilities(small, [1], [1]), 'bad-problem', '2 groups', 'got 1');
  });

  it('refuse weights that are none', () => {
    expectError(() => plugInProbabilities(small, [0.5, 0.4], [0.5, 0.5]), 'bad-mu', 'sum to 1');
    expectError(() => plugInProbabilities(small, uniformMu(3), [0.5, 0.5]), 'bad-mu', '2 groups');
  });
});

describe('checkConditionals', () => {
  const refused: readonly [
    what: string,
    wrong: Conditionals,
    code: 'bad-groups' | 'bad-problem',
    parts: string[],
  ][] = [
    ['no groups', { ...small, outcomes: [] }, 'bad-groups', ['needs groups', 'got none']],
    [
      'estimates of a group at fewer rows',
      { ...small, outcomes: [small.outcomes[0]!, Float64Array.of(0.2, 0.8)] },
      'bad-problem',
      ['p(y|x,a) of group 2', 'rows × classes', '4 numbers', 'got 2'],
    ],
    [
      'memberships of another number of groups',
      { ...small, memberships: Float64Array.of(0.2, 0.3, 0.5, 0.1, 0.1, 0.8) },
      'bad-problem',
      ['p(a|x)', 'rows × groups', '4 numbers', 'got 6'],
    ],
    [
      'a score instead of a probability',
      { ...small, memberships: Float64Array.of(0.5, 0.5, 2.5, -1.5) },
      'bad-problem',
      ['p(a|x)', 'probability', 'number 3 is 2.5'],
    ],
    [
      'a probability below 0',
      { ...small, outcomes: [small.outcomes[0]!, Float64Array.of(0.2, 0.8, -0.1, 1.1)] },
      'bad-problem',
      ['group 2', 'number 3 is -0.1'],
    ],
    [
      'a row that is no distribution',
      { ...small, memberships: Float64Array.of(0.5, 0.5, 0, 0) },
      'bad-problem',
      ['p(a|x)', 'row 2 sums to 0', 'softmax'],
    ],
    [
      'what is no number',
      { ...small, outcomes: [Float64Array.of(0.2, 0.8, 0.5, Number.NaN), small.outcomes[1]!] },
      'bad-problem',
      ['group 1', 'number 4 is NaN'],
    ],
  ];

  it.each(refused)('refuses %s, and says whose', (_, wrong, code, parts) => {
    expectError(() => checkConditionals(wrong, 'validation'), code, 'validation: ', ...parts);
    expectError(() => plugInProbabilities(wrong, [0.5, 0.5], [0.5, 0.5]), code, 'predict: ', ...parts);
  });

  it('lets pass what single precision leaves just above 1', () => {
    const rounded = { ...small, memberships: Float64Array.of(0.75, 0.25, 0, 1 + 2 ** -23) };
    expect(() => checkConditionals(rounded, 'train')).not.toThrow();
  });
});
