// `fairfront audit <predictions>`: the metrics of anybody's model, from what it said.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { auditAsked } from '../audit/audit.js';
import { auditText } from '../audit/audit-text.js';
import { type Context, createContext } from './context.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addAuditFlags } from './options/audit.js';
import { addOut, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineAudit(command: Command, terminal: Terminal): void {
  addOut(addTelling(command), 'fairfront-audit').argument(
    '<predictions>',
    'a file with a row for each prediction, or - for standard input',
  );
  addAuditFlags(command);
  command
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront audit predictions.csv --target default --groups "sex,age<55" --probabilities p_default\n  fairfront audit predictions.csv --target grade --groups sex --probabilities a=p_a,b=p_b,c=p_c',
    )
    .action((data: string, { out }: { readonly out: string }) => {
      const { json, quiet, out: _, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      return runAudit(data, out, given, context).finally(() => context.progress.end());
    });
}

async function runAudit(
  data: string,
  out: string,
  options: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  const loaded = await loadForCommand(data, options, context);
  context.progress.update('computing intervals', 0, undefined);
  const found = await auditAsked(loaded, withoutLoading(options), { data, options });
  context.endWhenInterrupted(); // not in the midst of writing
  await found.save(out);
  context.result(found.result);
  context.say(auditText(found.result).split('\n'));
  context.say(['', `Report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`]);
}
