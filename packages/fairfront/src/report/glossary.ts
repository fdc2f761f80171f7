// The words of a report that not everybody knows, explained: those that it uses, and no others.

import type { Block, ReportPage, Section } from './page.js';

interface Term {
  readonly term: string;
  /** Where a report speaks of it. */
  readonly used: RegExp;
  readonly meaning: string;
}

const TERMS: readonly Term[] = [
  {
    term: 'Accuracy',
    used: /\baccurac/i,
    meaning: 'The share of guesses that are right, where the most probable class is the guess.',
  },
  {
    term: 'Balanced',
    used: /\bbalanced\b/i,
    meaning: 'Training in which every group counts alike, however many people it has.',
  },
  {
    term: 'Base rate',
    used: /\bbase rate/i,
    meaning: 'The share of a group that truly is of the class.',
  },
  {
    term: 'Bias',
    used: /\bbias is the mean\b/,
    meaning:
      'The mean of what a model predicts less what was true: above 0, it predicts too high on average.',
  },
  {
    term: 'Brier score',
    used: /\bBrier/,
    meaning:
      'A measure of error: the squared difference between the probabilities that a model gives and what was true, summed over the classes. 0 is perfect.',
  },
  {
    term: 'Certificate',
    used: /\bcertif|Proved\b/i,
    meaning:
      'A proof, by numbers that anybody can check again, of how much better any model of the kind could be for its worst group on the rows trained on.',
  },
  {
    term: 'Cross-entropy',
    used: /\bcross-entropy/i,
    meaning:
      'A measure of error: how surprised a model is by what was true. 0 is perfect; to be sure and wrong costs most.',
  },
  {
    term: 'Calibration error',
    used: /\bcalibrat|\bECE\b/i,
    meaning: 'How far a model’s confidence is from the share of its guesses that are right.',
  },
  {
    term: 'Exchange rate',
    used: /\bexchange rate/i,
    meaning: 'What one group’s risk must rise by at least, if another’s is to fall by one percent.',
  },
  {
    term: 'Front',
    used: /\bfront\b/i,
    meaning:
      'All models of which none can be made better for one group without being made worse for another (the Pareto front).',
  },
  {
    term: 'Interval',
    used: /\binterval/i,
    meaning:
      'The range in which the true value lies with the stated confidence, given how few rows it was measured on.',
  },
  {
    term: 'Minimax',
    used: /\bminimax\b/i,
    meaning:
      'Training for the group that is served worst: the model whose highest risk of any group is as low as it can be.',
  },
  {
    term: 'Naive',
    used: /\bnaive\b/i,
    meaning: 'Ordinary training: every row counts alike, so that large groups count most.',
  },
  {
    term: 'Out of fold',
    used: /\bout of fold\b|\bfolds\b/i,
    meaning: 'Judged by a model that was trained without the row, all rows taking turns.',
  },
  {
    term: 'Penalty',
    used: /\bpenalty\b/i,
    meaning: 'What training charges for large weights, so that a model does not learn its rows by heart.',
  },
  {
    term: 'Risk',
    used: /\brisks?\b/i,
    meaning:
      'How wrong a model is about a group on average, by the measure it was trained for. Lower is better.',
  },
  {
    term: 'RMSE',
    used: /\bRMSE\b/,
    meaning:
      'The typical error of a number that is predicted, in its own units: the root of the mean squared error, in which large errors count most.',
  },
  {
    term: 'Test rows',
    used: /\btest rows?\b/i,
    meaning: 'Rows that were kept apart: no model was trained on them, and none was chosen by them.',
  },
  {
    term: 'True and false positives',
    used: /\b(true|false) positives/i,
    meaning: 'Of those who are of the class, the share that is found; of the others, the share taken for it.',
  },
  {
    term: 'Utopia',
    used: /\butopia\b/i,
    meaning: 'Every group at its own best at once. Seldom is one model that good.',
  },
  {
    term: 'Weight of a group (μ)',
    used: /μ|\bweights? of (the|every|each) groups?|\bgroup weights\b/i,
    meaning: 'How much a group’s risk counts in training.',
  },
];

/** The page with a glossary at its end. */
export function withGlossary(page: ReportPage): ReportPage {
  const text = [
    page.title,
    page.verdict?.headline,
    page.verdict?.text,
    ...page.sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(textsOf)]),
  ].join('\n');
  const terms = TERMS.filter(({ used }) => used.test(text)).map(({ term, meaning }) => ({ term, meaning }));
  const glossary: Section = { id: 'glossary', title: 'Words', blocks: [{ kind: 'terms', terms }] };
  return terms.length === 0 ? page : { ...page, sections: [...page.sections, glossary] };
}

/** What a block says, apart from cells of tables, which are names and numbers. */
function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'words':
    case 'warning':
      return [block.text];
    case 'table':
      return [block.caption, ...block.table.columns.map(({ title }) => title)];
    case 'people':
    case 'figure':
    case 'picture':
      return [block.caption];
    default:
      return [];
  }
}
