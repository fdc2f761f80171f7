// `fairfront watch <run> <data>`: is any group now served worse than promised?

import { relative, resolve } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import type { Command } from 'commander';
import { openRun } from '../runs/finished-run.js';
import { readingAsAtFit, watch } from '../watch/watch.js';
import { WATCH_KINDS } from '../watch/watch-options.js';
import { watchText } from '../watch/watch-words.js';
import { checkFolder } from '../write-file.js';
import { type Context, createContext } from './context.js';
import { Alarm } from './describe-error.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addReadingFlags } from './options/data.js';
import { addFlags, addOut, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineWatch(command: Command, terminal: Terminal): void {
  addOut(addTelling(command), 'fairfront-watch')
    .argument('<run>', 'the folder of a finished run')
    .argument('<data>', 'new rows whose outcomes are known: a file, or - for standard input');
  addFlags(command, 'Options:', WATCH_KINDS, {
    state: ['<file>', 'remembers the watch from batch to batch; made where it is missing'],
    level: ['<share>', 'of watches that may ever end in a false alarm (default: 0.05)'],
    loss: ['<name>', "what must not rise (default: the run's own)"],
    groups: ['<groups>', 'how groups are made, where the run does not say so'],
    force: ['count a batch that was handed over before'],
  });
  addReadingFlags(command)
    .addHelpText(
      'after',
      '\nExit code 3: an alarm.\n\nExamples:\n  fairfront watch runs/loans may.csv --state loans-watch.json\n  fairfront watch runs/loans june.csv --state loans-watch.json --loss error',
    )
    .action((run: string, data: string, { out }: { readonly out: string }) => {
      const { json, quiet, out: _, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      return runWatch(run, data, out, given, context).finally(() => context.progress.end());
    });
}

async function runWatch(
  folder: string,
  data: string,
  out: string,
  options: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  checkFolder(out); // a batch is counted once: what cannot be written must be known before
  const run = await openRun(folder);
  const reading = { ...readingAsAtFit(run, data), ...options };
  const loaded = await loadForCommand(data, reading, context).catch((error: unknown) => {
    // The run declared the columns, not who works here: the message is not to name a flag that was not given.
    if (!(error instanceof FairfrontError)) throw error;
    throw new FairfrontError(error.code, error.message.replace(/^`(?:categorical|numeric)`: /, ''));
  });
  context.progress.update('predicting', 0, undefined);
  const found = await watch(run, loaded, withoutLoading(options));
  context.endWhenInterrupted(); // not in the midst of writing
  await found.save(out);
  context.result(found.result);
  context.say(watchText(found.result).split('\n'));
  const { state } = options;
  const kept =
    state === undefined ? 'To add the next batch to this one, keep a `state`.' : `Kept in ${state}.`;
  context.say(['', `Report: ${relative('', resolve(out)) || '.'}/report.html. ${kept}`]);
  if (found.result.alarm) throw new Alarm();
}
