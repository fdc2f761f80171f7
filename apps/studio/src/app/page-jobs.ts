// What the page does in place of a server: reading, inspecting, training, and what comes after. Each job is a function of
// plain data, so that a worker can do it. The data never leave the page.

import type { RunOptions, TaskOptions } from 'fairfront';
import {
  applyDecision,
  cardOf,
  choosePoint,
  compare,
  type Data,
  type DecideOptions,
  type DecisionResult,
  decide,
  explorePoints,
  type FinishedFit,
  type FitResult,
  type FrontOptions,
  type FrontResult,
  fit,
  front,
  type Inspection,
  inspect,
  type KeptFront,
  loadCsv,
  parseModel,
  predictCsv,
  READING_NAMES,
  type RunFiles,
  readDataset,
  withoutReading,
} from 'fairfront/browser';
import { comparePage, type ReportPage } from 'fairfront/internal/pages';
import type { FrontExplorer, Happened } from './backend.js';

/** Rows that a page takes: beyond them its one thread would keep people waiting for long. */
export const MOST_ROWS = 200_000;

/** A file that was dropped, or a dataset that the studio brings along. */
export type PageData =
  | { readonly kind: 'file'; readonly name: string; readonly content: Blob }
  | { readonly kind: 'dataset'; readonly name: string; readonly address: string };

/** What a run has left. */
export interface PageResult {
  readonly result: FitResult | FrontResult;
  readonly files: RunFiles;
  /** What the points of a front are chosen from. */
  readonly kept?: KeptFront | undefined;
}

type Tell = (event: Happened) => void;

/** Data, and what is asked of them. */
export interface DataTask<Options> {
  readonly data: PageData;
  readonly options: Options;
}

export interface PageJobs {
  inspect(task: DataTask<TaskOptions>, tell: Tell): Promise<Inspection>;
  fit(task: DataTask<RunOptions>, tell: Tell): Promise<PageResult>;
  front(task: DataTask<RunOptions>, tell: Tell): Promise<PageResult>;
  explore(kept: KeptFront): Promise<FrontExplorer>;
  choose(task: { readonly kept: KeptFront; readonly point: number | string }): Promise<PageResult>;
  decide(task: { readonly fitted: FinishedFit; readonly options: DecideOptions }): Promise<DecisionResult>;
  keepDecision(task: { readonly fitted: FinishedFit; readonly options: DecideOptions }): Promise<PageResult>;
  compare(fits: readonly FinishedFit[]): Promise<ReportPage>;
  /** @returns the file with the predictions */
  predict(task: {
    readonly model: string;
    readonly name: string;
    readonly content: Blob;
    /** The column with the group of each row, for a model with a threshold for each. */
    readonly group?: string;
  }): Promise<Uint8Array>;
}

export const pageJobs: PageJobs = {
  inspect: async ({ data, options }, tell) => {
    return inspect(await loadKept(data, options, tell), withoutReading(options));
  },
  fit: async ({ data, options }, tell) => {
    const loaded = await load(data, options, tell);
    const asked = { data: data.name, options: { ...options } };
    const fitted = await fit(loaded, withoutReading(options), { onProgress: tell }, asked);
    tell({ kind: 'writing' });
    return left({ name: data.name, result: fitted.result, files: fitted.files() });
  },
  front: async ({ data, options }, tell) => {
    const loaded = await load(data, options, tell);
    const asked = withoutReading(options) as FrontOptions;
    const { result, kept } = await front(loaded, asked, { onProgress: tell });
    tell({ kind: 'writing' });
    return { result, kept: kept(), files: { 'front.json': `${JSON.stringify(result)}\n` } };
  },
  explore: async (kept) => explorePoints(kept),
  choose: async ({ kept, point }) => {
    const chosen = await choosePoint(kept, { index: point as never }); // what it may be is checked there
    return left({ name: kept.data, result: chosen.result, files: chosen.files() });
  },
  decide: async ({ fitted, options }) => decide(fitted, options),
  keepDecision: async ({ fitted, options }) =>
    left({ ...fitted, ...applyDecision(fitted, await decide(fitted, options)) }),
  compare: async (fits) => comparePage(await compare(fits)),
  predict: async ({ model, name, content, group }) => {
    const options = group === undefined ? {} : { group };
    const { csv } = await predictCsv(parseModel(JSON.parse(model)), await bytesOf(content), options, name);
    return csv;
  },
};

/** What a fit leaves, with its card. */
function left({ name, result, files }: FinishedFit): PageResult {
  return { result, files: { ...files, 'card.md': cardOf({ name, result, files }) } };
}

/** The table that was read last: whoever changes the groups does not wait for it again. */
let kept: { readonly key: string; readonly data: Data } | undefined;

async function loadKept(given: PageData, options: TaskOptions, tell: Tell): Promise<Data> {
  const reading = Object.entries(options).filter(([name]) => READING_NAMES.includes(name));
  const key = JSON.stringify([given.name, reading]);
  if (kept?.key !== key) kept = { key, data: await load(given, options, tell) };
  return kept.data;
}

async function load(given: PageData, options: RunOptions, tell: Tell): Promise<Data> {
  tell({ kind: 'reading', rows: 0, share: undefined });
  if (given.kind === 'dataset') {
    const response = await fetch(given.address);
    if (!response.ok) throw new Error(`${given.name} is not where the studio should have it`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return readDataset(given.name, bytes);
  }
  return loadCsv(await bytesOf(given.content), options, given.name, (rows) => {
    if (rows > MOST_ROWS) {
      throw new Error(
        `${given.name} has more than ${MOST_ROWS.toLocaleString('en-US')} rows, which is more than a page takes. Use fairfront on your computer for it: npx fairfront studio`,
      );
    }
    tell({ kind: 'reading', rows, share: undefined });
  });
}

async function bytesOf(content: Blob): Promise<Uint8Array> {
  return new Uint8Array(await content.arrayBuffer());
}
