// From a task to what a model is trained on: the encoder fitted on its training rows, every part as matrices.

import {
  type DenseRows,
  type Encoder,
  encodeColumns,
  encodeDense,
  encodeSparse,
  findColumn,
  fitEncoder,
  type LabelledRows,
  PART_NAMES,
  type PartName,
  type Split,
  type Table,
  type Task,
  taskPart,
} from '@fairfront/core';
import { ownRows, pictureEncoder, quoted, selectRows, shortened } from '@fairfront/core/internal';
import { storeNumbers, storePart } from '#rows';
import { definedOnly } from '../defined-only.js';
import { checkWithout, optionText } from '../option-kinds.js';
import type { Pictures } from '../pictures/pictures.js';
import type { RowCache } from '../read/read-options.js';
import { sharedLabels } from '../threads/shared-array.js';
import { UsageError } from '../usage-error.js';
import { type BackboneColumns, completeData, type Data, type LoadedData } from './data.js';
import type { TaskOptions } from './data-options.js';
import { type MadeTask, makeTask } from './make-task.js';
import type { StoredPart } from './stored-parts.js';

export interface PreparedFit {
  readonly label: string;
  /** With one split. Where folds choose, its training and its validation rows are the same: all but the test rows. */
  readonly task: Task;
  readonly encoder: Encoder;
  readonly parts: Readonly<Record<PartName, LabelledRows>>;
  /** The split as it was drawn or given. */
  readonly split: Split;
  readonly layout: Layout;
  /** The pictures that rows are, where models learn from them. */
  readonly pictures?: Pictures;
  /** The columns that a backbone made of pictures. */
  readonly backbone?: BackboneColumns;
  /** Where parts are kept that do not fit into memory. */
  readonly store?: PartStore;
  readonly notes: readonly string[];
}

/**
 * Sparse rows of float64 for linear models, or dense ones where most features are numbers; for networks dense
 * ones of float32, or sparse ones where there are texts; a number for each column for trees; rows of bytes for
 * those that learn from pictures.
 */
export type Layout = 'sparse' | 'dense-f64' | 'dense' | 'columns' | 'pictures';

export interface PrepareOptions {
  /** Default sparse. */
  readonly layout?: Layout | undefined;
  /** Whether folds of all rows but the test rows choose models, not the validation part. Default false. */
  readonly byFolds?: boolean;
  /** Which split, where there are several. Default 0. */
  readonly split?: number;
}

/** Keeps the parts of a fit on disk. */
export class PartStore {
  /** The folder, and bytes of memory that there are for training. */
  readonly limit: { readonly folder: string; readonly bytes: number };
  readonly #parts: StoredPart[] = [];

  /** @param cache its folder is made when it is needed */
  constructor({ folder, memory = Number.POSITIVE_INFINITY }: Pick<RowCache, 'folder' | 'memory'>) {
    this.limit = { folder, bytes: memory };
  }

  /** Rows of features on disk. */
  add(
    table: Table,
    rows: Uint32Array,
    encode: (table: Table, rows: Uint32Array) => LabelledRows['features'],
  ): LabelledRows['features'] {
    const part = storePart(this.limit.folder, table, rows, encode);
    this.#parts.push(part);
    return part.features;
  }

  /** Numbers on disk, for as long as the cache is there. @returns reads a block, which lasts until the next one is read */
  addNumbers(numbers: Float64Array, blockLength: number): (block: number) => Float64Array {
    return storeNumbers(this.limit.folder, numbers, blockLength);
  }

  /** Removes rows, and ends the threads that pass over them. */
  close(): void {
    for (const part of this.#parts.splice(0)) part.close();
  }
}

/** Makes of data the matrices that models are trained on. */
export function prepareFit(
  data: Table | Data,
  options: MadeTask,
  { layout = 'sparse', byFolds = false, split: index = 0 }: PrepareOptions = {},
): PreparedFit {
  const loaded = completeData(data, options.ignore);
  const { backbone } = loaded;
  const pictures = layout === 'pictures' ? loaded.pictures : undefined;
  if (layout === 'pictures' && pictures === undefined) throw noPictures();
  const made = makeTask(loaded, options, pictures !== undefined);
  const split = made.splits[index]!;
  const task = { ...made, splits: [byFolds ? withoutValidation(split) : split] };
  const encoder = encoderOf(loaded, task, options, pictures);
  if (encoder.features.length === 0) {
    throw new UsageError(
      'no column is left to learn from: every one is the target, makes the groups, is ignored or has a single value; let the model see more columns with `features` or `groupsAsFeatures: true`',
    );
  }
  if (layout === 'columns') checkNoTexts(encoder);
  const store = loaded.cache === undefined ? undefined : new PartStore(loaded.cache);
  return {
    label: loaded.label,
    task,
    encoder,
    parts: encodeParts(task, { encoder, layout, store, pictures }),
    split,
    layout,
    ...definedOnly({ pictures, backbone, store }),
    notes: [
      ...loaded.notes,
      ...task.notes,
      ...(pictures === undefined
        ? []
        : [`the model sees the pictures of ${quoted([pictures.column])} alone`]),
      ...droppedNotes(encoder, backbone?.columns),
    ],
  };
}

/** Says that a model learns from pictures and there are none. */
export function noPictures(model = 'convnet'): UsageError {
  return new UsageError(
    `${optionText('model', model)} learns from pictures; name their column with \`image\`, or take a dataset that has pictures`,
  );
}

/** The encoder fitted on the training rows. */
export function encoderOf(
  loaded: LoadedData,
  task: Task,
  options: TaskOptions,
  pictures: Pictures | undefined,
): Encoder {
  const rows = ownRows(task, task.splits[0]!.train);
  if (pictures !== undefined) {
    const { column: name, height, width } = pictures;
    return pictureEncoder({ name, height, width }, rows.length);
  }
  const encoding = encoderOptions(loaded, options);
  checkTexts(task, encoding.text ?? [], options);
  return fitEncoder(task.table, task.features, rows, encoding);
}

/** Columns that are not used; those that a backbone made are counted. */
function droppedNotes({ dropped }: Encoder, made: readonly string[] = []): string[] {
  const isMade = new Set(made);
  const lost = dropped.filter(({ column }) => isMade.has(column)).length;
  return [
    ...dropped
      .filter(({ column }) => !isMade.has(column))
      .map(({ column, reason }) => `${shortened(column)} is not used: ${reason}`),
    ...(lost === 0
      ? []
      : [
          `${lost} of the ${made.length} features of the backbone are the same for all training rows, and not used`,
        ]),
  ];
}

/** All rows but the test rows are trained on, and each of them chooses when it is out of fold. */
function withoutValidation({ train, validation, test }: Split): Split {
  const rows = new Uint32Array(train.length + validation.length);
  rows.set(train);
  rows.set(validation, train.length);
  return { train: rows, validation: rows, test };
}

/** The parts of a task with one split as matrices; parts of the same rows are the same. */
function encodeParts(
  task: Task,
  {
    encoder,
    layout,
    store,
    pictures,
  }: Pick<PreparedFit, 'encoder' | 'layout'> & {
    readonly store?: PartStore | undefined;
    readonly pictures?: Pictures | undefined;
  },
): PreparedFit['parts'] {
  const encode = (table: Table, rows: Uint32Array): LabelledRows['features'] =>
    encodeRows({ encoder, layout }, table, rows);
  const used = new Set(encoder.columns.map(({ name }) => name));
  const table = { ...task.table, columns: task.table.columns.filter(({ name }) => used.has(name)) };
  const part = (name: PartName): LabelledRows => {
    const { rows, ...labelled } = taskPart(task, 0, name);
    if (pictures !== undefined) return { features: selectPictures(pictures, rows), ...labelled };
    if (store === undefined) return { features: encode(task.table, rows), ...labelled };
    return { features: store.add(table, rows, encode), ...sharedLabels(labelled) };
  };
  const [{ train, validation }] = task.splits as [Split];
  const trained = part('train');
  return {
    train: trained,
    validation: validation === train ? trained : part('validation'),
    test: part('test'),
  };
}

/**
 * Encodes rows of a table as the parts of a fit are; pictures are no cells of a table.
 * @param table has the columns of the encoder
 */
export function encodeRows(
  { encoder, layout }: Pick<PreparedFit, 'encoder' | 'layout'>,
  table: Table,
  rows: Uint32Array,
): LabelledRows['features'] {
  if (layout === 'columns') return encodeColumns(encoder, table, rows);
  const hasTexts = encoder.columns.some(({ kind }) => kind === 'text');
  const precision = layout === 'dense' ? 'f32' : 'f64';
  const encode = layout === 'sparse' || hasTexts ? encodeSparse : encodeDense;
  return encode(encoder, table, rows, precision);
}

/** The pictures of rows as rows of bytes; families of groups make copies of rows, not of pictures. */
function selectPictures({ height, width, values }: Pictures, rows: Uint32Array): DenseRows {
  const columnCount = height * width * 3;
  const rowCount = values.length / columnCount;
  return selectRows(
    { rowCount, columnCount, values },
    rows.map((row) => row % rowCount),
  );
}

/** The same with the rows split as they were drawn, for what a validation part must choose. */
export function withValidationPart(fit: PreparedFit): PreparedFit {
  if (fit.task.splits[0] === fit.split) return fit;
  const task = { ...fit.task, splits: [fit.split] };
  return { ...fit, task, parts: encodeParts(task, fit) };
}

/** The same rows as another kind of model takes them. */
export function withLayout(fit: PreparedFit, layout: Layout): PreparedFit {
  if (fit.layout === layout) return fit;
  return { ...fit, layout, parts: encodeParts(fit.task, { ...fit, layout }) };
}

/** The same task on other columns, all of them features. @param table the same rows */
export function withTable(fit: PreparedFit, table: Table): PreparedFit {
  const task = { ...fit.task, table, features: table.columns.map(({ name }) => name) };
  const encoder = fitEncoder(table, task.features, ownRows(task, task.splits[0]!.train));
  const layout = 'dense-f64';
  const { pictures: _, backbone: __, ...rest } = fit;
  return { ...rest, task, encoder, layout, parts: encodeParts(task, { ...rest, encoder, layout }) };
}

/** Whether folds of all rows but the test rows choose models. */
export function choosesByFolds({ task, split }: Pick<PreparedFit, 'task' | 'split'>): boolean {
  return task.splits[0] !== split;
}

/** Row of a part → whose it is, where rows stay together. */
export function partEntities({ task }: Pick<PreparedFit, 'task'>, part: PartName): Uint32Array | undefined {
  const { entities, splits } = task;
  return entities && Uint32Array.from(splits[0]![part], (row) => entities[row]!);
}

type EncodingOptions = Pick<TaskOptions, 'minLevelRows' | 'text' | 'vocabulary' | 'sublinear'>;

/** How the columns of data are encoded. */
export function encoderOptions(
  { dataset, encoderOptions: own }: LoadedData,
  { minLevelRows, text, vocabulary, sublinear }: EncodingOptions,
): LoadedData['encoderOptions'] {
  const words = definedOnly({ vocabulary, sublinear });
  return dataset === undefined
    ? { ...own, ...definedOnly({ minLevelRows, text }), ...words }
    : { ...own, ...words };
}

/** Refuses options of texts without texts, and texts that nothing is learned from. */
function checkTexts(task: Task, text: readonly string[], options: EncodingOptions): void {
  if (text.length === 0) {
    checkWithout(options, ['vocabulary', 'sublinear'], 'for columns of texts only, and `text` names none');
  }
  const unused = options.text?.filter((name) => !task.features.includes(name)) ?? [];
  if (unused.length === 0) return;
  for (const name of unused) findColumn(task.table, name, '`text`');
  throw new UsageError(
    `\`text\`: ${quoted(unused)}: no model learns from it, since it is the target, makes the groups, says how rows are split or is not among \`features\`; take it out of \`text\``,
  );
}

/** Refuses texts, of which trees ask nothing. */
function checkNoTexts({ columns }: Encoder): void {
  const texts = columns.filter(({ kind }) => kind === 'text').map(({ name }) => name);
  if (texts.length === 0) return;
  const [hold, them] = texts.length === 1 ? ['holds', 'it'] : ['hold', 'them'];
  throw new UsageError(
    `\`model: 'boosted'\`: trees ask for numbers and categories, and ${quoted(texts)} ${hold} texts; take \`model: 'linear'\`, or leave ${them} out of \`text\` and of the columns with \`ignore\``,
  );
}

/** Rows of the table in each part; where folds choose there is no validation part. */
export function partRows(fit: Pick<PreparedFit, 'parts' | 'task' | 'split'>): Record<PartName, number> {
  const rows = { train: 0, validation: 0, test: 0 };
  const copies = fit.task.families?.length ?? 1;
  for (const name of PART_NAMES) rows[name] = fit.parts[name].labels.length / copies;
  return choosesByFolds(fit) ? { ...rows, validation: 0 } : rows;
}

/** What a network for the task must fit. */
export function sizesOf({ encoder, task, parts, pictures }: PreparedFit): {
  inputs: number;
  picture?: { readonly height: number; readonly width: number };
  classes: number;
  rows: number;
} {
  return {
    ...(pictures && { picture: { height: pictures.height, width: pictures.width } }),
    inputs: encoder.features.length,
    classes: task.target.classes.length,
    rows: parts.train.labels.length,
  };
}
