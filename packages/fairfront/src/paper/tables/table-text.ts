// A table of the paper for the terminal and as Markdown: each of our values with the published one beside it.

import type { GroupMetrics } from '@fairfront/core';
import { formatTable, type TextTable } from '../../report/table.js';
import type { TableResult, TableValue } from './table-result.js';

export const METRIC_TITLES: Readonly<Record<keyof GroupMetrics, string>> = {
  accuracy: 'Accuracy, %',
  brier: 'Brier score',
  crossEntropy: 'Cross-entropy',
  ece: 'Expected calibration error',
  mce: 'Maximum calibration error',
};

/** Marks values whose mean ± sd does not overlap with the published one's. */
const APART = '≠';

interface MetricTable extends TextTable {
  readonly title: string;
}

/** One table for each metric. */
function metricTables({ rows }: TableResult): MetricTable[] {
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
          const [ours, theirs] = valueWords(columns[title]!, metric);
          return isPublished(title) ? [ours, theirs] : [ours];
        }),
      ]),
    };
  });
}

function valueWords(
  { mean, sd, published, apart }: TableValue,
  metric: keyof GroupMetrics,
): [string, string] {
  const show = (value: number): string =>
    metric === 'accuracy' ? (100 * value).toFixed(1) : value.toFixed(3);
  const both = (centre: number, spread: number | null): string =>
    spread === null ? show(centre) : `${show(centre)}±${show(spread)}`;
  return [
    `${both(mean, sd)}${apart ? ` ${APART}` : ''}`,
    published === undefined ? '' : both(published.mean, published.sd),
  ];
}

/** The table for a terminal. */
export function tableText(result: TableResult): string {
  return [
    ...metricTables(result).flatMap(({ title, columns, rows }) => ['', title, formatTable(columns, rows)]),
    '',
    ...noteLines(result),
  ].join('\n');
}

/** The table as Markdown. */
export function tableMarkdown(result: TableResult): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
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

function noteLines({ quick, rows, cells, cellCount, note }: TableResult): string[] {
  const methods = new Set(cells.map(({ method }) => method));
  const counts = [...methods].map((method) => cells.filter((cell) => cell.method === method).length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const compared = rows
    .flatMap(({ columns }) => Object.values(columns))
    .filter(({ apart }) => apart !== undefined);
  const apart = compared.filter((value) => value.apart).length;
  return [
    most === 1
      ? 'One split, test rows.'
      : `Mean ± standard deviation over ${least === most ? most : `${least} to ${most}`} splits, test rows; disparity is taken in each split.`,
    ...(compared.length > 0
      ? [
          `${compared.length - apart} of ${compared.length} published figures overlap with ours (mean ± standard deviation of both)${apart > 0 ? `; those marked ${APART} do not` : ''}.`,
        ]
      : []),
    ...(note === undefined ? [] : [note]),
    ...(cells.length < cellCount
      ? [`INTERRUPTED: ${cells.length} of ${cellCount} cells are finished; the same command goes on.`]
      : []),
    ...(quick ? ['QUICK: few solves and epochs; not the paper’s experiment.'] : []),
  ];
}
