// `fairfront front <data>`: what is possible for two or three groups, as a picture, a page and numbers.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Front, front } from '../front/front.js';
import { FRONT_KINDS, resolveFrontOptions } from '../front/front-options.js';
import { markTable } from '../front/front-table.js';
import { frontWords } from '../front/front-words.js';
import { printable } from '../report/printable.js';
import { formatTable } from '../report/table.js';
import { checkFolder } from '../write-file.js';
import { type Context, createContext } from './context.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addDataFlags } from './options/data.js';
import { addFlags, addOut, addTelling, givenOptions } from './options/flags.js';
import { addTrainingFlags } from './options/training.js';
import { addWorkersFlags, takeWorkers } from './options/workers.js';
import type { Terminal } from './terminal.js';
import { trainingLine } from './training-line.js';

/** Gives the command its flags, help and action. */
export function defineFront(command: Command, terminal: Terminal): void {
  addDataFlags(addOut(addTelling(command), 'fairfront-front'));
  addTrainingFlags(command, FRONT_KINDS);
  addWorkersFlags(command);
  addFlags(command, 'Front:', FRONT_KINDS, {
    steps: [
      '<number>',
      'weights are multiples of 1/steps; one model for each choice (default: 50 for two groups, 20 for three)',
    ],
    part: [
      '<part>',
      'rows on which risks are measured; models are trained on the training rows (default: validation)',
    ],
  })
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront front loans.csv --target default --groups sex\n  fairfront front adult:gender --dataset-split 0\n  fairfront front adult --groups "race=White|Black|Other:*" --steps 40',
    )
    .action((data: string | undefined, { out }: { readonly out: string }) => {
      const { json, quiet, out: _, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      return runFront(data, out, given, context).finally(() => context.progress.end());
    });
}

async function runFront(
  data: string | undefined,
  out: string,
  given: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  const [workers, options] = takeWorkers(given, context.terminal.environment);
  checkFolder(out);
  const asked = withoutLoading(options);
  resolveFrontOptions(asked); // a mistake there reads no data
  const loaded = await loadForCommand(data, options, context);
  const signal = { aborted: false };
  const release = context.terminal.onInterrupt(() => {
    signal.aborted = true;
  });
  try {
    const found = await front(loaded, asked, {
      signal,
      workers: workers && { ...workers, onNote: context.progress.note },
      onProgress: trainingLine(context),
    });
    context.progress.update('writing', 0, undefined);
    await found.save(out);
    context.result(found.result);
    context.say(describe(found.result).split('\n'));
    context.say(['', `Figure, report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`]);
  } finally {
    release();
  }
}

function describe(exact: Front['result']): string {
  const result = printable(exact);
  const words = frontWords(result);
  const { columns, rows } = markTable(result);
  return [
    words.problem,
    '',
    formatTable(columns, rows),
    '',
    words.span,
    words.move,
    words.distance,
    words.equality,
    ...(words.together === undefined ? [] : [words.together]),
    '',
    words.certificate,
    words.leftOut,
    ...(result.notes.length > 0 ? ['', ...result.notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}
