// `fairfront discover <data|run|predictions>`: sub-populations that nobody named and a model serves worse.

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { discoverAsked } from '../discover/discover.js';
import { DISCOVER_KINDS } from '../discover/discover-options.js';
import { discoverText } from '../discover/discover-words.js';
import { isRunFolder, openRun } from '../runs/finished-run.js';
import { SOURCE_KINDS } from '../task/data-options.js';
import { UsageError } from '../usage-error.js';
import { checkFolder } from '../write-file.js';
import { type Context, createContext } from './context.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addReadingFlags, LABELS_HEADING } from './options/data.js';
import { addFlags, addOut, addTelling, givenOptions } from './options/flags.js';
import { addWorkersFlags, takeWorkers } from './options/workers.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineDiscover(command: Command, terminal: Terminal): void {
  addOut(addTelling(command), 'fairfront-discover')
    .argument('<source>', 'a file, a dataset by name, a file of predictions, or the folder of a finished run')
    .argument('[data]', 'of a run: its data, where they are not where they were');
  addFlags(command, 'Options:', DISCOVER_KINDS, {
    by: ['<columns>', 'the only columns to describe people by (default: all that may)'],
    conditions: ['<count>', 'of a description at most, from 1 to 3 (default: 3)'],
    minShare: ['<share>', 'of the people at least (default: 0.01)'],
    candidates: ['<count>', 'how many are tested at most (default: 10)'],
    level: ['<share>', 'how often anything is found where there is nothing (default: 0.05)'],
    loss: ['<name>', 'what people are served worse by (default: cross-entropy, or the run’s own)'],
    seed: ['<number>', 'same seed, same halves (default: 1)'],
  });
  addFlags(command, LABELS_HEADING, DISCOVER_KINDS, {
    target: [
      '<column>',
      'the column with the classes to predict, or what was true; or a comparison: income>50000',
    ],
    probabilities: ['<columns>', 'of predictions: what the model said, class=column for each class'],
    positive: ['<class>', 'of predictions with one column: whose probability it is (default: the second)'],
    entities: ['<column>', 'of predictions: rows with the same value are of one person'],
    features: ['<columns>', 'the only columns to learn from'],
    ignore: ['<columns>', 'columns not to use'],
    missingTarget: ['<what>', 'rows without a target (default: error)'],
    weight: ['<column>', 'what each row counts for: survey or sampling weights (default: 1)'],
  });
  addReadingFlags(command);
  addFlags(
    command,
    'How the file is read:',
    { ...SOURCE_KINDS, ...DISCOVER_KINDS },
    {
      minLevelRows: ['<rows>', 'rarer levels are pooled (default: 10)'],
      text: ['<columns>', 'columns of texts, whose words are the features (tf-idf)'],
      vocabulary: ['<words>', 'the most frequent words of a text column that are features (default: 10000)'],
      sublinear: ['a word that a text has f times counts 1 + ln f, not f'],
      dataDir: ['<folder>', 'where datasets by name are looked for first'],
    },
  );
  addFlags(
    command,
    'Which rows are left out as test rows:',
    { ...SOURCE_KINDS, ...DISCOVER_KINDS },
    {
      split: ['<shares>', 'train, validation, test (default: 0.6,0.2,0.2)'],
      splitBy: ['<column>', 'rows with the same value are of one person, and stay together'],
      splitColumn: ['<column>', 'a column that says train, validation or test'],
      datasetSplit: ['<index>', "a named dataset's published split, counted from 0"],
    },
  );
  addWorkersFlags(command)
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront discover loans.csv --target default\n  fairfront discover runs/loans --by sex,age,region\n  fairfront discover predictions.csv --target default --probabilities p_default',
    )
    .action((source: string, data: string | undefined, { out }: { readonly out: string }) => {
      const { json, quiet, out: _, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      return runDiscover(source, data, out, given, context).finally(() => context.progress.end());
    });
}

async function runDiscover(
  source: string,
  data: string | undefined,
  out: string,
  given: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  const [workers, options] = takeWorkers(given, context.terminal.environment);
  checkFolder(out);
  const isRun = isRunFolder(source);
  if (!isRun && data !== undefined) {
    throw new UsageError(`${source} is not the folder of a finished run; name its data alone`);
  }
  const from = isRun ? await openRun(source) : await loadForCommand(source, options, context);
  const ofRun = data === undefined ? undefined : await loadForCommand(data, options, context);
  const release = context.endWhenInterrupted();
  const { result, save } = await discoverAsked(
    from,
    withoutLoading(options),
    {
      ...(ofRun && { data: ofRun }),
      workers: workers && { ...workers, onNote: context.progress.note },
      onProgress: (what, done, total) => context.progress.update(what, done, total),
    },
    { data: source, options },
  );
  release();
  context.endWhenInterrupted(); // not in the midst of writing
  await save(out);
  context.result(result);
  context.say(discoverText(result).split('\n'));
  context.say(['', `Report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`]);
}
