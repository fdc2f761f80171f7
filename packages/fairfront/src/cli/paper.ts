// `fairfront paper <experiment>`: a table or figure of the paper.

import { join } from 'node:path';
import { dataFolders } from '../datasets/data-folders.js';
import { Interrupted } from '../interrupted.js';
import type { Drawn } from '../paper/experiment/drawn.js';
import type { StudyOptions } from '../paper/experiment/figure-context.js';
import { type Experiment, experiments } from '../paper/registry.js';
import { givenStudyOptions } from '../paper/study-options.js';
import { givenTableOptions, type TableOptions } from '../paper/tables/table-options.js';
import { formatTable } from '../report/table.js';
import { UsageError } from '../usage-error.js';
import { ensureFolder, writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';

export type PaperCommandOptions = OutOptions & StudyOptions & TableOptions & { readonly dataDir?: string };

export async function runPaper(name: string, context: CommandContext<PaperCommandOptions>): Promise<void> {
  if (name === 'list') {
    listExperiments(context);
    return;
  }
  const experiment = experiments.find((candidate) => candidate.name === name);
  if (experiment === undefined) {
    throw new UsageError(`there is no experiment "${name}". One of: list, ${namesOf(isThere).join(', ')}`);
  }
  const { run, title } = experiment;
  if (run === undefined) {
    throw new UsageError(`${name} (${title}) is not there yet. There are: ${namesOf(isThere).join(', ')}`);
  }
  const { options } = context;
  refuseOptions(experiment, options);
  ensureFolder(options.out);
  context.say(`${name}: ${title}`);
  const { data, files, summary, interrupted } = await draw({ ...experiment, run }, context);
  const written = Object.entries({ ...files, json: `${JSON.stringify(data)}\n` }).map(([ending, text]) => {
    const path = join(options.out, `${name}.${ending}`);
    writeWhole(path, text);
    return path;
  });
  if (interrupted !== undefined) throw new Interrupted(`${interrupted}: ${written[0]}`);
  context.result(data);
  context.say(`${summary}\nWritten: ${written.join(', ')}`);
}

async function draw(
  { run, trains, isTable }: Required<Pick<Experiment, 'run'>> & Pick<Experiment, 'trains' | 'isTable'>,
  { options, terminal, progress }: CommandContext<PaperCommandOptions>,
): Promise<Drawn> {
  const { seed, samples, runs, hidden, epochSteps, only, splits, quick, dataDir } = options;
  const { environment, home, platform } = terminal;
  const signal = { aborted: false };
  const release =
    trains || isTable
      ? terminal.onInterrupt(() => {
          signal.aborted = true;
        })
      : () => {};
  try {
    return await run({
      seed,
      progress,
      signal,
      study: { samples, runs, hidden, epochSteps },
      table: { only, splits, quick },
      folder: options.out,
      ...(isTable ? { dataFolders: dataFolders({ dataDir, environment, home, platform }) } : {}),
    });
  } finally {
    release();
    progress.end();
  }
}

function refuseOptions({ name, trains, isTable }: Experiment, options: PaperCommandOptions): void {
  const ofTables = [...givenTableOptions(options), ...(options.dataDir === undefined ? [] : ['--data-dir'])];
  if (!isTable && ofTables.length > 0) {
    throw new UsageError(`${ofTables.join(', ')}: ${name} is no table; leave it out`);
  }
  const given = givenStudyOptions(options);
  if (trains || given.length === 0) return;
  throw new UsageError(
    `${given.join(', ')}: only for ${namesOf(({ trains }) => trains === true).join(' and ')}, not for ${name}; leave it out`,
  );
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

const isThere = ({ run }: Experiment): boolean => run !== undefined;

function namesOf(wanted: (experiment: Experiment) => boolean): string[] {
  return experiments.filter(wanted).map(({ name }) => name);
}
