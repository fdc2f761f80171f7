// Checks what metrics are computed from: a distribution over the classes, a label and a group for every row.

import { FairfrontError, type FairfrontErrorCode } from '../error.js';
import { checkGroupIndex, type GroupIndex } from '../groups/group-index.js';
import { count } from '../numbers.js';
import { rowsWhere } from '../numeric/row-numbers.js';
import { compensatedSum } from '../numeric/sum.js';
import { listed, rowList } from '../words.js';

/**
 * How far from 1 the probabilities of a row may sum: single precision is welcome, a forgotten softmax is not.
 */
const SUM_TOLERANCE = 1e-6;

/**
 * Throws unless shapes agree, rows are distributions, labels are classes and groups are counted.
 * @param probabilities rows × classes
 */
export function checkPredictions(
  probabilities: Float64Array,
  labels: Int32Array,
  index: GroupIndex,
  classCount: number,
): void {
  checkShapes(probabilities, labels, index, classCount);
  checkGroupIndex(index);
  checkLabels(labels, classCount);
  checkDistributions(probabilities, classCount);
}

function checkShapes(
  probabilities: Float64Array,
  labels: Int32Array,
  { groups, counts }: GroupIndex,
  classCount: number,
): void {
  if (!Number.isInteger(classCount) || classCount < 2) {
    throw new FairfrontError('bad-target', `classCount must be a whole number ≥ 2; got ${classCount}`);
  }
  if (groups.length !== labels.length) {
    throw new FairfrontError(
      'bad-groups',
      `groups and labels must have the same rows; got ${count(groups.length, 'row')} with a group and ${count(labels.length, 'row')} with a label`,
    );
  }
  if (probabilities.length !== labels.length * classCount) {
    throw new FairfrontError(
      'bad-risks',
      `probabilities must be rows × classes, ${labels.length} × ${classCount} = ${labels.length * classCount} numbers; got ${probabilities.length}. Hand over one for every class, row by row`,
    );
  }
  if (counts.length === 0) {
    throw new FairfrontError('bad-groups', 'metrics need at least one group with rows; got none');
  }
}

function checkLabels(labels: Int32Array, classCount: number): void {
  const stray = rowsWhere(labels.length, (row) => labels[row]! < 0 || labels[row]! >= classCount);
  checkNoRows(
    stray,
    'bad-target',
    `label must be a class, a whole number from 0 to ${classCount - 1}`,
    (row) => labels[row]!,
    'Leave rows without a label out of the predictions',
  );
}

function checkDistributions(probabilities: Float64Array, classCount: number): void {
  const stray = rowsWhere(probabilities.length / classCount, (row) => {
    let sum = 0;
    let smallest = 0;
    for (let k = row * classCount; k < (row + 1) * classCount; k++) {
      sum += probabilities[k]!;
      if (probabilities[k]! < smallest) smallest = probabilities[k]!;
    }
    // The other way round a NaN would pass.
    return !(smallest === 0 && Math.abs(sum - 1) <= SUM_TOLERANCE);
  });
  checkNoRows(
    stray,
    'bad-risks',
    `probabilities of a row must be ≥ 0 and sum to 1 within ${SUM_TOLERANCE}`,
    (row) => {
      const own = probabilities.subarray(row * classCount, (row + 1) * classCount);
      return `[${listed(Array.from(own, String))}], which sums to ${Number(compensatedSum(own).toPrecision(12))}`;
    },
    'Scores need a softmax first; shares need a division by their sum',
  );
}

/** @param found what the first of the rows has instead */
function checkNoRows(
  rows: Uint32Array,
  code: FairfrontErrorCode,
  rule: string,
  found: (row: number) => string | number,
  wayOut: string,
): void {
  if (rows.length === 0) return;
  throw new FairfrontError(
    code,
    `${rule}; broken in ${rowList(rows)} of the predictions: row ${rows[0]! + 1} has ${found(rows[0]!)}. ${wayOut}`,
  );
}
