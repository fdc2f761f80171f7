// An audit as a page for others to read: who is served worst, then decisions and calibration.

import type { GroupMetricsData, ReliabilityData } from '@fairfront/charts';
import type { Estimate } from '@fairfront/core';
import { command, figure, section, table, warning, words } from '../report/blocks.js';
import { commandLine } from '../report/flags.js';
import { withGlossary } from '../report/glossary.js';
import type { Block, ReportPage } from '../report/page.js';
import { printable } from '../report/printable.js';
import { dataName, groupWords } from '../report/title-words.js';
import type { AuditResult } from './audit-result.js';
import { decisionTable, parityTable, serviceTable } from './audit-tables.js';
import { auditWords } from './audit-words.js';
import { ll144Blocks } from './bias-audit-page.js';
import { judgedGroups } from './judged-groups.js';
import { LL144_HEADING } from './ll144-words.js';

/** Makes the page of an audit. */
export function auditPage(exact: AuditResult): ReportPage {
  const result = printable(exact);
  const told = auditWords(result);
  const { data, rows, groups, target, asked, decisionsOnly, ll144 } = result;
  return withGlossary({
    title: `Who is served how well? Predictions of ${target} in ${dataName(data)}, judged ${groupWords(groups.length, asked)}`,
    subtitle: `${dataName(data)}: ${rows.toLocaleString('en-US')} predictions`,
    verdict: { tone: 'keep', headline: told.headline, text: told.worst },
    sections: [
      ...section('service', 'How well each group is served', [
        ...(told.tooSmall === undefined ? [] : [warning(told.tooSmall)]),
        figure(
          'group-metrics',
          groupFigures(result),
          'Every group, the worst served at the top; the line is the figure of all rows.',
        ),
        table(
          serviceTable(result),
          decisionsOnly
            ? told.conventions
            : `Cross-entropy and Brier score: lower is better. ${told.conventions} ECE and MCE: calibration error, how far the confidence is from the share of right guesses in ten bins, on average and in the worst bin; chance alone makes them larger than 0, the more the fewer the rows. AUC: how often a row of the class has a higher probability than one that is not; a group with one class only has none.`,
        ),
      ]),
      ...section('decisions', 'What is decided', [
        ...words(told.decisions),
        table(
          decisionTable(result),
          `The most probable class is the decision. Base rate: share of the class; ${decisionsOnly ? '' : 'predicted: its mean probability, which should be the base rate; '}true positives: share of its rows that are found; false positives: share of the other rows that are selected; precision: share of the selected that are of the class.`,
        ),
        table(
          parityTable(result),
          'The largest difference and the smallest ratio between two groups; 0 and 1 are parity; groups too small to be judged are counted in. Equal decisions are not equal service: see the table above.',
        ),
      ]),
      ...section(
        'reliability',
        'How far probabilities can be trusted',
        reliabilityBlocks(result, told.calibration),
      ),
      ...section('ll144', LL144_HEADING, ll144 === undefined ? [] : ll144Blocks(ll144)),
      ...section('method', 'How it was made', [
        ...words(told.problem, `fairfront ${result.fairfront}.`, told.intervals),
        ...(asked === undefined ? [] : [command(commandLine('audit', asked))]),
        ...words(...result.notes.map((note) => `Note: ${note}.`)),
      ]),
    ],
  });
}

function reliabilityBlocks(result: AuditResult, calibration: string | undefined): Block[] {
  if (result.decisionsOnly) return [];
  return [
    ...words(calibration),
    figure(
      'reliability',
      reliability(result),
      'How sure the model was, and how often it was right. By chance: what a perfectly calibrated model would have on so many rows.',
    ),
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
