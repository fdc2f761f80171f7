// `fairfront audit <predictions>`: the metrics of anybody's model, from what it said.

import { join, relative, resolve } from 'node:path';
import type { AuditOptions } from '../audit/audit-options.js';
import { auditReport } from '../audit/audit-report.js';
import { auditResult } from '../audit/audit-result.js';
import { auditText } from '../audit/audit-text.js';
import { readPredictions } from '../audit/read-predictions.js';
import { loadData } from '../task/load-data.js';
import { ensureFolder, writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';

export type AuditCommandOptions = OutOptions & AuditOptions;

/** @param given the options that were said, not those left at their default */
export async function runAudit(
  data: string,
  context: CommandContext<AuditCommandOptions>,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { options, terminal, progress } = context;
  const { out } = options;
  try {
    const loaded = await loadData(data, options, terminal, progress);
    const predictions = readPredictions(loaded, options);
    progress.update('computing intervals', 0, undefined);
    const result = auditResult(loaded.label, predictions, options, { data, options: given });
    ensureFolder(out);
    writeWhole(join(out, 'report.html'), auditReport(result));
    writeWhole(join(out, 'audit.json'), `${JSON.stringify(result)}\n`);
    context.result(result);
    context.say(auditText(result));
    context.say(`\nReport and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`);
  } finally {
    progress.end();
  }
}
