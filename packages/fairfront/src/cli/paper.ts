// `fairfront paper <experiment>`: a table or figure of the paper.

import { join } from 'node:path';
import type { Command } from 'commander';
import { definedOnly } from '../defined-only.js';
import { Interrupted } from '../interrupted.js';
import { lockFolder } from '../lock-folder.js';
import type { ExperimentOptions } from '../paper/experiment/experiment.js';
import { paperPage } from '../paper/paper-page.js';
import { checkExperiment, experiments, runExperiment } from '../paper/registry.js';
import type { Workers } from '../queue/remote-tasks.js';
import { inFlags } from '../report/flags.js';
import { formatTable } from '../report/table.js';
import { writePage } from '../report/write-page.js';
import { ensureFolder, writeFolder } from '../write-file.js';
import { type Context, createContext, type TellingOptions } from './context.js';
import { addOut, addTelling } from './options/flags.js';
import { addPaperFlags } from './options/paper.js';
import { addWorkersFlags, takeWorkers } from './options/workers.js';
import type { Terminal } from './terminal.js';

interface PaperOptions extends TellingOptions, ExperimentOptions {
  readonly out: string;
}

/** Gives the command its flags, help and action. */
export function definePaper(command: Command, terminal: Terminal): void {
  addWorkersFlags(addPaperFlags(addOut(addTelling(command), 'fairfront-paper')))
    .argument('<experiment>', 'such as table-5 or figure-2; "list" shows them all')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront paper list\n  fairfront paper figure-1 --json\n  fairfront paper figure-6   some minutes: it trains networks\n  fairfront paper figure-6 --hidden 512,512 --runs 5   with the paper’s network: hours\n  fairfront paper figure-8   two hours: it trains 160 classifiers\n  fairfront paper table-5\n  fairfront paper table-3 --only "MMPF LR,Zafar" --splits 2\n  fairfront paper table-4 --quick   some minutes\n  fairfront paper table-4   most of an hour: it trains networks',
    )
    .action((name: string, { json, quiet, out, ...given }: PaperOptions) => {
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      if (name === 'list') return listExperiments(context);
      const [workers, options] = takeWorkers(given, terminal.environment);
      return runPaper(name, out, options, context, workers);
    });
}

async function runPaper(
  name: string,
  out: string,
  options: ExperimentOptions,
  context: Context,
  workers: Workers | undefined,
): Promise<void> {
  const { terminal, progress } = context;
  const asked = { ...options, folder: out };
  const { kind, title } = checkExperiment(name, asked);
  context.say(`${name}: ${title}`);
  const isLong = kind !== undefined; // what is not leaves no room for signals, and has nothing to keep
  const signal = { aborted: false };
  const release = isLong
    ? terminal.onInterrupt(() => {
        signal.aborted = true;
      })
    : () => {};
  ensureFolder(out);
  const unlock = lockFolder(out);
  if (!isLong) unlock();
  try {
    const forget: (() => void)[] = [];
    const { data, files, summary, interrupted } = await runExperiment(name, asked, {
      ...{ signal, workers },
      onNote: (text) => progress.note(inFlags(text)),
      onProgress: ({ what, done, total, detail, share }) => progress.update(what, done, total, detail, share),
      onceWritten: (work) => forget.push(work),
    }).finally(() => progress.end());
    if (!isLong) context.endWhenInterrupted();
    const html = writePage(
      paperPage({ name, title }, { files, summary, ...definedOnly({ interrupted }) }, { ...options }),
    );
    const contents = Object.entries({ ...files, html, json: `${JSON.stringify(data)}\n` });
    const named = Object.fromEntries(contents.map(([ending, text]) => [`${name}.${ending}`, text]));
    writeFolder(out, named);
    for (const work of forget) work();
    const written = Object.keys(named).map((file) => join(out, file));
    if (interrupted !== undefined) throw new Interrupted(`${interrupted}: ${written[0]}`);
    context.result(data);
    context.say([...summary.split('\n'), `Written: ${written.join(', ')}`]);
  } finally {
    unlock();
    release();
  }
}

function listExperiments(context: Context): void {
  const rows = experiments.map(({ name, title }) => ({ name, title }));
  context.result(rows);
  context.say(
    formatTable(
      [
        { title: 'experiment', align: 'left' },
        { title: 'what', align: 'left' },
      ],
      rows.map(({ name, title }) => [name, title]),
    ).split('\n'),
  );
}
