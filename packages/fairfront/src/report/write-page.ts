// A report as a file, made by Node. The components of the studio make it; they are built into dist/pages, wherever this file runs from.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ChartDocument } from '@fairfront/charts';
import { FairfrontError } from '@fairfront/core';
import { parseHTML } from 'linkedom';
import type { ReportPage } from './page.js';
import { type Pages, pageHtml } from './page-html.js';

const FOLDER = new URL('../../dist/pages/', import.meta.url);

let built: Pages | undefined;

function pages(): Pages {
  built ??= readPages();
  return built;
}

function readPages(): Pages {
  const path = (name: string): string => fileURLToPath(new URL(name, FOLDER));
  try {
    return {
      renderPage: createRequire(import.meta.url)(path('render.cjs')).renderPage,
      script: readFileSync(path('report.js'), 'utf8'),
      style: readFileSync(path('report.css'), 'utf8'),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !isMissing(error)) throw error;
    throw new FairfrontError(
      'missing-runtime',
      'reports cannot be made: dist/pages is not built. Run `npm run build`',
    );
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
}

/** Makes the file of a report. */
export function writePage(page: ReportPage): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  return pageHtml(page, pages(), document as unknown as ChartDocument);
}
