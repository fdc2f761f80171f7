// `fairfront demo`: the main job on data inside the package, answer first. `--theory` shows the paper's three-group
// problem instead, whose optimum is known.

import { join, relative, resolve } from 'node:path';
import { drawFigure2, drawFigure6 } from '@fairfront/charts';
import { percent1 } from '@fairfront/core/internal';
import type { Command } from 'commander';
import { runTheoryDemo } from '../demo/theory.js';
import { theoryPage } from '../demo/theory-page.js';
import { theoryText } from '../demo/theory-words.js';
import type { FitResult } from '../measure/fit-result.js';
import { figure2 } from '../paper/figures/figure-2.js';
import { figure6 } from '../paper/figures/figure-6.js';
import { fitWords } from '../report/fit-words.js';
import { drawSvg } from '../report/picture.js';
import { formatTable } from '../report/table.js';
import { writePage } from '../report/write-page.js';
import { type FitTask, prepareForFit } from '../runs/find-fit.js';
import { FILES } from '../runs/finished-run.js';
import { fitSplits } from '../runs/fit.js';
import { TASK_KINDS } from '../task/data-options.js';
import { loadData } from '../task/load-data.js';
import { turn } from '../threads/turn.js';
import { resolveFitOptions } from '../training/options/fit-options.js';
import { UsageError } from '../usage-error.js';
import { checkFolder, writeFolder } from '../write-file.js';
import { type Context, createContext, type TellingOptions } from './context.js';
import { addFlags, addOut, addTelling } from './options/flags.js';
import type { Terminal } from './terminal.js';
import { trainingLine } from './training-line.js';

interface DemoOptions extends TellingOptions {
  readonly out: string;
  readonly force?: boolean;
  readonly theory?: boolean;
  readonly seed?: number;
}

/** The demo's own folder: what an earlier demo left there is replaced. */
const FOLDER = 'fairfront-demo';

/** Gives the command its flags, help and action. */
export function defineDemo(command: Command, terminal: Terminal): void {
  addOut(addTelling(command), FOLDER)
    .option('--force', 'replace the finished run in --out')
    .option(
      '--theory',
      'the paper’s three-group problem, whose optimum is known: four strategies side by side',
    );
  addFlags(command, 'Options:', TASK_KINDS, {
    seed: ['<number>', 'with --theory: of random search (default: 1)'],
  })
    .addHelpText('after', '\nExample:\n  fairfront demo --out my-demo   then open my-demo/report.html')
    .action(async (options: DemoOptions) => {
      if (!options.theory && options.seed !== undefined) {
        throw new UsageError('`seed` is for `theory`, where one of the strategies draws; leave it out');
      }
      const context = createContext(options, terminal);
      checkFolder(options.out, options.force === true || options.out === FOLDER);
      await (options.theory ? runTheory(options, context) : runCensus(options, context)).finally(() =>
        context.progress.end(),
      );
      context.say(`Report: ${join(relative('', resolve(options.out)), 'report.html')}`);
    });
}

/** The groups of the demo: sex, and whether a person earns more than 50,000 dollars. */
const GROUPS = 'sex,income';
const WOMEN_ABOVE = 'Female · >50K';
const MEN_BELOW = 'Male · <=50K';

async function runCensus({ out }: DemoOptions, context: Context): Promise<void> {
  context.endWhenInterrupted();
  const data = await loadData('adult', { datasetSplit: 0 }, context.terminal);
  const show = trainingLine(context);
  const onProgress = (event: Parameters<typeof show>[0]): Promise<void> => {
    show(event);
    return turn();
  };
  const options = { groups: GROUPS, model: 'linear' } as const;
  const resolved = resolveFitOptions(options);
  await onProgress({ kind: 'encoding' });
  const prepare = (split: number): FitTask => prepareForFit(data, resolved, split);
  const asked = { data: 'adult', options: { ...options, datasetSplit: 0 } };
  const { result, save } = await fitSplits(prepare(0), prepare, resolved, { onProgress }, asked);
  await save(out, { force: true });
  context.progress.end();
  context.result(result);
  context.say(censusText(result).split('\n'));
}

/** What the demo found, the answer first. */
function censusText(result: FitResult): string {
  const { groups, models } = result;
  const { verdict, certificate } = fitWords(result);
  const accuracy = (model: keyof FitResult['models'], name: string): number =>
    models[model].metrics.test.accuracy.byGroup[groups.findIndex((group) => group.name === name)]!;
  const ofAll = (model: keyof FitResult['models']): string =>
    percent1(models[model].metrics.test.accuracy.sampleMean);
  const whole = (share: number): string => `${Math.round(100 * share)}%`;
  const rows = groups.map(({ name, rows }) => [
    name,
    rows.test.toLocaleString('en-US'),
    ...(['naive', 'balanced', 'minimax'] as const).map((model) => percent1(accuracy(model, name))),
  ]);
  return [
    `Who earns more than 50,000 dollars? A linear model learns it from ${result.task.rows.train.toLocaleString('en-US')} answers to the census of 1994.`,
    '',
    `${verdict.headline}. ${verdict.sentences}`,
    `The ordinary model recognises ${whole(accuracy('naive', WOMEN_ABOVE))} of the women who do; the minimax model ${whole(accuracy('minimax', WOMEN_ABOVE))}.`,
    `It is right about ${whole(accuracy('minimax', MEN_BELOW))} of the men who earn less, not ${whole(accuracy('naive', MEN_BELOW))}.`,
    '',
    'Share that each model is right about, among people that no choice was made by:',
    formatTable(
      [
        { title: 'group', align: 'left' },
        { title: 'people' },
        { title: 'naive' },
        { title: 'balanced' },
        { title: 'minimax' },
      ],
      [...rows, ['all', '', ofAll('naive'), ofAll('balanced'), ofAll('minimax')]],
    ),
    'naive: ordinary training. balanced: every group counts alike. minimax: chosen for the group that is served worst.',
    '',
    certificate,
    '',
    'The same on a table of yours: fairfront fit loans.csv --target default --groups "sex,age<55"',
  ].join('\n');
}

async function runTheory({ out, seed = 1 }: DemoOptions, context: Context): Promise<void> {
  const { progress } = context;
  const result = runTheoryDemo(seed);
  context.say([...theoryText(result).split('\n'), '']);
  const distributions = figure6({ seed });
  const report = writePage(
    theoryPage(result, {
      convergence: drawSvg(drawFigure2, figure2({ seed })),
      distributions: drawSvg(drawFigure6, distributions),
      runs: distributions.runs,
    }),
  );
  progress.end();
  context.endWhenInterrupted();
  writeFolder(out, { 'report.html': report, 'result.json': `${JSON.stringify(result)}\n` }, FILES);
  context.result(result);
}
