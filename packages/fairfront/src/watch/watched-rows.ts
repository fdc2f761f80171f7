// A batch of new data as a watch takes it: the rows whose outcome and group are known, and what the model loses on them.

import { createHash } from 'node:crypto';
import { type Table, takeRows } from '@fairfront/core';
import { type KnownRows, labelAs, quoted } from '@fairfront/core/internal';
import type { FinishedRun } from '../runs/finished-run.js';
import { loadModel } from '../runs/model.js';
import type { LoadedData } from '../task/data.js';
import { hashValues } from '../task/fingerprint.js';
import { UsageError } from '../usage-error.js';
import { watchedLosses } from './promise.js';
import type { WatchedLoss } from './watch-options.js';

/** The rows of a batch that count. */
export interface WatchedRows {
  /** By row. */
  readonly losses: Float64Array;
  readonly groups: Int32Array;
  /** Those rows alone. */
  readonly table: Table;
  readonly leftOut: Omit<KnownRows, 'labels' | 'groups'>;
}

/** Predicts a batch, and measures the loss of every row that has an outcome and a group of the run. */
export async function watchedRows(
  { folder, result }: FinishedRun,
  data: LoadedData,
  loss: WatchedLoss,
  asked: string | undefined,
): Promise<WatchedRows> {
  const { target, classes } = result.task;
  const groupNames = result.groups.map(({ name }) => name);
  const options = result.asked?.options ?? {};
  // A run without groups has everybody in one, under a name that no column makes.
  const isOne = result.blind !== undefined && groupNames.length === 1;
  const groups =
    asked ?? (options['groups'] as string | undefined) ?? data.defaults.groups ?? (isOne ? [] : undefined);
  if (groups === undefined) {
    throw new UsageError(
      `\`groups\`: the run does not say how its groups (${quoted(groupNames)}) are made; name them as in the fit, such as \`groups: 'sex,age<55'\``,
    );
  }
  const {
    labels,
    groups: codes,
    ...leftOut
  } = labelAs(data.table, {
    target,
    groups,
    classCodes: new Map(classes.map((name, code) => [name, code])),
    groupCodes: groupCodes(groups.length === 0 ? [''] : groupNames, options['mergeSmall'] === true),
  });
  const used: number[] = [];
  for (let row = 0; row < labels.length; row++) if (labels[row]! >= 0 && codes[row]! >= 0) used.push(row);
  if (used.length === 0) {
    throw new UsageError(
      `${data.label} has no row with an outcome (${quoted([target])}: ${quoted(classes)}) and a group of the run (${quoted(groupNames)}); hand over rows whose outcome is known, and name \`groups\` as in the fit`,
    );
  }
  const rows = Uint32Array.from(used);
  const table = takeRows(data.table, rows);
  const said = await (await loadModel(folder)).predict(data);
  const width = classes.length;
  const probabilities = new Float64Array(rows.length * width);
  rows.forEach((row, i) => {
    probabilities.set(said.subarray(row * width, (row + 1) * width), i * width);
  });
  const ofRows = (values: Int32Array): Int32Array => Int32Array.from(rows, (row) => values[row]!);
  return {
    losses: watchedLosses(loss, probabilities, ofRows(labels), width),
    groups: ofRows(codes),
    table,
    leftOut,
  };
}

/** Group → code; those that were put together because they were small have the code of what they became. */
function groupCodes(names: readonly string[], isMerged: boolean): Map<string, number> {
  const codes = new Map<string, number>();
  names.forEach((name, code) => {
    if (isMerged) for (const member of name.split(' + ')) codes.set(member, code);
  });
  names.forEach((name, code) => {
    codes.set(name, code);
  });
  return codes;
}

/** The same for the same cells: by this a batch is known again. */
export function batchHash({ columns }: Table): string {
  const hash = createHash('sha256');
  for (const column of columns) {
    hash.update(JSON.stringify([column.kind, column.name]));
    if (column.kind === 'categorical') hash.update(JSON.stringify(column.levels));
    hashValues(hash, column.kind === 'numeric' ? column.values : column.codes);
  }
  return hash.digest('hex');
}
