// Tables a person reads on a terminal: text to the left, numbers to the right, two spaces between.

export interface Column {
  readonly title: string;
  /** Where cells line up. Default 'right'. */
  readonly align?: 'left' | 'right';
}

export interface TextTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, i) =>
    rows.reduce((width, row) => Math.max(width, row[i]?.length ?? 0), title.length),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align = 'right' }, i) =>
        align === 'left' ? (cells[i] ?? '').padEnd(widths[i]!) : (cells[i] ?? '').padStart(widths[i]!),
      )
      .join('  ')
      .trimEnd();
  return [
    line(columns.map(({ title }) => title)),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...rows.map(line),
  ].join('\n');
}
