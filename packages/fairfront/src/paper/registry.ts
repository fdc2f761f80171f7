// Every table and figure of the paper, numbered as in the paper, and what there is of it.

import {
  drawFigure1,
  drawFigure2,
  drawFigure3,
  drawFigure5,
  drawFigure6,
  drawFigure7,
  drawFigure8,
} from '@fairfront/charts';
import { drawSvg } from '../report/picture.js';
import { describeDependence, describeEstimation } from './estimation-words.js';
import type { Drawn } from './experiment/drawn.js';
import type { FigureContext } from './experiment/figure-context.js';
import { figure1 } from './figures/figure-1.js';
import { figure2 } from './figures/figure-2.js';
import { figure3 } from './figures/figure-3.js';
import { figure5 } from './figures/figure-5.js';
import { figure6WithStudy } from './figures/figure-6.js';
import { figure7 } from './figures/figure-7.js';
import { figure8 } from './figures/figure-8.js';
import { describeFront, describeStarSet, describeStarSets, describeStudy } from './summaries.js';
import { runTable } from './tables/run-table.js';
import { tables } from './tables/table-recipes.js';

export interface Experiment {
  readonly name: string;
  readonly title: string;
  /** Absent while the experiment is not there yet. */
  readonly run?: (context: FigureContext) => Drawn | Promise<Drawn>;
  /** It trains networks: it takes the options for that, and can be interrupted. */
  readonly trains?: true;
  /** It takes the options of tables, and can be interrupted. */
  readonly isTable?: true;
}

const convergenceOnStarSets = {
  title: 'Solves needed on random star sets, by the area of their intersection',
  run: (context: FigureContext): Drawn => {
    const data = figure3(context);
    return { data, files: { svg: drawSvg(drawFigure3, data) }, summary: describeStarSets(data) };
  },
};

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
    run: (context) => {
      const data = figure2(context);
      return { data, files: { svg: drawSvg(drawFigure2, data) }, summary: describeFront(data) };
    },
  },
  { name: 'figure-3', ...convergenceOnStarSets },
  { name: 'figure-4', ...convergenceOnStarSets, title: 'Figure 3, repeated in the appendix' },
  {
    name: 'figure-5',
    title: 'How a star set is drawn',
    run: (context) => {
      const data = figure5(context);
      return { data, files: { svg: drawSvg(drawFigure5, data) }, summary: describeStarSet(data) };
    },
  },
  {
    name: 'figure-6',
    title: 'Three groups: distributions, minimax classifier, convergence, and networks by size of sample',
    trains: true,
    run: async (context) => {
      const { data, interrupted } = await figure6WithStudy(context);
      return {
        data,
        files: { svg: drawSvg(drawFigure6, data) },
        summary: [describeFront(data), ...(data.study ? [describeStudy(data.study)] : [])].join('\n\n'),
        ...(interrupted === undefined ? {} : { interrupted }),
      };
    },
  },
  {
    name: 'figure-7',
    title: 'Three kinds of dependence, with the minimax classifier',
    run: () => {
      const data = figure7();
      return { data, files: { svg: drawSvg(drawFigure7, data) }, summary: describeDependence(data) };
    },
  },
  {
    name: 'figure-8',
    title: 'Plug-in against joint estimation',
    trains: true,
    run: async (context) => {
      const { data, ...rest } = await figure8(context);
      return { data, files: { svg: drawSvg(drawFigure8, data) }, summary: describeEstimation(data), ...rest };
    },
  },
  { name: 'table-1', title: 'MIMIC-III' },
  { name: 'table-2', title: 'HAM10000' },
  ...tableExperiments(['table-3', 'table-4', 'table-5']),
  { name: 'table-8', title: 'HAM10000, in full' },
  { name: 'table-9', title: 'MIMIC-III, in full' },
  ...tableExperiments(['table-10', 'table-11', 'table-12', 'support2']),
];

function tableExperiments(names: readonly string[]): Experiment[] {
  return tables
    .filter(({ name }) => names.includes(name))
    .map((recipe) => ({
      name: recipe.name,
      title: recipe.title,
      isTable: true,
      run: (context) => runTable(recipe, context),
    }));
}
