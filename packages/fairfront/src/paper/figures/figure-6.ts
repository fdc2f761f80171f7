// Figure 6: (a) the three-group problem's distributions with its minimax classifier, (b, c) how APStar converges on them, and (d, e) how close
// networks come that are trained on samples. The first three panels take no time; the last two take minutes, and are asked for apart.

import { type Figure6Data, plural } from '@fairfront/charts';
import { createRandom } from '@fairfront/core';
import { closedForm, threeGroupProblem } from '@fairfront/core/theory';
import type { FigureContext } from '../experiment/figure-context.js';
import { convergence } from './convergence.js';
import { distributions } from './distributions.js';
import { frontSummary } from './front-summary.js';

const RUNS = 5;
const ITERATIONS = 100;
const GRID = { from: -4, to: 4, step: 0.02 };

export function figure6({ seed }: FigureContext): Figure6Data {
  const form = closedForm(threeGroupProblem);
  const summary = frontSummary(form);
  return {
    ...summary,
    ...distributions(form, summary.minimax.mu, GRID),
    iterations: convergence(form, summary, {
      runs: RUNS,
      iterations: ITERATIONS,
      random: createRandom(seed),
    }),
    runs: RUNS,
  };
}

export interface Figure6Drawn {
  readonly data: Figure6Data;
  /** Where Ctrl-C ended it early: how far it came. */
  readonly interrupted?: string;
}

/** All five panels. */
export async function figure6WithStudy(context: FigureContext): Promise<Figure6Drawn> {
  const data = figure6(context);
  // Loaded when needed: it brings the runtime of networks along.
  const { sampleStudy } = await import('../studies/sample-study.js');
  const study = await sampleStudy(threeGroupProblem, data, context);
  const finished = study?.rows.reduce((sum, { runs }) => sum + runs.length, 0) ?? 0;
  const all = study === undefined ? data : { ...data, study };
  if (!context.signal?.aborted) return { data: all };
  const interrupted =
    finished === 0
      ? 'interrupted before the first network was found: panels d and e are missing'
      : `interrupted; panels d and e show what was finished, ${plural(finished, 'run')}`;
  return { data: all, interrupted };
}
