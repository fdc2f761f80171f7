// From a task to matrices: the encoder fitted on the training rows, and every part as a model sees it.

import {
  type Encoder,
  encodeDense,
  encodeSparse,
  fitEncoder,
  type LabelledRows,
  PART_NAMES,
  type PartName,
  type Task,
  taskPart,
} from '@fairfront/core';
import { UsageError } from '../usage-error.js';
import type { LoadedData } from './load-data.js';

export interface PreparedFit {
  readonly label: string;
  readonly task: Task;
  readonly encoder: Encoder;
  readonly parts: Readonly<Record<PartName, LabelledRows>>;
  readonly notes: readonly string[];
}

/** @param layout of the features: sparse rows of float64 for linear models, dense ones of float32 for networks */
export function prepareFit(
  { label, notes, encoderOptions }: Pick<LoadedData, 'label' | 'notes' | 'encoderOptions'>,
  task: Task,
  layout: 'sparse' | 'dense' = 'sparse',
): PreparedFit {
  if (task.splits.length > 1) {
    throw new UsageError(
      `--splits ${task.splits.length}: one model is trained on one split; leave --splits out, and repeat with another --seed for other splits`,
    );
  }
  const encoder = fitEncoder(task.table, task.features, task.splits[0]!.train, encoderOptions);
  if (encoder.features.length === 0) {
    throw new UsageError(
      'no column is left to learn from: every one is the target, makes the groups, is ignored or has a single value; let the model see more columns with --features or --groups-as-features',
    );
  }
  const part = (name: PartName): LabelledRows => {
    const { rows, labels, groups } = taskPart(task, 0, name);
    const features =
      layout === 'sparse'
        ? encodeSparse(encoder, task.table, rows)
        : encodeDense(encoder, task.table, rows, 'f32');
    return { features, labels, groups };
  };
  return {
    label,
    task,
    encoder,
    parts: { train: part('train'), validation: part('validation'), test: part('test') },
    notes: [
      ...notes,
      ...task.notes,
      ...encoder.dropped.map(({ column, reason }) => `${column} is not used: ${reason}`),
    ],
  };
}

/** Rows of each part. */
export function partRows(parts: PreparedFit['parts']): Record<PartName, number> {
  const rows = { train: 0, validation: 0, test: 0 };
  for (const name of PART_NAMES) rows[name] = parts[name].labels.length;
  return rows;
}

/** What a network for it must fit. */
export function sizesOf({ encoder, task, parts }: PreparedFit): {
  inputs: number;
  classes: number;
  rows: number;
} {
  return {
    inputs: encoder.features.length,
    classes: task.target.classes.length,
    rows: parts.train.labels.length,
  };
}
