// What rules are tried on: rows written out or drawn, as the library's own types.

import fc from 'fast-check';
import { type GroupIndex, groupIndex } from '../../src/groups/group-index.js';

export interface ScoredRow {
  readonly score: number;
  readonly label: number;
  readonly group: string;
}

export interface ScoredRows {
  readonly scores: Float64Array;
  readonly labels: Int32Array;
  readonly groups: GroupIndex;
}

export function scoredRows(rows: readonly ScoredRow[], names?: readonly string[]): ScoredRows {
  return {
    scores: Float64Array.from(rows, ({ score }) => score),
    labels: Int32Array.from(rows, ({ label }) => label),
    groups: groupIndex(
      rows.map(({ group }) => group),
      names,
    ),
  };
}

/** Groups written out: "0.3+ 0.3- 0.7+" is the scores of a group, + for class 1. */
export function scoredGroups(...groups: readonly string[]): ScoredRows {
  return scoredRows(
    groups.flatMap((text, a) =>
      text.split(' ').map((row) => ({
        score: Number(row.slice(0, -1)),
        label: row.endsWith('+') ? 1 : 0,
        group: String.fromCharCode(97 + a),
      })),
    ),
  );
}

/** Rows of some groups, each with both classes; few distinct scores, so that ties are common, or many. */
export function someScoredRows(names: readonly string[]): fc.Arbitrary<ScoredRow[]> {
  const score = fc.oneof(
    fc.integer({ min: 0, max: 6 }).map((sixths) => sixths / 6),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  const row = (label: fc.Arbitrary<number>, group: fc.Arbitrary<string>): fc.Arbitrary<ScoredRow> =>
    fc.record({ score, label, group });
  return fc
    .tuple(
      fc.array(row(fc.integer({ min: 0, max: 1 }), fc.constantFrom(...names)), { maxLength: 30 }),
      ...names.flatMap((name) => [0, 1].map((label) => row(fc.constant(label), fc.constant(name)))),
    )
    .map(([some, ...one]) => [...some, ...one]);
}

export interface PredictedRow {
  readonly probabilities: readonly number[];
  readonly label: number;
  readonly group: string;
}

export interface PredictedRows {
  readonly probabilities: Float64Array;
  readonly labels: Int32Array;
  readonly groups: GroupIndex;
  readonly classCount: number;
}

export function predictedRows(rows: readonly PredictedRow[], names?: readonly string[]): PredictedRows {
  return {
    probabilities: Float64Array.from(rows.flatMap((row) => row.probabilities)),
    labels: Int32Array.from(rows, ({ label }) => label),
    groups: groupIndex(
      rows.map(({ group }) => group),
      names,
    ),
    classCount: rows[0]!.probabilities.length,
  };
}

/** Rows of some groups, none empty, over two to four classes; no probability is below 1/60. */
export function somePredictedRows(names: readonly string[]): fc.Arbitrary<PredictedRow[]> {
  return fc.integer({ min: 2, max: 4 }).chain((classCount) => {
    const shares = fc.array(fc.integer({ min: 1, max: 20 }), {
      minLength: classCount,
      maxLength: classCount,
    });
    const row = (group: fc.Arbitrary<string>): fc.Arbitrary<PredictedRow> =>
      fc.record({
        probabilities: shares.map((parts) => {
          const sum = parts.reduce((left, right) => left + right, 0);
          return parts.map((part) => part / sum);
        }),
        label: fc.integer({ min: 0, max: classCount - 1 }),
        group,
      });
    return fc
      .tuple(
        fc.array(row(fc.constantFrom(...names)), { maxLength: 30 }),
        ...names.map((name) => row(fc.constant(name))),
      )
      .map(([some, ...one]) => [...some, ...one]);
  });
}
