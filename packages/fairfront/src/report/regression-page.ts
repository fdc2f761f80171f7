// A fit that predicts a number, as a page for others to read: the verdict, whose error changes, then what is possible,
// what the model goes by, and how it was made.

import type { RisksByGroupData } from '@fairfront/charts';
import { DEFAULT_LEVEL, percent } from '@fairfront/core/internal';
import type { RegressionResult } from '../measure/regression-result.js';
import { keepsNaive } from '../training/select/selection.js';
import { command, figure, section, table, warning, words } from './blocks.js';
import { modelLabel, settingTable, shownModels, weightTable } from './fit-tables.js';
import { commandLine, inFlags } from './flags.js';
import { withGlossary } from './glossary.js';
import type { Block, PageVerdict, ReportPage } from './page.js';
import { printable } from './printable.js';
import { errorRepeatTable, errorTable, numberTable } from './regression-tables.js';
import { type RegressionWords, regressionWords } from './regression-words.js';
import { dataName, groupWords } from './title-words.js';
import { isLeak, VERDICT_TONES } from './verdict-words.js';

/** Makes the page of a fit that predicts a number. */
export function regressionPage(exact: RegressionResult): ReportPage {
  const result = printable(exact);
  const told = regressionWords(result);
  const { data, task, groups, asked } = result;
  const { train, validation, test } = task.rows;
  const appendix = { isAppendix: true };
  return withGlossary({
    title: `How much is ${task.target}? A model for ${dataName(data)}, judged ${groupWords(groups.length, asked)}`,
    subtitle: `${dataName(data)}: ${(train + validation + test).toLocaleString('en-US')} rows, ${test.toLocaleString('en-US')} of them kept apart to judge by`,
    verdict: pageVerdict(result, told),
    sections: [
      ...section('people', 'Who gains, who pays', errorBlocks(result, told)),
      ...section(
        'bias',
        'Predicted too high or too low',
        words(told.bias ?? 'For no group is the mean of prediction − truth surely above or below 0.'),
      ),
      ...section('possible', 'What at most was to gain', words(told.atMost ?? told.certificate)),
      ...section('warnings', 'Warnings about the data', warningBlocks(result)),
      ...section('method', 'How it was made', methodBlocks(result, told)),
      ...section('metrics', 'Every metric', metricBlocks(result), appendix),
      ...section('splits', 'Other splits of the rows', repeatBlocks(result, told), appendix),
      ...section(
        'weights',
        'Weights of the groups',
        [table(weightTable(result), 'What each group’s mean squared error was multiplied with in training.')],
        appendix,
      ),
    ],
  });
}

function pageVerdict({ verdict, warnings }: RegressionResult, told: RegressionWords): PageVerdict {
  const caveats = warnings.filter(isLeak).map(({ message }) => inFlags(`${message}.`));
  return {
    tone: VERDICT_TONES[verdict.decision],
    headline: told.headline,
    text: inFlags(told.verdict),
    ...(caveats.length > 0 && { caveats }),
  };
}

function errorBlocks(result: RegressionResult, told: RegressionWords): Block[] {
  const { task, selection, verdict } = result;
  const isNaive = keepsNaive(selection);
  const label = modelLabel(result, 'minimax');
  const intro = isNaive
    ? 'Nobody gains and nobody pays: the ordinary model stays.'
    : verdict.decision === 'use-minimax'
      ? undefined
      : `This is what would change with the ${label} model in place of the ordinary one.`;
  return [
    ...words(intro, told.payers),
    figure(
      'risks-by-group',
      errorsByGroup(result),
      `Typical error (RMSE, in the units of ${task.target}) of every group on the test rows; further left is better.`,
    ),
    table(
      errorTable(result, true),
      `RMSE is the root of the mean squared error, in the units of ${task.target}; bias is the mean of prediction − truth. On the test rows, with ${percent(DEFAULT_LEVEL)} intervals below. Naive is ordinary training (least squares); balanced counts every group alike${isNaive ? '' : `; change is from naive to ${label}, on the same rows`}. The worst group’s interval holds whichever group is truly the worst.`,
    ),
  ];
}

function errorsByGroup(result: RegressionResult): RisksByGroupData {
  return {
    loss: 'rmse',
    part: 'test',
    groups: result.groups,
    level: DEFAULT_LEVEL,
    models: shownModels(result).map((name) => ({
      name: modelLabel(result, name),
      risks: result.models[name].metrics.test.rmse.byGroup,
      intervals: result.models[name].metrics.test.intervals.rmse.byGroup,
    })),
    changes: result.changes.minimax.rmse.byGroup,
  };
}

function warningBlocks({ warnings, notes }: RegressionResult): Block[] {
  return [
    ...warnings.map(({ message }) => warning(`${message}.`)),
    ...words(...notes.map((note) => `Note: ${note}.`)),
  ];
}

function methodBlocks(result: RegressionResult, told: RegressionWords): Block[] {
  const { asked } = result;
  return [
    ...words(told.problem, told.kind, told.selection, told.search, told.certificate),
    table(
      settingTable(result),
      'Settings. The fingerprint is the same for the same rows, features, numbers, groups and weights.',
    ),
    ...(asked === undefined ? [] : [command(commandLine('fit', asked))]),
  ];
}

function metricBlocks(result: RegressionResult): Block[] {
  return [
    table(
      numberTable(result, 'test'),
      `On the test rows. RMSE, MAE (mean absolute error) and bias are in the units of ${result.task.target}. R² is the share of a group’s own variance that is explained: below 0, the group’s own mean would do better. All rows are taken as one group; the worst bias is the farthest from 0.`,
    ),
  ];
}

function repeatBlocks(result: RegressionResult, told: RegressionWords): Block[] {
  const found = errorRepeatTable(result);
  if (found === undefined) return [];
  return [
    ...words(told.repeats),
    table(
      found,
      'RMSE on the test rows of each split, mean ± standard deviation. Test rows of different splits overlap, so these are no intervals.',
    ),
  ];
}
