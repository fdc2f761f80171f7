// The library's `audit`: the metrics of anybody's model, from a table of its predictions.

import type { Table } from '@fairfront/core';
import { completeData, type Data } from '../task/data.js';
import type { Asked } from '../task/data-options.js';
import { BESIDE_REPORT, checkFolder, writeFolder } from '../write-file.js';
import { type AuditOptions, resolveAuditOptions } from './audit-options.js';
import { auditReport } from './audit-report.js';
import { type AuditResult, auditResult } from './audit-result.js';
import { readPredictions } from './read-predictions.js';

export interface Audit {
  /** What audit.json holds. */
  readonly result: AuditResult;
  /** Writes audit.json and report.html into a folder. */
  save(folder: string): Promise<void>;
}

/** Says who is served how well by a model, from the probabilities it gave. */
export function audit(data: Table | Data, options: AuditOptions): Promise<Audit> {
  return auditAsked(data, options);
}

/** The same, with a note in the result of what was asked for, to do it again. */
export async function auditAsked(data: Table | Data, options: AuditOptions, asked?: Asked): Promise<Audit> {
  const resolved = resolveAuditOptions(options);
  const loaded = completeData(data);
  const predictions = readPredictions(loaded, resolved);
  const result = auditResult(loaded.label, predictions, resolved, asked);
  return {
    result,
    save: async (folder) => {
      checkFolder(folder);
      const files = { 'report.html': auditReport(result), 'audit.json': `${JSON.stringify(result)}\n` };
      writeFolder(folder, files, BESIDE_REPORT);
    },
  };
}
