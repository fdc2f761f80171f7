// An audit as one page for others to read: words first, then the groups, then decisions and calibration. No script, no
// network; it prints.

import {
  drawGroupMetrics,
  drawReliability,
  type GroupMetricsData,
  type ReliabilityData,
} from '@fairfront/charts';
import type { Estimate } from '@fairfront/core';
import { commandLine, inFlags } from '../report/flags.js';
import { code, figure, htmlTable, page, paragraph } from '../report/html.js';
import { drawSvg } from '../report/picture.js';
import { printable } from '../report/printable.js';
import type { AuditResult } from './audit-result.js';
import { decisionTable, parityTable, serviceTable } from './audit-tables.js';
import { auditWords } from './audit-words.js';
import { judgedGroups } from './judged-groups.js';
import type { Ll144Result } from './ll144.js';
import { LL144_HEADING, ll144Words } from './ll144-words.js';

/** Makes the page of an audit. */
export function auditReport(exact: AuditResult): string {
  const result = printable(exact);
  const words = auditWords(result);
  return page(
    `${result.data}: who is served how well`,
    [
      paragraph(words.problem),
      paragraph(words.worst),
      paragraph(words.decisions),
      ...(words.calibration === undefined ? [] : [paragraph(words.calibration)]),
      ...(words.tooSmall === undefined ? [] : [paragraph(words.tooSmall)]),
      figure(
        drawSvg(drawGroupMetrics, groupFigures(result)),
        'Every group, the worst served at the top; the line is the figure of all rows.',
      ),
      '<h2>How well each group is served</h2>',
      htmlTable(
        serviceTable(result),
        result.decisionsOnly
          ? words.conventions
          : `Cross-entropy and Brier score: lower is better. ${words.conventions} ECE and MCE: calibration error, how far the confidence is from the share of right guesses in ten bins, on average and in the worst bin; chance alone makes them larger than 0, the more the fewer the rows. AUC: how often a row of the class has a higher probability than one that is not; a group with one class only has none.`,
      ),
      '<h2>What is decided</h2>',
      htmlTable(
        decisionTable(result),
        `The most probable class is the decision. Base rate: share of the class; ${result.decisionsOnly ? '' : 'predicted: its mean probability, which should be the base rate; '}true positives: share of its rows that are found; false positives: share of the other rows that are selected; precision: share of the selected that are of the class.`,
      ),
      htmlTable(
        parityTable(result),
        'The largest difference and the smallest ratio between two groups; 0 and 1 are parity; groups too small to be judged are counted in. Equal decisions are not equal service: see the table above.',
      ),
      ...(result.decisionsOnly
        ? []
        : [
            '<h2>How far probabilities can be trusted</h2>',
            figure(
              drawSvg(drawReliability, reliability(result)),
              'How sure the model was, and how often it was right. By chance: what a perfectly calibrated model would have on so many rows.',
            ),
          ]),
      ...(result.ll144 === undefined ? [] : [`<h2>${LL144_HEADING}</h2>`, ...ll144Section(result.ll144)]),
      '<h2>How it was made</h2>',
      paragraph(`fairfront ${result.fairfront}.`),
      ...(words.intervals === undefined ? [] : [paragraph(words.intervals)]),
      ...(result.asked === undefined ? [] : [code(commandLine('audit', result.asked))]),
      ...result.notes.map((note) => paragraph(`Note: ${note}.`)),
    ].join('\n'),
  );
}

/** Impact ratios as parts of a page. @param result printable */
export function ll144Section(result: Ll144Result): string[] {
  const { problem, tables, conventions } = ll144Words(result);
  return [
    paragraph(problem),
    ...tables.map(({ table, sentences }) => htmlTable(table, inFlags(sentences))),
    ...conventions.map(paragraph),
  ];
}

function groupFigures(result: AuditResult): GroupMetricsData {
  const { groups, metrics, overall, classes, decisionsOnly } = result;
  const { intervals, rates } = metrics;
  const small = new Set(judgedGroups(result).tooSmall.map(({ group }) => group));
  const values = (
    byGroup: readonly (number | null)[],
    estimates: readonly (Estimate | null)[] | undefined,
  ): GroupMetricsData['metrics'][number]['byGroup'] =>
    byGroup.map((value, group) => {
      if (value === null) return null;
      const estimate = estimates?.[group];
      return estimate === null || estimate === undefined
        ? { value }
        : { value, low: estimate.low, high: estimate.high };
    });
  const of = rates.length === 1 ? ` “${classes[rates[0]!.positive]}”` : '';
  return {
    level: intervals?.level ?? null,
    groups: groups.map((group, i) => ({ ...group, tooSmall: small.has(i) })),
    metrics: [
      ...(decisionsOnly
        ? []
        : [
            {
              name: 'cross-entropy',
              unit: 'number' as const,
              better: 'lower' as const,
              overall: overall.crossEntropy.byGroup[0]!,
              byGroup: values(metrics.crossEntropy.byGroup, intervals?.crossEntropy.byGroup),
            },
          ]),
      {
        name: 'accuracy',
        unit: 'share',
        better: 'higher',
        overall: overall.accuracy.byGroup[0]!,
        byGroup: values(metrics.accuracy.byGroup, intervals?.accuracy.byGroup),
      },
      ...(rates.length > 1
        ? []
        : (
            [
              ['selectionRate', `selected${of}`, 'neither'],
              ['tpr', 'true positives', 'higher'],
              ['fpr', 'false positives', 'lower'],
            ] as const
          ).map(([key, name, better]) => ({
            name,
            unit: 'share' as const,
            better,
            overall: overall.rates[0]![key].byGroup[0]!,
            byGroup: values(
              rates[0]![key].byGroup,
              intervals === null ? undefined : intervals.rates[0]![key].byGroup,
            ),
          }))),
    ],
  };
}

function reliability({ groups, metrics }: AuditResult): ReliabilityData {
  return {
    groups: groups.map(({ name, rows }, group) => ({
      name,
      rows,
      ece: metrics.ece.byGroup[group]!,
      eceByChance: metrics.eceByChance[group]!,
      bins: [...metrics.reliability[group]!],
    })),
  };
}
