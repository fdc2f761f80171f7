// `fairfront decide <run>`: the threshold that costs the worst group least, and a run that decides so.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { decide } from '../decide/decide.js';
import { DECIDE_KINDS } from '../decide/decide-options.js';
import { decisionText } from '../decide/decision-text.js';
import { createContext } from './context.js';
import { addFlags, addOut, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineDecide(command: Command, terminal: Terminal): void {
  addOut(addTelling(command), 'fairfront-decision')
    .option('--force', 'replace the run in --out')
    .argument('<run>', 'the folder of a finished run, with two classes');
  addFlags(command, 'Decision:', DECIDE_KINDS, {
    cost: ['<costs>', 'what wrong decisions cost, such as FP=1,FN=5 (default: 1 each)'],
    selectionAtMost: [
      '<share>',
      'no more of every group are selected, 0.3, or of one, "Female=0.3"; can be given for several',
    ],
    selectionAtLeast: ['<share>', 'no fewer of every group, or of one, are selected'],
    positive: ['<class>', 'the class that rows are selected for (default: the second of the two)'],
    byGroup: ['a threshold for each group: whoever decides must know the group'],
  })
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront decide fairfront-fit --cost FP=1,FN=5\n  fairfront decide fairfront-fit --selection-at-most 0.3 --selection-at-least "Female=0.2"\n  fairfront decide fairfront-fit --cost FP=1,FN=5 --by-group --out by-group',
    )
    .action(async (run: string, { out }: { readonly out: string }) => {
      const { json, quiet, out: _, force = false, ...options } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      const decided = await decide(run, options);
      await decided.save(out, { force: force === true });
      context.result(decided.result);
      context.say(decisionText(decided.result).split('\n'));
      context.say(['', `Model, report and numbers: ${relative('', resolve(out)) || '.'}/ (decision.json)`]);
    });
}
