// `fairfront audit <predictions>`: the metrics of anybody's model, from what it said.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { auditAsked } from '../audit/audit.js';
import { AUDIT_KINDS } from '../audit/audit-options.js';
import { auditText } from '../audit/audit-text.js';
import { biasAuditAsked, biasAuditText } from '../audit/bias-audit.js';
import type { LoadedData } from '../task/data.js';
import { type Context, createContext } from './context.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addAuditFlags } from './options/audit.js';
import { addFlags, addOut, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineAudit(command: Command, terminal: Terminal): void {
  addOut(addTelling(command), 'fairfront-audit').argument(
    '<predictions>',
    'a file with a row for each prediction, or - for standard input',
  );
  addAuditFlags(command);
  addFlags(command, 'Impact ratios (New York City Local Law 144):', AUDIT_KINDS, {
    ll144: [
      '<columns>',
      'sex,race: rates by the column of sex, by that of race or ethnicity, and by both; a row is an applicant',
    ],
    selected: [
      '<column=value>',
      'who was selected; alone with --ll144, no target, groups or probabilities are needed (default: whose most probable class is --positive)',
    ],
    scores: ['<column>', 'in place of decisions: rates of scores above the median of all'],
    keepSmall: ['let categories of less than 2% of the applicants take part in ratios'],
  });
  command
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront audit predictions.csv --target default --groups "sex,age<55" --probabilities p_default\n  fairfront audit predictions.csv --target grade --groups sex --probabilities a=p_a,b=p_b,c=p_c\n  fairfront audit applicants.csv --ll144 sex,race --selected hired=yes',
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
  return auditLoaded(loaded, data, out, options, context).finally(() => loaded.cache?.remove());
}

async function auditLoaded(
  loaded: LoadedData,
  data: string,
  out: string,
  options: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  context.progress.update('computing intervals', 0, undefined);
  const own = withoutLoading(options);
  const asked = { data, options };
  const isBiasOnly =
    own['ll144'] !== undefined &&
    ['target', 'groups', 'probabilities'].every((name) => own[name] === undefined);
  const { save, result, text } = isBiasOnly
    ? await biasAuditAsked(loaded, own, asked).then((found) => ({
        ...found,
        text: biasAuditText(found.result),
      }))
    : await auditAsked(loaded, own, asked).then((found) => ({ ...found, text: auditText(found.result) }));
  context.endWhenInterrupted(); // not in the midst of writing
  await save(out);
  context.result(result);
  context.say(text.split('\n'));
  context.say(['', `Report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`]);
}
