// Tables a person reads on a terminal: text to the left, numbers to the right, two spaces between.

import { visible } from '@fairfront/core/internal';

export interface Column {
  readonly title: string;
  /** Where cells line up. Default 'right'. */
  readonly align?: 'left' | 'right';
}

export interface TextTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** The table as lines: a title line, a rule, and a line for each row. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const [titles, ...cells] = [columns.map(({ title }) => title), ...rows].map((row) => row.map(visible));
  const widths = titles!.map((title, i) =>
    cells.reduce((width, row) => Math.max(width, row[i]?.length ?? 0), title.length),
  );
  const line = (texts: readonly string[]): string =>
    columns
      .map(({ align = 'right' }, i) =>
        align === 'left' ? (texts[i] ?? '').padEnd(widths[i]!) : (texts[i] ?? '').padStart(widths[i]!),
      )
      .join('  ')
      .trimEnd();
  return [line(titles!), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}
