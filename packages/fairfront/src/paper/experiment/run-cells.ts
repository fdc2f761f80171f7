// Runs the cells of an experiment. A cell is one training. As many run at a time as there are cores; each
// that is finished is kept on disk, and the same experiment, started again after Ctrl-C or a crash, goes on
// from there.

import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted } from '../../interrupted.js';
import { removeLeftovers } from '../../lock-folder.js';
import type { Job } from '../../threads/job.js';
import { runTasks } from '../../threads/run-tasks.js';
import { VERSION } from '../../version.js';
import { writeWhole } from '../../write-file.js';
import type { ExperimentHooks } from './experiment.js';

export interface CellRun<Cell, Result, Shared> {
  /** In the order in which they are begun. A cell is found again on disk by its JSON text. */
  readonly cells: readonly Cell[];
  /** Trains a cell, and reports in words how far it has come. */
  readonly job: Job<Cell, Result, Shared, string>;
  /** What all cells have in common. */
  readonly shared: Shared;
  /** What they are called together, such as "cells". */
  readonly what: string;
  /** Names a cell in progress lines. */
  readonly describe: (cell: Cell) => string;
  /** How long a cell takes, compared with others. Default: all the same. */
  readonly work?: (cell: Cell) => number;
  /** Where finished cells are kept. Default: nowhere. */
  readonly kept?: KeptCells<Cell, Result> | undefined;
}

export interface FinishedCell<Cell, Result> {
  readonly cell: Cell;
  readonly result: Result;
}

/**
 * Trains the cells that are not kept yet. Returns those that are finished, in their order, also when the
 * signal ended it early.
 */
export async function runCells<Cell, Result, Shared>(
  { cells, job, shared, what, describe, work = () => 1, kept }: CellRun<Cell, Result, Shared>,
  { onProgress, signal }: ExperimentHooks,
): Promise<FinishedCell<Cell, Result>[]> {
  const results = cells.map((cell) => kept?.find(cell));
  const left = cells.filter((_, i) => results[i] === undefined);
  const allWork = left.reduce((sum, cell) => sum + work(cell), 0);
  const running = new Map<Cell, string>();
  let doneWork = 0;
  let isCancelled = false;
  const tell = (): void =>
    onProgress?.({
      what,
      done: results.filter((result) => result !== undefined).length,
      total: cells.length,
      detail: [...running].map(([cell, detail]) => `${describe(cell)}: ${detail}`).join(' · ') || undefined,
      share: left.length === 0 ? 0 : doneWork / allWork,
    });
  tell();
  try {
    await runTasks(left, {
      job,
      shared,
      signal,
      onReport: async (index, detail) => {
        running.set(left[index]!, detail);
        tell();
        await new Promise((resume) => setImmediate(resume)); // where cells run in this thread: room for Ctrl-C
        if (!signal?.aborted) return;
        isCancelled = true;
        throw new Interrupted('interrupted'); // ends the cell, also in this thread
      },
      onResult: (index, result) => {
        const cell = left[index]!;
        running.delete(cell);
        doneWork += work(cell);
        results[cells.indexOf(cell)] = result;
        kept?.keep(cell, result);
        tell();
      },
    });
  } catch (error) {
    if (!isCancelled) throw error;
  }
  return cells.flatMap((cell, i) => {
    const result = results[i];
    return result === undefined ? [] : [{ cell, result }];
  });
}

export interface KeptCells<Cell, Result> {
  /** The result of a cell, if it is kept. */
  find(cell: Cell): Result | undefined;
  /** Keeps the result of a cell. */
  keep(cell: Cell, result: Result): void;
  /** Removes them from disk. */
  remove(): void;
}

/**
 * Opens the cells that are kept in a folder.
 * @param options what all cells have in common: cells kept with other options are of no use and are forgotten
 */
export function keptCells<Cell, Result>(
  folder: string,
  name: string,
  options: unknown,
): KeptCells<Cell, Result> {
  const checkpoints = join(folder, 'checkpoint');
  const path = join(checkpoints, `${name}.json`);
  const identity = JSON.stringify({ fairfront: VERSION, options });
  removeLeftovers(checkpoints);
  const known = new Map<string, Result>(readCells(path, identity));
  return {
    find: (cell) => known.get(JSON.stringify(cell)),
    keep: (cell, result) => {
      known.set(JSON.stringify(cell), result);
      writeWhole(path, JSON.stringify({ identity, cells: [...known] }));
    },
    remove: () => {
      rmSync(path, { force: true });
      if (existsSync(checkpoints) && readdirSync(checkpoints).length === 0) rmdirSync(checkpoints);
    },
  };
}

/** Nothing where there is no such file, or none that can be used. */
function readCells<Result>(path: string, identity: string): [string, Result][] {
  if (!existsSync(path)) return [];
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    return kept.identity === identity ? kept.cells : [];
  } catch {
    return [];
  }
}
