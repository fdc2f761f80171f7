// `fairfront front <data>`: what is possible for two or three groups, as a figure, a page and numbers.

import { join, relative, resolve } from 'node:path';
import type { Task } from '@fairfront/core';
import { quoted } from '@fairfront/core/internal';
import { findFront } from '../front/find-front.js';
import { type FrontOptions, MOST_FRONT_GROUPS } from '../front/front-options.js';
import { frontFigure, frontReport } from '../front/front-report.js';
import { type FrontResult, frontResult } from '../front/front-result.js';
import { markTable } from '../front/front-table.js';
import { frontWords } from '../front/front-words.js';
import { Interrupted } from '../interrupted.js';
import { formatTable } from '../report/table.js';
import type { DataOptions } from '../task/data-options.js';
import { loadData } from '../task/load-data.js';
import { prepareFit } from '../task/prepare-fit.js';
import { taskOf } from '../task/task-of.js';
import type { TrainingOptions } from '../training/options/fit-options.js';
import { UsageError } from '../usage-error.js';
import { ensureFolder, writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';

export type FrontCommandOptions = OutOptions & DataOptions & TrainingOptions & FrontOptions;

export async function runFront(
  data: string | undefined,
  context: CommandContext<FrontCommandOptions>,
): Promise<void> {
  const { options, terminal, progress } = context;
  const { out } = options;
  ensureFolder(out);
  try {
    const loaded = await loadData(data, options, terminal, progress);
    const task = taskOf(loaded, options);
    refuseManyGroups(task);
    progress.update('encoding', 0, undefined);
    const result = await find(prepareFit(loaded, task), context);
    progress.update('writing', 0, undefined);
    const svg = frontFigure(result);
    writeWhole(join(out, 'front.svg'), svg);
    writeWhole(join(out, 'report.html'), frontReport(result, svg));
    writeWhole(join(out, 'front.json'), `${JSON.stringify(result)}\n`);
    context.result(result);
    context.say(describe(result));
    context.say(`\nFigure, report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`);
  } finally {
    progress.end();
  }
}

function refuseManyGroups({ groups }: Task): void {
  const { names } = groups;
  if (names.length <= MOST_FRONT_GROUPS) return;
  throw new UsageError(
    `--groups: a front is drawn for 2 or 3 groups; got ${names.length}: ${quoted(names)}. Put some together, as in --groups "race=White|Other:*" or --groups "age<55", or compare all of them with fairfront fit`,
  );
}

async function find(
  fit: ReturnType<typeof prepareFit>,
  { options, terminal, progress }: CommandContext<FrontCommandOptions>,
): Promise<FrontResult> {
  const signal = { aborted: false };
  const release = terminal.onInterrupt(() => {
    signal.aborted = true;
  });
  const found = await findFront(fit, options, {
    signal,
    onProgress: progress.update,
    pause: () => new Promise((resume) => setImmediate(resume)),
  }).finally(release);
  if (found === undefined) throw new Interrupted('interrupted; nothing was kept');
  return frontResult(fit, found, options);
}

function describe(result: FrontResult): string {
  const words = frontWords(result);
  const { columns, rows } = markTable(result);
  return [
    words.problem,
    '',
    formatTable(columns, rows),
    '',
    words.span,
    words.move,
    ...(words.better === undefined ? [] : [words.better]),
    words.distance,
    words.equality,
    ...(words.together === undefined ? [] : [words.together]),
    '',
    words.certificate,
    words.leftOut,
    ...(result.notes.length > 0 ? ['', ...result.notes.map((note) => `Note: ${note}.`)] : []),
  ].join('\n');
}
