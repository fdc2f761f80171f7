// Jobs on runs: opened, explored, decided, compared, predicted with. Each is a call of the library.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRequest } from '../background/run-files.js';
import { summariseRun } from '../background/run-summary.js';
import { modelCard } from '../card/model-card.js';
import { checkSchema } from '../check-schema.js';
import { comparePage } from '../compare/compare-page.js';
import { compareRuns } from '../compare/compare-runs.js';
import { choosePoint } from '../decide/choose-point.js';
import { decide } from '../decide/decide.js';
import type { DecideOptions } from '../decide/decide-options.js';
import { decidedPage } from '../decide/decision-page.js';
import { DECISION_SCHEMA, type DecisionResult } from '../decide/decision-result.js';
import { exploreFront, type FrontExplorer } from '../front/explore-front.js';
import { frontPage } from '../front/front-page.js';
import { FRONT_SCHEMA, type FrontResult } from '../front/front-result.js';
import { isRegression } from '../measure/model-metrics.js';
import type { AnyResult } from '../measure/regression-result.js';
import { predictFile } from '../predict/predict-file.js';
import { commandLine } from '../report/flags.js';
import type { ReportPage } from '../report/page.js';
import { runPage } from '../report/run-page.js';
import { DECISION, isRunFolder, openRun, readRunFile } from '../runs/finished-run.js';
import { loadModel } from '../runs/model.js';
import { UsageError } from '../usage-error.js';
import type { OpenedRun } from './api.js';
import { CARD, DOWNLOADS } from './downloads.js';

export interface RunJobs {
  /** Everything that is known of a run. */
  open(task: { readonly folder: string }): Promise<OpenedRun>;
  explore(task: { readonly folder: string }): Promise<FrontExplorer>;
  /** Makes a run of a point of a front. */
  choose(task: {
    readonly folder: string;
    readonly point: number | string;
    readonly out: string;
  }): Promise<void>;
  /** Finds a threshold; with `out`, makes a run that decides by it. */
  decide(task: {
    readonly folder: string;
    readonly options: DecideOptions;
    readonly out?: string;
  }): Promise<DecisionResult>;
  compare(task: { readonly folders: readonly string[] }): Promise<ReportPage>;
  /** Predicts the rows of a file. */
  predict(task: {
    readonly folder: string;
    readonly data: string;
    readonly out: string;
    readonly group?: string;
  }): Promise<void>;
  /** The model card of a run. */
  card(task: { readonly folder: string }): Promise<string>;
}

export const runJobs: RunJobs = {
  open: ({ folder }) => openAny(folder),
  explore: async ({ folder }) => exploreFront(folder),
  choose: async ({ folder, point, out }) => {
    await (await choosePoint(folder, { index: point as never })).save(out); // what it may be is checked there
  },
  decide: async ({ folder, options, out }) => {
    const { result, save } = await decide(folder, options);
    if (out !== undefined) await save(out);
    return result;
  },
  compare: async ({ folders }) => {
    const { result } = await compareRuns(await Promise.all(folders.map(openRun)));
    const named = result.runs.map((run) => ({ ...run, folder: basename(run.folder) }));
    return comparePage({ ...result, runs: named });
  },
  predict: async ({ folder, data, out, group }) => {
    const model = await loadModel(folder);
    if (model.columns.some(({ kind }) => kind === 'picture')) {
      throw new UsageError(
        'the model takes pictures, which rows could name anywhere on this machine; predict with fairfront predict on the command line',
      );
    }
    await predictFile(model, data, { out, ...(group !== undefined && { group }) });
  },
  card: async ({ folder }) => modelCard(await openRun(folder)).markdown,
};

async function openAny(folder: string): Promise<OpenedRun> {
  const summary = summariseRun(folder);
  if (summary === undefined) throw new UsageError('the folder holds no run');
  const request = readRequest(folder);
  const isFinished = summary.state === 'finished';
  const isFit = isRunFolder(folder);
  const run = isFinished && isFit ? await openRun(folder) : undefined;
  const front = isFinished && !isFit ? readFront(folder) : undefined;
  const result = run?.result ?? front;
  const decision = run && readDecision(folder);
  const isNumber = run !== undefined && isRegression(run.result as AnyResult);
  const fitted = run && runPage(run.result);
  const page = fitted ? (decision ? decidedPage(fitted, decision) : fitted) : front && frontPage(front);
  const asked = request ? { data: request.data, options: { ...request.options } } : run?.result.asked;
  const command = asked && commandLine(summary.kind, asked);
  const files = DOWNLOADS.flatMap((name) => {
    const path = join(folder, name);
    return existsSync(path) ? [{ name, bytes: statSync(path).size }] : [];
  });
  const card = run && !isNumber && { name: CARD, bytes: Buffer.byteLength(modelCard(run).markdown) };
  return {
    summary,
    ...(request && { request: { kind: request.kind, data: request.data, options: request.options } }),
    ...(command !== undefined && { command }),
    ...(result && { result }),
    ...(page && { page }),
    ...(decision && { decision }),
    files: isFinished ? [...files, ...(card ? [card] : [])] : [],
  };
}

function readDecision(folder: string): DecisionResult | undefined {
  if (!existsSync(join(folder, DECISION))) return undefined;
  const decision: DecisionResult = JSON.parse(readRunFile(folder, DECISION).toString());
  checkSchema(decision, DECISION_SCHEMA, join(folder, DECISION));
  return decision;
}

function readFront(folder: string): FrontResult {
  const path = join(folder, 'front.json');
  const result = JSON.parse(readFileSync(path, 'utf8')) as FrontResult;
  checkSchema(result, FRONT_SCHEMA, path);
  return result;
}
