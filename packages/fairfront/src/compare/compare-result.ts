// Finished runs side by side on their test rows, and what changes from the first to every other one, row by row where
// the rows are the same. Schema fairfront.compare/1.

import { type AuditMetrics, createRandom, type MetricChanges, measure } from '@fairfront/core';
import { quoted, shown } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import type { FinishedRun } from '../runs/finished-run.js';
import { type JudgedRows, joinRows, type RowsDiffer } from '../runs/same-rows.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';

export const COMPARE_SCHEMA = 'fairfront.compare/1';

/** A run, and how its chosen model does on its test rows. */
export interface ComparedRun {
  readonly folder: string;
  readonly data: string;
  readonly model: FitResult['task']['model'];
  /** The risk it was trained for. */
  readonly loss: FitResult['task']['loss'];
  readonly decision: FitResult['verdict']['decision'];
  /** Test rows of each group. */
  readonly rows: readonly number[];
  /** Of the model that was chosen, with intervals. */
  readonly metrics: AuditMetrics;
  /** From the first run, paired; null for the first and where its rows are others. */
  readonly changes: MetricChanges | null;
  /** In what its test rows differ from those of the first; null where they do not. */
  readonly differs: RowsDiffer | null;
}

/** What `compareRuns` finds: plain data. */
export interface CompareResult {
  readonly schema: typeof COMPARE_SCHEMA;
  readonly fairfront: string;
  readonly target: string;
  readonly classes: readonly string[];
  readonly groups: readonly string[];
  /** In the order in which they were named; changes are from the first. */
  readonly runs: readonly ComparedRun[];
}

/** Measures finished runs of one task side by side. Same runs, same intervals. */
export async function compareResult(runs: readonly FinishedRun[]): Promise<CompareResult> {
  const [first, ...others] = runs;
  if (first === undefined || others.length === 0) {
    throw new UsageError(`name two finished runs or more to compare; got ${runs.length}`);
  }
  for (const other of others) checkSameTask(first, other);
  const { task, groups } = first.result;
  const rows = await Promise.all(runs.map(chosenRows));
  const joined = rows.map((own) => joinRows(rows[0]!, own));
  const models = Object.fromEntries(
    joined.flatMap((said, i) => (typeof said === 'string' ? [] : [[nameOf(i), said]])),
  );
  const { labels, groups: index, entities } = rows[0]!;
  const { changes } = measure(models, labels, index, task.classes.length, {
    intervals: { random: createRandom(task.seed), entities },
  });
  return {
    schema: COMPARE_SCHEMA,
    fairfront: VERSION,
    target: task.target,
    classes: task.classes,
    groups: groups.map(({ name }) => name),
    runs: runs.map(({ folder, result: own }, i) => ({
      folder,
      data: own.data,
      model: own.task.model,
      loss: own.task.loss,
      decision: own.verdict.decision,
      rows: own.groups.map(({ rows }) => rows.test),
      metrics: own.models.minimax.metrics.test,
      changes: changes[nameOf(i)] ?? null,
      differs: typeof joined[i] === 'string' ? joined[i] : null,
    })),
  };
}

/** A key that keeps its place in an object. */
const nameOf = (place: number): string => `run ${place}`;

async function chosenRows({ predictions }: FinishedRun): Promise<JudgedRows> {
  const { models, ...rows } = await predictions('test');
  return { ...rows, probabilities: models.minimax };
}

function checkSameTask(first: FinishedRun, other: FinishedRun): void {
  const [one, two] = [first, other].map(({ result: { task, groups } }) => ({
    target: [task.target],
    classes: task.classes,
    groups: groups.map(({ name }) => name),
    weights: [task.weight ?? 'none'],
  }));
  for (const what of ['target', 'classes', 'groups', 'weights'] as const) {
    if (JSON.stringify(one![what]) === JSON.stringify(two![what])) continue;
    throw new UsageError(
      `runs of different tasks cannot be compared: the ${what} of ${shown(other.folder, 200)} ${what === 'target' ? 'is' : 'are'} ${quoted(two![what])}, of ${shown(first.folder, 200)} ${quoted(one![what])}`,
    );
  }
}
