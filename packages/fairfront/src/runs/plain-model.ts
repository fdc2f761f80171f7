// A model that needs no runtime: a linear model, boosted trees, or a mixture of such models. Nothing here knows Node, so
// that it predicts in browsers too.

import {
  type DecisionRule,
  type DenseRows,
  type Encoder,
  encodeColumns,
  encodeSparse,
  FairfrontError,
  predictLinear,
  type SparseRows,
  type Table,
} from '@fairfront/core';
import { decideClasses, quoted } from '@fairfront/core/internal';
import { conditionalsOf, plugInProbabilities } from '@fairfront/core/plug-in';
import { predictBoosted } from '@fairfront/trees';
import { isBoosted } from '@fairfront/trees/internal';
import type { Data } from '../task/data.js';
import type { PortablePart } from '../training/fitted-models.js';
import { UsageError } from '../usage-error.js';
import type { ParsedModel } from './model-file.js';
import { type ModelColumn, type Row, tableOfRows } from './object-rows.js';

/** A trained model. */
export interface Model {
  /** The column that it predicts. */
  readonly target: string;
  /** Whether it tells classes apart, or predicts a number. */
  readonly predicts: 'class' | 'number';
  /** None where a number is predicted. */
  readonly classes: readonly string[];
  /** The columns that it takes. */
  readonly columns: readonly ModelColumn[];
  /**
   * The probability of each class for every row: rows × classes. Or, where a number is predicted, that of every row, in
   * the target's units. No group is needed.
   * @param rows a table, or objects with a key for each column of the model
   */
  predict(rows: Table | Data | readonly Row[], options?: PredictOptions): Promise<Float64Array>;
  /** How it decides, where that is not for the most probable class. */
  readonly decision?: DecisionRule;
  /**
   * The class of each row, as its place in `classes`: the most probable one, or what `decision` says. A model that
   * predicts a number has none, and refuses.
   * @param groups each row's group by name, for a model with a threshold for each group
   */
  decide(probabilities: Float64Array, groups?: ArrayLike<string>): Int32Array;
}

export interface PredictOptions {
  /** A folder or a tar where paths of pictures begin. Default: the current folder. */
  readonly imageFolder?: string;
}

/** A model that predicts with what model.json holds. */
export function plainModel({ target, predicts, classes, encoder, model, decision }: ParsedModel): Model {
  const columns = encoder.columns.map((column) => describeColumn(encoder, column));
  return {
    target,
    predicts,
    classes,
    columns,
    ...(decision && { decision }),
    predict: async (rows) => {
      const { table } = dataOf(rows, columns);
      const predict = partPredictor(encoder, table);
      if (!('components' in model)) return predict(model);
      const { components, mu } = model;
      const conditionals = await conditionalsOf(components, table.rowCount, predict);
      return plugInProbabilities(conditionals, mu, components.priors);
    },
    decide: (probabilities, groups) =>
      decideRows({ target, predicts, classes, decision }, probabilities, groups),
  };
}

/** The class of each row; a number is none. */
export function decideRows(
  {
    target,
    predicts,
    classes,
    decision,
  }: Pick<ParsedModel, 'target' | 'predicts' | 'classes'> & {
    readonly decision?: DecisionRule | undefined;
  },
  probabilities: Float64Array,
  groups?: ArrayLike<string>,
): Int32Array {
  if (predicts === 'class') return decideClasses(probabilities, classes, decision, groups);
  throw new UsageError(
    `to decide is for classes only, and this model predicts the number ${quoted([target])}; compare what it predicts with a limit of your own`,
  );
}

/** What a model is handed, as data with a table. */
export function dataOf(rows: Table | Data | readonly Row[], columns: readonly ModelColumn[]): Data {
  if (Array.isArray(rows)) return { table: tableOfRows(rows, columns) };
  const data = rows as Table | Data;
  const isData = typeof data === 'object' && data !== null && ('table' in data || 'columns' in data);
  if (!isData) {
    throw new FairfrontError(
      'bad-table',
      'a model predicts a table, what readTable or loadData returns, or a list of objects with a key for each of its columns',
    );
  }
  return 'table' in data ? data : { table: data };
}

function describeColumn({ features }: Encoder, { name, kind }: Encoder['columns'][number]): ModelColumn {
  if (kind !== 'categorical') return { name, kind };
  const own = features.filter(({ column }) => column === name);
  const levels = own.flatMap((feature) => {
    if (feature.kind === 'level') return [feature.level];
    return feature.kind === 'other' ? feature.levels.map(({ level }) => level) : [];
  });
  return { name, kind, levels };
}

/** Predicts all rows of a table, which is encoded once for all models of a kind. */
function partPredictor(encoder: Encoder, table: Table): (part: PortablePart) => Float64Array {
  const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
  let features: SparseRows | undefined;
  let columns: DenseRows | undefined;
  return (part) => {
    if (isBoosted(part)) {
      columns ??= encodeColumns(encoder, table, rows);
      return predictBoosted(part, columns);
    }
    features ??= encodeSparse(encoder, table, rows);
    return predictLinear(part, features);
  };
}
