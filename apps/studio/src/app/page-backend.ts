/// <reference types="vite/client" />
// The work done by the page itself, in workers: for small tables, linear models and trees, without any server. Files, runs
// and what they found live as long as the page does, and nothing is sent anywhere.

import type { DecideOptions, DecisionResult, FitResult, FrontResult } from 'fairfront';
import {
  type FinishedFit,
  fitOutcome,
  frontOutcome,
  type KeptFront,
  pageDatasets,
  type RunFiles,
  VERSION,
} from 'fairfront/browser';
import { commandLine, decidedPage, fitPage, frontPage, type ReportPage } from 'fairfront/internal/pages';
import adultFile from '../../../../packages/fairfront/data/adult/adult.data.gz?url';
import germanFile from '../../../../packages/fairfront/data/german/german.data.gz?url';
import type {
  Backend,
  Download,
  Happened,
  OpenedRun,
  RunState,
  RunSummary,
  StartRequest,
  StudioEvent,
} from './backend.js';
import { type Desk, Dismissed, openDesk, type WorkerLike } from './page-desk.js';
import type { PageData, PageResult } from './page-jobs.js';
import { predictionsName } from './words.js';

/** Bytes of a file that a page takes. */
const MOST_BYTES = 100 * 2 ** 20;
const REPORT = 'report.html';
/** About. */
const REPORT_BYTES = 600_000;

/** Where the files of datasets are, by the name that the engine has for them. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'adult/adult.data.gz': adultFile,
  'german/german.data.gz': germanFile,
};

interface PageRun {
  readonly id: string;
  readonly request: StartRequest;
  /** As one would type it: a line for each step. */
  readonly command: string;
  readonly started: number;
  state: RunState;
  error?: string;
  /** Does the work while it runs. */
  desk?: Desk;
  found?: PageResult;
  readonly events: StudioEvent[];
  readonly followers: Set<(event: StudioEvent) => void>;
}

/** Makes the backend that needs no server. @param hire starts a worker; tests hand over their own */
export function pageBackend(
  hire: () => WorkerLike = () => new Worker(new URL('./page-worker.ts', import.meta.url), { type: 'module' }),
): Backend {
  const files = new Map<string, File>();
  const runs = new Map<string, PageRun>();
  let helper: Desk | undefined;
  /** The worker for what is asked between runs. */
  const desk = (): Desk => {
    helper ??= openDesk(hire(), () => {
      helper = undefined;
    });
    return helper;
  };

  const dataOf = (name: string): PageData => {
    const content = files.get(name);
    if (content !== undefined) return { kind: 'file', name, content };
    const dataset = pageDatasets.find((own) => own.name === name);
    if (dataset !== undefined) return { kind: 'dataset', name, address: ADDRESSES[dataset.file]! };
    throw new Error(`${name} is not in this page any more; drop the file again`);
  };
  const runOf = (id: string): PageRun => {
    const run = runs.get(id);
    if (run === undefined)
      throw new Error('there is no such run in this page; it went when the page was left');
    return run;
  };
  const foundBy = (id: string): PageResult => {
    const { found } = runOf(id);
    if (found === undefined) throw new Error('the run is not finished');
    return found;
  };
  const fittedBy = (id: string): FinishedFit => {
    const { result, files: own } = foundBy(id);
    if (isFront(result)) throw new Error('a front has no model of its own; choose one of its points');
    return { name: id, result, files: own };
  };
  const keptBy = (id: string): KeptFront => {
    const { kept } = foundBy(id);
    if (kept === undefined)
      throw new Error('the models of the points are not kept; the notes of the front say why');
    return kept;
  };

  const tell = (run: PageRun, event: Happened): void => {
    const told = { ...event, at: Date.now() } as StudioEvent;
    run.events.push(told);
    for (const follower of run.followers) follower(told);
  };
  const end = (run: PageRun, state: Exclude<RunState, 'running'>, message?: string): void => {
    delete run.desk;
    run.state = state;
    if (message !== undefined && state === 'failed') run.error = message;
    tell(run, { kind: 'ended', state, ...(message !== undefined && { message }) });
  };
  /** Begins the work of a run, or begins it anew. */
  const work = async (run: PageRun): Promise<void> => {
    const { kind, data, options } = run.request;
    run.state = 'running';
    delete run.error;
    const own = openDesk(hire());
    run.desk = own;
    try {
      run.found = await own.run(kind, { data: dataOf(data), options }, (event) => tell(run, event));
      end(run, 'finished');
    } catch (error) {
      if (error instanceof Dismissed) end(run, 'interrupted', 'cancelled');
      else end(run, 'failed', (error as Error).message);
    } finally {
      own.dismiss();
    }
  };
  const add = (request: StartRequest, command: string, found?: PageResult): PageRun => {
    const id = freeName(`${plainName(request.data)}-${request.kind}`, runs);
    const run: PageRun = {
      ...{ id, request, command, started: Date.now(), events: [], followers: new Set() },
      state: found === undefined ? 'running' : 'finished',
      ...(found && { found }),
    };
    runs.set(id, run);
    if (found !== undefined) tell(run, { kind: 'ended', state: 'finished' });
    return run;
  };

  return {
    kind: 'page',
    workspace: async () => ({
      version: VERSION,
      datasets: pageDatasets.map(({ name, title }) => ({ name, title })),
      files: [...files.values()].map(({ name, size }) => ({ name, bytes: size })),
      runs: [...runs.values()].map(summaryOf).reverse(),
    }),
    addFile: async (file, onProgress) => {
      if (file.size > MOST_BYTES) {
        throw new Error(
          `${file.name} has more than ${MOST_BYTES >> 20} MB, which is more than a page takes. Use fairfront on your computer for it: npx fairfront studio`,
        );
      }
      const name = freeName(file.name, files);
      files.set(name, name === file.name ? file : new File([file], name));
      onProgress?.(1);
      return name;
    },
    inspect: async (data, options = {}) => desk().run('inspect', { data: dataOf(data), options }),
    start: async (request) => {
      dataOf(request.data);
      const { kind, data, options } = request;
      const run = add(request, commandLine(kind, { data, options: { ...options } }));
      void work(run);
      return run.id;
    },
    open: async (id) => openedRun(runOf(id)),
    follow: (id, onEvent) => {
      const run = runOf(id);
      for (const event of run.events) onEvent(event);
      run.followers.add(onEvent);
      return () => run.followers.delete(onEvent);
    },
    cancel: async (id) => runOf(id).desk?.dismiss(),
    resume: async (id) => {
      const run = runOf(id);
      if (run.state === 'running') return;
      tell(run, { kind: 'resumed' });
      void work(run);
    },
    remove: async (id) => {
      runOf(id).desk?.dismiss();
      runs.delete(id);
    },
    explore: async (id) => desk().run('explore', keptBy(id)),
    choose: async (id, point) => {
      const { request, command } = runOf(id);
      const found = await desk().run('choose', { kept: keptBy(id), point });
      const line = commandLine('choose', { data: 'fairfront-front', options: { index: point } });
      return add({ ...request, kind: 'fit' }, `${command}\n${line}`, found).id;
    },
    decide: async (id, options: DecideOptions) => desk().run('decide', { fitted: fittedBy(id), options }),
    keepDecision: async (id, options) => {
      const found = await desk().run('keepDecision', { fitted: fittedBy(id), options });
      const { request, command } = runOf(id);
      // Each command writes into a folder of its own.
      const folder = command.includes('\n') ? 'fairfront-choice' : 'fairfront-fit';
      const line = commandLine('decide', { data: folder, options: { ...options } });
      return add(request, `${command}\n${line}`, found).id;
    },
    compare: async (ids) => desk().run('compare', ids.map(fittedBy)),
    predict: async (id, file, group): Promise<Download> => {
      const model = textOf(foundBy(id).files['model.json']);
      if (model === undefined) throw new Error('a front has no model of its own; choose one of its points');
      const asked = { model, name: file.name, content: file, ...(group !== undefined && { group }) };
      const csv = await desk().run('predict', asked);
      const content = new Blob([csv as Uint8Array<ArrayBuffer>], { type: 'text/csv' });
      return { name: predictionsName(file.name), content };
    },
    download: async (id, name): Promise<Download> => {
      const found = foundBy(id);
      const content = name === REPORT ? await reportOf(found) : found.files[name];
      if (content === undefined) throw new Error(`the run has no ${name}`);
      return { name, content: new Blob([content as string | Uint8Array<ArrayBuffer>]) };
    },
  };
}

function summaryOf({ id, request, state, started, error, found }: PageRun): RunSummary {
  const { kind, data, options } = request;
  const { result } = found ?? {};
  const target = result?.task.target ?? options.target;
  return {
    ...{ id, kind, state, data, started },
    ...(target !== undefined && { target }),
    ...(result && { groups: result.groups.length, outcome: outcomeOf(found!) }),
    ...(found?.files['decision.json'] !== undefined && { isDecided: true }),
    ...(error !== undefined && { error }),
  };
}

function outcomeOf({ result, files }: PageResult): string {
  return isFront(result) ? frontOutcome(result) : fitOutcome(result, files['decision.json'] !== undefined);
}

function openedRun(run: PageRun): OpenedRun {
  const { request, found } = run;
  const decision = found && decisionOf(found);
  return {
    summary: summaryOf(run),
    request,
    command: run.command,
    ...(found && {
      result: found.result,
      page: pageOf(found),
      ...(decision && { decision }),
    }),
    files: found === undefined ? [] : filesOf(found),
  };
}

/** What can be downloaded. The report is made when it is asked for, and nobody knows its size before. */
function filesOf({ files }: PageResult): OpenedRun['files'] {
  const own = Object.entries(files).map(([name, content]) => ({ name, bytes: sizeOf(content) }));
  return [{ name: REPORT, bytes: REPORT_BYTES }, ...own];
}

function pageOf(found: PageResult): ReportPage {
  const { result } = found;
  if (isFront(result)) return frontPage(result);
  const decision = decisionOf(found);
  return decision ? decidedPage(fitPage(result), decision) : fitPage(result);
}

function decisionOf({ files }: PageResult): DecisionResult | undefined {
  const text = textOf(files['decision.json']);
  return text === undefined ? undefined : JSON.parse(text);
}

/** What makes reports is loaded when the first is asked for: it is as large as the rest of the studio. */
async function reportOf(found: PageResult): Promise<string> {
  const { reportFile } = await import('./page-report.js');
  return reportFile(pageOf(found));
}

function isFront(result: FitResult | FrontResult): result is FrontResult {
  return result.schema === 'fairfront.front/1';
}

function sizeOf(content: RunFiles[string]): number {
  return typeof content === 'string' ? new Blob([content]).size : content.length;
}

function textOf(content: RunFiles[string] | undefined): string | undefined {
  return content instanceof Uint8Array ? new TextDecoder().decode(content) : content;
}

/** A name without what addresses have a meaning for. */
function plainName(name: string): string {
  const plain = name.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}]+/gu, '-');
  return plain.replace(/^-|-$/g, '').slice(0, 60) || 'data';
}

/** A name that nobody has yet: a, a-2, a-3; of a file with an ending before that. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)$/.exec(name) ?? [];
  for (let number = 1; ; number++) {
    const own = number === 1 ? name : `${stem}-${number}${ending}`;
    if (!taken.has(own)) return own;
  }
}
