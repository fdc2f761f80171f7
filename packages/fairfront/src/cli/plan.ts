// `fairfront plan <run|data>`: how many rows of each group it takes to tell a difference.

import type { Command } from 'commander';
import { plan } from '../plan/plan.js';
import { PLAN_KINDS } from '../plan/plan-options.js';
import { planText } from '../plan/plan-text.js';
import { isRunFolder, openRun } from '../runs/finished-run.js';
import { SOURCE_KINDS } from '../task/data-options.js';
import { createContext } from './context.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addLabelFlags, addReadingFlags } from './options/data.js';
import { addFlags, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function definePlan(command: Command, terminal: Terminal): void {
  addTelling(command).argument('[source]', 'the folder of a finished run, a file, or a dataset by name');
  addFlags(command, 'Options:', PLAN_KINDS, {
    shares: ['<shares>', 'groups and their shares where there are no data yet: A=0.7,B=0.3'],
    rate: ['<share>', 'with --shares: how many are right, or of a class (default: 0.5)'],
    below: ['<risk>', 'with a run: also the rows that certify every group below this risk'],
    level: ['<share>', 'how often no difference is taken for one (default: 0.05)'],
    power: ['<share>', 'how often a difference is seen (default: 0.8)'],
  });
  addLabelFlags(command, 'of a table: the column with the classes, or a comparison: income>50000');
  addReadingFlags(command);
  addFlags(command, 'How the file is read:', SOURCE_KINDS, {
    dataDir: ['<folder>', 'where datasets by name are looked for first'],
  })
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront plan runs/loans --below 0.45\n  fairfront plan loans.csv --target default --groups sex\n  fairfront plan --shares "A=0.7,B=0.3" --rate 0.2',
    )
    .action(async (source: string | undefined) => {
      const { json, quiet, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      const load = (name: string) =>
        isRunFolder(name) ? openRun(name) : loadForCommand(name, given, context);
      const from =
        source === undefined ? undefined : await load(source).finally(() => context.progress.end());
      const result = await plan(from, withoutLoading(given));
      context.result(result);
      context.say(planText(result).split('\n'));
    });
}
