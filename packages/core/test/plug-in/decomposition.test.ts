import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupIndex } from '../../src/groups/group-index.js';
import type { Estimate } from '../../src/numeric/bootstrap.js';
import { createRandom } from '../../src/numeric/random.js';
import { FEWEST_ROWS, findRiskSources } from '../../src/plug-in/decomposition.js';
import { closedForm } from '../../src/theory/closed-form.js';
import { threeGroupProblem, twoGroupProblem } from '../../src/theory/paper-problems.js';
import { permute, real } from '../helpers/arbitraries.js';
import '../helpers/close.js';
import { expectError } from '../helpers/errors.js';
import { groupsOf, trueLosses } from './true-losses.js';

/** Standard errors that an interval of level 0.95 reaches from its middle. */
const REACH = 1.96;

describe('with the true conditionals', () => {
  it.each([
    ['two groups, Brier score', twoGroupProblem, [0.3, 0.7]],
    ['three groups, Brier score', threeGroupProblem, [0.2, 0.5, 0.3]],
    ['two groups, cross-entropy', { ...twoGroupProblem, loss: 'cross-entropy' as const }, [0.3, 0.7]],
  ])('is what Theorem 4.2 says: %s', (_, problem, mu) => {
    const truth = closedForm(problem).decompose(mu);
    const losses = trueLosses(problem, mu, 30_000, 11);
    const { groups } = findRiskSources(losses, { random: createRandom(1), resamples: 300 });
    const near = ({ value, low, high }: Estimate, expected: number): void => {
      const error = (high - low) / (2 * REACH);
      expect(Math.abs(value - expected)).toBeLessThan(4 * error);
      expect(error).toBeLessThan(0.01); // or the line above says nothing
    };
    groups.forEach(({ risk, irreducible, priceOfSharing, rows }, a) => {
      near(risk, truth.risks[a]!);
      near(irreducible, truth.irreducible[a]!);
      near(priceOfSharing, truth.priceOfSharing[a]!);
      expect(rows).toBe(losses.groups.counts[a]);
    });
  });

  it('finds the price as exactly as the losses of a row move together', () => {
    const random = createRandom(2);
    const own = Float64Array.from({ length: 1000 }, () => random.exponential());
    const shared = own.map((loss) => loss + 0.1 * random.exponential());
    const { risk, priceOfSharing } = findRiskSources({ own, shared, groups: groupsOf(1000) }, { random })
      .groups[0]!;
    // Standard deviations 1 and 0.1; the width of an interval from 1,000 resamples is known within some 5%.
    const width = 2 * REACH * Math.sqrt(1 / 1000);
    expect([risk.high - risk.low]).toBeAllClose([width], { relative: 0.2 });
    expect([priceOfSharing.high - priceOfSharing.low]).toBeAllClose([0.1 * width], { relative: 0.2 });
    // One that is as wrong in every row: its risk is certain, however little one knows of the parts.
    const flat = findRiskSources({ own, shared: own.map(() => 2), groups: groupsOf(1000) }, { random });
    const { low, high } = flat.groups[0]!.risk;
    expect([low, high]).toBeAllClose([2, 2], { relative: 1e-12 });
    expect(flat.groups[0]!.priceOfSharing.high - flat.groups[0]!.priceOfSharing.low).toBeGreaterThan(0.1);
  });
});

describe('what a group’s risk is said to be due to', () => {
  const ROWS = 400;
  /** Losses that differ by `price` on average, and by `noise` from row to row. */
  function verdictFor(price: number, noise: number, rows = ROWS) {
    const own = Float64Array.from({ length: rows }, (_, row) => 0.3 + 0.2 * Math.sin(row));
    const shared = own.map((loss, row) => loss + price + noise * (row % 2 === 0 ? 1 : -1));
    return findRiskSources({ own, shared, groups: groupsOf(rows) }, { random: createRandom(3) }).groups[0]!
      .verdict;
  }

  it.each([
    ['pays', 0.03, 0.1],
    ['gains', -0.03, 0.1],
    // The standard error is noise / √400: here 0.015 of a price 0.02, and the interval ends at 0.05.
    ['unclear', 0.02, 0.3],
    // It ends at 0.009, which is below one twentieth of a risk of 0.28.
    ['needs-more', -0.02, 0.3],
    // No price is seen in either; but one may be as high as 0.05, the other as 0.01.
    ['unclear', 0, 0.5],
    ['needs-more', 0, 0.1],
    ['needs-more', 0, 0],
    // More than one hundredth, though not apart from 0: noticed, so not told as none.
    ['unclear', 0.006, 0.07],
    // Certain, but below one hundredth of a risk of 0.3.
    ['needs-more', 0.002, 0],
    ['needs-more', -0.002, 0],
    ['pays', 0.004, 0],
    ['gains', -0.004, 0],
  ])('%s: a price of %d, give or take %d', (verdict, price, noise) => {
    expect(verdictFor(price, noise)).toBe(verdict);
  });

  it('needs rows, whatever the price', () => {
    expect(FEWEST_ROWS).toBe(30);
    expect(verdictFor(0.1, 0, FEWEST_ROWS - 1)).toBe('too-few');
    expect(verdictFor(-0.1, 0, 2)).toBe('too-few');
    expect(verdictFor(0.1, 0, FEWEST_ROWS)).toBe('pays');
  });

  it('where nothing is lost, is nothing', () => {
    const own = new Float64Array(50);
    const [source] = findRiskSources(
      { own, shared: own, groups: groupsOf(50) },
      { random: createRandom(4) },
    ).groups;
    const none = { value: 0, low: 0, high: 0 };
    expect(source).toEqual({
      rows: 50,
      risk: none,
      irreducible: none,
      priceOfSharing: none,
      verdict: 'needs-more',
    });
  });

  it('is said of each group by itself', () => {
    const groups = groupsOf(100, 200, 10);
    const own = Float64Array.from(groups.groups, () => 0.5);
    const shared = Float64Array.from(groups.groups, (group) => [0.7, 0.4, 0.9][group]!);
    const found = findRiskSources({ own, shared, groups }, { random: createRandom(5), resamples: 10 });
    expect(found.groups.map(({ verdict }) => verdict)).toEqual(['pays', 'gains', 'too-few']);
    expect(found.groups.map(({ rows }) => rows)).toEqual([100, 200, 10]);
  });
});

const rows = fc.array(fc.record({ own: real(5), shared: real(5), group: fc.constantFrom('a', 'b', 'c') }), {
  minLength: 1,
  maxLength: 40,
});
type Row = { readonly own: number; readonly shared: number; readonly group: string };
const find = (table: readonly Row[], names?: readonly string[], seed = 6) =>
  findRiskSources(
    {
      own: Float64Array.from(table, ({ own }) => own),
      shared: Float64Array.from(table, ({ shared }) => shared),
      groups: groupIndex(
        table.map(({ group }) => group),
        names,
      ),
    },
    { random: createRandom(seed), resamples: 20 },
  ).groups;
const values = (sources: ReturnType<typeof find>) =>
  sources.flatMap(({ risk, irreducible, priceOfSharing }) => [
    risk.value,
    irreducible.value,
    priceOfSharing.value,
  ]);

describe('any losses', () => {
  it('add up to the last digit, and are the means', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const names = [...new Set(table.map(({ group }) => group))].sort();
        find(table).forEach(({ risk, irreducible, priceOfSharing }, a) => {
          expect(irreducible.value + priceOfSharing.value).toBe(risk.value);
          const own = table.filter(({ group }) => group === names[a]);
          const mean = own.reduce((sum, { shared }) => sum + shared, 0) / own.length;
          expect([risk.value]).toBeAllClose([mean], { absolute: 1e-12 });
          for (const { low, high } of [risk, irreducible, priceOfSharing]) expect(low <= high).toBe(true);
        });
      }),
    );
  });

  it('in groups of other names give the same in their order', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const names = [...new Set(table.map(({ group }) => group))].sort();
        const order = names.map((_, i) => names.length - 1 - i);
        expect(values(find(table, permute(names, order)))).toEqual(values(permute(find(table), order)));
      }),
    );
  });

  it('with every row twice have the same sources', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const twice = table.flatMap((row) => [row, row]);
        expect(values(find(twice))).toBeAllClose(values(find(table)), { absolute: 1e-12 });
      }),
    );
  });

  it('give the same intervals from the same seed, others from another', () => {
    const losses = trueLosses(twoGroupProblem, [0.5, 0.5], 200, 13);
    const low = (seed: number) => findRiskSources(losses, { random: createRandom(seed) }).groups[0]!.risk.low;
    expect(low(1)).toBe(low(1));
    expect(low(1)).not.toBe(low(2));
  });
});

it('has the intervals it has always had where rows belong to nobody', () => {
  const groups = groupIndex(Array.from({ length: 80 }, (_, row) => 'AB'[row % 2]!));
  const own = Float64Array.from({ length: 80 }, (_, row) => Math.sqrt(row % 7));
  const shared = own.map((loss, row) => loss + Math.sqrt(row % 5) / 8);
  const found = findRiskSources({ own, shared, groups }, { random: createRandom(1), resamples: 100 });
  expect(found.groups).toEqual([
    {
      rows: 40,
      risk: { value: 1.6792269531555737, low: 1.4636155187867321, high: 1.9485960169707701 },
      irreducible: { value: 1.5255703439070243, low: 1.2959014393486596, high: 1.7934887569820734 },
      priceOfSharing: { value: 0.15365660924854935, low: 0.1284391527796266, high: 0.18370909825225934 },
      verdict: 'pays',
    },
    {
      rows: 40,
      risk: { value: 1.667192679212711, low: 1.4667408525476306, high: 1.8502556588462193 },
      irreducible: { value: 1.5135360699641616, low: 1.3163476714517346, high: 1.6990188692896382 },
      priceOfSharing: { value: 0.15365660924854935, low: 0.1350643813491282, high: 0.18393400443463642 },
      verdict: 'pays',
    },
  ]);
});

describe('rows that belong together', () => {
  const [people, copies] = [150, 30];
  const random = createRandom(10);
  const first = Float64Array.from({ length: people }, () => random.exponential());
  const firstShared = first.map((loss) => loss + 0.2 * (random.exponential() - 0.5));
  const person = Array.from({ length: people * copies }, (_, row) => row % people);
  const copied = (losses: Float64Array) =>
    Float64Array.from(person, (i) => losses[i]! + 1e-4 * random.uniform());
  const many = { own: copied(first), shared: copied(firstShared), groups: groupsOf(people * copies) };
  const width = ({ low, high }: Estimate): number => high - low;
  const source = (losses: Parameters<typeof findRiskSources>[0]) =>
    findRiskSources(losses, { random: createRandom(11) }).groups[0]!;

  it('tell about as much as there are people, not as there are rows', () => {
    const once = source({ own: first, shared: firstShared, groups: groupsOf(people) });
    const together = source({ ...many, entities: person });
    const apart = source(many);
    for (const part of ['risk', 'irreducible', 'priceOfSharing'] as const) {
      expect(width(together[part]) / width(once[part])).toBeCloseTo(1, 1);
      // √30 times too narrow, within the noise of 1,000 resamples.
      expect(width(together[part]) / width(apart[part])).toBeGreaterThan(4.5);
      expect(together[part].value).toBe(apart[part].value);
    }
    expect(together).toMatchObject({ rows: people * copies, entities: people });
    expect('entities' in apart).toBe(false);
  });

  it('are too few where they belong to too few, however many they are', () => {
    const own = new Float64Array(3000).fill(0.3);
    const shared = own.map((loss) => loss + 0.1);
    const of = (owners: number) =>
      source({ own, shared, groups: groupsOf(3000), entities: own.map((_, row) => row % owners) }).verdict;
    expect(of(FEWEST_ROWS - 1)).toBe('too-few');
    expect(of(FEWEST_ROWS)).toBe('pays');
  });

  it('are drawn in each group by itself where one has rows in two', () => {
    const groups = groupIndex(person.map((_, row) => (row % 2 === 0 ? 'A' : 'B')));
    const entities = person.map((_, row) => Math.floor(row / 90));
    const both = findRiskSources({ ...many, groups, entities }, { random: createRandom(12) });
    expect(both.groups.map((found) => found.entities)).toEqual([50, 50]);
    const rowsOfA = [...person.keys()].filter((row) => row % 2 === 0);
    const pick = (losses: Float64Array) => Float64Array.from(rowsOfA, (row) => losses[row]!);
    const alone = findRiskSources(
      {
        own: pick(many.own),
        shared: pick(many.shared),
        groups: groupsOf(rowsOfA.length),
        entities: rowsOfA.map((row) => entities[row]!),
      },
      { random: createRandom(12) },
    );
    expect(both.groups[0]).toEqual(alone.groups[0]);
  });
});

it('says how the intervals were made, and makes them so', () => {
  const losses = trueLosses(twoGroupProblem, [0.5, 0.5], 500, 14);
  const usual = findRiskSources(losses, { random: createRandom(8) });
  expect([usual.level, usual.resamples]).toEqual([0.95, 1000]);
  const narrow = findRiskSources(losses, { random: createRandom(8), level: 0.5, resamples: 200 });
  expect([narrow.level, narrow.resamples]).toEqual([0.5, 200]);
  const width = ({ high, low }: Estimate): number => high - low;
  for (const part of ['risk', 'irreducible', 'priceOfSharing'] as const) {
    // Of a normal distribution: 0.674 / 1.96.
    expect(width(narrow.groups[0]![part]) / width(usual.groups[0]![part])).toBeCloseTo(0.344, 1);
  }
});

it('refuses what it cannot take apart', () => {
  const random = createRandom(9);
  const groups = groupsOf(2, 1);
  const own = Float64Array.of(0.1, 0.2, 0.3);
  const take = (changed: object) => () =>
    findRiskSources({ own, shared: own, groups, ...changed }, { random });
  expectError(take({ shared: own.subarray(1) }), 'bad-risks', 'shared', '3 rows', 'got 2');
  expectError(
    take({ own: Float64Array.of(0.1, Number.POSITIVE_INFINITY, Number.NaN) }),
    'bad-risks',
    'own',
    '2 rows (rows 2, 3)',
    'Infinity',
  );
  expectError(take({ entities: [0, 1] }), 'bad-split', 'entities', '3 rows', 'got 2');
  expectError(take({ entities: [0, 1, -2] }), 'bad-split', 'entities', 'row 3', '-2');
  expectError(take({ groups: groupsOf(2, 0, 1) }), 'bad-groups', '"B"', 'no rows');
});
