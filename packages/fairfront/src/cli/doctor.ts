// `fairfront doctor`: what works on this machine, what does not, and what to do.

import type { Command } from 'commander';
import { insideFolder } from '../datasets/data-folders.js';
import { type Check, doctor } from '../doctor/doctor.js';
import { formatTable } from '../report/table.js';
import { SOURCE_KINDS } from '../task/data-options.js';
import { createContext, type TellingOptions } from './context.js';
import { addFlags, addTelling } from './options/flags.js';
import type { Terminal } from './terminal.js';

const SIGNS: Readonly<Record<Check['status'], string>> = { ok: '✔', missing: '–', failed: '✘' };

/** Gives the command its flags, help and action. */
export function defineDoctor(command: Command, terminal: Terminal): void {
  addFlags(addTelling(command), 'Options:', SOURCE_KINDS, {
    dataDir: ['<folder>', 'where to look for data first'],
  })
    .addHelpText('after', '\nExample:\n  fairfront doctor --json')
    .action(async ({ dataDir, ...telling }: TellingOptions & { readonly dataDir?: string }) => {
      const { environment, home, platform } = terminal;
      const context = createContext(telling, terminal);
      const found = await doctor({ dataDir, environment, home, platform });
      context.result(found);
      const { fairfront, node, platform: system, cores, memoryGb, checks } = found;
      context.say([
        `fairfront ${fairfront} on Node ${node}, ${system}, ${cores} cores, ${memoryGb} GB of memory`,
        '',
        ...formatTable(
          [
            { title: '', align: 'left' },
            { title: 'what', align: 'left' },
            { title: 'for', align: 'left' },
            { title: 'found', align: 'left' },
          ],
          checks.map((check) => [SIGNS[check.status], check.name, check.for, shown(check)]),
        ).split('\n'),
      ]);
      const wayOuts = new Map<string, string[]>(); // one line for all that share it
      for (const { name, wayOut } of checks) {
        if (wayOut !== undefined) wayOuts.set(wayOut, [...(wayOuts.get(wayOut) ?? []), name]);
      }
      if (wayOuts.size > 0) context.say('');
      for (const [wayOut, names] of wayOuts) context.say(`${names.join(', ')}: ${wayOut}`);
      const failed = checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
      context.say([
        '',
        failed.length === 0
          ? 'Everything that should work does.'
          : `Does not work and should: ${failed.join(', ')}.`,
      ]);
    });
}

function shown({ found }: Check): string {
  return found.startsWith(insideFolder.path) ? insideFolder.from : found;
}
