// The library's `watch`: is any group now served worse than a run promised? Evidence may be looked at after every batch.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Encoder, Table } from '@fairfront/core';
import { addLosses, EProcess, meanEValue, startEProcess } from '@fairfront/core/internal';
import { parseDataSource } from '../datasets/registry.js';
import { checkOptions } from '../option-kinds.js';
import { writePage } from '../report/write-page.js';
import { CHECKSUMS, checkUndecided, type FinishedRun, readRunFile } from '../runs/finished-run.js';
import { parseModelFile } from '../runs/model-file.js';
import { checkClasses, checkOneFamily, checkUnweighted } from '../runs/run-predictions.js';
import { completeData, type Data } from '../task/data.js';
import type { SourceOptions } from '../task/data-options.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import { BESIDE_REPORT, checkFolder, writeFolder, writeWhole } from '../write-file.js';
import { inputDrift } from './drift.js';
import { promisesOf } from './promise.js';
import { WATCH_KINDS, WATCH_LEVEL, type WatchedLoss, type WatchOptions } from './watch-options.js';
import { watchPage } from './watch-page.js';
import { readState, WATCH_SCHEMA, type WatchResult, type WatchState } from './watch-result.js';
import { batchHash, type WatchedRows, watchedRows } from './watched-rows.js';

export interface Watch {
  /** What the state file holds. */
  readonly result: WatchResult;
  /** Writes report.html into a folder. */
  save(folder: string): Promise<void>;
}

/**
 * Looks at a batch of new rows whose outcomes are known, and says whether any group is served worse than promised.
 * @param run see `openRun`
 */
export async function watch(
  run: FinishedRun,
  data: Table | Data,
  options: WatchOptions = {},
): Promise<Watch> {
  checkOptions(options, WATCH_KINDS);
  checkClasses(run, 'a watch');
  checkUnweighted(run, 'a watch');
  checkOneFamily(run, 'a watch tells of each row which group it is of');
  if (run.result.discovered !== undefined) {
    throw new UsageError(
      'a watch makes the groups of new rows from columns that were named, and the groups of this run were found; fit with groups that are named',
    );
  }
  const { state: path, force = false } = options;
  const identity = createHash('sha256')
    .update(readFileSync(join(run.folder, CHECKSUMS)))
    .digest('hex');
  const kept = path === undefined ? undefined : await readState(path, identity, options);
  const level = kept?.level ?? options.level ?? WATCH_LEVEL;
  const loss = kept?.loss ?? options.loss ?? run.result.task.loss;
  if (loss === 'error') checkUndecided(run, 'watch');
  const loaded = completeData(data);
  const batch = batchHash(loaded.table);
  const before = kept?.looks.findIndex((look) => look.batch === batch) ?? -1;
  if (before >= 0 && !force) {
    throw new UsageError(
      `${loaded.label} was handed over before, at look ${before + 1} (${kept!.looks[before]!.data}); counted twice, chance looks like evidence. If these are other people, count it with \`force: true\``,
    );
  }
  const rows = await watchedRows(run, loaded, loss, options.groups);
  const state = kept ?? (await startState(run, identity, loss, level));
  const result = lookAt(run, loaded.label, batch, rows, state, loaded.notes);
  if (path !== undefined) writeWhole(path, `${JSON.stringify(result)}\n`);
  return {
    result,
    save: async (folder) => {
      checkFolder(folder);
      writeFolder(folder, { 'report.html': writePage(watchPage(result)) }, BESIDE_REPORT);
    },
  };
}

/** A watch before its first batch. */
async function startState(
  run: FinishedRun,
  identity: string,
  loss: WatchedLoss,
  level: number,
): Promise<WatchState> {
  const promises = await promisesOf(run, loss);
  return {
    run: identity,
    loss,
    level,
    largest: 1,
    groups: promises.map(({ estimate, promise, variance }, group) => {
      const { bets, wealth, ...process } = startEProcess(promise, variance);
      const { name } = run.result.groups[group]!;
      return { name, estimate, ...process, bets: [...bets], wealth: [...wealth] };
    }),
    looks: [],
  };
}

/** Adds a batch to what is known. */
function lookAt(
  run: FinishedRun,
  data: string,
  batch: string,
  { losses, groups, table, leftOut }: WatchedRows,
  state: WatchState,
  notes: readonly string[],
): WatchResult {
  const { level } = state;
  const processes = state.groups.map((group) => new EProcess(group));
  const largest = addLosses(processes, losses, groups, state.largest);
  const eValue = meanEValue(processes);
  const after = processes.map((process) => process.state);
  const added = after.map(({ rows, sum }, group) => ({
    rows: rows - state.groups[group]!.rows,
    sum: sum - state.groups[group]!.sum,
  }));
  return {
    schema: WATCH_SCHEMA,
    fairfront: VERSION,
    run: state.run,
    data,
    target: run.result.task.target,
    loss: state.loss,
    level,
    alarm: largest >= 1 / level,
    eValue,
    largest,
    groups: state.groups.map(({ name, estimate }, group) => ({
      name,
      estimate,
      ...after[group]!,
      eValue: processes[group]!.value,
      alarm: after[group]!.largest >= processes.length / level,
    })),
    looks: [
      ...state.looks,
      {
        data,
        batch,
        eValue,
        largest,
        groups: added.map(({ rows, sum }, group) => ({
          rows,
          mean: rows === 0 ? null : Math.max(0, sum / rows),
          eValue: processes[group]!.value,
        })),
      },
    ],
    leftOut,
    drift: {
      inputs: driftOf(run.folder, table),
      groups: run.result.groups.map(({ name, share }, group) => ({
        name,
        before: share,
        now: added[group]!.rows / losses.length,
      })),
    },
    notes,
  };
}

function driftOf(folder: string, table: Table): WatchResult['drift']['inputs'] {
  const encoder = encoderOf(folder);
  return encoder === undefined ? null : inputDrift(encoder, table);
}

/** How the run's model was shown the columns, where the run has that as plain data. */
export function encoderOf(folder: string): Encoder | undefined {
  if (!existsSync(join(folder, 'model.json'))) return undefined;
  return parseModelFile(JSON.parse(readRunFile(folder, 'model.json').toString())).encoder;
}

/** Options of the fit that new rows are read by as well; not those that choose rows. */
const READ_ALIKE = [
  ...['missing', 'delimiter', 'decimal', 'thousands', 'encoding', 'columns', 'skipLines'],
  ...['duplicateHeaders', 'text', 'image', 'imageSize'],
];

/** Options of reading that a file of new rows is read by as the run's data were: few rows do not tell what a column is. */
export function readingAsAtFit({ folder, result }: FinishedRun, data: string): SourceOptions {
  if (parseDataSource(data).kind === 'dataset') return {};
  const asked = result.asked?.options ?? {};
  const columns = encoderOf(folder)?.columns ?? [];
  const declared = (kind: 'categorical' | 'numeric'): string[] => {
    const named = (asked[kind] as readonly string[] | undefined) ?? [];
    return [...new Set([...named, ...columns.filter((own) => own.kind === kind).map(({ name }) => name)])];
  };
  return {
    ...Object.fromEntries(Object.entries(asked).filter(([name]) => READ_ALIKE.includes(name))),
    categorical: declared('categorical'),
    numeric: declared('numeric'),
  };
}
