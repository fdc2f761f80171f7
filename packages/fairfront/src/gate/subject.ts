// What a gate judges: the model of a finished run on its test rows, or predictions as an audit reads them.

import {
  type AuditMetrics,
  createRandom,
  type MeasuredNumbers,
  measure,
  type Table,
  type TooSmallGroup,
} from '@fairfront/core';
import { quoted, selectRows, takeWeights } from '@fairfront/core/internal';
import { type AuditOptions, resolveAuditOptions } from '../audit/audit-options.js';
import { AUDIT_SCHEMA, type AuditResult, auditResult } from '../audit/audit-result.js';
import { readPredictions } from '../audit/read-predictions.js';
import { isRegression } from '../measure/model-metrics.js';
import type { AnyResult, RegressionResult } from '../measure/regression-result.js';
import { checkUndecided, type FinishedRun } from '../runs/finished-run.js';
import type { JudgedRows } from '../runs/same-rows.js';
import { completeData, type Data } from '../task/data.js';
import { UsageError } from '../usage-error.js';

/** What can be judged: a finished run, what an audit found, or predictions. */
export type Gated = FinishedRun<AnyResult> | AuditResult | Table | Data;

/** A model, measured. */
export interface Subject {
  /** What a person calls it. */
  readonly label: string;
  readonly target: string;
  readonly classes: readonly string[];
  readonly groups: readonly { readonly name: string; readonly rows: number }[];
  readonly metrics: AuditMetrics;
  readonly seed: number;
  readonly notes: readonly string[];
  /** In how many groups each row is. Default 1. */
  readonly families?: number;
  /** Reads what it said of every row; absent where only the metrics are known. */
  readonly readRows?: () => Promise<JudgedRows>;
}

/** A model that predicts a number, measured. */
export interface NumberSubject extends Omit<Subject, 'metrics' | 'readRows'> {
  readonly metrics: MeasuredNumbers & { readonly tooSmall: readonly TooSmallGroup[] };
}

/** A model, measured, whatever it predicts. */
export type AnySubject = Subject | NumberSubject;

/** Whether a model predicts a number. */
export function predictsNumber(subject: AnySubject): subject is NumberSubject {
  return 'rmse' in subject.metrics;
}

/** Measures what is to be judged, or takes the metrics it has. */
export function subjectOf(given: Gated, options: AuditOptions, model: 'naive' | 'minimax'): AnySubject {
  if (isRun(given)) {
    return isNumberRun(given) ? numberSubject(given, model) : subjectOfRun(given as FinishedRun, model);
  }
  if (isAudit(given)) return { label: given.data, ...given };
  const resolved = resolveAuditOptions(options);
  const data = completeData(given);
  const read = readPredictions(data, resolved);
  const rows = { ...read, rows: Uint32Array.from(read.labels, (_, row) => row) };
  return { label: data.label, ...auditResult(data.label, read, resolved), readRows: async () => rows };
}

const FEWEST_ROWS = 30;

function numberSubject(
  { folder, result }: FinishedRun<RegressionResult>,
  model: 'naive' | 'minimax',
): NumberSubject {
  const groups = result.groups.map(({ name, rows }) => ({ name, rows: rows.test }));
  const tooSmall = groups.flatMap(({ rows }, group): TooSmallGroup[] =>
    rows < FEWEST_ROWS ? [{ group, rows, reason: 'few-rows', found: rows, limit: FEWEST_ROWS }] : [],
  );
  return {
    label: folder,
    target: result.task.target,
    classes: [],
    groups,
    metrics: { ...result.models[model].metrics.test, tooSmall },
    seed: result.task.seed,
    notes: [],
    families: result.task.families?.length ?? 1,
  };
}

function subjectOfRun(run: FinishedRun, model: 'naive' | 'minimax'): Subject {
  checkUndecided(run, 'gate');
  const { folder, result, predictions } = run;
  return {
    label: folder,
    target: result.task.target,
    classes: result.task.classes,
    groups: result.groups.map(({ name, rows }) => ({ name, rows: rows.test })),
    metrics: result.models[model].metrics.test,
    seed: result.task.seed,
    notes: [],
    families: result.task.families?.length ?? 1,
    readRows: async () => {
      const { models, ...rows } = await predictions('test');
      return { ...rows, probabilities: models[model] };
    },
  };
}

/** Whether it is a table, or data with one, which an audit has to measure. */
export function isData(given: Gated): given is Table | Data {
  return !isRun(given) && !isAudit(given);
}

function isNumberRun(run: FinishedRun<AnyResult>): run is FinishedRun<RegressionResult> {
  return isRegression(run.result);
}

function isRun(given: Gated): given is FinishedRun<AnyResult> {
  return 'folder' in given && 'predictions' in given;
}

function isAudit(given: Gated): given is AuditResult {
  return 'schema' in given && given.schema === AUDIT_SCHEMA;
}

/** Groups with so few rows, or people, that no interval of theirs can be trusted. */
export function groupsWithFewRows({ metrics }: Pick<AnySubject, 'metrics'>): TooSmallGroup[] {
  return metrics.tooSmall.filter(({ reason }) => reason === 'few-rows' || reason === 'few-entities');
}

/** How many rows it was measured on. */
export function rowCount({ groups, families = 1 }: Pick<Subject, 'groups' | 'families'>): number {
  return Math.round(groups.reduce((sum, { rows }) => sum + rows, 0) / families);
}

/** The class that rates are of; undefined where every class has some. */
export function positiveOf({ rates }: AuditMetrics): number | undefined {
  return rates.length === 1 ? rates[0]!.positive : undefined;
}

/** The same model, measured on the rows of groups that are large enough. */
export async function withoutSmallGroups(subject: Subject): Promise<Subject> {
  const small = new Set(groupsWithFewRows(subject).map(({ group }) => group));
  if (small.size === 0) return subject;
  if (subject.readRows === undefined) {
    throw new UsageError(
      '`skipSmall`: the result of an audit has no rows to measure again; hand over the predictions',
    );
  }
  if (small.size === subject.groups.length) {
    throw new UsageError(
      `\`skipSmall\`: every group is too small to be judged, ${quoted(subject.groups.map(({ name }) => name))}; more rows are needed`,
    );
  }
  if (small.size === subject.groups.length - 1) {
    throw new UsageError(
      `\`skipSmall\`: only one group of ${subject.groups.length} is large enough to be judged, and there is nothing to hold it against; leave it out, and name the group in the rule`,
    );
  }
  const all = await subject.readRows();
  const kept = [...all.labels.keys()].filter((row) => !small.has(all.groups.groups[row]!));
  const groups = subject.groups.filter((_, group) => !small.has(group));
  const places = subject.groups.map((group) => groups.indexOf(group));
  const { level, resamples } = subject.metrics.intervals ?? {};
  const columnCount = subject.classes.length;
  const said = selectRows({ rowCount: all.labels.length, columnCount, values: all.probabilities }, kept);
  const { models } = measure(
    { model: said.values as Float64Array },
    Int32Array.from(kept, (row) => all.labels[row]!),
    {
      names: groups.map(({ name }) => name),
      groups: Int32Array.from(kept, (row) => places[all.groups.groups[row]!]!),
      counts: groups.map(({ rows }) => rows),
      ...(all.groups.weights && { weights: takeWeights(all.groups.weights, kept) }),
    },
    columnCount,
    {
      positive: positiveOf(subject.metrics),
      intervals:
        level === undefined
          ? undefined
          : {
              random: createRandom(subject.seed),
              level,
              resamples,
              entities: all.entities && kept.map((row) => all.entities![row]!),
            },
    },
  );
  return { ...subject, groups, metrics: models.model };
}
