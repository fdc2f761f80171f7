// `fairfront card <run>`: a model card of a finished run.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { modelCard } from '../card/model-card.js';
import { CARD_KINDS } from '../card/run-card.js';
import { SECTIONS } from '../card/to-fill.js';
import { openRun } from '../runs/finished-run.js';
import { createContext } from './context.js';
import { addFlags, addOut, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineCard(command: Command, terminal: Terminal): void {
  addOut(addTelling(command), 'fairfront-card').argument('<run>', 'the folder of a finished run');
  addFlags(command, 'Options:', CARD_KINDS, {
    name: ['<text>', 'what the model is called (default: the data and the target)'],
  });
  command
    .option('--force', 'replace a card that is there, even if it was filled in')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront card fairfront-fit\n  fairfront card runs/loans --name "Loan default, 2026" --out cards/loans',
    )
    .action(async (run: string, { out }: { readonly out: string }) => {
      const { json, quiet, force, out: _, ...options } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      const { result, save } = modelCard(await openRun(run), options);
      await save(out, force === true);
      context.result(result);
      context.say([
        `${relative('', resolve(out)) || '.'}/: MODEL_CARD.md to read, model-card.json for other programs.`,
        '',
        'To be filled in by people:',
        ...result.toFill.map(({ section, question }) => `- ${SECTIONS[section]}: ${question}`),
      ]);
    });
}
