// `fairfront paper <experiment>`: a table or figure of the paper.

import { join } from 'node:path';
import { Interrupted } from '../interrupted.js';
import type { StudyOptions } from '../paper/figure-context.js';
import { type Drawn, type Experiment, experiments } from '../paper/registry.js';
import { givenStudyOptions } from '../paper/study-options.js';
import { formatTable } from '../terminal/table.js';
import { UsageError } from '../usage-error.js';
import { ensureFolder, writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';

export type PaperCommandOptions = OutOptions & StudyOptions;

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
  refuseStudyOptions(experiment, options);
  ensureFolder(options.out);
  context.say(`${name}: ${title}`);
  const { data, svg, summary, interrupted } = await draw({ ...experiment, run }, context);
  const picture = join(options.out, `${name}.svg`);
  const numbers = join(options.out, `${name}.json`);
  writeWhole(picture, svg);
  writeWhole(numbers, `${JSON.stringify(data)}\n`);
  if (interrupted !== undefined) throw new Interrupted(`${interrupted}: ${picture}`);
  context.result(data);
  context.say(`${summary}\nPicture: ${picture}\nNumbers: ${numbers}`);
}

async function draw(
  { run, trains }: Required<Pick<Experiment, 'run'>> & Pick<Experiment, 'trains'>,
  { options, terminal, progress }: CommandContext<PaperCommandOptions>,
): Promise<Drawn> {
  const { seed, samples, runs, hidden, epochSteps } = options;
  const signal = { aborted: false };
  const release = trains
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
      folder: options.out,
    });
  } finally {
    release();
    progress.end();
  }
}

function refuseStudyOptions({ name, trains }: Experiment, options: StudyOptions): void {
  const given = givenStudyOptions(options);
  if (trains || given.length === 0) return;
  throw new UsageError(
    `${given.join(', ')}: ${name} trains no networks; leave it out. Networks are trained for: ${namesOf(({ trains }) => trains === true).join(', ')}`,
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
