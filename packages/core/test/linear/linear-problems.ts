// Data for the tests of linear models: drawn at random or written out, turned this way and that, and the risks in plain words.

import type { DenseRows, LabelledRows, Loss, RandomSource, SparseRows } from '../../src/index.js';
import { groupIndex } from '../../src/index.js';
import { logSumExp } from '../../src/internal.js';

export interface Shape {
  readonly classCount: number;
  readonly columnCount: number;
  /** n_a */
  readonly groupRows: readonly number[];
  /** By group, the share of labels that are drawn without looking at the features. Default 0.1 everywhere. */
  readonly noise?: readonly number[];
  /** How far each group's own labelling is from the common one; 0: not at all. Default 0.5. */
  readonly tilt?: number;
  /** Share of entries that are 0. Default 0. */
  readonly zeros?: number;
}

/** Rows of all groups mixed; dense. Every class occurs. */
export function makeData(random: RandomSource, shape: Shape): LabelledRows {
  const { classCount, columnCount, groupRows, noise, tilt = 0.5, zeros = 0 } = shape;
  const names = groupRows.map((_, a) => String.fromCharCode(97 + a));
  const common = normals(random, classCount * columnCount);
  const own = names.map(() => normals(random, classCount * columnCount));
  const labelled = groupRows.flatMap((rows, a) => new Array<number>(rows).fill(a));
  for (let i = labelled.length - 1; i > 0; i--) {
    const j = Math.floor(random.uniform() * (i + 1));
    [labelled[i], labelled[j]] = [labelled[j]!, labelled[i]!];
  }
  const values = new Float64Array(labelled.length * columnCount);
  const labels = labelled.map((group, row) => {
    const x = values.subarray(row * columnCount, (row + 1) * columnCount);
    for (let c = 0; c < columnCount; c++) x[c] = random.uniform() < zeros ? 0 : normal(random);
    if (row < classCount) return row;
    if (random.uniform() < (noise?.[group] ?? 0.1)) return Math.floor(random.uniform() * classCount);
    const scores = Array.from({ length: classCount }, (_, k) =>
      x.reduce((sum, value, c) => {
        const at = k * columnCount + c;
        return sum + value * (common[at]! + tilt * own[group]![at]!);
      }, 0),
    );
    return scores.indexOf(Math.max(...scores));
  });
  return {
    features: { rowCount: labels.length, columnCount, values },
    labels: Int32Array.from(labels),
    groups: groupIndex(
      labelled.map((a) => names[a]!),
      names,
    ),
  };
}

/** Data written out: features by row, class by row, group by row as one letter each. */
export function dataOf(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  groups: string,
): LabelledRows {
  const columnCount = rows[0]?.length ?? 0;
  return {
    features: { rowCount: rows.length, columnCount, values: Float64Array.from(rows.flat()) },
    labels: Int32Array.from(labels),
    groups: groupIndex([...groups]),
  };
}

export function sparse(data: LabelledRows): LabelledRows & { readonly features: SparseRows } {
  const { rowCount, columnCount } = data.features;
  const offsets = new Uint32Array(rowCount + 1);
  const columns: number[] = [];
  const values: number[] = [];
  featureRows(data).forEach((row, r) => {
    row.forEach((value, column) => {
      if (value === 0) return;
      columns.push(column);
      values.push(value);
    });
    offsets[r + 1] = columns.length;
  });
  const features = {
    rowCount,
    columnCount,
    offsets,
    columns: Uint32Array.from(columns),
    values: Float64Array.from(values),
  };
  return { ...data, features };
}

/** The rows of dense data as plain arrays. */
export function featureRows({ features }: LabelledRows): number[][] {
  const { rowCount, columnCount, values } = features as DenseRows;
  return Array.from({ length: rowCount }, (_, row) =>
    Array.from(values.subarray(row * columnCount, (row + 1) * columnCount)),
  );
}

/** Dense data with other features in the same rows. */
export function withRows(data: LabelledRows, rows: readonly (readonly number[])[]): LabelledRows {
  const columnCount = rows[0]!.length;
  return {
    ...data,
    features: { rowCount: rows.length, columnCount, values: Float64Array.from(rows.flat()) },
  };
}

export function takeDataRows(data: LabelledRows, rows: readonly number[]): LabelledRows {
  const all = featureRows(data);
  const { names, groups } = data.groups;
  return {
    ...withRows(
      data,
      rows.map((row) => all[row]!),
    ),
    labels: Int32Array.from(rows, (row) => data.labels[row]!),
    groups: groupIndex(
      rows.map((row) => names[groups[row]!]!),
      names,
    ),
  };
}

/** The same rows with the groups in another order: new group i is old group `order[i]`. */
export function withGroupOrder(data: LabelledRows, order: readonly number[]): LabelledRows {
  const { names, groups } = data.groups;
  const labels = Array.from(groups, (group) => names[group]!);
  return {
    ...data,
    groups: groupIndex(
      labels,
      order.map((a) => names[a]!),
    ),
  };
}

/** r_a from the definition: scores row by row, probabilities by the textbook, one mean per group. */
export function plainRisks(
  data: LabelledRows,
  classCount: number,
  loss: Loss,
  parameters: ArrayLike<number>,
): number[] {
  const outputs = classCount === 2 ? 1 : classCount;
  const width = data.features.columnCount + 1;
  const sums = data.groups.counts.map(() => 0);
  featureRows(data).forEach((row, r) => {
    const own = Array.from({ length: outputs }, (_, k) =>
      [...row, 1].reduce((sum, value, c) => sum + value * parameters[k * width + c]!, 0),
    );
    const scores = outputs === 1 ? [0, own[0]!] : own;
    const total = logSumExp(scores);
    const label = data.labels[r]!;
    sums[data.groups.groups[r]!]! +=
      loss === 'cross-entropy'
        ? total - scores[label]!
        : scores.reduce((sum, z, k) => sum + (Math.exp(z - total) - (k === label ? 1 : 0)) ** 2, 0);
  });
  return sums.map((sum, a) => sum / data.groups.counts[a]!);
}

/** (f(x + h e_i) − f(x − h e_i)) / 2h for every i. */
export function centralDifferences(
  f: (x: Float64Array) => number,
  x: Float64Array,
  step = 1e-5,
): Float64Array {
  return x.map((_, i) => {
    const [above, below] = [x.slice(), x.slice()];
    above[i]! += step;
    below[i]! -= step;
    return (f(above) - f(below)) / (above[i]! - below[i]!);
  });
}

export function normals(random: RandomSource, count: number, scale = 1): Float64Array {
  return Float64Array.from({ length: count }, () => scale * normal(random));
}

/** Box and Muller 1958. */
function normal(random: RandomSource): number {
  return Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform());
}
