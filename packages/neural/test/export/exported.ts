// An exported model in use: the cells of a table as its inputs, and what comes out.

import type { Column, Encoder, Table } from '@fairfront/core';
import { isMissing } from '@fairfront/core/internal';
import { predictionInputs } from '../../src/export/prediction-graph.js';
import type { TensorValue, TensorValues } from '../../src/session/runtime.js';
import { nodeRuntime } from '../helpers/node-runtime.js';

export interface Predictions {
  readonly probabilities: Float32Array;
  /** Sizes of the probabilities. */
  readonly dims: readonly number[];
  readonly labels: readonly string[];
}

/** Raw cells, as somebody without fairfront would hand them over. */
export function feedsOf(encoder: Encoder, table: Table): Record<string, TensorValue> {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  return Object.fromEntries(
    predictionInputs(encoder).map(({ column, input }) => [input, feedOf(columns.get(column)!)]),
  );
}

function feedOf(column: Column): TensorValue {
  if (column.kind === 'numeric') {
    return { type: 'float64', dims: [column.values.length, 1], data: column.values };
  }
  const texts = Array.from(column.codes, (code, row) => (isMissing(column, row) ? '' : column.levels[code]!));
  return { type: 'string', dims: [texts.length, 1], data: texts };
}

export async function predict(model: Uint8Array, feeds: TensorValues): Promise<Predictions> {
  const session = await nodeRuntime.open(model, { threads: 1 });
  try {
    const { probabilities, label } = await session.run(feeds);
    return {
      probabilities: probabilities!.data as Float32Array,
      dims: probabilities!.dims,
      labels: label!.data as readonly string[],
    };
  } finally {
    await session.close();
  }
}

/** The class of highest probability in each row, the first of equals. */
export function likeliest(probabilities: Float32Array, classes: readonly string[]): string[] {
  return Array.from({ length: probabilities.length / classes.length }, (_, row) => {
    const own = probabilities.subarray(row * classes.length, (row + 1) * classes.length);
    return classes[own.indexOf(Math.max(...own))]!;
  });
}
