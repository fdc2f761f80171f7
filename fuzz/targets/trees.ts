// Boosted trees of any rows and options: they give risks and probabilities, or a message.

import assert from 'node:assert/strict';
import type { DenseRows, LabelledRows } from '@fairfront/core';
import { type BoostingOptions, boostedOracle, predictBoosted, type TreeColumn } from '@fairfront/trees';
import fc from 'fast-check';
import { orRefused } from '../outcome.js';
import type { Target } from '../target.js';

/** Cells of a column, row by row; null is missing. Rows are as many as the first column has. */
interface InputColumn {
  /** Undefined for numbers. */
  readonly levels?: number | undefined;
  readonly cells: readonly (number | null)[];
}

interface Input {
  readonly columns: readonly InputColumn[];
  readonly labels: readonly number[];
  readonly groups: readonly number[];
  readonly mu: readonly number[];
  /** Whether labels, groups and weights stay as they are; else they are made to fit, so that trees are grown. */
  readonly isRaw: boolean;
  /** Rows from here on are for validation; none where it is null. */
  readonly validationFrom: number | null;
  readonly classCount: unknown;
  readonly loss: unknown;
  readonly options: Readonly<Record<string, unknown>>;
}

const MOST_ROWS = 40;
const LARGEST = 1.7976931348623157e308;

export const trees: Target<Input> = {
  inputs: () =>
    fc.record({
      columns: fc.array(fc.oneof(numbers, categories), { maxLength: 9 }),
      labels: fc.oneof(rowsOf(fc.constant(1)), rowsOf(fc.nat({ max: 1 })), rowsOf(fc.nat({ max: 4 }))),
      groups: fc.oneof(rowsOf(fc.constant(0)), rowsOf(fc.nat({ max: 1 })), rowsOf(fc.nat({ max: 3 }))),
      mu: fc.oneof(
        fc.constantFrom([1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0.5], [0.2, 0.3, 0.4, 0.1], [1], []),
        fc.array(fc.double(), { maxLength: 4 }),
      ),
      isRaw: fc.nat({ max: 9 }).map((each) => each === 9),
      validationFrom: fc.option(fc.nat({ max: MOST_ROWS })),
      classCount: orOdd(fc.integer({ min: 2, max: 5 })),
      loss: orOdd(fc.constantFrom('cross-entropy', 'brier')),
      options: oddOptions,
    }),
  attempt: async (given) => {
    const input = given.isRaw ? given : fitting(given);
    const [from, rowCount] = partsOf(input);
    const [train, validation] = [rowsBetween(input, 0, from), rowsBetween(input, from, rowCount)];
    const columns = input.columns.map(
      ({ levels }): TreeColumn =>
        levels === undefined ? { kind: 'numeric' } : { kind: 'categorical', levels },
    );
    const { loss, mu, options } = input;
    const classCount = input.classCount as number;
    await orRefused(() => {
      const oracle = boostedOracle(
        train,
        { columns, classCount, loss: loss as 'brier', ...(options as BoostingOptions) },
        input.validationFrom === null ? undefined : validation,
      );
      const { model, risks, trainRisks } = oracle.solve(mu, {});
      for (const risk of [...risks, ...trainRisks!]) assert.ok(risk >= 0 && risk < Infinity, `risk ${risk}`);
      for (const rows of [train, validation]) {
        checkProbabilities(predictBoosted(model, rows.features as DenseRows), classCount);
      }
      assert.ok(
        [...model.value, ...model.gain, ...model.threshold].every(Number.isFinite),
        'a number of the model is not finite',
      );
    });
  },
};

function rowsOf<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  return fc.array(item, { minLength: 1, maxLength: MOST_ROWS, size: 'max' });
}

/** Missing cells are few, or all. */
function cellsOf(cell: fc.Arbitrary<number>): fc.Arbitrary<(number | null)[]> {
  return fc.oneof(
    { weight: 5, arbitrary: rowsOf(cell) },
    { weight: 5, arbitrary: rowsOf(fc.option(cell)) },
    rowsOf(fc.constant(null)),
  );
}

const numbers: fc.Arbitrary<InputColumn> = fc
  .oneof(
    cellsOf(fc.integer({ min: 0, max: 3 })),
    cellsOf(fc.constant(7)),
    cellsOf(fc.double({ noNaN: true, noDefaultInfinity: true })),
    cellsOf(fc.constantFrom(LARGEST, -LARGEST, 3.4028234663852886e38, 1e-45, 5e-324, -0, 0.1, 16_777_217)),
  )
  .map((cells) => ({ cells }));

/** Codes up to 10,000 levels; now and then one that is no level. */
const categories: fc.Arbitrary<InputColumn> = fc
  .constantFrom(0, 1, 2, 5, 300, 10_000)
  .chain((levels) =>
    fc
      .oneof(
        { weight: 99, arbitrary: cellsOf(fc.nat({ max: Math.max(0, levels - 1) })) },
        cellsOf(fc.integer({ min: -1, max: levels + 1 })),
      )
      .map((cells) => ({ levels, cells })),
  );

const odd = fc.constantFrom<unknown>(0, -1, 0.5, Number.NaN, Infinity, 1e-300, 1e300, '3', null, true, []);
const orOdd = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 99, arbitrary: right }, odd);
const oddOptions = fc.record(
  {
    trees: orOdd(fc.integer({ min: 1, max: 12 })).map((count) => (count === Infinity ? 0 : count)),
    learningRate: orOdd(fc.constantFrom(1, 0.1, 1e-9)),
    maxDepth: orOdd(fc.constantFrom(1, 2, 6, 30)),
    maxLeaves: orOdd(fc.constantFrom(2, 3, 31, 4096)),
    minChildWeight: orOdd(fc.constantFrom(0, 1, 1e-12, 1e9)),
    lambda: orOdd(fc.constantFrom(0, 1, 1e-12, 1e9)),
    subsample: orOdd(fc.constantFrom(1, 0.5, 1e-9)),
    columnSample: orOdd(fc.constantFrom(1, 0.5, 1e-9)),
    bins: orOdd(fc.constantFrom(2, 3, 255)),
    categories: orOdd(fc.constantFrom('sets', 'one-hot')),
    seed: orOdd(fc.constantFrom(0, 1, 4_294_967_295)),
  },
  { requiredKeys: ['trees'] },
);

/** Where the validation rows begin, and how many rows there are. */
function partsOf({ columns, labels, groups, validationFrom }: Input): [from: number, rowCount: number] {
  const rowCount = Math.min(columns[0]?.cells.length ?? 0, labels.length, groups.length);
  return [Math.min(validationFrom ?? rowCount, rowCount), rowCount];
}

/** The same with validation rows and training rows, categories that are levels, labels that are classes, and so on. */
function fitting(input: Input): Input {
  const { groups, labels, mu } = input;
  const [, rowCount] = partsOf(input);
  const hasBoth = input.validationFrom !== null && rowCount >= 2;
  const validationFrom = hasBoth ? 1 + (input.validationFrom! % (rowCount - 1)) : null;
  const [trained, heldOut] = [
    groups.slice(0, validationFrom ?? rowCount),
    groups.slice(validationFrom ?? 0, rowCount),
  ];
  const common = [...new Set(trained)].filter((group) => heldOut.includes(group));
  const weights = Array.from({ length: Math.max(1, common.length) }, (_, group) => Math.abs(mu[group] ?? 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return {
    ...input,
    validationFrom,
    columns: input.columns.map(({ levels, cells }) => ({
      levels,
      cells: cells.map((cell) => {
        if (cell === null || levels === undefined) return cell;
        return levels === 0 ? null : Math.abs(cell) % levels;
      }),
    })),
    labels: labels.map((label) => label % Number(input.classCount) || 0),
    groups: groups.map((group) => Math.max(0, common.indexOf(group))),
    mu: weights.map((weight) => (sum > 0 && sum < Infinity ? weight / sum : 1 / weights.length)),
  };
}

function rowsBetween({ columns, labels, groups }: Input, from: number, to: number): LabelledRows {
  const rowCount = to - from;
  const values = new Float64Array(rowCount * columns.length);
  columns.forEach(({ cells }, c) => {
    for (let row = 0; row < rowCount; row++) {
      values[row * columns.length + c] = cells[(from + row) % cells.length] ?? Number.NaN;
    }
  });
  const own = Int32Array.from(groups.slice(from, to));
  const names = Array.from({ length: Math.max(0, ...groups) + 1 }, (_, group) => `group ${group}`);
  return {
    features: { rowCount, columnCount: columns.length, values },
    labels: Int32Array.from(labels.slice(from, to)),
    groups: {
      names,
      groups: own,
      counts: names.map((_, group) => own.filter((each) => each === group).length),
    },
  };
}

function checkProbabilities(probabilities: Float64Array, classCount: number): void {
  for (let at = 0; at < probabilities.length; at += classCount) {
    const own = probabilities.subarray(at, at + classCount);
    const sum = own.reduce((total, p) => total + p, 0);
    assert.ok(own.every((p) => p >= 0 && p <= 1) && Math.abs(sum - 1) < 1e-9, `no probabilities: ${own}`);
  }
}
