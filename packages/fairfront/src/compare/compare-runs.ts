// The library's `compareRuns`: who is served better by which of several runs.

import type { FinishedRun } from '../runs/finished-run.js';
import { BESIDE_REPORT, checkFolder, writeFolder } from '../write-file.js';
import { compareReport } from './compare-report.js';
import { type CompareResult, compareResult } from './compare-result.js';

export interface Comparison {
  /** What compare.json holds. */
  readonly result: CompareResult;
  /** Writes compare.json and report.html into a folder. */
  save(folder: string): Promise<void>;
}

/** Puts finished runs of one task side by side; changes are from the first. */
export async function compareRuns(runs: readonly FinishedRun[]): Promise<Comparison> {
  const result = await compareResult(runs);
  return {
    result,
    save: async (folder) => {
      checkFolder(folder);
      const files = { 'report.html': compareReport(result), 'compare.json': `${JSON.stringify(result)}\n` };
      writeFolder(folder, files, BESIDE_REPORT);
    },
  };
}
