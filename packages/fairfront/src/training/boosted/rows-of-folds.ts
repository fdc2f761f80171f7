// Which rows are boosted on and which are held out: folds of all rows but the test rows, or the validation part.

import {
  assignFolds,
  createRandom,
  type DenseRows,
  type GroupIndex,
  type LabelledRows,
} from '@fairfront/core';
import { joinGroups } from '@fairfront/core/internal';
import { choosesByFolds, type PreparedFit, partEntities } from '../../task/prepare-fit.js';
import { checkFolds, FOLDS } from '../select/cross-validate.js';

/** Rows, and how each booster parts them. */
export interface RowsOfFolds {
  /** All rows: those that are trained on and those that are held out. */
  readonly rows: LabelledRows;
  /** Rows that each booster trains on, and rows that it holds out. */
  readonly folds: readonly { readonly trained: Uint32Array; readonly heldOut: Uint32Array }[];
  /** The rows that are held out by one booster or another. */
  readonly heldOutRows: {
    /** The number of the first among all rows; the others follow. */
    readonly first: number;
    readonly labels: Int32Array;
    readonly values?: Float64Array | undefined;
    readonly groups: GroupIndex;
    readonly entities: Uint32Array | undefined;
  };
}

/** Parts the rows of a fit. */
export function rowsOfFolds(fit: PreparedFit, seed: number): RowsOfFolds {
  const { train, validation } = fit.parts;
  const entities = partEntities(fit, 'validation');
  const { labels, values, groups } = validation;
  if (!choosesByFolds(fit)) {
    const rows = joinRows(train, validation);
    const first = train.labels.length;
    const numbers = Uint32Array.from(rows.labels.keys());
    return {
      rows,
      folds: [{ trained: numbers.subarray(0, first), heldOut: numbers.subarray(first) }],
      heldOutRows: { first, labels, values, groups, entities },
    };
  }
  const folds = assignFolds(train, FOLDS, createRandom(seed), entities);
  checkFolds(train, folds, entities !== undefined);
  const rowsWhere = (isIn: (fold: number) => boolean): Uint32Array =>
    Uint32Array.from([...folds.keys()].filter((row) => isIn(folds[row]!)));
  return {
    rows: train,
    folds: Array.from({ length: FOLDS }, (_, own) => ({
      trained: rowsWhere((fold) => fold !== own),
      heldOut: rowsWhere((fold) => fold === own),
    })),
    heldOutRows: { first: 0, labels, values, groups, entities },
  };
}

function joinRows(train: LabelledRows, validation: LabelledRows): LabelledRows {
  const [first, second] = [train.features as DenseRows, validation.features as DenseRows];
  const values = new Float32Array(first.values.length + second.values.length);
  values.set(first.values);
  values.set(second.values, first.values.length);
  const labels = new Int32Array(train.labels.length + validation.labels.length);
  labels.set(train.labels);
  labels.set(validation.labels, train.labels.length);
  return {
    features: { ...first, rowCount: first.rowCount + second.rowCount, values },
    labels,
    ...(train.values && { values: Float64Array.from([...train.values, ...validation.values!]) }),
    groups: joinGroups(train.groups, validation.groups),
  };
}
