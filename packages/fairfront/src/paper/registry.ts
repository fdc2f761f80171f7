// Every table and figure of the paper, numbered as in the paper, and the function that runs one of them.

import {
  drawFigure1,
  drawFigure2,
  drawFigure3,
  drawFigure5,
  drawFigure6,
  drawFigure7,
  drawFigure8,
} from '@fairfront/charts';
import { count } from '@fairfront/core/internal';
import { Interrupted } from '../interrupted.js';
import { drawSvg } from '../report/picture.js';
import { UsageError } from '../usage-error.js';
import { ensureFolder } from '../write-file.js';
import { describeDependence, describeEstimation } from './estimation-words.js';
import type { ExperimentHooks, ExperimentOptions, ExperimentResult } from './experiment/experiment.js';
import { figure1 } from './figures/figure-1.js';
import { figure2 } from './figures/figure-2.js';
import { figure3 } from './figures/figure-3.js';
import { figure5 } from './figures/figure-5.js';
import { figure6 } from './figures/figure-6.js';
import { figure7 } from './figures/figure-7.js';
import { describeFront, describeStarSet, describeStarSets, describeStudy } from './summaries.js';
import { checkTableOptions, runTable } from './tables/run-table.js';
import { type TableRecipe, tables } from './tables/table-recipes.js';

export interface Experiment {
  readonly name: string;
  readonly title: string;
  readonly run: RunExperiment;
  /**
   * `trains` if it trains networks on samples. Those that train and tables have options of their own, and can
   * be interrupted.
   */
  readonly kind?: 'trains' | 'table';
  /** The recipe of a table. */
  readonly table?: TableRecipe;
}

type RunExperiment = (
  options: ExperimentOptions & { readonly seed: number },
  hooks: ExperimentHooks,
) => ExperimentResult | Promise<ExperimentResult>;

/**
 * Runs an experiment of the paper: its numbers, its pictures and a summary in words.
 * @param name such as `figure-1` or `table-5`; `experiments` has them all
 */
export async function runExperiment(
  name: string,
  options: ExperimentOptions = {},
  hooks: ExperimentHooks = {},
): Promise<ExperimentResult> {
  const { run } = checkExperiment(name, options);
  if (options.folder !== undefined) ensureFolder(options.folder);
  return run({ ...options, seed: options.seed ?? 1 }, hooks);
}

/** Finds an experiment, and checks that it takes the options. */
export function checkExperiment(name: string, options: ExperimentOptions): Experiment {
  const experiment = experiments.find((candidate) => candidate.name === name);
  if (experiment === undefined) {
    throw new UsageError(
      `there is no experiment "${name}". One of: ${experiments.map((one) => one.name).join(', ')}`,
    );
  }
  const { kind, table } = experiment;
  const given = (names: readonly (keyof ExperimentOptions)[]): string[] =>
    names.filter((option) => (options[option] ?? false) !== false).map((option) => `\`${option}\``);
  const ofTables = given(TABLE_OPTIONS);
  if (kind !== 'table' && ofTables.length > 0) {
    throw new UsageError(`${ofTables.join(', ')}: ${name} is no table; leave it out`);
  }
  const ofStudies = given(STUDY_OPTIONS);
  if (kind !== 'trains' && ofStudies.length > 0) {
    const trained = experiments.filter((one) => one.kind === 'trains');
    const others = trained.map((one) => one.name).join(' and ');
    throw new UsageError(`${ofStudies.join(', ')}: only for ${others}, not for ${name}; leave it out`);
  }
  for (const option of COUNTS) {
    const wrong = [options[option] ?? []].flat().find((value) => !(Number.isInteger(value) && value >= 1));
    if (wrong !== undefined) {
      throw new UsageError(`\`${option}\` must be a whole number of at least 1; got ${wrong}`);
    }
  }
  if (table !== undefined) checkTableOptions(table, options);
  return experiment;
}

const TABLE_OPTIONS = ['only', 'splits', 'quick', 'dataDir', 'weights', 'device'] as const;
const STUDY_OPTIONS = ['samples', 'runs', 'hidden', 'maxSolves', 'maxEpochs', 'epochSteps', 'grid'] as const;
const COUNTS = ['samples', 'runs', 'hidden', 'maxSolves', 'maxEpochs', 'epochSteps', 'splits'] as const;

const convergenceOnStarSets = {
  title: 'Solves needed on random star sets, by the area of their intersection',
  run: ({ seed }, hooks) => {
    const data = figure3({ seed }, hooks);
    return { data, files: { svg: drawSvg(drawFigure3, data) }, summary: describeStarSets(data) };
  },
} satisfies Pick<Experiment, 'title' | 'run'>;

/** Every table and figure of the paper, in its order. */
export const experiments: readonly Experiment[] = [
  {
    name: 'figure-1',
    title: 'Pareto front of two groups, and unnecessary harm',
    run: () => {
      const data = figure1();
      return { data, files: { svg: drawSvg(drawFigure1, data) }, summary: describeFront(data) };
    },
  },
  {
    name: 'figure-2',
    title: 'APStar on three groups: regions, risks, weights and errors by solve',
    run: (options, hooks) => {
      const data = figure2(options, hooks);
      return { data, files: { svg: drawSvg(drawFigure2, data) }, summary: describeFront(data) };
    },
  },
  { name: 'figure-3', ...convergenceOnStarSets },
  { name: 'figure-4', ...convergenceOnStarSets, title: 'Figure 3, repeated in the appendix' },
  {
    name: 'figure-5',
    title: 'How a star set is drawn',
    run: (options) => {
      const data = figure5(options);
      return { data, files: { svg: drawSvg(drawFigure5, data) }, summary: describeStarSet(data) };
    },
  },
  {
    name: 'figure-6',
    title: 'Three groups: distributions, minimax classifier, convergence, and networks by size of sample',
    kind: 'trains',
    run: runFigure6,
  },
  {
    name: 'figure-7',
    title: 'Three kinds of dependence, with the minimax classifier',
    run: () => {
      const data = figure7();
      return { data, files: { svg: drawSvg(drawFigure7, data) }, summary: describeDependence(data) };
    },
  },
  { name: 'figure-8', title: 'Plug-in against joint estimation', kind: 'trains', run: runFigure8 },
  ...tables.map(
    (table): Experiment => ({
      name: table.name,
      title: table.title,
      kind: 'table',
      table,
      run: (options, hooks) => runTable(table, options, hooks),
    }),
  ),
];

// The studies are loaded when they are run: they bring the runtime of networks along.

async function runFigure6(
  options: Parameters<RunExperiment>[0],
  hooks: ExperimentHooks,
): Promise<ExperimentResult> {
  const front = figure6(options);
  const { sampleStudy } = await import('./studies/sample-study.js');
  const study = await sampleStudy(front, options, hooks);
  const data = study === undefined ? front : { ...front, study };
  const finished = study?.rows.reduce((sum, { runs }) => sum + runs.length, 0) ?? 0;
  return {
    data,
    files: { svg: drawSvg(drawFigure6, data) },
    summary: [describeFront(data), ...(study === undefined ? [] : [describeStudy(study)])].join('\n\n'),
    ...(hooks.signal?.aborted
      ? {
          interrupted:
            finished === 0
              ? 'interrupted before the first network was found: panels d and e are missing'
              : `interrupted; the same command goes on from here. Panels d and e show what was finished, ${count(finished, 'run')}`,
        }
      : {}),
  };
}

async function runFigure8(
  options: Parameters<RunExperiment>[0],
  hooks: ExperimentHooks,
): Promise<ExperimentResult> {
  const { plugInStudy } = await import('./studies/plug-in-study.js');
  const outcome = await plugInStudy(options, hooks);
  if (outcome === undefined) {
    throw new Interrupted('interrupted before the first classifier was found: there is nothing to draw');
  }
  const { data, finished, total } = outcome;
  return {
    data,
    files: { svg: drawSvg(drawFigure8, data) },
    summary: describeEstimation(data),
    ...(finished === total
      ? {}
      : {
          interrupted: `interrupted; the same command goes on from here. The figure shows what was finished, ${finished} of ${total} classifiers`,
        }),
  };
}
