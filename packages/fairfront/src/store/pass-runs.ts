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
export function joinedRuns(sums: ReadonlyMap<number, Float64Array>, runs: Runs): Float64Array {
  const joiner = new RunJoiner(runs, sums.get(0)!.length);
  for (const [run, sum] of sums) joiner.add(run, sum);
  return joiner.total();
}

/** Joins the sums of runs to that over all blocks. They come in any order; what has its neighbours is joined at once. */
export class RunJoiner {
  readonly #runs: Runs;
  readonly #tree: BlockTree;
  readonly #early = new Map<number, Float64Array>();
  #next = 0;
  /** That of the last run, where it has fewer blocks than the others. */
  #rest: Float64Array | undefined;

  /** @param length numbers of a sum */
  constructor(runs: Runs, length: number) {
    this.#runs = runs;
    this.#tree = new BlockTree(length);
  }

  /** Takes the sum of a run, and the array with it. */
  add(run: number, sum: Float64Array): void {
    const { level, blocks } = this.#runs;
    if (run === Math.floor(blocks / 2 ** level)) {
      this.#rest = sum;
      return;
    }
    this.#early.set(run, sum);
    for (let own = this.#early.get(this.#next); own !== undefined; own = this.#early.get(++this.#next)) {
      this.#tree.add(own, level);
      this.#early.delete(this.#next);
    }
  }

  total(): Float64Array {
    return this.#tree.total(this.#rest);
  }
}
