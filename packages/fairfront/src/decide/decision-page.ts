// The report of a run that decides by a threshold: what that does to whom comes first, on test rows.

import { percent } from '@fairfront/core/internal';
import { section, table, warning, words } from '../report/blocks.js';
import type { ReportPage } from '../report/page.js';
import { printable } from '../report/printable.js';
import type { DecisionResult } from './decision-result.js';
import { decidedTable, limitWords, ruleWords, testWords } from './decision-text.js';

/** Puts what a threshold does before everything else that a report says of the model. */
export function decidedPage(page: ReportPage, exact: DecisionResult): ReportPage {
  const decision = printable(exact);
  const { test, notes, cost } = decision;
  const rows = decidedTable(
    decision,
    test,
    ({ value, low, high }, show) => `${show(value)}\n${show(low)} to ${show(high)}`,
  );
  const blocks = [
    ...words(...ruleWords(decision, 'This run'), testWords(decision), ...limitWords(decision)),
    table(
      rows,
      `On the test rows, which had no say, with ${percent(test.level)} intervals. Before: deciding for the most probable class. A false positive costs ${cost.FP}, a false negative ${cost.FN}; cost is the mean of a group’s rows.`,
    ),
    ...notes.map((note) => warning(`${note}.`)),
    ...words(
      'All that follows is about the model’s probabilities, and about deciding for the most probable class.',
    ),
  ];
  return {
    ...page,
    sections: [...section('threshold', 'What the threshold does', blocks), ...page.sections],
  };
}
