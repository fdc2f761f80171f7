// fairfront/browser: reads CSV, trains linear models and trees, and does what is done after a fit, in a page or anywhere
// else. Nothing here needs Node, and nothing is asked of any server. One thread does the work: call it from a worker.

import type { Table } from '@fairfront/core';
import { z } from 'zod';
import { joinBytes } from '#bytes';
import { sha256 } from '#hash';
import { runCard } from './card/run-card.js';
import { type CompareResult, compareResult } from './compare/compare-result.js';
import type { ChooseOptions } from './decide/choose-options.js';
import { chosenPoint } from './decide/chosen-point.js';
import type { DecideOptions } from './decide/decide-options.js';
import { decidedRun, decideRun } from './decide/decided-run.js';
import type { DecisionResult } from './decide/decision-result.js';
import { definedOnly } from './defined-only.js';
import type { KeptFront } from './front/kept-front.js';
import type { FitResult } from './measure/fit-result.js';
import { optionText } from './option-text.js';
import { Batches, type InputReport } from './predict/batches.js';
import { csvLines, predictCsv as predictLines } from './predict/predict-csv.js';
import type { PredictFileOptions } from './predict/predict-options.js';
import { newNames, withGroup } from './predict/predicted-columns.js';
import { MISSING_MARKERS } from './read/columns/text-values.js';
import { openText, readCsvText } from './read/read-csv-text.js';
import { type FitControls, type FoundFit, findFit } from './runs/find-fit.js';
import { withGroups } from './runs/found-groups.js';
import { parseModelFile } from './runs/model-file.js';
import { type Model, plainModel } from './runs/plain-model.js';
import { PREDICTIONS } from './runs/predictions-csv.js';
import { predictionReading, runPredictions } from './runs/run-predictions.js';
import type { Data } from './task/data.js';
import { type Asked, divideOptions, type SourceOptions, type TaskOptions } from './task/data-options.js';
import { type FitOptions, type ResolvedChoice, resolveFitOptions } from './training/options/fit-options.js';
import { isNetwork } from './training/options/kinds.js';
import { UsageError } from './usage-error.js';

export { pageDatasets, readDataset } from './datasets/page-datasets.js';
export type { ChooseOptions } from './decide/choose-options.js';
export type { DecideOptions } from './decide/decide-options.js';
export type { DecisionResult } from './decide/decision-result.js';
export { type DrawnFront, drawFront as front, type FrontControls } from './front/draw-front.js';
export { type ExplorerPoint, explorePoints, type FrontExplorer } from './front/explore-points.js';
export type { FrontOptions } from './front/front-options.js';
export type { FrontResult } from './front/front-result.js';
export type { KeptFront } from './front/kept-front.js';
export { type Inspection, inspect } from './inspect/inspection.js';
export { Interrupted } from './interrupted.js';
export type { FitResult } from './measure/fit-result.js';
export { type CsvTextOptions, readCsvText as readCsv } from './read/read-csv-text.js';
export type { ColumnReport, Reading, RowCache } from './read/read-options.js';
export { fitOutcome, frontOutcome } from './report/outcome-words.js';
export type { FitControls, FitEvent } from './runs/find-fit.js';
export type { ModelColumn, Row } from './runs/object-rows.js';
export type { Model } from './runs/plain-model.js';
export type { Data } from './task/data.js';
export type { FitOptions } from './training/options/fit-options.js';
export { VERSION } from './version.js';

z.config({ jitless: true }); // pages forbid code that is made of texts

/** The files of a run, by name. */
export type RunFiles = Readonly<Record<string, string | Uint8Array>>;

/** A finished fit: its result, its model, and its files. */
export interface PageFit extends Pick<FoundFit, 'result' | 'model'> {
  /** Makes result.json, predictions.csv and the models, as `fairfront fit` writes them. */
  files(): RunFiles;
}

/** Reads CSV by those options of a run that say how. @param onProgress told how many rows are read */
export async function loadCsv(
  content: string | Uint8Array,
  options: SourceOptions & TaskOptions,
  name: string,
  onProgress?: (rows: number) => void,
): Promise<Data> {
  const [source] = divideOptions(options);
  const elsewhere = Object.keys(source).find((option) => !READ_IN_PAGE.includes(option));
  if (elsewhere !== undefined) {
    throw new UsageError(`${optionText(elsewhere)} is for files of a computer, not for a page; leave it out`);
  }
  const { ignore, text, splitBy, splitColumn } = options;
  const naming = [splitBy, splitColumn].filter((column) => column !== undefined);
  const reading = { ...source, ...definedOnly({ ignore, text, onProgress }), naming };
  return { ...(await readCsvText(content, reading, name)), label: name };
}

/** The options of a run that are not about reading. */
export function withoutReading<Options extends TaskOptions>(options: SourceOptions & Options): Options {
  return divideOptions(options)[1] as unknown as Options;
}

const READ_IN_PAGE: readonly string[] = [
  ...['columns', 'delimiter', 'skipLines', 'encoding', 'decimal', 'thousands', 'duplicateHeaders'],
  ...['missing', 'categorical', 'numeric'],
];

/** The options on which it depends what `loadCsv` reads. */
export const READING_NAMES: readonly string[] = [...READ_IN_PAGE, 'ignore', 'text', 'splitBy', 'splitColumn'];

/** Makes a model of what model.json holds. @param json what `JSON.parse` made of the file */
export function parseModel(json: unknown): Model {
  return plainModel(parseModelFile(json));
}

/**
 * Trains the model whose worst-served group fares best, beside the ordinary one: the same as `fit` in Node finds.
 * @param asked noted in the result, to do it again
 */
export async function fit(
  data: Table | Data,
  options: FitOptions,
  controls: Omit<FitControls, 'resume' | 'onCheckpoint'> = {},
  asked?: Asked,
): Promise<PageFit> {
  const resolved = resolveFitOptions(options);
  checkInPage(resolved);
  await controls.onProgress?.({ kind: 'encoding' });
  const { prepare, options: grouped } = await withGroups(data, resolved, IN_PAGE, controls);
  return withFiles(await findFit(prepare(0), prepare, grouped, IN_PAGE, controls, asked));
}

const IN_PAGE = { train: beyondPage, openModel: beyondPage, checkProgress: beyondPage };

function beyondPage(): never {
  throw new Error('options that need a runtime are refused before anything is trained');
}

/** Refuses what a page cannot do. */
function checkInPage({ model, estimation, image }: ResolvedChoice): void {
  const refuse = (what: string, wayOut: string): never => {
    throw new UsageError(`${what} not in a page but with fairfront on a computer; ${wayOut}`);
  };
  if (isNetwork(model)) {
    refuse(
      `${optionText('model', model)}: networks are trained`,
      "take `model: 'linear'`, 'boosted' or 'auto'",
    );
  }
  if (estimation !== 'joint') refuse("`estimation: 'plug-in'`: mixtures are trained", 'leave it out');
  if (image !== undefined) refuse('`image`: pictures are learned from', 'leave it out');
}

/** Makes a fit of one point of a front. */
export async function choosePoint(front: KeptFront, options: ChooseOptions): Promise<PageFit> {
  return withFiles(await chosenPoint(front, options));
}

function withFiles({ result, model, files }: FoundFit): PageFit {
  return {
    result,
    model,
    files: () => {
      const { [PREDICTIONS]: predictions, ...models } = files();
      return { ...models, [PREDICTIONS]: joinBytes([...predictions()]), 'result.json': jsonFile(result) };
    },
  };
}

/** A finished fit in memory. */
export interface FinishedFit {
  /** What a person calls it. */
  readonly name: string;
  readonly result: FitResult;
  readonly files: RunFiles;
}

/** Finds the threshold that costs the worst group least, on rows that the fit's model was not trained on. */
export function decide(fitted: FinishedFit, options: DecideOptions): Promise<DecisionResult> {
  return decideRun({ ...asRun(fitted), isDecided: isDecided(fitted) }, options);
}

/** Puts fits of one task side by side; changes are from the first. */
export function compare(fits: readonly FinishedFit[]): Promise<CompareResult> {
  const decided = fits.find(isDecided);
  if (decided !== undefined) {
    throw new UsageError(
      `${decided.name} decides by a threshold, and the figures it has are those of the most probable class; compare the run that it was made of`,
    );
  }
  return compareResult(fits.map(asRun));
}

/** Makes the model card of a fit, in Markdown. */
export function cardOf({ result, files }: FinishedFit): string {
  const sums = ['model.json', 'model.onnx'].flatMap((name) => {
    const content = files[name];
    return content === undefined ? [] : [`${name}: ${sha256().update(content).digest()}`];
  });
  return runCard(result, sums).markdown;
}

function isDecided({ files }: FinishedFit): boolean {
  return files['decision.json'] !== undefined;
}

function asRun({ name, result, files }: FinishedFit) {
  return {
    name,
    folder: name,
    result,
    predictions: async (part: 'test' | 'validation') => {
      const { table } = await readCsvText(files[PREDICTIONS]!, predictionReading(result), PREDICTIONS);
      return runPredictions(table, result, part, PREDICTIONS);
    },
  };
}

/** Makes the fit that follows a decision. */
export function applyDecision(
  { result: before, files }: FinishedFit,
  decision: DecisionResult,
): { readonly result: FitResult; readonly files: RunFiles } {
  const bytesOf = (name: string): Uint8Array | undefined => {
    const content = files[name];
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  const { result, files: made } = decidedRun(before, decision, bytesOf);
  const kept = Object.entries(made).flatMap(([name, content]) =>
    content === undefined ? [] : [[name, content] as const],
  );
  return { result, files: { ...Object.fromEntries(kept), 'result.json': jsonFile(result) } };
}

/** What was predicted of the rows of a file. */
export interface PredictedCsv {
  /** Its columns as they are, then the probability of each class and the prediction. */
  readonly csv: Uint8Array;
  readonly rows: number;
  /** What the rows held of each column that the model takes. */
  readonly inputs: readonly InputReport[];
  readonly notes: readonly string[];
}

/** Predicts every row of a CSV. @param name what a person calls it */
export async function predictCsv(
  model: Model,
  content: string | Uint8Array,
  options: Pick<
    PredictFileOptions,
    'prefix' | 'group' | 'missing' | 'delimiter' | 'encoding' | 'decimal' | 'thousands'
  > = {},
  name = 'the text',
): Promise<PredictedCsv> {
  const { prefix = '', group, missing = [], ...reading } = options;
  const source = openText(content, name);
  const used = withGroup(model, group);
  const batches = new Batches(used, source.label, {}, {});
  const chunks: Uint8Array[] = [];
  const named = (names: readonly string[]) => newNames(used.classes, prefix, names, source.label);
  const sink = csvLines(used.classes, named, reading, async (bytes) => void chunks.push(bytes.slice()));
  const markers = new Set([...MISSING_MARKERS, ...missing]);
  const notes = await predictLines(source, used.columns, batches, reading, markers, sink, () => undefined);
  return { csv: joinBytes(chunks), rows: batches.rowCount, inputs: batches.inputs(), notes };
}

function jsonFile(content: unknown): string {
  return `${JSON.stringify(content)}\n`;
}
