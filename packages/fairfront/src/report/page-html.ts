// A report as one HTML file that can be mailed: it reads without scripts, wakes up where they run, and asks for nothing.

import type { ChartDocument } from '@fairfront/charts';
import { visible } from '@fairfront/core/internal';
import { sha256 } from '#hash';
import type { ReportPage } from './page.js';

/** What the studio's build leaves: how a report is made of its page, what wakes it, and how it looks. */
export interface Pages {
  readonly renderPage: (page: ReportPage, document: ChartDocument) => string;
  readonly script: string;
  readonly style: string;
}

/** Makes the file of a report. @param document where figures are drawn */
export function pageHtml(page: ReportPage, built: Pages, document: ChartDocument): string {
  const { renderPage, style } = built;
  const script = inScript(built.script);
  const policy = [
    "default-src 'none'",
    `script-src '${sumOf(script)}'`,
    `style-src '${sumOf(style)}'`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="report">${renderPage(page, document)}</div>
<script type="application/json" id="page">${JSON.stringify(page).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** How a content policy names a text. */
function sumOf(text: string): string {
  const bytes = sha256()
    .update(text)
    .digest()
    .match(/../g)!
    .map((pair) => Number.parseInt(pair, 16));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}

/** A script that nothing inside ends early. */
function inScript(text: string): string {
  return text.replaceAll('</script', '\\x3c/script').replaceAll('<!--', '\\x3c!--');
}

function escapeHtml(text: string): string {
  return visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
