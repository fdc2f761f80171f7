// Data for a command: loaded with a live line, and a Ctrl-C that ends the program in good order.

import type { LoadedData } from '../task/data.js';
import { divideOptions } from '../task/data-options.js';
import { loadData, loadOptionsOf } from '../task/load-data.js';
import { turn } from '../threads/turn.js';
import type { Context } from './context.js';

/** Loads what a command names. @param options all that were set; those that are not about loading are passed over */
export async function loadForCommand(
  data: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<LoadedData> {
  const { terminal, progress } = context;
  const release = context.endWhenInterrupted();
  const onPictures = (done: number, total: number): void => progress.update('decoding pictures', done, total);
  try {
    return await loadData(data, loadOptionsOf(options), {
      ...terminal,
      onRows: rowsTold(progress),
      onPictures,
    });
  } finally {
    await turn(); // a signal that came while rows were read is heard before nobody listens any more
    release();
  }
}

/** The options that were set and are not about loading. */
export function withoutLoading(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return divideOptions(options)[1];
}

/** Shows how many rows are read. */
export function rowsTold(progress: Context['progress']): (rows: number, share: number | undefined) => void {
  return (rows, share) => {
    const isKnown = share !== undefined && share > 0;
    progress.update('reading rows', rows, isKnown ? Math.round(rows / share) : undefined);
  };
}
