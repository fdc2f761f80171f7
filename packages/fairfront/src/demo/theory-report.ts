// The theory demo as one page: words first, then the table, then the pictures. No script, no network; it prints.

import {
  drawFigure2,
  drawFigure6,
  drawGapBySolve,
  type Figure2Data,
  type Figure6Data,
} from '@fairfront/charts';
import { figure, htmlTable, page, paragraph } from '../report/html.js';
import { drawSvg } from '../report/picture.js';
import type { DemoResult } from './theory.js';
import { demoWords, groupTable, strategyTable } from './theory-words.js';

/** The theory demo as a page. */
export function demoReport(result: DemoResult, convergence: Figure2Data, distributions: Figure6Data): string {
  const words = demoWords(result);
  const gaps = {
    target: result.gap,
    strategies: result.strategies.map(({ strategy, gaps }) => ({ name: strategy, gaps })),
  };
  return page(
    'Minimax Pareto fairness: three groups, one classifier',
    [
      paragraph(words.problem),
      '<h2>What each group gets</h2>',
      htmlTable(
        groupTable(result),
        'Risk of each group (Brier score, lower is better). “Own best” is what a classifier made for that group alone would reach; “balanced” is training that counts every group alike.',
      ),
      paragraph(words.outcome),
      '<h2>How good can it be?</h2>',
      paragraph(words.optimum),
      htmlTable(
        strategyTable(result),
        'A solve is one training for given group weights. The certified gap is the share of the worst risk that could at most still be saved.',
      ),
      paragraph(words.fairness),
      figure(drawSvg(drawGapBySolve, gaps), 'Certified gap after each solve, by strategy.'),
      '<h2>The problem</h2>',
      figure(
        drawSvg(drawFigure6, distributions),
        `The inputs and outcomes of the three groups with the minimax classifier, and how APStar converges (mean and standard deviation over ${distributions.runs} random starts).`,
      ),
      '<h2>The search</h2>',
      figure(
        drawSvg(drawFigure2, convergence),
        'APStar step by step. In the triangles every point is a choice of weights; each coloured region holds the weights under which that group does better than the best worst risk so far. Weights that improve matters for everyone lie where all regions overlap.',
      ),
    ].join('\n'),
  );
}
