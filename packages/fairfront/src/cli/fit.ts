// `fairfront fit <data>`: naive, balanced and minimax models of one task, side by side, and a run folder.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { Interrupted, type RunKept } from '../interrupted.js';
import { queryText } from '../option-text.js';
import type { Workers } from '../queue/remote-tasks.js';
import { outlookWords } from '../report/outlook-words.js';
import { printable } from '../report/printable.js';
import { runText } from '../report/run-page.js';
import { checkGain } from '../runs/check-gain.js';
import { type RunOptions, startFit } from '../runs/run.js';
import { SOURCE_KINDS, TASK_KINDS } from '../task/data-options.js';
import { imageSizeOf } from '../training/backbone.js';
import { resolveFitOptions } from '../training/options/fit-options.js';
import { keepsNaive } from '../training/select/selection.js';
import { lossName } from '../training/task-words.js';
import { UsageError } from '../usage-error.js';
import { type Context, createContext } from './context.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addDataFlags, READING_HEADING } from './options/data.js';
import { addFlags, addOut, addTelling, givenOptions } from './options/flags.js';
import { addFitFlags } from './options/training.js';
import { addWorkersFlags, takeWorkers } from './options/workers.js';
import type { Terminal } from './terminal.js';
import { trainingLine } from './training-line.js';

/** Gives the command its flags, help and action. */
export function defineFit(command: Command, terminal: Terminal): void {
  addDataFlags(addOut(addTelling(command), 'fairfront-fit'));
  addFlags(command, READING_HEADING, SOURCE_KINDS, {
    keepCache: [
      'let rows that --memory keeps on disk stay there, for --resume or the next fit of the same files',
    ],
  });
  addFlags(command, 'How rows are split:', TASK_KINDS, {
    splits: ['<count>', 'repeat it all on so many splits; the model is that of the first (default: 1)'],
  });
  addWorkersFlags(addFitFlags(command))
    .option('--resume', 'go on with an interrupted run: its folder is --out, its options are kept')
    .option('--force', 'replace the run in --out, finished or not')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront fit loans.csv --target default --groups "sex,age<55"\n  fairfront fit adult --groups sex --groups race --groups "age<25"\n  fairfront fit "data/part-*.parquet" --target default --groups sex --memory 2GB\n  fairfront fit loans.csv --target default --groups auto\n  fairfront fit loans.csv --target default --blind 0.5\n  fairfront fit loans.csv --target amount --groups sex --loss squared\n  fairfront fit adult:gender-ethnicity --dataset-split 0 --select validation --search apstar\n  fairfront fit adult:gender --model resnet --hidden 128,128 --batch-size 512\n  fairfront fit adult:gender --estimation plug-in --check\n  fairfront fit lesions.csv --image file --target dx --groups dx --backbone resnet50.onnx\n  fairfront fit adult:gender --workers redis://localhost:6379 --storage /shared/fairfront\n  fairfront fit --resume --out fairfront-fit',
    )
    .action((data: string | undefined, { out }: { readonly out: string }) => {
      const { json, quiet, out: _, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      return runFit(data, out, given, context).finally(() => context.progress.end());
    });
}

async function runFit(
  data: string | undefined,
  out: string,
  { resume = false, force = false, check, ...given }: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  const [workers, options] = takeWorkers(given, context.terminal.environment);
  if (check === true) {
    if (resume === true) {
      throw new UsageError('`check` keeps nothing, so there is nothing to resume; leave out `resume`');
    }
    return runCheck(data, options, context, workers);
  }
  const { terminal, progress } = context;
  let isReading = true; // until it is over there is nothing to keep
  const release = terminal.onInterrupt(() => {
    if (isReading) process.exit(terminal.interruptCode());
    run.cancel();
  });
  const run = startFit(
    { data, options: options as RunOptions },
    {
      ...{ out, resume: resume === true, force: force === true, workers },
      ...{ surroundings: terminal, now: terminal.now },
    },
  );
  const show = trainingLine(context);
  try {
    for await (const event of run) {
      isReading &&= ['reading', 'pictures', 'note'].includes(event.kind);
      show(event);
    }
    const result = await run.result;
    progress.end();
    context.result(result);
    context.say(runText(result).split('\n'));
    const folder = relative('', resolve(out)) || '.';
    const { decision } = result.verdict;
    const ordinary =
      decision !== 'use-minimax' && !keepsNaive(result.selection) ? '; the ordinary model is naive.onnx' : '';
    context.say(['', `Model, report and numbers: ${folder}/ (open report.html${ordinary})`]);
  } catch (error) {
    throw error instanceof Interrupted && error.kept !== undefined ? resumable(error.kept) : error;
  } finally {
    release();
  }
}

function resumable({ out, data, sql }: RunKept): Interrupted {
  const folder = /\s/.test(out) ? `"${out}"` : out;
  const query = sql === undefined ? '' : ` ${queryText(sql)}`;
  const same = data === '-' ? ', with the same on standard input' : '';
  return new Interrupted(`interrupted; go on with: fairfront fit --resume --out ${folder}${query}${same}`);
}

async function runCheck(
  data: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: Context,
  workers: Workers | undefined,
): Promise<void> {
  const { terminal, progress, say, result } = context;
  const signal = { aborted: false };
  const given = withoutLoading(options);
  const size = options['image'] === undefined ? {} : { imageSize: imageSizeOf(resolveFitOptions(given)) };
  const loaded = await loadForCommand(data, { ...options, ...size }, context);
  const release = terminal.onInterrupt(() => {
    signal.aborted = true;
  });
  try {
    const found = await checkGain(loaded, given, {
      signal,
      workers: workers && { ...workers, onNote: progress.note },
      onProgress: trainingLine(context),
    });
    progress.end();
    result(found);
    const { outlook, groups, notes } = printable(found);
    const names = groups.map(({ name }) => name);
    say([outlookWords(outlook, names, lossName(found)), ...notes.map((note) => `Note: ${note}.`)]);
  } finally {
    release();
  }
}
