// The folder of a finished run: result.json, report.html and the models.

import type { AnyResult } from '../measure/regression-result.js';
import { runPage } from '../report/run-page.js';
import { writePage } from '../report/write-page.js';
import { BESIDE_REPORT, type Content, checkFolder, writeFolder } from '../write-file.js';
import { removeCheckpoint } from './checkpoint.js';
import { CHECKSUMS, FILES, summedFiles } from './finished-run.js';

/** Writes a finished run into a folder. @param files those of `FILES` that are not made of the result alone */
export function saveFolder(
  folder: string,
  result: AnyResult,
  files: Readonly<Record<string, Content | undefined>>,
  force: boolean,
): void {
  checkFolder(folder, force);
  const { contents, sums } = summedFiles({
    ...files,
    'report.html': files['report.html'] ?? writePage(runPage(result)),
    'result.json': `${JSON.stringify(result)}\n`,
  });
  const { 'result.json': last, ...others } = contents;
  const all = { ...others, [CHECKSUMS]: sums, 'result.json': last };
  writeFolder(folder, all, [...BESIDE_REPORT, ...FILES]);
  removeCheckpoint(folder);
}
