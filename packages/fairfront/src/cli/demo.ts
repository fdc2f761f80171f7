// `fairfront demo`: the three-group problem on the terminal, and as a page to open.

import { join, resolve } from 'node:path';
import { type DemoResult, runDemo } from '../demo/demo.js';
import { demoReport } from '../demo/report.js';
import { groupTable, strategyTable } from '../demo/tables.js';
import { demoWords } from '../demo/words.js';
import { figure2 } from '../paper/figures/figure-2.js';
import { figure6 } from '../paper/figures/figure-6.js';
import { formatTable } from '../report/table.js';
import { ensureFolder, writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';

export function runDemoCommand(context: CommandContext<OutOptions>): void {
  const { options, progress } = context;
  ensureFolder(options.out);
  const result = runDemo(options.seed);
  context.say(describe(result));
  const figureContext = { seed: options.seed, progress };
  const report = demoReport(result, figure2(figureContext), figure6(figureContext));
  progress.end();
  const path = join(options.out, 'report.html');
  writeWhole(path, report);
  writeWhole(join(options.out, 'result.json'), `${JSON.stringify(result)}\n`);
  context.result(result);
  context.say(`\nReport: ${resolve(path)}`);
}

function describe(result: DemoResult): string {
  const words = demoWords(result);
  const groups = groupTable(result);
  const strategies = strategyTable(result);
  return [
    words.problem,
    '',
    formatTable(groups.columns, groups.rows),
    '',
    words.outcome,
    '',
    formatTable(strategies.columns, strategies.rows),
    words.fairness,
    '',
    words.optimum,
  ].join('\n');
}
