// Runs the cells of a study, as many at a time as there are cores; what is finished is kept, and the same command goes on from there.

import { join } from 'node:path';
import type { CancelSignal } from '@fairfront/core';
import type { DataFolder } from '../../datasets/data-folders.js';
import { runTasks } from '../../threads/run-tasks.js';
import type { FigureProgress } from '../experiment/figure-context.js';
import { keptCells } from '../experiment/kept-cells.js';
import { type CellResult, cellJob, type TableCell } from './table-cell.js';
import { ROWS_OF, type TrainerName } from './table-recipes.js';
import { type CellOptions, trainedWith } from './train-cell.js';

export interface StudyRun extends CellOptions {
  readonly trainers: readonly TrainerName[];
  /** How many. */
  readonly splits: number;
  readonly folders: readonly DataFolder[];
  /** Where finished cells are kept; without it they are not. */
  readonly folder?: string | undefined;
  readonly progress?: FigureProgress | undefined;
  readonly signal?: CancelSignal | undefined;
}

export interface FinishedCell {
  readonly cell: TableCell;
  readonly result: CellResult;
}

export interface StudyOutcome {
  readonly finished: readonly FinishedCell[];
  readonly total: number;
}

/** Seconds of one core, about, on Adult; only how they compare matters. */
const SECONDS: Readonly<Record<TrainerName, number>> = {
  network: 800,
  'network P': 200,
  'LR P': 5,
  kamishima: 10,
  feldman: 5,
  zafar: 2,
  LR: 3,
};
const QUICK_SECONDS = { ...SECONDS, network: 30, 'network P': 40 };

export async function runStudy(run: StudyRun): Promise<StudyOutcome> {
  const { study, quick, seed, trainers, splits, folders, folder, progress, signal } = run;
  const options: CellOptions = { study, quick, seed };
  const seconds = quick ? QUICK_SECONDS : SECONDS;
  // What takes longest is begun first, so that no core waits for it at the end.
  const cells = [...trainers]
    .sort((left, right) => seconds[right] - seconds[left])
    .flatMap((trainer) => Array.from({ length: splits }, (_, split): TableCell => ({ trainer, split })));
  const kept =
    folder === undefined
      ? undefined
      : keptCells<TableCell, CellResult>(join(folder, study), `${quick ? 'quick' : 'full'}-seed-${seed}`, {
          ...options,
          trainedWith: trainedWith(study),
        });
  const results = new Map<TableCell, CellResult>();
  for (const cell of cells) {
    const found = kept?.find(cell);
    if (found !== undefined) results.set(cell, found);
  }
  const left = cells.filter((cell) => !results.has(cell));
  const work = (of: readonly TableCell[]): number =>
    of.reduce((sum, { trainer }) => sum + seconds[trainer], 0);
  const running = new Map<TableCell, string>();
  const tell = (): void =>
    progress?.update(
      'cells',
      results.size,
      cells.length,
      [...running].map(([cell, detail]) => `${cellName(cell)}: ${detail}`).join(' · ') || undefined,
      work(left.filter((cell) => results.has(cell))) / work(left),
    );
  tell();
  await runTasks(left, {
    job: cellJob,
    shared: { ...options, folders },
    signal,
    onReport: (index, detail) => {
      running.set(left[index]!, detail);
      tell();
    },
    onResult: (index, result) => {
      const cell = left[index]!;
      running.delete(cell);
      results.set(cell, result);
      kept?.keep(cell, result);
      tell();
    },
  });
  return {
    finished: cells.flatMap((cell) => {
      const result = results.get(cell);
      return result === undefined ? [] : [{ cell, result }];
    }),
    total: cells.length,
  };
}

function cellName({ trainer, split }: TableCell): string {
  return `${ROWS_OF[trainer].at(-1)}, split ${split + 1}`;
}
