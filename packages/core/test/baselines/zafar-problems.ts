// Data for the tests of linear models under a fairness term: groups differ in their features, and so would predictions.

import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import type { RandomSource } from '../../src/numeric/random.js';
import { featureRows, makeData, normals, type Shape, withRows } from '../linear/linear-problems.js';

/** As `makeData`, with each group's rows moved by a vector of its own. */
export function makeShiftedData(random: RandomSource, shape: Shape, shift = 0.8): LabelledRows {
  const data = makeData(random, shape);
  const shifts = shape.groupRows.map(() => normals(random, shape.columnCount, shift));
  const rows = featureRows(data).map((row, i) =>
    row.map((value, c) => value + shifts[data.groups.groups[i]!]![c]!),
  );
  return withRows(data, rows);
}

/** cov_a from the definition, row by row. */
export function plainCovariances(data: LabelledRows, parameters: ArrayLike<number>): number[] {
  const { groups, counts } = data.groups;
  const rows = featureRows(data);
  return counts.map((count, group) => {
    const share = count / rows.length;
    const sum = rows.reduce((total, row, i) => {
      const score = [...row, 1].reduce((z, value, c) => z + value * parameters[c]!, 0);
      return total + ((groups[i] === group ? 1 : 0) - share) * score;
    }, 0);
    return sum / rows.length;
  });
}
