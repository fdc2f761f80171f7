import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type GroupIndex,
  groupIndex,
  groupShares,
  meanRisks,
  rowWeights,
} from '../../src/groups/group-index.js';
import { dot } from '../../src/numeric/sum.js';
import { muOf, permute, real } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import '../helpers/close.js';

const NAMES = ['a', 'b', 'c'];

/** Rows of three groups, none of them empty, with a loss each. */
const rows = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), real(10)), { maxLength: 40 })
  .chain((some) =>
    fc
      .tuple(...NAMES.map(() => real(10)))
      .map((one) => [...some, ...NAMES.map((name, i) => [name, one[i]!] as [string, number])]),
  )
  .map((all) => ({ labels: all.map(([label]) => label), losses: all.map(([, loss]) => loss) }));

describe('groupIndex', () => {
  it('sorts the labels that occur and counts their rows', () => {
    expect(groupIndex(['b', 'a', 'b'])).toEqual({
      names: ['a', 'b'],
      groups: Int32Array.of(1, 0, 1),
      counts: [1, 2],
    });
  });

  it('keeps the order and the groups it is handed, also those without rows', () => {
    expect(groupIndex(['b', 'b'], ['c', 'b', 'a'])).toEqual({
      names: ['c', 'b', 'a'],
      groups: Int32Array.of(1, 1),
      counts: [0, 2, 0],
    });
  });

  it('refuses two groups of one name', () => {
    expectError(() => groupIndex(['a'], ['a', 'b', 'a']), 'bad-groups', 'must differ');
  });

  it('knows one group, no rows, and labels that are names of object properties', () => {
    expect(groupIndex(['x', 'x']).counts).toEqual([2]);
    expect(groupIndex([])).toEqual({ names: [], groups: new Int32Array(0), counts: [] });
    expect(groupIndex(['constructor', '__proto__', 'constructor']).counts).toEqual([1, 2]);
  });

  it('names the row and the label that belong to no group', () => {
    expectError(() => groupIndex(['a', 'b', 'z'], ['a', 'b']), 'bad-groups', 'row 2', '"z"', 'a, b');
  });
});

describe('groupShares', () => {
  it('are undefined without rows', () => {
    expectError(() => groupShares(groupIndex([], ['a', 'b'])), 'bad-groups', 'no rows');
  });

  it('are the shares of the rows', () => {
    expect(groupShares(groupIndex(['a', 'b', 'b', 'b']))).toEqual([0.25, 0.75]);
    expect(groupShares(groupIndex(['b', 'b'], ['a', 'b']))).toEqual([0, 1]);
  });
});

describe('meanRisks', () => {
  it('averages the losses of each group', () => {
    expect(meanRisks([1, 2, 4], groupIndex(['a', 'b', 'b']))).toEqual([1, 3]);
    expect(meanRisks([1, 2, 6], groupIndex(['x', 'x', 'x']))).toEqual([3]);
  });

  it('does not lose small losses among large ones', () => {
    expect(meanRisks([1, 1e100, 1, -1e100], groupIndex(['a', 'a', 'a', 'a']))).toEqual([0.5]);
    const labels = new Array<string>(100_000).fill('a');
    expect(meanRisks(new Float64Array(100_000).fill(0.1), groupIndex(labels))).toEqual([0.1]);
  });

  it('passes on an infinite loss to its own group and no other', () => {
    expect(meanRisks([Number.POSITIVE_INFINITY, 1, 2], groupIndex(['a', 'a', 'b']))).toEqual([
      Number.POSITIVE_INFINITY,
      2,
    ]);
    expect(meanRisks([Number.NaN, 1], groupIndex(['a', 'b']))).toEqual([Number.NaN, 1]);
  });

  it('names the group without rows, and losses that do not match the rows', () => {
    expectError(
      () => meanRisks([1], groupIndex(['a'], ['a', 'Female · Other'])),
      'bad-groups',
      '"Female · Other"',
      'Merge',
    );
    expectError(() => meanRisks([1, 2], groupIndex(['a'])), 'bad-groups', '2 losses', '1 rows');
  });

  it('agrees with the formula r_a = Σ_{rows of a} loss / n_a', () => {
    fc.assert(
      fc.property(rows, ({ labels, losses }) => {
        const direct = NAMES.map((name) => {
          const own = losses.filter((_, row) => labels[row] === name);
          return own.reduce((sum, loss) => sum + loss, 0) / own.length;
        });
        expect(meanRisks(losses, groupIndex(labels, NAMES))).toBeAllClose(direct, { absolute: 1e-13 });
      }),
    );
  });

  it('stays the same when every row is there twice', () => {
    fc.assert(
      fc.property(rows, ({ labels, losses }) => {
        const once = meanRisks(losses, groupIndex(labels, NAMES));
        const twice = meanRisks([...losses, ...losses], groupIndex([...labels, ...labels], NAMES));
        expect(twice).toBeAllClose(once, { absolute: 1e-14, relative: 1e-15 });
      }),
    );
  });

  it('permutes when the groups are relabelled, and ignores the order of the rows', () => {
    fc.assert(
      fc.property(rows, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), ({ labels, losses }, order) => {
        const risks = meanRisks(losses, groupIndex(labels, NAMES));
        expect(meanRisks(losses, groupIndex(labels, permute(NAMES, order)))).toEqual(permute(risks, order));
        const reversed = meanRisks([...losses].reverse(), groupIndex([...labels].reverse(), NAMES));
        expect(reversed).toBeAllClose(risks, { absolute: 1e-14 });
      }),
    );
  });
});

describe('an index made by hand', () => {
  const made = (groups: number[], counts: number[]) => ({
    names: ['a', 'b'],
    groups: Int32Array.from(groups),
    counts,
  });

  it.each([
    ['meanRisks', (index: GroupIndex) => meanRisks([1, 2, 3], index)],
    ['rowWeights', (index: GroupIndex) => rowWeights([0.5, 0.5], index)],
    ['groupShares', (index: GroupIndex) => groupShares(index)],
  ])('%s wants counts that are the rows of each group, and rows of known groups', (_, use) => {
    use(made([0, 0, 1], [2, 1]));
    expectError(() => use(made([0, 0, 1], [1, 2])), 'bad-groups', 'got 1 for "a", which has 2 rows');
    expectError(() => use(made([0, 0, 1], [2])), 'bad-groups', 'one for each of 2 groups; got 1');
    expectError(() => use(made([0, 2, 1], [1, 1])), 'bad-groups', 'from 0 to 1', 'row 2 has 2');
    expectError(() => use(made([0, -1, 1], [1, 1])), 'bad-groups', 'from 0 to 1', 'row 2 has -1');
  });
});

describe('rowWeights', () => {
  it('are μ_a / n_a', () => {
    expect(rowWeights([0.5, 0.5], groupIndex(['a', 'b', 'b']))).toEqual(Float64Array.of(0.5, 0.25, 0.25));
    expect(rowWeights([1], groupIndex(['x', 'x']))).toEqual(Float64Array.of(0.5, 0.5));
  });

  it('turn a sum over rows into Σ μ_a r_a', () => {
    fc.assert(
      fc.property(rows, muOf(3), ({ labels, losses }, mu) => {
        const index = groupIndex(labels, NAMES);
        const weighted = dot(rowWeights(mu, index), losses);
        expect([weighted]).toBeAllClose([dot(mu, meanRisks(losses, index))], { absolute: 1e-13 });
      }),
    );
  });

  it('refuse weights off the simplex and groups without rows', () => {
    expectError(() => rowWeights([0.5, 0.6], groupIndex(['a', 'b'])), 'bad-mu', 'sum to 1');
    expectError(() => rowWeights([1], groupIndex(['a', 'b'])), 'bad-mu', '2 groups');
    expectError(() => rowWeights([1, 0], groupIndex(['a'], ['a', 'b'])), 'bad-groups', '"b"');
  });
});
