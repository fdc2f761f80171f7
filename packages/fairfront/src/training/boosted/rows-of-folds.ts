// Which rows are boosted on and which are held out: folds of all rows but the test rows, or the validation part.

import { assignFolds, createRandom, type GroupIndex, type LabelledRows } from '@fairfront/core';
import { joinGroups } from '@fairfront/core/internal';
import { joinTreeRows, toTreeRows } from '@fairfront/trees/internal';
import { SHARES_MEMORY } from '#threads';
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
    const numbers = numbersBelow(rows.labels.length);
    return {
      rows,
      folds: [{ trained: numbers.subarray(0, first), heldOut: numbers.subarray(first) }],
      heldOutRows: { first, labels, values, groups, entities },
    };
  }
  const folds = assignFolds(train, FOLDS, createRandom(seed), entities);
  checkFolds(train, folds, entities !== undefined);
  return {
    rows: train,
    folds: Array.from({ length: FOLDS }, (_, own) => partRows(folds, own)),
    heldOutRows: { first: 0, labels, values, groups, entities },
  };
}

/** The numbers from 0 up to a count. */
export function numbersBelow(count: number): Uint32Array {
  const numbers = createNumbers(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

/** Room for numbers that threads share, where there are any. */
function createNumbers(count: number): Uint32Array {
  return new Uint32Array(new (SHARES_MEMORY ? SharedArrayBuffer : ArrayBuffer)(4 * count));
}

/** The rows outside a fold, and those in it. @param folds row → fold */
function partRows(folds: ArrayLike<number>, own: number): RowsOfFolds['folds'][number] {
  let inside = 0;
  for (let row = 0; row < folds.length; row++) if (folds[row] === own) inside++;
  const trained = createNumbers(folds.length - inside);
  const heldOut = createNumbers(inside);
  let [t, h] = [0, 0];
  for (let row = 0; row < folds.length; row++) {
    if (folds[row] === own) heldOut[h++] = row;
    else trained[t++] = row;
  }
  return { trained, heldOut };
}

function joinRows(train: LabelledRows, validation: LabelledRows): LabelledRows {
  const labels = new Int32Array(train.labels.length + validation.labels.length);
  labels.set(train.labels);
  labels.set(validation.labels, train.labels.length);
  return {
    features: joinTreeRows(
      toTreeRows(train.features, 'train'),
      toTreeRows(validation.features, 'validation'),
    ),
    labels,
    ...(train.values && { values: joinValues(train.values, validation.values!) }),
    groups: joinGroups(train.groups, validation.groups),
  };
}

function joinValues(first: Float64Array, second: Float64Array): Float64Array {
  const values = new Float64Array(first.length + second.length);
  values.set(first);
  values.set(second, first.length);
  return values;
}
