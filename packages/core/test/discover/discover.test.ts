import { describe, expect, it } from 'vitest';
import { codeColumn } from '../../src/discover/condition.js';
import { adjustByHolm, compareWithRest } from '../../src/discover/confirm.js';
import { searchConjunctions } from '../../src/discover/search.js';
import { type Condition, describeConditions, discoverGroups, membersOf } from '../../src/discover.js';
import { createRandom } from '../../src/numeric/random.js';
import { type Column, createTable } from '../../src/table/table.js';

const ages: Column = { kind: 'numeric', name: 'age', values: Float64Array.of(20, 30, 40, 50, Number.NaN) };
const sexes: Column = {
  kind: 'categorical',
  name: 'sex',
  levels: ['female', 'male', 'other'],
  codes: Uint8Array.of(0, 1, 0, 3, 2),
};
const people = createTable([ages, sexes]);
const between = (from: number | null, below: number | null, whole = true): Condition => ({
  ...{ column: 'age', kind: 'between', from, below, whole },
});

describe('conditions', () => {
  it.each<[Condition[], number[], string]>([
    [[between(30, 50)], [0, 1, 1, 0, 0], 'age is 30 to 49'],
    [[between(null, 40)], [1, 1, 0, 0, 0], 'age is below 40'],
    [[between(40, null)], [0, 0, 1, 1, 0], 'age is 40 or more'],
    [[between(30, 31)], [0, 1, 0, 0, 0], 'age is 30'],
    [[between(0.5, 31, false)], [1, 1, 0, 0, 0], 'age is from 0.5 to below 31'],
    [[{ column: 'age', kind: 'missing' }], [0, 0, 0, 0, 1], 'age is missing'],
    [[{ column: 'sex', kind: 'is', level: 'female' }], [1, 0, 1, 0, 0], 'sex is female'],
    // A row without a value is not "not female".
    [[{ column: 'sex', kind: 'is-not', level: 'female' }], [0, 1, 0, 0, 1], 'sex is not female'],
    [
      [{ column: 'sex', kind: 'is', level: 'female' }, between(30, null)],
      [0, 0, 1, 0, 0],
      'sex is female and age is 30 or more',
    ],
  ])('%j are met by rows %j', (conditions, members, words) => {
    expect([...membersOf(people, conditions)]).toEqual(members);
    expect(describeConditions(conditions)).toBe(words);
  });

  it('of a column are met by the rows whose codes they are', () => {
    const { uniform } = createRandom(3);
    const values = Float64Array.from({ length: 500 }, () => (uniform() < 0.1 ? Number.NaN : uniform() ** 3));
    const codes = Uint8Array.from({ length: 500 }, () => Math.floor(5 * uniform()));
    const table = createTable([
      { kind: 'numeric', name: 'x', values },
      { kind: 'categorical', name: 'c', levels: ['a', 'b', 'c', 'd'], codes },
    ]);
    const rows = Uint32Array.from({ length: 500 }, (_, row) => row);
    for (const name of ['x', 'c']) {
      const column = codeColumn(table, name, rows, 20, 8);
      expect(column.choices.length).toBe(name === 'x' ? 36 : 9);
      for (const { low, high, negated, condition } of column.choices) {
        const met = Array.from(column.codes, (code) => {
          const isInside = code >= low && code < high;
          return (negated ? !isInside && code < column.known : isInside) ? 1 : 0;
        });
        expect([...membersOf(table, [condition])]).toEqual(met);
      }
    }
  });
});

describe('the search', () => {
  it('finds of one and two conditions what trying them all finds', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { uniform } = createRandom(seed);
      const levels = ['a', 'b', 'c'];
      const draw = () => Uint8Array.from({ length: 400 }, () => Math.floor(3 * uniform()));
      const table = createTable(
        ['one', 'two', 'three'].map((name) => ({ kind: 'categorical', name, levels, codes: draw() })),
      );
      const losses = Float64Array.from({ length: 400 }, () => -Math.log(uniform()));
      const rows = Uint32Array.from({ length: 400 }, (_, row) => row);
      const columns = table.columns.map(({ name }) => {
        const coarse = codeColumn(table, name, rows, 10, 5);
        return { coarse, fine: coarse };
      });
      const limits = { conditions: 2, minShare: 0.01, maxShare: 0.9 };
      const mean = losses.reduce((sum, loss) => sum + loss, 0) / 400;
      const spread = losses.reduce((sum, loss) => sum + (loss - mean) ** 2, 0) / (400 * mean);
      const scan = (conditions: Condition[]): number => {
        const members = membersOf(table, conditions);
        let [n, s] = [0, 0];
        members.forEach((member, row) => {
          n += member;
          s += member * losses[row]!;
        });
        if (n === 0 || s / n <= mean) return 0;
        const rest = 400 * mean - s;
        return Math.sqrt(
          (2 * (s * Math.log(s / n / mean) + rest * Math.log(rest / (400 - n) / mean))) / spread,
        );
      };
      const all = columns.flatMap(({ coarse }) => coarse.choices.map(({ condition }) => condition));
      const pairs = all.flatMap((one) =>
        all.filter(({ column }) => column > one.column).map((two) => [one, two]),
      );
      const scored = [
        ...all.map((condition) => scan([condition]) ** 2 / 2 - Math.log(all.length)),
        ...pairs.map((pair) => scan(pair) ** 2 / 2 - Math.log(pairs.length)),
      ];
      const found = searchConjunctions(columns, { losses }, limits)!;
      expect(all.length).toBe(18);
      expect(pairs.length).toBe(108);
      expect(found.score).toBeCloseTo(Math.max(...scored), 9);
    }
  });
});

describe('the confirmation', () => {
  const random = createRandom(7);
  const rows = Uint32Array.from({ length: 200 }, (_, row) => row);
  const losses = Float64Array.from(rows, () => random.exponential());
  const members = Uint8Array.from(rows, (row) => (row < 60 ? 1 : 0));

  it('is Welch’s difference of means, but for the factor of small samples', () => {
    const moments = (own: Float64Array) => {
      const mean = own.reduce((sum, loss) => sum + loss, 0) / own.length;
      return { mean, squares: own.reduce((sum, loss) => sum + (loss - mean) ** 2, 0) / own.length ** 2 };
    };
    const [group, rest] = [moments(losses.subarray(0, 60)), moments(losses.subarray(60))];
    const { excess, risk, share } = compareWithRest({ losses }, members, rows, 0.95);
    const error = Math.sqrt(((group.squares + rest.squares) * 200) / 199);
    expect(risk.value).toBeCloseTo(group.mean, 12);
    expect(share).toBeCloseTo(0.3, 12);
    expect(excess.value).toBeCloseTo(group.mean - rest.mean, 12);
    expect(excess.high - excess.value).toBeCloseTo(1.959964 * error, 6);
  });

  it('takes rows of one person as one, and weights as repeated rows', () => {
    const twice = Uint32Array.from([...rows, ...rows]);
    const once = compareWithRest({ losses }, members, rows, 0.95);
    const doubled = {
      losses: Float64Array.from([...losses, ...losses]),
      entities: twice,
    };
    const both = Uint8Array.from([...members, ...members]);
    const places = Uint32Array.from({ length: 400 }, (_, row) => row);
    expect(compareWithRest(doubled, both, places, 0.95).excess.low).toBeCloseTo(once.excess.low, 12);
    const weighed = compareWithRest({ losses, weights: new Float64Array(200).fill(2) }, members, rows, 0.95);
    expect(weighed.excess.low).toBeCloseTo(once.excess.low, 12);
    // Without being told whose rows are, twice the rows look twice as sure.
    expect(compareWithRest({ losses: doubled.losses }, both, places, 0.95).excess.low).toBeGreaterThan(
      once.excess.low,
    );
  });

  it('adjusts p-values as R’s p.adjust(p, "holm") does', () => {
    // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    const adjusted = adjustByHolm([0.01, 0.04, 0.03, 0.005]);
    [0.03, 0.06, 0.06, 0.02].forEach((expected, i) => {
      expect(adjusted[i]).toBeCloseTo(expected, 12);
    });
  });
});

describe('discoverGroups', () => {
  const { uniform } = createRandom(5);
  const rowCount = 4000;
  const age = Float64Array.from({ length: rowCount }, () => Math.round(18 + 60 * uniform()));
  const region = Uint8Array.from({ length: rowCount }, () => Math.floor(4 * uniform()));
  const table = createTable([
    { kind: 'numeric', name: 'age', values: age },
    { kind: 'categorical', name: 'region', levels: ['east', 'north', 'south', 'west'], codes: region },
  ]);
  const isPlanted = (row: number): boolean => region[row] === 1 && age[row]! >= 60;
  const halves = Uint8Array.from({ length: rowCount }, (_, row) => row % 2);
  const losses = Float64Array.from(age, (_, row) => (uniform() < (isPlanted(row) ? 0.6 : 0.2) ? 1 : 0));

  it('finds and confirms a planted sub-population', () => {
    const { groups } = discoverGroups({ table, losses, halves });
    const [first] = groups;
    expect(first!.confirmed).toBe(true);
    const columns = first!.conditions.map(({ column }) => column).sort();
    expect(columns).toEqual(['age', 'region']);
    const members = membersOf(table, first!.conditions);
    const overlap = members.reduce((sum, member, row) => sum + (member === 1 && isPlanted(row) ? 1 : 0), 0);
    expect(overlap).toBeGreaterThan(0.7 * members.reduce((sum, member) => sum + member, 0));
  });

  it('does not take the half that searched for proof', () => {
    // The excess is in the searching half alone.
    const only = losses.map((loss, row) => (halves[row] === 1 ? (row % 4 === 1 ? 1 : 0) : loss));
    const { groups } = discoverGroups({ table, losses: only, halves });
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.every(({ confirmed }) => !confirmed)).toBe(true);
  });

  it('names a column that is not there, and losses that are none', () => {
    expect(() => discoverGroups({ table, losses, halves }, { columns: ['aeg'] })).toThrow(/"age"/);
    const odd = losses.map((loss, row) => (row === 3 ? Number.NaN : loss));
    expect(() => discoverGroups({ table, losses: odd, halves })).toThrow(/finite/);
    expect(() => discoverGroups({ table, losses: losses.subarray(1), halves })).toThrow(
      /4000 rows; got 3999/,
    );
  });
});
