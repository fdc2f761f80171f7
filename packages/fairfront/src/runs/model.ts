// A trained model, ready to predict: from memory, or from the folder of a run.

import { constants } from 'node:buffer';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type CategoricalColumn, FairfrontError, findColumn, type Table } from '@fairfront/core';
import { shortened } from '@fairfront/core/internal';
import {
  describedModel,
  type PictureColumn,
  PREDICTION,
  PROBABILITIES,
  type RawColumn,
  type Session,
  type TensorValue,
} from '@fairfront/neural';
import { describeFileError } from '../describe-file-error.js';
import { openPictures, resizePictures } from '../pictures/read-pictures.js';
import { checkJsonDepth } from '../read/source/json-depth.js';
import type { Data } from '../task/data.js';
import { UsageError } from '../usage-error.js';
import { checkSum } from './finished-run.js';
import { parseModelFile } from './model-file.js';
import { dataOf, decideRows, type Model, plainModel } from './plain-model.js';

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
      const bytes = readFileSync(file);
      checkSum(dirname(file), basename(file), bytes, file !== path);
      return [file, bytes];
    }
  } catch (error) {
    if (error instanceof FairfrontError) throw error;
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

/** Rows that a session is handed at a time, and pictures. */
const BATCH = 8192;
const PICTURE_BATCH = 64;
/** The same of texts: for a network they become a matrix with a column for each word. */
const TEXT_BATCH = 2048;
/**
 * Characters that the texts of a batch have, were all as long as its longest: a session makes room for all.
 */
const BATCH_CHARACTERS = 2 ** 24;

/** A model that onnxruntime runs: raw columns in, probabilities out. */
export function onnxModel(bytes: Uint8Array): Model {
  const { target, classes, inputs, decision } = describedModel(bytes);
  const predicts = classes.length === 0 ? 'number' : 'class';
  const width = Math.max(1, classes.length);
  const output = predicts === 'number' ? PREDICTION : PROBABILITIES;
  const columns = inputs.map(({ column, kind }) => ({ name: column, kind }));
  let opened: Promise<Session> | undefined; // with the first rows; it goes when the model does
  return {
    target,
    predicts,
    classes,
    columns,
    ...(decision && { decision }),
    predict: async (rows, { imageFolder = '.' } = {}) => {
      const data = dataOf(rows, columns);
      const { table } = data;
      opened ??= openSession(bytes);
      const session = await opened;
      const taken: { readonly input: string; readonly cells: Cells }[] = [];
      try {
        for (const input of inputs) {
          const cells =
            input.kind === 'picture' ? await picturesOf(data, input, imageFolder) : cellsOf(table, input);
          taken.push({ input: input.input, cells });
        }
        const all = new Float64Array(table.rowCount * width);
        for (let from = 0, to = 0; from < table.rowCount; from = to) {
          to = taken.reduce((end, { cells }) => Math.min(end, cells.end(from)), from + BATCH);
          const feeds: Record<string, TensorValue> = Object.create(null); // a column may be named __proto__
          for (const { input, cells } of taken) feeds[input] = await cells.values(from, to);
          const { [output]: found } = await session.run(feeds).catch(refuse);
          const own = found?.data as Float32Array | undefined;
          if (
            predicts === 'number' ? !areNumbers(own, to - from) : !areProbabilities(own, to - from, width)
          ) {
            refuse(
              new Error(
                `its output is no ${predicts === 'number' ? 'number for every row' : 'probability of each class'}`,
              ),
            );
          }
          all.set(own!, from * width);
        }
        return all;
      } finally {
        for (const { cells } of taken) await cells.close?.();
      }
    },
    decide: (probabilities, groups) =>
      decideRows({ target, predicts, classes, decision }, probabilities, groups),
  };
}

async function openSession(bytes: Uint8Array): Promise<Session> {
  const { loadNodeRuntime } = await import('@fairfront/neural/node');
  const runtime = await loadNodeRuntime();
  return runtime.open(bytes).catch(refuse);
}

/** Whether there is a number for every row. */
function areNumbers(numbers: Float32Array | undefined, rowCount: number): boolean {
  return numbers?.length === rowCount && numbers.every(Number.isFinite);
}

/** Whether there is a probability of each class for every row: from 0 to 1, and 1 in all but for rounding. */
function areProbabilities(
  shares: Float32Array | undefined,
  rowCount: number,
  classCount: number,
): shares is Float32Array {
  if (shares?.length !== rowCount * classCount) return false;
  const rounding = 1e-5 + 1e-7 * classCount; // of float32
  for (let row = 0; row < rowCount; row++) {
    let sum = 0;
    for (let k = row * classCount; k < (row + 1) * classCount; k++) {
      if (!(shares[k]! >= 0 && shares[k]! <= 1)) return false;
      sum += shares[k]!;
    }
    if (Math.abs(sum - 1) > rounding) return false;
  }
  return true;
}

/**
 * The pictures of a column as an input takes them: those that the data have, or those that the table names.
 */
async function picturesOf(
  { table, pictures }: Data,
  { column, height, width }: PictureColumn,
  folder: string,
): Promise<Cells> {
  const own = pictures?.column === column ? pictures : undefined;
  const known = own && (await resizePictures(own, width)); // as a fit does
  const bytes = height * width * 3;
  const opened = known === undefined ? await openPictures(table, { column, size: width, folder }) : undefined;
  const read = async (from: number, to: number): Promise<Uint8Array> =>
    opened?.read(from, to) ?? known!.values.subarray(from * bytes, to * bytes);
  const { rowCount } = table;
  return {
    end: (from) => Math.min(from + PICTURE_BATCH, rowCount),
    values: async (from, to) => ({
      type: 'uint8',
      dims: [to - from, height, width, 3],
      data: await read(from, to),
    }),
    ...(opened && { close: opened.close }),
  };
}

/** A model that the runtime does not take, or that gives no probabilities, is not one of ours. */
function refuse(error: unknown): never {
  throw new FairfrontError('bad-file', `the model cannot be run: ${(error as Error).message}`, {
    cause: error,
  });
}

/** The cells of a column as an input takes them, some rows at a time. */
interface Cells {
  /** The row before which a batch that begins with a row must end. */
  end(from: number): number;
  values(from: number, to: number): TensorValue | Promise<TensorValue>;
  close?(): Promise<void>;
}

/** The cells of a column: numbers with NaN for missing, texts with '' for missing. */
function cellsOf(table: Table, { column: name, kind }: RawColumn): Cells {
  const column = findColumn(table, name, 'the model');
  if (column.kind !== (kind === 'text' ? 'categorical' : kind)) {
    throw new FairfrontError(
      'bad-column',
      `the model needs column "${name}" to be ${kind}, as in training; in this table it is ${column.kind}: declare it with \`${kind}\` when the table is read`,
    );
  }
  const end = (): number => table.rowCount;
  if (column.kind === 'numeric') {
    const { values } = column;
    return {
      end,
      values: (from, to) => ({
        type: 'float64',
        dims: [to - from, 1],
        data: Float64Array.from(values.subarray(from, to)),
      }),
    };
  }
  const { codes, levels } = column;
  // A text ends where it has the character U+0000, which is in no word; one that is empty would be missing.
  const shown = (level: string): string => (kind === 'text' ? level.replaceAll('\0', ' ') || ' ' : level);
  return {
    end: kind === 'text' ? (from) => endOfBatch(column, from) : end,
    values: (from, to) => ({
      type: 'string',
      dims: [to - from, 1],
      data: Array.from(codes.subarray(from, to), (code) => {
        const level = levels[code];
        return level === undefined ? '' : shown(level);
      }),
    }),
  };
}

/** A batch has at least one row, however long its text. */
function endOfBatch({ codes, levels }: CategoricalColumn, from: number): number {
  let longest = 1;
  let row = from;
  for (; row < codes.length && row < from + TEXT_BATCH; row++) {
    longest = Math.max(longest, levels[codes[row]!]?.length ?? 0);
    if (row > from && (row - from + 1) * longest > BATCH_CHARACTERS) break;
  }
  return row;
}
