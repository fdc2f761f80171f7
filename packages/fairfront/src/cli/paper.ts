// `fairfront paper <experiment>`: a table or figure of the paper.

import { join } from 'node:path';
import { dataFolders } from '../datasets/data-folders.js';
import { Interrupted } from '../interrupted.js';
import type { StudyOptions, TableOptions } from '../paper/experiment/experiment.js';
import { checkExperiment, experiments, runExperiment } from '../paper/registry.js';
import { formatTable } from '../report/table.js';
import { UsageError } from '../usage-error.js';
import { writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';

export type PaperCommandOptions = OutOptions &
  Pick<StudyOptions, 'samples' | 'runs' | 'hidden' | 'epochSteps'> &
  Pick<TableOptions, 'only' | 'splits' | 'quick'> & { readonly dataDir?: string };

/** Runs the command. */
export async function runPaper(name: string, context: CommandContext<PaperCommandOptions>): Promise<void> {
  if (name === 'list') {
    listExperiments(context);
    return;
  }
  const { options, terminal, progress } = context;
  const { seed, samples, runs, hidden, epochSteps, only, splits, quick, dataDir, out } = options;
  const { environment, home, platform } = terminal;
  const asked = { seed, samples, runs, hidden, epochSteps, only, splits, quick, folder: out };
  const { kind, title } = checkExperiment(name, asked);
  if (kind !== 'table' && dataDir !== undefined) {
    throw new UsageError(`--data-dir: ${name} is no table; leave it out`);
  }
  context.say(`${name}: ${title}`);
  const signal = { aborted: false };
  const release =
    kind === undefined
      ? () => {}
      : terminal.onInterrupt(() => {
          signal.aborted = true;
        });
  const folders =
    kind === 'table' ? { dataFolders: dataFolders({ dataDir, environment, home, platform }) } : {};
  const { data, files, summary, interrupted } = await runExperiment(
    name,
    { ...asked, ...folders },
    {
      signal,
      onProgress: ({ what, done, total, detail, share }) => progress.update(what, done, total, detail, share),
    },
  ).finally(() => {
    release();
    progress.end();
  });
  const written = Object.entries({ ...files, json: `${JSON.stringify(data)}\n` }).map(([ending, text]) => {
    const path = join(out, `${name}.${ending}`);
    writeWhole(path, text);
    return path;
  });
  if (interrupted !== undefined) throw new Interrupted(`${interrupted}: ${written[0]}`);
  context.result(data);
  context.say(`${summary}\nWritten: ${written.join(', ')}`);
}

function listExperiments(context: CommandContext<OutOptions>): void {
  const rows = experiments.map(({ name, title, run }) => ({ name, title, available: run !== undefined }));
  context.result(rows);
  context.say(
    formatTable(
      [
        { title: 'experiment', align: 'left' },
        { title: 'state', align: 'left' },
        { title: 'what', align: 'left' },
      ],
      rows.map(({ name, title, available }) => [name, available ? 'there' : 'not yet', title]),
    ),
  );
}
