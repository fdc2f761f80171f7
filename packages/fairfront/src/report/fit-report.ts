// A fit as one page for others to read: words first, then the groups, then the proof. No script, no network; it prints.

import {
  drawComparison,
  drawRiskSources,
  drawRisksByGroup,
  drawSearchPath,
  type RisksByGroupData,
} from '@fairfront/charts';
import { percent } from '@fairfront/charts/internal';
import { worstRisk } from '@fairfront/core';
import { createCertifier, DEFAULT_LEVEL } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { MODEL_NAMES, riskOf } from '../measure/model-metrics.js';
import { keepsNaive } from '../training/select/selection.js';
import { lossName } from '../training/task-report.js';
import { compareTable, comparisonData, methodLines } from './compare-tables.js';
import { compareWords } from './compare-words.js';
import { decisionTable } from './decision-words.js';
import { decompositionTable, decompositionWords } from './decomposition-words.js';
import { metricTable, repeatTable, riskMetric, riskTable, weightTable } from './fit-tables.js';
import { fitWords } from './fit-words.js';
import { commandLine } from './flags.js';
import { box, code, figure, htmlTable, page, paragraph } from './html.js';
import { decimal } from './numbers.js';
import { drawSvg } from './picture.js';
import { printable } from './printable.js';
import { repeatWords } from './selection-words.js';
import { HEADLINES } from './verdict-words.js';
import { whySection } from './why-words.js';

/** Sentences as paragraphs; those that there are. */
function told(...texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined).map(paragraph);
}

/** Makes the page of a fit. */
export function fitReport(exact: FitResult): string {
  const result = printable(exact);
  const { task, search, notes } = result;
  const words = fitWords(result);
  return page(
    `${result.data}: ${HEADLINES[result.verdict.decision]}`,
    [
      box(result.verdict.decision, words.verdict.headline, words.verdict.sentences),
      paragraph(words.problem),
      ...told(words.payers, ...words.decisions, words.distilled, ...words.advice),
      ...result.warnings.map(({ message }) => paragraph(`Warning: ${message}.`)),
      figure(
        drawSvg(drawRisksByGroup, risksByGroup(result)),
        `Risk of every group on ${task.rows.test.toLocaleString('en-US')} rows that no model was trained on or chosen by (${lossName(result)}; further left is better).`,
      ),
      '<h2>What each group gets</h2>',
      htmlTable(
        riskTable(result, true),
        `Risk (${lossName(result)}, lower is better) and accuracy on the test rows; below risks and changes are ${percent(DEFAULT_LEVEL)} intervals. Naive is ordinary training; balanced counts every group alike; minimax is the model chosen ${result.chosen === undefined ? 'for the worst group' : 'from a front'}${keepsNaive(result.selection) ? ', here naive itself' : ''}. Change is from naive to minimax, its interval from the same rows under both. The worst group’s interval holds whichever group is truly the worst.`,
      ),
      ...repeatSection(result),
      '<h2>What is decided</h2>',
      htmlTable(
        decisionTable(result),
        `On the test rows, with intervals below. Selected: share of rows whose most probable class is ${task.classes.length === 2 ? `“${task.classes[1]}”` : 'this one'}; base rate: share of rows that are of this class; mean prediction: its mean probability, which should be near the base rate; true positives: share of its rows that are selected; false positives: share of the other rows that are.`,
      ),
      ...whySection(result),
      ...riskSourceSection(result),
      ...comparedSection(result),
      '<h2>How good can it be?</h2>',
      ...told(
        words.outlook,
        words.atMost,
        words.kind,
        words.selection,
        words.certificate,
        words.search,
        words.refinement,
      ),
      ...(search.trace.length > 1 ? [searchFigure(result)] : []),
      htmlTable(
        weightTable(result),
        task.estimation === 'plug-in'
          ? 'What each group’s mean risk counts for in the mixture.'
          : 'What each group’s mean risk was multiplied with in training.',
      ),
      '<h2>Every metric</h2>',
      htmlTable(
        metricTable(result, 'test'),
        `On the test rows. Group mean counts every group alike; disparity is the largest difference between two groups. Calibration errors use ten bins of the top confidence, within each group; chance alone makes an expected one of up to ${decimal(Math.max(...result.models.minimax.metrics.test.eceByChance))} in a group.`,
      ),
      '<h2>How it was made</h2>',
      paragraph(
        `fairfront ${result.fairfront}.${search.problem === null || !search.certificate.certified ? '' : ` The certificate speaks of ${search.problem}.`}`,
      ),
      ...(words.training === undefined ? [] : [paragraph(words.training)]),
      ...(result.asked === undefined ? [] : [code(commandLine('fit', result.asked))]),
      ...notes.map((note) => paragraph(`Note: ${note}.`)),
    ].join('\n'),
  );
}

/** What other splits of the rows come to. */
function repeatSection(result: FitResult): string[] {
  const table = repeatTable(result);
  if (table === undefined) return [];
  return [
    '<h2>On other splits</h2>',
    ...told(repeatWords(result)),
    htmlTable(
      table,
      'Risk on the test rows of each split, mean ± standard deviation. Test rows of different splits overlap, so these are no intervals.',
    ),
  ];
}

/** Where risk comes from, where the parts that tell it were trained. */
function riskSourceSection({ plugIn, groups, task }: FitResult): string[] {
  const sources = plugIn?.riskSources;
  if (sources === null || sources === undefined) return [];
  const names = groups.map(({ name }) => name);
  return [
    '<h2>Where each group’s risk comes from</h2>',
    ...decompositionWords(sources, names).map(paragraph),
    figure(
      drawSvg(drawRiskSources, {
        loss: task.loss,
        level: sources.level,
        groups: sources.groups.map((source, group) => ({ name: names[group]!, ...source })),
      }),
      `What a model of the group’s own leaves, and what sharing one model adds, at training and validation rows that the models judging them have not seen (${plugIn!.folds} folds). Lines are ${percent(sources.level)} intervals.`,
    ),
    htmlTable(
      decompositionTable(sources, names),
      `Risk = what a model of the group’s own leaves + price of sharing, with ${percent(sources.level)} bootstrap intervals. Better features, more rows or another kind of model may lower the first; other weights cannot.`,
    ),
  ];
}

function comparedSection(result: FitResult): string[] {
  const { compared } = result;
  if (compared === undefined) return [];
  const lines = methodLines(result, compared, 'test');
  return [
    '<h2>Held against other methods</h2>',
    ...compareWords(result, compared, lines).map(paragraph),
    figure(
      drawSvg(drawComparison, comparisonData(result, lines, 'test')),
      'Every group under every method, on the test rows.',
    ),
    htmlTable(
      compareTable(lines),
      `On the test rows: the group served worst, all rows, and how far groups are apart. Parameters were chosen by the lowest worst-group cross-entropy on validation rows. Zafar, Feldman and Kamishima are logistic regressions.`,
    ),
  ];
}

function risksByGroup(result: FitResult): RisksByGroupData {
  return {
    loss: result.task.loss,
    part: 'test',
    groups: result.groups,
    models: MODEL_NAMES.map((name) => ({ name, risks: riskMetric(result, name, 'test').byGroup })),
    changes: riskOf(result.changes.minimax, result.task).byGroup,
  };
}

function searchFigure({ search, task }: FitResult): string {
  const certifier = createCertifier(true);
  let bestWorstRisk = Number.POSITIVE_INFINITY;
  const solves = search.trace.map((step) => {
    certifier.observe(step);
    bestWorstRisk = Math.min(bestWorstRisk, worstRisk(step.risks));
    const { lower, upper } = certifier.certificate();
    return { worstRisk: worstRisk(step.risks), bestWorstRisk, lower, upper };
  });
  return figure(
    drawSvg(drawSearchPath, {
      steering: search.steeredBy,
      strategy: search.strategy,
      certified: search.certificate.certified,
      solves,
    }),
    `The search: each solve ${task.estimation === 'plug-in' ? 'mixes the parts' : 'trains one model'} for one choice of group weights. ${search.steeredBy === 'train' ? 'Training risks choose among them.' : search.certificate.certified ? 'What is chosen by validation risks, and what is proved by training risks.' : 'Validation risks choose among them.'}`,
  );
}
