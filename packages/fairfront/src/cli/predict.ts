// `fairfront predict <model> <data>`: what a trained model says of every row of a file.

import { compact, count, quoted } from '@fairfront/core/internal';
import { type Command, Option } from 'commander';
import { type PredictedFile, predictFile } from '../predict/predict-file.js';
import { DEFAULT_OUT, PREDICT_KINDS } from '../predict/predict-options.js';
import { inFlags } from '../report/flags.js';
import { printable } from '../report/printable.js';
import { UsageError } from '../usage-error.js';
import { type Context, createContext } from './context.js';
import { addReadingFlags } from './options/data.js';
import { addFlags, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function definePredict(command: Command, terminal: Terminal): void {
  addTelling(command)
    .argument('<model>', 'the folder of a run, or a model.json or model.onnx')
    .argument(
      '<data>',
      'a file, a folder or a pattern with the columns that the model takes, or - for standard input',
    )
    .addOption(
      new Option('-o, --out <file>', 'where to write: .csv or .parquet, or - for standard output').default(
        DEFAULT_OUT,
      ),
    );
  addFlags(command, 'Options:', PREDICT_KINDS, {
    force: ['replace a file that is there'],
    prefix: ['<text>', 'what the names of the new columns begin with'],
    group: [
      '<column>',
      'the group of each row, for a model with a threshold for each group (decide --by-group)',
    ],
  });
  addReadingFlags(command, 'categorical', 'numeric', 'memory');
  addFlags(command, 'How the file is read:', PREDICT_KINDS, {
    imageFolder: ['<folder>', 'a folder or tar where paths of pictures begin (default: beside the file)'],
  })
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront predict fairfront-fit applicants.csv\n  fairfront predict fairfront-fit/model.json "part-*.parquet" -o scored.parquet\n  zcat applicants.csv.gz | fairfront predict fairfront-fit - -o - | head',
    )
    .action((model: string, data: string) => {
      const { json, quiet, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      if (json === true && given['out'] === '-') {
        throw new UsageError(
          "`json: true` and `out: '-'` both want standard output; write the predictions to a file",
        );
      }
      return runPredict(model, data, given, context, json === true).finally(() => context.progress.end());
    });
}

async function runPredict(
  model: string,
  data: string,
  options: Readonly<Record<string, unknown>>,
  context: Context,
  isJson: boolean,
): Promise<void> {
  const { progress, terminal } = context;
  const release = context.endWhenInterrupted(); // what is half written goes with the process
  try {
    const result = await predictFile(model, data, options, {
      stdin: terminal.stdin,
      onProgress: (rows, share) =>
        progress.update('predicting rows', rows, share ? Math.round(rows / share) : undefined),
    });
    context.result(result);
    if (!isJson) for (const line of describe(result)) progress.note(inFlags(line));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error; // a reader that has seen enough
  } finally {
    release();
  }
}

/** What was predicted, in lines for standard error: standard output is for the predictions. */
function describe(result: PredictedFile): string[] {
  const { rows, target, classes, numbers, inputs, notes, added } = printable(result);
  const decided =
    numbers === undefined
      ? classes.map((each) => `${quoted([each.name])} ${each.rows}`).join(', ')
      : `mean ${compact(numbers.mean)}, from ${compact(numbers.lowest)} to ${compact(numbers.highest)}`;
  return [
    `${count(rows, 'row')} predicted, ${quoted([target])}: ${decided}`,
    ...inputs.flatMap(({ name, missing, unseen, examples }) => {
      const told = [
        ...(missing > 0 ? [`missing in ${count(missing, 'row')}`] : []),
        ...(unseen
          ? [`levels that training did not have in ${count(unseen, 'row')} (${quoted(examples)})`]
          : []),
      ];
      return told.length > 0 ? [`Note: ${quoted([name])}: ${told.join('; ')}.`] : [];
    }),
    ...notes.map((note) => `Note: ${note}.`),
    ...(result.out === '-' ? [] : [`Written: ${result.out} (${quoted(added)} added)`]),
  ];
}
