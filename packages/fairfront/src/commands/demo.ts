// `fairfront demo`: the three-group problem on the terminal, and as a page to open.

import { join, resolve } from 'node:path';
import { type DemoResult, runDemo } from '../demo/demo.js';
import { demoReport } from '../demo/report.js';
import { demoWords, stopWords } from '../demo/words.js';
import { figure2 } from '../paper/figure-2.js';
import { figure6 } from '../paper/figure-6.js';
import { change, decimal, percent } from '../terminal/numbers.js';
import { formatTable } from '../terminal/table.js';
import { writeWhole } from '../write-file.js';
import type { CommandContext } from './command-context.js';

export function runDemoCommand(context: CommandContext): void {
  const { options, progress } = context;
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
  const groups = formatTable(
    [
      { title: 'group', align: 'left' },
      { title: 'share' },
      { title: 'own best' },
      { title: 'balanced' },
      { title: 'minimax' },
      { title: 'change' },
      { title: 'weight μ' },
    ],
    result.groups.map(({ name, share, utopia, balanced, minimax, mu }) => [
      name,
      percent(share),
      decimal(utopia),
      decimal(balanced),
      decimal(minimax),
      change(minimax / balanced - 1),
      decimal(mu),
    ]),
  );
  const strategies = formatTable(
    [
      { title: 'strategy', align: 'left' },
      { title: 'solves' },
      { title: 'worst risk' },
      { title: 'certified gap' },
      { title: 'stopped', align: 'left' },
    ],
    result.strategies.map(({ strategy, solves, worstRisk, certificate, stopped }) => [
      strategy,
      String(solves),
      worstRisk.toFixed(6),
      percent(certificate.relativeGap),
      stopWords(stopped, result),
    ]),
  );
  return [words.problem, '', groups, '', words.outcome, '', strategies, '', words.optimum].join('\n');
}
