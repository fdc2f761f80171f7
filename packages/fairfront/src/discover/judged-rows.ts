// The rows that sub-populations are looked for in, and what a model said of each without having seen it: a model trained
// here and cross-fitted, a run's chosen model, or whatever a file of predictions is of. Test rows are left out.

import {
  encodeSparse,
  FairfrontError,
  fitEncoder,
  type LabelledRows,
  type Table,
  takeRows,
} from '@fairfront/core';
import { asOneGroup, asWritten, hasColumn, quoted } from '@fairfront/core/internal';
import { readPredictions } from '../audit/read-predictions.js';
import { definedOnly } from '../defined-only.js';
import type { FinishedRun } from '../runs/finished-run.js';
import { eachRowOnce } from '../runs/run-predictions.js';
import type { LoadedData } from '../task/data.js';
import { TASK_KINDS, type TaskOptions } from '../task/data-options.js';
import { makeTask, splitColumnOf, targetColumnOf } from '../task/make-task.js';
import { encoderOptions, partEntities, prepareFit } from '../task/prepare-fit.js';
import type { TaskRunner } from '../threads/run-here.js';
import { runTasks } from '../threads/run-tasks.js';
import { crossFit } from '../training/ordinary-folds.js';
import { UsageError } from '../usage-error.js';
import type { ResolvedDiscover } from './discover-options.js';

/** Rows with what a model said of them. */
export interface JudgedRows {
  /** These rows alone, in their order. */
  readonly table: Table;
  readonly target: string;
  readonly classes: readonly string[];
  readonly labels: Int32Array;
  /** rows × classes */
  readonly probabilities: Float64Array;
  readonly weights?: Float64Array | undefined;
  readonly entities?: ArrayLike<number> | undefined;
  /** What a model of some of these rows can learn from; all of them in one group. */
  readonly learning?: LabelledRows | undefined;
  /** Columns that describe nobody: the target, what the model said, weights, whose a row is. */
  readonly hidden: readonly string[];
  /** Rows that are left out because they are test rows. */
  readonly testRows: number;
  readonly notes: readonly string[];
}

/** Told what is done, and how much of it. */
export type OnDiscover = (what: string, done: number, total: number | undefined) => unknown;

/** Rows from which on threads are worth their start. */
const MANY_ROWS = 20_000;

/** Trains an ordinary linear model, cross-fitted on all rows but the test rows. */
export async function trainedRows(
  data: LoadedData,
  options: ResolvedDiscover,
  onProgress?: OnDiscover,
  tasks?: TaskRunner,
): Promise<JudgedRows> {
  const target = options.target ?? data.defaults.target;
  if (target === undefined) throw new UsageError('`target`: name the column to predict');
  const fit = prepareFit(data, taskOptions(data, target, options), { byFolds: true });
  const { task, parts, split } = fit;
  const entities = partEntities(fit, 'train');
  const learning = { ...parts.train, groups: asOneGroup(parts.train.groups) };
  const probabilities = await crossFit(learning, {
    ...{ classCount: task.target.classes.length, seed: options.seed, entities },
    tasks: tasks ?? (learning.labels.length > MANY_ROWS ? runTasks : undefined),
    onModel: (done, total) => onProgress?.('training models', done, total),
  });
  if (probabilities === undefined) {
    throw new FairfrontError(
      'bad-target',
      `target: a class of ${quoted([target])} has so few rows that none is left to train on when rows are left out in turn; leave its rows out`,
    );
  }
  return {
    table: takeRows(task.table, task.splits[0]!.train),
    target,
    classes: task.target.classes,
    labels: learning.labels,
    probabilities,
    ...{ weights: learning.groups.weights, entities, learning },
    hidden: [targetColumnOf(data, target), ...named(options.weight, splitColumnOf(data, options))],
    testRows: split.test.length,
    notes: fit.notes,
  };
}

/** The task of the options; classes stand for groups, since nobody has named any. */
function taskOptions(data: LoadedData, target: string, options: Partial<TaskOptions>): TaskOptions {
  const groups = hasColumn(data.table, target) ? asWritten(target) : target;
  const given = Object.entries(options).filter(([name]) => Object.hasOwn(TASK_KINDS, name));
  return { ...Object.fromEntries(given), target, groups, missingGroup: 'own', minGroup: 1 };
}

/** Takes what a file says of each of its rows. */
export function predictedRows(data: LoadedData, options: ResolvedDiscover): JudgedRows {
  const { target, probabilities, positive, entities, missingTarget, weight, features } = options;
  if (target === undefined) throw new UsageError('`target`: name the column that says what was true');
  const said = readPredictions(data, {
    ...definedOnly({ probabilities, positive, entities, missingTarget, weight }),
    target,
    groups: hasColumn(data.table, target) ? asWritten(target) : target,
    missingGroup: 'own',
  });
  const table = takeRows(data.table, said.rows);
  const hidden = [
    targetColumnOf(data, target),
    ...named(weight, entities),
    ...said.columns.filter((name) => name !== null),
  ];
  const names = features ?? table.columns.map(({ name }) => name).filter((name) => !hidden.includes(name));
  return {
    ...{ table, target, classes: said.classes, labels: said.labels, probabilities: said.probabilities },
    ...{ weights: said.groups.weights, entities: said.entities, hidden, testRows: 0, notes: said.notes },
    learning: names.length === 0 ? undefined : encoded(data, table, names, said),
  };
}

/** Rows as linear models take them, where something can be learned from their columns. */
function encoded(
  data: LoadedData,
  table: Table,
  names: readonly string[],
  { labels, groups }: Pick<LabelledRows, 'labels' | 'groups'>,
): LabelledRows | undefined {
  const rows = Uint32Array.from(labels, (_, row) => row);
  const encoder = fitEncoder(table, names, rows, encoderOptions(data, {}));
  if (encoder.features.length === 0) return undefined;
  return { features: encodeSparse(encoder, table, rows), labels, groups: asOneGroup(groups) };
}

/** Takes what a run's chosen model said out of fold, or of the validation rows. @param data those of the run */
export async function runRows(run: FinishedRun, data: LoadedData): Promise<JudgedRows> {
  const { target, classes, weight } = run.result.task;
  const said = eachRowOnce(await run.predictions('validation'), run.result.task);
  const options = (run.result.asked?.options ?? {}) as Partial<TaskOptions>;
  const task = makeTask(data, taskOptions(data, target, options));
  const isOther = said.rows.some(
    (row, i) => task.target.classes[task.target.labels[row]!] !== classes[said.labels[i]!],
  );
  if (isOther) {
    throw new UsageError(
      `${data.label} is not what the run was fitted to: rows have other classes of ${quoted([target])} than its predictions; hand over its own data`,
    );
  }
  const table = takeRows(task.table, said.rows);
  return {
    ...{ table, target, classes, labels: said.labels, probabilities: said.models.minimax },
    ...{ weights: said.groups.weights, entities: said.entities },
    learning: task.features.length === 0 ? undefined : encoded(data, table, task.features, said),
    hidden: [targetColumnOf(data, target), ...named(weight, splitColumnOf(data, options))],
    testRows: run.result.task.rows.test,
    notes: data.notes,
  };
}

function named(...names: readonly (string | undefined)[]): string[] {
  return names.filter((name) => name !== undefined);
}
