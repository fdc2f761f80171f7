// `fairfront paper <experiment>`: a table or figure of the paper.

import { join } from 'node:path';
import { experiments } from '../paper/registry.js';
import { formatTable } from '../terminal/table.js';
import { UsageError } from '../usage-error.js';
import { ensureFolder, writeWhole } from '../write-file.js';
import type { CommandContext, OutOptions } from './command-context.js';

export function runPaper(name: string, context: CommandContext<OutOptions>): void {
  if (name === 'list') {
    listExperiments(context);
    return;
  }
  const experiment = experiments.find((candidate) => candidate.name === name);
  if (experiment === undefined) {
    throw new UsageError(`there is no experiment "${name}". One of: list, ${runnable().join(', ')}`);
  }
  if (experiment.run === undefined) {
    throw new UsageError(
      `${name} (${experiment.title}) is not there yet. There are: ${runnable().join(', ')}`,
    );
  }
  const { options, progress } = context;
  ensureFolder(options.out);
  context.say(`${name}: ${experiment.title}`);
  const { data, svg, summary } = experiment.run({ seed: options.seed, progress });
  progress.end();
  const picture = join(options.out, `${name}.svg`);
  const numbers = join(options.out, `${name}.json`);
  writeWhole(picture, svg);
  writeWhole(numbers, `${JSON.stringify(data)}\n`);
  context.result(data);
  context.say(`${summary}\nPicture: ${picture}\nNumbers: ${numbers}`);
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

function runnable(): string[] {
  return experiments.filter(({ run }) => run !== undefined).map(({ name }) => name);
}
