// Rows that a model is trained on or measured with: features, classes or numbers to predict, and groups.
//
// Where a number is predicted (`classCount` is 1, the loss squared), `values` has it, and `labels` are strata.

import { FairfrontError } from '../error.js';
import { blockRowsOf } from '../numeric/block-sums.js';
import { selectedEnds, selectRows } from '../numeric/select-rows.js';
import { areStreamed, type DenseRows, type SparseRows } from '../numeric/sparse-rows.js';
import { checkGroupIndex, type GroupIndex, takeGroups, takeWeights } from './group-index.js';
import type { Loss } from './risks.js';

/** Rows to train on or to measure with. */
export interface LabelledRows {
  readonly features: SparseRows | DenseRows;
  /** Row → class, from 0. */
  readonly labels: Int32Array;
  /**
   * Row → the number to predict, where a number is predicted; `labels` are then strata, bins of the values, by which
   * splits and folds are stratified.
   */
  readonly values?: Float64Array | undefined;
  readonly groups: GroupIndex;
  /**
   * Where the blocks end that sums are taken over, each a row after the last of its own. Default: as many rows each as
   * `blockRowsOf` says. Rows taken from others keep the blocks that they were in.
   */
  readonly blockEnds?: readonly number[] | undefined;
}

/** Where the blocks of rows end. */
export function blockEndsOf({ features, blockEnds }: LabelledRows): readonly number[] {
  if (areStreamed(features)) return features.blockEnds;
  if (blockEnds !== undefined) return blockEnds;
  const { rowCount } = features;
  const each = blockRowsOf(features);
  return Array.from({ length: Math.ceil(rowCount / each) }, (_, i) => Math.min((i + 1) * each, rowCount));
}

/** The rows of a block, as views or as read. Counts of groups stay those of all rows. */
export function labelledBlock(data: LabelledRows, ends: readonly number[], block: number): LabelledRows {
  if (ends.length === 1 && !areStreamed(data.features)) return data;
  const { features, labels, values, groups } = data;
  const [start, end] = [block === 0 ? 0 : ends[block - 1]!, ends[block]!];
  return {
    features: areStreamed(features) ? features.readBlock(block) : rangeOf(features, start, end),
    labels: labels.subarray(start, end),
    ...(values && { values: values.subarray(start, end) }),
    groups: {
      ...groups,
      groups: groups.groups.subarray(start, end),
      ...(groups.weights && { weights: groups.weights.subarray(start, end) }),
    },
  };
}

function rangeOf(features: SparseRows | DenseRows, start: number, end: number): SparseRows | DenseRows {
  const rowCount = end - start;
  if ('offsets' in features)
    return { ...features, rowCount, offsets: features.offsets.subarray(start, end + 1) };
  const { columnCount, values } = features;
  return { ...features, rowCount, values: values.subarray(start * columnCount, end * columnCount) };
}

/** Some of the rows, in the order in which they are named; every group keeps its place. */
export function takeLabelledRows(data: LabelledRows, rows: ArrayLike<number>): LabelledRows {
  const labels = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) labels[i] = data.labels[rows[i]!]!;
  return {
    features: selectRows(data.features, rows),
    labels,
    ...(data.values && { values: takeWeights(data.values, rows) }),
    groups: takeGroups(data.groups, rows),
    ...keptBlocks(data, rows),
  };
}

/** The blocks that rows were in, where they are taken in their order and from several blocks. */
function keptBlocks(data: LabelledRows, rows: ArrayLike<number>): Pick<LabelledRows, 'blockEnds'> {
  const ends = blockEndsOf(data);
  const blockEnds = ends.length > 1 ? selectedEnds(ends, rows) : undefined;
  return blockEnds === undefined ? {} : { blockEnds };
}

/**
 * Throws unless every row has finite features, a class and a group, and every group has rows.
 * @param classCount 1: every row has a number to predict in place of a class
 * @param part for messages: "train"
 * @param takesMissing whether a feature may be NaN
 */
export function checkLabelledRows(
  data: LabelledRows,
  classCount: number,
  part: string,
  takesMissing = false,
): void {
  const { features, labels, groups } = data;
  if (!(Number.isInteger(classCount) && classCount >= (data.values === undefined ? 2 : 1))) {
    throw new FairfrontError(
      'bad-option',
      `classCount must be a whole number ≥ 2; got ${classCount}. It is 1 where rows have numbers to predict, their values`,
    );
  }
  if (labels.length !== features.rowCount || groups.groups.length !== features.rowCount) {
    throw new FairfrontError(
      'bad-problem',
      `${part}: every row needs features, a class and a group; got ${features.rowCount}, ${labels.length} and ${groups.groups.length} of them`,
    );
  }
  checkGroupIndex(groups, `${part}: `);
  const empty = groups.counts.indexOf(0);
  if (empty >= 0) {
    throw new FairfrontError(
      'bad-groups',
      `${part}: group "${groups.names[empty]}" has no rows, so its risk is undefined; merge groups, or split in another way`,
    );
  }
  if (classCount === 1) checkValues(data, part);
  else checkClasses(data, classCount, part);
  if (areStreamed(features)) return; // whoever wrote them has looked
  if ('offsets' in features) {
    const beyond = features.columns.findIndex((column) => column >= features.columnCount);
    if (beyond >= 0) {
      throw new FairfrontError(
        'bad-problem',
        `${part}: row ${rowOf(features, beyond) + 1} has column ${features.columns[beyond]}, but columns go from 0 to ${features.columnCount - 1}`,
      );
    }
  }
  if (takesMissing) return;
  const entry = features.values.findIndex((value) => !Number.isFinite(value));
  if (entry >= 0) {
    throw new FairfrontError(
      'bad-problem',
      `${part}: a feature of row ${rowOf(features, entry) + 1} is ${features.values[entry]}, but features must be finite; fill it or leave the row out`,
    );
  }
}

/** Throws where a loss and a number of classes do not belong together: the squared loss is of one number. */
export function checkLossOf(loss: Loss, classCount: number): void {
  if (!LOSSES.includes(loss)) {
    throw new FairfrontError(
      'bad-option',
      `loss must be "cross-entropy", "brier" or "squared"; got "${loss}"`,
    );
  }
  if (loss === 'squared' && classCount !== 1) {
    throw new FairfrontError(
      'bad-option',
      `classCount must be 1 with loss "squared", which is of a number; got ${classCount}`,
    );
  }
  if (loss !== 'squared' && classCount === 1) {
    throw new FairfrontError(
      'bad-option',
      'classCount must be a whole number ≥ 2; got 1. To predict a number, pass loss "squared"',
    );
  }
}

const LOSSES: readonly Loss[] = ['cross-entropy', 'brier', 'squared'];

function checkClasses({ labels, values }: LabelledRows, classCount: number, part: string): void {
  if (values !== undefined) {
    throw new FairfrontError(
      'bad-target',
      `${part}: rows have numbers to predict, but classCount is ${classCount}; pass classCount 1 and loss "squared", or leave the values out`,
    );
  }
  const row = labels.findIndex((label) => !(label >= 0 && label < classCount));
  if (row >= 0) {
    throw new FairfrontError(
      'bad-target',
      `${part}: the class of row ${row + 1} must be from 0 to ${classCount - 1}; got ${labels[row]}`,
    );
  }
}

function checkValues({ labels, values }: LabelledRows, part: string): void {
  if (values!.length !== labels.length) {
    throw new FairfrontError(
      'bad-target',
      `${part}: where classCount is 1, every row needs a number to predict; got ${values!.length} for ${labels.length} rows`,
    );
  }
  const row = values!.findIndex((value) => !(Math.abs(value) <= LARGEST_VALUE));
  if (row >= 0) {
    const value = values![row]!;
    throw new FairfrontError(
      'bad-target',
      `${part}: the number to predict of row ${row + 1} must be finite, at most ${LARGEST_VALUE} in size; got ${value}. ${Number.isFinite(value) ? 'Divide all of them by a large number' : 'Leave the row out'}`,
    );
  }
}

/** Squares of numbers up to it, and models of them in single precision, stay finite. */
const LARGEST_VALUE = 1e30;

/** Rows to train on and rows to choose by must have the same features and the same groups. */
export function checkSameShape(train: LabelledRows, validation: LabelledRows): void {
  const { columnCount } = train.features;
  if (validation.features.columnCount !== columnCount) {
    throw new FairfrontError(
      'bad-problem',
      `validation rows have ${validation.features.columnCount} features, training rows ${columnCount}; encode both with one encoder`,
    );
  }
  if (validation.groups.counts.length !== train.groups.counts.length) {
    throw new FairfrontError(
      'bad-groups',
      `there are ${validation.groups.counts.length} groups of validation rows and ${train.groups.counts.length} of training rows; hand the names of all groups to both`,
    );
  }
}

function rowOf(features: SparseRows | DenseRows, entry: number): number {
  if (!('offsets' in features)) return Math.floor(entry / features.columnCount);
  let row = 0;
  while (features.offsets[row + 1]! <= entry) row++;
  return row;
}
