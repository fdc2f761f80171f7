// Runs of blocks that a pass is cut into: whole trees of `BlockTree`, whose sums can be joined whoever made them.

import { BlockTree } from '@fairfront/core/internal';

/** Runs of 2^level blocks. */
export interface Runs {
  readonly level: number;
  readonly blocks: number;
  readonly count: number;
}

/** Cuts blocks into runs: as few as there may be, but at least so many, where there are as many blocks. */
export function runsOf(blocks: number, atLeast: number): Runs {
  const level = Math.max(0, Math.floor(Math.log2(blocks / atLeast)));
  return { level, blocks, count: Math.ceil(blocks / 2 ** level) };
}

/** The blocks of a run. */
export function runRange({ level, blocks }: Runs, run: number): readonly [from: number, to: number] {
  return [run * 2 ** level, Math.min((run + 1) * 2 ** level, blocks)];
}

/** The sum over all blocks, from those of runs. */
export function joinedRuns(sums: ReadonlyMap<number, Float64Array>, { level, blocks }: Runs): Float64Array {
  const whole = Math.floor(blocks / 2 ** level);
  const tree = new BlockTree(sums.get(0)!.length);
  for (let run = 0; run < whole; run++) tree.add(sums.get(run)!, level);
  return tree.total(sums.get(whole));
}
