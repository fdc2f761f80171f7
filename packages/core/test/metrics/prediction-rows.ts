// Predictions as rows, and rows to check properties on.

import fc from 'fast-check';
import { type GroupIndex, groupIndex } from '../../src/groups/group-index.js';

export const GROUP_NAMES = ['a', 'b', 'c'];

export interface Row {
  readonly probabilities: readonly number[];
  readonly label: number;
  readonly group: string;
}

export interface PredictionArrays {
  readonly probabilities: Float64Array;
  readonly labels: Int32Array;
  readonly groups: GroupIndex;
  readonly classCount: number;
}

export function predictionsOf(rows: readonly Row[], names?: readonly string[]): PredictionArrays {
  return {
    probabilities: Float64Array.from(rows.flatMap((row) => row.probabilities)),
    labels: Int32Array.from(rows, (row) => row.label),
    groups: groupIndex(
      rows.map((row) => row.group),
      names,
    ),
    classCount: rows[0]!.probabilities.length,
  };
}

/** A row of two classes. @param score the probability of the second */
export function binaryRow(score: number, label: number, group = 'a'): Row {
  return { probabilities: [1 - score, score], label, group };
}

/** A distribution of tenths, so that 0, 1, ties and edges of bins come up often, or of arbitrary shares. */
function distribution(classCount: number): fc.Arbitrary<number[]> {
  const tenths = fc
    .array(fc.integer({ min: 0, max: 10 }), { minLength: classCount - 1, maxLength: classCount - 1 })
    .map((cuts) => {
      const ends = [0, ...cuts.sort((left, right) => left - right), 10];
      return ends.slice(1).map((end, c) => (end - ends[c]!) / 10);
    });
  const shares = fc
    .array(fc.double({ min: 1e-12, max: 1, noNaN: true }), { minLength: classCount, maxLength: classCount })
    .map((parts) => {
      const sum = parts.reduce((left, right) => left + right, 0);
      return parts.map((part) => part / sum);
    });
  return fc.oneof(tenths, shares);
}

/** Rows of three groups, none of them empty. */
export const rowsOf = (classCount: number): fc.Arbitrary<Row[]> => {
  const rowIn = (group: fc.Arbitrary<string>): fc.Arbitrary<Row> =>
    fc.record({
      probabilities: distribution(classCount),
      label: fc.integer({ min: 0, max: classCount - 1 }),
      group,
    });
  return fc
    .tuple(
      fc.array(rowIn(fc.constantFrom(...GROUP_NAMES)), { maxLength: 40 }),
      ...GROUP_NAMES.map((name) => rowIn(fc.constant(name))),
    )
    .map(([some, ...one]) => [...some, ...one]);
};

/** Over two to four classes. */
export const someRows: fc.Arbitrary<Row[]> = fc.integer({ min: 2, max: 4 }).chain(rowsOf);
