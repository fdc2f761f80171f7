// The library's `audit`: the metrics of anybody's model, from a table of its predictions.

import type { Table } from '@fairfront/core';
import { forgetRecentColumns } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { writePage } from '../report/write-page.js';
import { completeData, type Data, type LoadedData } from '../task/data.js';
import type { Asked } from '../task/data-options.js';
import { UsageError } from '../usage-error.js';
import { BESIDE_REPORT, checkFolder, writeFolder } from '../write-file.js';
import { type AuditOptions, type ResolvedAudit, resolveAuditOptions } from './audit-options.js';
import { auditPage } from './audit-page.js';
import { type AuditResult, auditResult } from './audit-result.js';
import { ll144Result, type Selection, selectionIn } from './ll144.js';
import type { Ll144Result } from './ll144-result.js';
import { type Predictions, readPredictions } from './read-predictions.js';

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
  if (resolved.ll144 !== undefined && resolved.weight !== undefined) {
    throw new UsageError('`ll144` counts people, each once: leave out `weight`');
  }
  const loaded = completeData(data);
  const predictions = readPredictions(loaded, resolved);
  const ll144 = resolved.ll144 === undefined ? undefined : ratiosOf(loaded, predictions, resolved);
  forgetRecentColumns(); // of a table on disk: metrics have better use for the memory
  const result = auditResult(loaded.label, predictions, resolved, definedOnly({ ll144, asked }));
  return {
    result,
    save: async (folder) => {
      checkFolder(folder);
      const files = {
        'report.html': writePage(auditPage(result)),
        'audit.json': `${JSON.stringify(result)}\n`,
      };
      writeFolder(folder, files, BESIDE_REPORT);
    },
  };
}

function ratiosOf(data: LoadedData, predictions: Predictions, options: ResolvedAudit): Ll144Result {
  return ll144Result(data, options, selectionIn(data, options) ?? guessed(predictions), options.level);
}

/** Takes those for selected whose most probable class is the positive one; the first on a tie, as everywhere. */
function guessed({ classes, positive, probabilities, rows }: Predictions): Selection {
  if (positive === undefined) {
    throw new UsageError(
      '`ll144`: of more than two classes, say with `positive` which one means selected, or name `selected` or `scores`',
    );
  }
  const selected = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const start = i * classes.length;
    let guess = 0;
    for (let c = 1; c < classes.length; c++) {
      if (probabilities[start + c]! > probabilities[start + guess]!) guess = c;
    }
    selected[i] = guess === positive ? 1 : 0;
  }
  return {
    rate: 'selection',
    by: `most probable class “${classes[positive]}”`,
    median: null,
    rows,
    selected,
  };
}
