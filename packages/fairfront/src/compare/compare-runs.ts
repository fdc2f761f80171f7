// The library's `compareRuns`: who is served better by which of several runs.

import { writePage } from '../report/write-page.js';
import { checkUndecided, type FinishedRun } from '../runs/finished-run.js';
import { checkClasses } from '../runs/run-predictions.js';
import { BESIDE_REPORT, checkFolder, writeFolder } from '../write-file.js';
import { comparePage } from './compare-page.js';
import { type CompareResult, compareResult } from './compare-result.js';

export interface Comparison {
  /** What compare.json holds. */
  readonly result: CompareResult;
  /** Writes compare.json and report.html into a folder. */
  save(folder: string): Promise<void>;
}

/** Puts finished runs of one task side by side; changes are from the first. */
export async function compareRuns(runs: readonly FinishedRun[]): Promise<Comparison> {
  for (const run of runs) {
    checkClasses(run, 'a comparison of runs');
    checkUndecided(run, 'compare');
  }
  const result = await compareResult(runs);
  return {
    result,
    save: async (folder) => {
      checkFolder(folder);
      const files = {
        'report.html': writePage(comparePage(result)),
        'compare.json': `${JSON.stringify(result)}\n`,
      };
      writeFolder(folder, files, BESIDE_REPORT);
    },
  };
}
