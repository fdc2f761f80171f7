// A table of the paper for the terminal and as Markdown: in each cell ours, and below or beside it what is published.

import type { GroupMetrics } from '@fairfront/core';
import type { TextTable } from '../../terminal/table.js';
import { formatTable } from '../../terminal/table.js';
import type { TableFigure, TableResult } from './table-result.js';

const METRIC_TITLES: Readonly<Record<keyof GroupMetrics, string>> = {
  accuracy: 'Accuracy, %',
  brier: 'Brier score',
  crossEntropy: 'Cross-entropy',
  ece: 'Expected calibration error',
  mce: 'Maximum calibration error',
};

/** Marks figures whose mean ± sd does not overlap with the published one's. */
const APART = '≠';

interface MetricTable extends TextTable {
  readonly title: string;
}

export function metricTables({ rows }: TableResult): MetricTable[] {
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  return metrics.map((metric) => {
    const own = rows.filter((row) => row.metric === metric);
    const titles = Object.keys(own[0]!.columns);
    const isPublished = (title: string): boolean =>
      own.some(({ columns }) => columns[title]!.published !== undefined);
    return {
      title: METRIC_TITLES[metric],
      columns: [
        { title: 'method', align: 'left' },
        ...titles.flatMap((title) => [{ title }, ...(isPublished(title) ? [{ title: 'published' }] : [])]),
      ],
      rows: own.map(({ method, columns }) => [
        method,
        ...titles.flatMap((title) => {
          const [ours, theirs] = cells(columns[title]!, metric);
          return isPublished(title) ? [ours, theirs] : [ours];
        }),
      ]),
    };
  });
}

function cells({ mean, sd, published, apart }: TableFigure, metric: keyof GroupMetrics): [string, string] {
  const show = (value: number): string =>
    metric === 'accuracy' ? (100 * value).toFixed(1) : value.toFixed(3);
  const both = (centre: number, spread: number | null): string =>
    spread === null ? show(centre) : `${show(centre)}±${show(spread)}`;
  return [
    `${both(mean, sd)}${apart ? ` ${APART}` : ''}`,
    published === undefined ? '' : both(published.mean, published.sd),
  ];
}

export function tableText(result: TableResult): string {
  return [
    ...metricTables(result).flatMap(({ title, columns, rows }) => ['', title, formatTable(columns, rows)]),
    '',
    ...noteLines(result),
  ].join('\n');
}

export function tableMarkdown(result: TableResult): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `## ${result.experiment}: ${result.title}`,
    ...metricTables(result).flatMap(({ title, columns, rows }) => [
      '',
      `**${title}**`,
      '',
      line(columns.map((column) => column.title)),
      line(columns.map(({ align }) => (align === 'left' ? '---' : '---:'))),
      ...rows.map(line),
    ]),
    '',
    ...noteLines(result),
    '',
  ].join('\n');
}

function noteLines({ quick, splits, rows }: TableResult): string[] {
  const isApart = rows.some(({ columns }) => Object.values(columns).some(({ apart }) => apart));
  return [
    splits === 1
      ? 'One split, test rows.'
      : `Mean ± standard deviation over ${splits} splits, test rows; disparity is taken in each split.`,
    ...(isApart ? [`${APART} mean ± standard deviation of both do not overlap.`] : []),
    ...(quick ? ['QUICK: few solves and epochs; not the paper’s experiment.'] : []),
  ];
}
