// Blocks of a report, made of texts. What cannot be seen is shown as an escape, and options are named as flags.

import type { Figure } from '@fairfront/charts';
import { visible } from '@fairfront/core/internal';
import { inFlags } from './flags.js';
import type { Block, PeopleRow, Section } from './page.js';
import type { TextTable } from './table.js';

const shownLines = (text: string): string[] => inFlags(text).split('\n').map(visible);
const shownText = (text: string): string => shownLines(text).join('\n');

/** Paragraphs, one for each line; those that there are. */
export function words(...texts: readonly (string | undefined)[]): Block[] {
  return texts
    .filter((text) => text !== undefined && text !== '')
    .flatMap((text) => shownLines(text!))
    .map((text) => ({ kind: 'words', text }));
}

/** What a reader must not miss. */
export function warning(text: string): Block {
  return { kind: 'warning', text: shownText(text) };
}

/** A table. The first line of a cell is what it says, others are beside it. */
export function table({ columns, rows }: TextTable, caption: string): Block {
  return {
    kind: 'table',
    table: {
      columns: columns.map((column) => ({ ...column, title: visible(column.title) })),
      rows: rows.map((row) => row.map((cell) => cell.split('\n').map(visible).join('\n'))),
    },
    caption: shownText(caption),
  };
}

/** A figure, drawn by whoever shows the page. */
export function figure<Name extends Figure['name']>(
  name: Name,
  data: Extract<Figure, { readonly name: Name }>['data'],
  caption: string,
): Block {
  return { kind: 'figure', figure: { name, data } as Figure, caption: shownText(caption) };
}

/** A figure of the paper. @param svg what `svgText` made */
export function picture(svg: string, title: string, caption: string): Block {
  return { kind: 'picture', svg, title: visible(title), caption: shownText(caption) };
}

/** Shares as people of 100. */
export function people(rows: readonly PeopleRow[], level: number, caption: string): Block {
  return { kind: 'people', rows, level, caption: shownText(caption) };
}

/** A command as one would type it. */
export function command(text: string): Block {
  return { kind: 'command', text: visible(text) };
}

/** Lines as on a terminal. */
export function listing(text: string): Block {
  return { kind: 'listing', text: text.split('\n').map(visible).join('\n') };
}

/** A section, unless there is nothing in it. */
export function section(
  id: string,
  title: string,
  blocks: readonly Block[],
  options: Pick<Section, 'isAppendix'> = {},
): Section[] {
  return blocks.length === 0 ? [] : [{ id, title: visible(title), ...options, blocks }];
}
