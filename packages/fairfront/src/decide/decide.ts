// The library's `decide`: the threshold of a finished run that costs the worst group least, and a run that decides so.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fitPage } from '../report/fit-page.js';
import { writePage } from '../report/write-page.js';
import { openRun, readRunFile } from '../runs/finished-run.js';
import { saveFolder } from '../runs/run-folder.js';
import { checkDecideOptions, type DecideOptions } from './decide-options.js';
import { decidedRun, decideRun } from './decided-run.js';
import { decidedPage } from './decision-page.js';
import type { DecisionResult } from './decision-result.js';

/** A decision, and the run that follows it. */
export interface Decided {
  /** What decision.json holds. */
  readonly result: DecisionResult;
  /**
   * Writes the run with the threshold in its model files, and decision.json, into a folder.
   * @param options `force`: whether a finished run that is there is replaced; default false
   */
  save(folder: string, options?: { readonly force?: boolean }): Promise<void>;
}

/**
 * Finds the threshold that costs the worst group least, on rows that the run's model was not trained on.
 * @param folder that of a finished run
 */
export async function decide(folder: string, options: DecideOptions): Promise<Decided> {
  checkDecideOptions(options);
  const run = await openRun(folder);
  const isDecided = existsSync(join(folder, 'decision.json'));
  const decision = await decideRun({ ...run, name: folder, isDecided }, options);
  const read = (name: string): Uint8Array | undefined =>
    existsSync(join(folder, name)) ? new Uint8Array(readRunFile(folder, name)) : undefined;
  return {
    result: decision,
    save: async (out, { force = false } = {}) => {
      const { result, files } = decidedRun(run.result, decision, read);
      const report = writePage(decidedPage(fitPage(result), decision));
      saveFolder(out, result, { 'report.html': report, ...files }, force);
    },
  };
}
