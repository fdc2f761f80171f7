// A table of the paper for the terminal and as Markdown: in each cell ours, and below or beside it what is published.

import type { GroupMetrics } from '@fairfront/core';
import type { TextTable } from '../../report/table.js';
import { formatTable } from '../../report/table.js';
import type { TableFigure, TableResult } from './table-result.js';

export const METRIC_TITLES: Readonly<Record<keyof GroupMetrics, string>> = {
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

function noteLines({ quick, rows, cells, cellCount }: TableResult): string[] {
  const methods = new Set(cells.map(({ method }) => method));
  const counts = [...methods].map((method) => cells.filter((cell) => cell.method === method).length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const compared = rows
    .flatMap(({ columns }) => Object.values(columns))
    .filter(({ apart }) => apart !== undefined);
  const apart = compared.filter((figure) => figure.apart).length;
  return [
    most === 1
      ? 'One split, test rows.'
      : `Mean ± standard deviation over ${least === most ? most : `${least} to ${most}`} splits, test rows; disparity is taken in each split.`,
    ...(compared.length > 0
      ? [
          `${compared.length - apart} of ${compared.length} published figures overlap with ours (mean ± standard deviation of both)${apart > 0 ? `; those marked ${APART} do not` : ''}.`,
        ]
      : []),
    ...(cells.length < cellCount
      ? [`INTERRUPTED: ${cells.length} of ${cellCount} cells are finished; the same command goes on.`]
      : []),
    ...(quick ? ['QUICK: few solves and epochs; not the paper’s experiment.'] : []),
  ];
}
