// Cells of a long experiment that are finished, on disk: the same command, given again after Ctrl-C or a crash, goes on from there.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../version.js';
import { writeWhole } from '../../write-file.js';

export interface KeptCells<Cell, Result> {
  /** What is kept of a cell. */
  find(cell: Cell): Result | undefined;
  keep(cell: Cell, result: Result): void;
  /** When all are finished. */
  remove(): void;
}

/**
 * @param folder of the run
 * @param options what all cells have in common: with others, what was kept is of no use and is forgotten
 */
export function keptCells<Cell, Result>(
  folder: string,
  experiment: string,
  options: unknown,
): KeptCells<Cell, Result> {
  const checkpoints = join(folder, 'checkpoint');
  const path = join(checkpoints, `${experiment}.json`);
  const identity = JSON.stringify({ fairfront: VERSION, options });
  const known = new Map<string, Result>(read(path, identity));
  return {
    find: (cell) => known.get(JSON.stringify(cell)),
    keep: (cell, result) => {
      known.set(JSON.stringify(cell), result);
      writeWhole(path, JSON.stringify({ identity, cells: [...known] }));
    },
    remove: () => rmSync(checkpoints, { recursive: true, force: true }),
  };
}

/** Nothing where there is no such file, or none that can be used. */
function read<Result>(path: string, identity: string): [string, Result][] {
  if (!existsSync(path)) return [];
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    return kept.identity === identity ? kept.cells : [];
  } catch {
    return [];
  }
}
