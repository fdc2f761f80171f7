// How a batch differs from the rows that the model was trained on. It is described and never alarms: a model may serve
// other people just as well, and fail those who look the same.

import { type EncodedColumn, type Encoder, encodeSparse, findSurprises, type Table } from '@fairfront/core';
import { forEachEntry } from '@fairfront/core/internal';

type EncodedNumeric = Extract<EncodedColumn, { kind: 'numeric' }>;

/** The feature of a column whose mean moved furthest. */
export interface ColumnDrift {
  readonly column: string;
  /** "age", "race = White", "income missing". */
  readonly feature: string;
  /** Its mean: of a level or of being missing, the share of rows. */
  readonly before: number;
  readonly now: number;
  /** now − before, in standard deviations of the rows trained on. */
  readonly shift: number;
}

/** A column with levels that training did not have. */
export interface UnseenLevels {
  readonly column: string;
  /** Of the rows of the batch. */
  readonly share: number;
}

/** What is other than in training. */
export interface InputDrift {
  /** From the column that moved furthest; texts are not looked at. */
  readonly columns: readonly ColumnDrift[];
  readonly unseen: readonly UnseenLevels[];
}

/** Describes how the columns of a batch differ from those of the training rows. */
export function inputDrift(encoder: Encoder, table: Table): InputDrift {
  const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
  const encoded = encodeSparse(encoder, table, rows);
  const sums = new Float64Array(encoder.features.length);
  for (const row of rows)
    forEachEntry(encoded, row, (feature, value) => {
      sums[feature]! += value;
    });
  const moments = new Map(
    encoder.columns.flatMap((column) => (column.kind === 'numeric' ? [[column.name, column] as const] : [])),
  );
  const furthest = new Map<string, ColumnDrift>();
  encoder.features.forEach((feature, place) => {
    const { column, name, kind } = feature;
    if (kind === 'word' || kind === 'picture') return;
    const mean = sums[place]! / rows.length;
    const moved =
      kind === 'value'
        ? valueDrift(moments.get(column)!, mean)
        : shareDrift(countOf(feature), encoder.trainingRows, mean);
    const drift = { column, feature: name, ...moved };
    if (Math.abs(drift.shift) > Math.abs(furthest.get(column)?.shift ?? 0)) furthest.set(column, drift);
  });
  return {
    columns: [...furthest.values()].sort((one, other) => Math.abs(other.shift) - Math.abs(one.shift)),
    unseen: findSurprises(encoder, table, rows).flatMap(({ column, levels }) => {
      const strange = levels.reduce((sum, level) => sum + level.rows, 0);
      return strange === 0 ? [] : [{ column, share: strange / rows.length }];
    }),
  };
}

type Moved = Pick<ColumnDrift, 'before' | 'now' | 'shift'>;

/** @param shift the mean of the encoded values, which training standardised */
function valueDrift({ mean, scale }: EncodedNumeric, shift: number): Moved {
  return { before: mean, now: mean + scale * shift, shift };
}

/** @param had training rows that had it */
function shareDrift(had: number, trainingRows: number, now: number): Moved {
  const before = had / trainingRows;
  const share = (had + 1) / (trainingRows + 2); // never 0 or 1: what no row had has a spread too
  return { before, now, shift: (now - before) / Math.sqrt(share * (1 - share)) };
}

/** Training rows in which a feature holds. */
function countOf(feature: Encoder['features'][number]): number {
  if (feature.kind === 'other') return feature.levels.reduce((sum, { rows }) => sum + rows, 0);
  return 'rows' in feature ? feature.rows : 0;
}
