// A trained model, ready to predict: from memory, or from the folder of a run.

import { constants } from 'node:buffer';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  encodeSparse,
  FairfrontError,
  findColumn,
  type LinearModel,
  predictLinear,
  type SparseRows,
  type Table,
} from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';
import { conditionalsOf, plugInProbabilities } from '@fairfront/core/plug-in';
import { describedModel, PROBABILITIES, type RawColumn, type TensorValue } from '@fairfront/neural';
import { describeFileError } from '../describe-file-error.js';
import { checkJsonDepth } from '../read/source/json-depth.js';
import type { PortableModel } from '../training/fitted-models.js';
import { UsageError } from '../usage-error.js';
import { type ParsedModel, parseModelFile } from './model-file.js';

/** A trained model. */
export interface Model {
  /** The column that it predicts. */
  readonly target: string;
  readonly classes: readonly string[];
  /** The probability of each class for every row of a table: rows × classes. No group is needed. */
  predict(table: Table): Promise<Float64Array>;
}

/** Bytes of a model file: those that fit in a text. */
const LARGEST = constants.MAX_STRING_LENGTH;

/** Loads the model of a run. @param path the run's folder, or a model.json or model.onnx */
export async function loadModel(path: string): Promise<Model> {
  const [file, bytes] = readModel(path);
  if (file.endsWith('.onnx')) return onnxModel(new Uint8Array(bytes));
  return plainModel(parseModelFile(await parseJson(file, bytes)));
}

function readModel(path: string): [file: string, bytes: Buffer] {
  try {
    const files = statSync(path).isDirectory()
      ? [join(path, 'model.json'), join(path, 'model.onnx')].filter((file) => existsSync(file))
      : [path];
    const [file] = files;
    if (file !== undefined) {
      const { size } = statSync(file);
      if (size > LARGEST) throw new Error(`it has ${size} bytes, more than a model can have`);
      return [file, readFileSync(file)];
    }
  } catch (error) {
    const label = shortened(path, 200);
    throw new UsageError(`there is no model: ${label}: ${describeFileError(error)}`);
  }
  throw new UsageError(`${path} holds no model.json and no model.onnx; name the folder of a finished run`);
}

async function parseJson(path: string, bytes: Buffer): Promise<unknown> {
  await checkJsonDepth([bytes], path, false);
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new FairfrontError('bad-file', `${path} is not JSON: ${(error as Error).message}`);
  }
}

/** A linear model, or a mixture of linear models: it needs no runtime. */
export function plainModel({ target, classes, encoder, model }: ParsedModel): Model {
  return {
    target,
    classes,
    predict: async (table) => {
      const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
      return predictPlain(model, encodeSparse(encoder, table, rows));
    },
  };
}

async function predictPlain(model: PortableModel, features: SparseRows): Promise<Float64Array> {
  if (!('components' in model)) return predictLinear(model, features);
  const { components, mu } = model;
  const conditionals = await conditionalsOf(components, features.rowCount, (own: LinearModel) =>
    predictLinear(own, features),
  );
  return plugInProbabilities(conditionals, mu, components.priors);
}

/** Rows that a session is handed at a time. */
const BATCH = 8192;

/** A model that onnxruntime runs: raw columns in, probabilities out. */
export function onnxModel(bytes: Uint8Array): Model {
  const { target, classes, inputs } = describedModel(bytes);
  return {
    target,
    classes,
    predict: async (table) => {
      const { loadNodeRuntime } = await import('@fairfront/neural/node');
      const columns = inputs.map((input) => ({ input, cells: cellsOf(table, input) }));
      const runtime = await loadNodeRuntime();
      const session = await runtime.open(bytes).catch(refuse);
      try {
        const all = new Float64Array(table.rowCount * classes.length);
        for (let from = 0; from < table.rowCount; from += BATCH) {
          const to = Math.min(from + BATCH, table.rowCount);
          const feeds = Object.fromEntries(columns.map(({ input, cells }) => [input.input, cells(from, to)]));
          const { [PROBABILITIES]: found } = await session.run(feeds).catch(refuse);
          const own = found?.data as Float32Array | undefined;
          if (
            own?.length !== (to - from) * classes.length ||
            own.some((share) => !(share >= 0 && share <= 1))
          ) {
            refuse(new Error('its output is no probability of each class'));
          }
          all.set(own!, from * classes.length);
        }
        return all;
      } finally {
        await session.close();
      }
    },
  };
}

/** A model that the runtime does not take, or that gives no probabilities, is not one of ours. */
function refuse(error: unknown): never {
  throw new FairfrontError('bad-file', `the model cannot be run: ${(error as Error).message}`, {
    cause: error,
  });
}

/** The cells of a column as an input takes them: numbers with NaN for missing, texts with '' for missing. */
function cellsOf(table: Table, { column: name, kind }: RawColumn): (from: number, to: number) => TensorValue {
  const column = findColumn(table, name, 'the model');
  if (column.kind !== kind) {
    throw new FairfrontError(
      'bad-column',
      `the model needs column "${name}" to be ${kind}, as in training; in this table it is ${column.kind}: declare it with \`${kind}\` when the table is read`,
    );
  }
  if (column.kind === 'numeric') {
    const { values } = column;
    return (from, to) => ({
      type: 'float64',
      dims: [to - from, 1],
      data: Float64Array.from(values.subarray(from, to)),
    });
  }
  const { codes, levels } = column;
  return (from, to) => ({
    type: 'string',
    dims: [to - from, 1],
    data: Array.from(codes.subarray(from, to), (code) => levels[code] ?? ''),
  });
}
