// Runs the cells of an experiment. A cell is one training. As many run at a time as there are cores; each
// that is finished is kept on disk, and the same experiment, started again after Ctrl-C or a crash, goes on
// from there.

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { z } from 'zod';
import { Interrupted } from '../../interrupted.js';
import { removeLeftovers } from '../../lock-folder.js';
import { withWorkers } from '../../queue/remote-tasks.js';
import { readSealed, seal } from '../../sealed-file.js';
import type { NamedJob } from '../../threads/job.js';
import { runTasks } from '../../threads/run-tasks.js';
import { turn } from '../../threads/turn.js';
import { writeWhole } from '../../write-file.js';
import type { ExperimentHooks } from './experiment.js';

/** The kind of file, and the version of its form. */
export const CELLS_KIND = 'fairfront.cells/1';
const keptFile = z.object({ identity: z.string(), cells: z.array(z.tuple([z.string(), z.unknown()])) });

export interface CellRun<Cell, Result, Shared> {
  /** In the order in which they are begun. A cell is found again on disk by its JSON text. */
  readonly cells: readonly Cell[];
  /** Trains a cell, and reports in words how far it has come. */
  readonly job: NamedJob<Cell, Result, Shared, string>;
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
  { onProgress, onNote, signal, workers }: ExperimentHooks,
): Promise<FinishedCell<Cell, Result>[]> {
  if (kept?.note !== undefined) onNote?.(kept.note);
  const results = cells.map((cell) => kept?.find(cell));
  const left = cells.filter((_, i) => results[i] === undefined);
  const allWork = left.reduce((sum, cell) => sum + work(cell), 0);
  const running = new Map<Cell, string>();
  let doneWork = 0;
  let isCancelled = false;
  let isUnkept = false;
  const keep = (cell: Cell, result: Result): void => {
    try {
      kept?.keep(cell, result);
    } catch (error) {
      if (!isUnkept)
        onNote?.(`Warning: finished ${what} cannot be kept, it goes on (${(error as Error).message})`);
      isUnkept = true;
    }
  };
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
    await withWorkers(left.length === 0 ? undefined : workers && { onNote, ...workers }, (tasks = runTasks) =>
      tasks(left, {
        job,
        shared,
        signal,
        onReport: async (index, detail) => {
          running.set(left[index]!, detail);
          tell();
          await turn(); // where cells run in this thread: room for Ctrl-C
          if (!signal?.aborted) return;
          isCancelled = true;
          throw new Interrupted('interrupted'); // ends the cell, also in this thread
        },
        onResult: (index, result) => {
          const cell = left[index]!;
          running.delete(cell);
          doneWork += work(cell);
          results[cells.indexOf(cell)] = result;
          keep(cell, result);
          tell();
        },
      }),
    );
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
  /** Why cells that are kept are of no use, in words, where the file is damaged or of another version. */
  readonly note?: string | undefined;
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
  const path = join(checkpoints, `${name}.bin`);
  const identity = JSON.stringify(options);
  removeLeftovers(checkpoints);
  const { cells, note } = readCells<Result>(path, identity);
  const known = new Map(cells);
  return {
    note,
    find: (cell) => known.get(JSON.stringify(cell)),
    keep: (cell, result) => {
      known.set(JSON.stringify(cell), result);
      writeWhole(path, seal(CELLS_KIND, { identity, cells: [...known] }));
    },
    remove: () => {
      rmSync(path, { force: true });
      if (existsSync(checkpoints) && readdirSync(checkpoints).length === 0) rmdirSync(checkpoints);
    },
  };
}

/** None where there is no such file, where its cells were trained with other options, or where it is damaged. */
function readCells<Result>(
  path: string,
  identity: string,
): { readonly cells: readonly [string, Result][]; readonly note?: string } {
  if (!existsSync(path)) return { cells: [] };
  try {
    const kept = keptFile.parse(readSealed(CELLS_KIND, path));
    return { cells: kept.identity === identity ? (kept.cells as [string, Result][]) : [] };
  } catch (error) {
    const why = error instanceof FairfrontError ? error.message : 'cannot be read';
    return { cells: [], note: `Note: ${path} ${why}; its cells are trained again` };
  }
}
