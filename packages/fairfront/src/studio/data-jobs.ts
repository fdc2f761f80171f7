// Jobs on data: a table is read once and kept for a while, so that whoever changes the groups does not wait for it again.

import { statSync } from 'node:fs';
import { type Inspection, inspect } from '../inspect/inspection.js';
import type { LoadedData } from '../task/data.js';
import { type DataOptions, divideOptions } from '../task/data-options.js';
import { loadData, loadOptionsOf } from '../task/load-data.js';

export interface DataJobs {
  /** What is made of data. @param task `data`: a path, or a dataset by name; `label`: what a person calls it */
  inspect(task: {
    readonly data: string;
    readonly label: string;
    readonly options: DataOptions;
  }): Promise<Inspection>;
}

export const dataJobs: DataJobs = {
  inspect: async ({ data, label, options }) => {
    const loaded = await loadKept(data, options);
    return inspect({ ...loaded, label }, divideOptions(options)[1]);
  },
};

/** Tables that are kept: those that were asked for last. */
const MOST_KEPT = 2;
let kept: readonly { readonly key: string; readonly loaded: Promise<LoadedData> }[] = [];

function loadKept(data: string, options: DataOptions): Promise<LoadedData> {
  const reading = loadOptionsOf(options);
  const { mtimeMs = 0, size = 0, ino = 0 } = statSync(data, { throwIfNoEntry: false }) ?? {};
  const key = JSON.stringify([data, mtimeMs, size, ino, reading]);
  const one = kept.find((own) => own.key === key) ?? { key, loaded: loadData(data, reading) };
  const others = kept.filter((own) => own !== one);
  kept = [one, ...others].slice(0, MOST_KEPT);
  one.loaded.catch(() => {
    kept = kept.filter((own) => own !== one);
  });
  return one.loaded;
}
