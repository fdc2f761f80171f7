// The little HTML a report needs. Characters that cannot be seen are shown as escapes, as on a terminal.

import { visible } from '@fairfront/core/internal';
import { inFlags } from './flags.js';
import type { TextTable } from './table.js';

export function escapeHtml(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A table wider than the page scrolls by itself. The first line of a cell is what it says, others are beside it. */
export function htmlTable({ columns, rows }: TextTable, caption: string): string {
  const cells = (row: readonly string[], tag: 'td' | 'th'): string =>
    row
      .map(
        (cell, i) =>
          `<${tag}${columns[i]?.align === 'left' ? '' : ' class="number"'}>${cellHtml(cell)}</${tag}>`,
      )
      .join('');
  return [
    '<div class="table"><table>',
    `<caption>${escapeHtml(caption)}</caption>`,
    `<thead><tr>${cells(
      columns.map(({ title }) => title),
      'th',
    )}</tr></thead>`,
    `<tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n');
}

function cellHtml(text: string): string {
  const [first, ...others] = text.split('\n').map(escapeHtml);
  return [first, ...others.map((line) => `<small>${line}</small>`)].join('<br>');
}

/** A whole page, with its style inside. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 17px/1.55 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 60rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.9rem; line-height: 1.2; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 0.75rem; }
p { max-width: 44rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { caption-side: bottom; text-align: left; color: #555; font-size: 0.9rem; padding-top: 0.5rem; position: sticky; left: 0; max-width: min(44rem, 100vw - 2.5rem); }
th, td { padding: 0.35rem 1rem 0.35rem 0; text-align: left; vertical-align: top; line-height: 1.35; white-space: nowrap; border-bottom: 1px solid #ddd; }
th:last-child, td:last-child { padding-right: 0; }
thead th { border-bottom: 2px solid #1a1a1a; font-weight: 600; white-space: normal; vertical-align: bottom; }
td small { color: #555; font-size: 0.75em; }
th.number, td.number { text-align: right; }
th:first-child, td:first-child { position: sticky; left: 0; background: #fff; }
td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 7rem; }
.table { overflow-x: auto; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: 0.75rem 1rem; font-size: 0.85rem; }
.verdict { border-left: 0.4rem solid #777; background: #f4f4f4; padding: 0.9rem 1.25rem; margin: 1.5rem 0; max-width: 44rem; }
.verdict strong { font-size: 1.15rem; }
.verdict p { margin: 0.3rem 0 0; }
.use-minimax { border-color: #1a7f4b; background: #eaf6ef; }
.cannot-tell { border-color: #b7791f; background: #fdf5e6; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figure svg { max-width: 100%; min-width: 44rem; height: auto; }
figcaption { color: #555; font-size: 0.9rem; position: sticky; left: 0; max-width: min(44rem, 100vw - 2.5rem); }
@media print { body { margin: 0; font-size: 13px; } .table, figure { overflow: visible; } figure svg { min-width: 0; } h2 { break-after: avoid; } table { font-size: 10px; } caption, figcaption { font-size: 11px; } th, td { padding-right: 0.5rem; } figure, table { break-inside: avoid; } }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}

/** Each line as a paragraph, in which options are named as flags. */
export function paragraph(text: string): string {
  return inFlags(text)
    .split('\n')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('\n');
}

/** What to read first, set apart. @param kind a class of the style sheet */
export function box(kind: string, headline: string, text: string): string {
  return `<div class="verdict ${kind}"><strong>${escapeHtml(headline)}</strong><p>${escapeHtml(inFlags(text))}</p></div>`;
}

export function figure(svg: string, caption: string): string {
  return `<figure>${svg}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;
}

/** As one would type it. */
export function code(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}
