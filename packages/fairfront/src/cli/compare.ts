// `fairfront compare <run> <run> …`: finished runs side by side.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { compareRuns } from '../compare/compare-runs.js';
import { compareText } from '../compare/compare-text.js';
import { type FinishedRun, openRun } from '../runs/finished-run.js';
import { createContext } from './context.js';
import { addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineCompare(command: Command, terminal: Terminal): void {
  addTelling(command)
    .argument('<runs...>', 'the folders of two finished runs or more; changes are from the first')
    .option('--out <folder>', 'where to write report.html and compare.json (default: nowhere)')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront compare runs/linear runs/boosted\n  fairfront compare runs/* --out side-by-side',
    )
    .action(async (folders: readonly string[]) => {
      const { json, quiet, out } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      const runs: FinishedRun[] = [];
      for (const folder of folders) runs.push(await openRun(folder));
      context.endWhenInterrupted();
      const compared = await compareRuns(runs);
      if (typeof out === 'string') await compared.save(out);
      context.result(compared.result);
      context.say(compareText(compared.result).split('\n'));
      if (typeof out === 'string') {
        context.say(['', `Report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`]);
      }
    });
}
