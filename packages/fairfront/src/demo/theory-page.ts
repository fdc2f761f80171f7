// The theory demo as a page: what each group gets, how good it can be, then the pictures.

import { figure, picture, section, table, words } from '../report/blocks.js';
import { withGlossary } from '../report/glossary.js';
import type { ReportPage } from '../report/page.js';
import type { DemoResult } from './theory.js';
import { demoWords, groupTable, strategyTable } from './theory-words.js';

/** Figures of the paper that the page shows, as the text of SVGs. */
export interface TheoryPictures {
  readonly convergence: string;
  readonly distributions: string;
  /** Random starts behind the second. */
  readonly runs: number;
}

/** Makes the page of the theory demo. */
export function theoryPage(
  result: DemoResult,
  { convergence, distributions, runs }: TheoryPictures,
): ReportPage {
  const told = demoWords(result);
  const [outcome, equality] = told.outcome.split('\n');
  return withGlossary({
    title: 'Minimax Pareto fairness: three groups, one classifier',
    subtitle: 'A problem whose optimum is known',
    verdict: { tone: 'good', headline: 'Minimax brings the worst risk to its optimum', text: outcome! },
    sections: [
      ...section('groups', 'What each group gets', [
        ...words(told.problem),
        table(
          groupTable(result),
          'Risk of each group (Brier score, lower is better). “Own best” is what a classifier made for that group alone would reach; “balanced” is training that counts every group alike.',
        ),
        ...words(equality),
      ]),
      ...section('possible', 'How good it can be', [
        ...words(told.optimum),
        table(
          strategyTable(result),
          'A solve is one training for given group weights. The certified gap is the share of the worst risk that could at most still be saved.',
        ),
        ...words(told.fairness),
        figure(
          'gap-by-solve',
          {
            target: result.gap,
            strategies: result.strategies.map(({ strategy, gaps }) => ({ name: strategy, gaps })),
          },
          'Certified gap after each solve, by strategy.',
        ),
      ]),
      ...section('problem', 'The problem', [
        picture(
          distributions,
          'Three groups whose inputs overlap and whose outcomes differ',
          `The inputs and outcomes of the three groups with the minimax classifier, and how APStar converges (mean and standard deviation over ${runs} random starts).`,
        ),
      ]),
      ...section('search', 'The search', [
        picture(
          convergence,
          'APStar step by step',
          'In the triangles every point is a choice of weights; each coloured region holds the weights under which that group does better than the best worst risk so far. Weights that improve matters for everyone lie where all regions overlap.',
        ),
      ]),
    ],
  });
}
