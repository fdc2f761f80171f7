/// <reference path="../render.d.ts" />
// A report as a file, made in the page: by what the build leaves for Node, since a report is rendered as a server would.

import { pageHtml, type ReportPage } from 'fairfront/internal/pages';
import renderer from '../../../../packages/fairfront/dist/pages/render.cjs';
import style from '../../../../packages/fairfront/dist/pages/report.css?raw';
import script from '../../../../packages/fairfront/dist/pages/report.js?raw';

/** Makes report.html. */
export function reportFile(page: ReportPage): string {
  return pageHtml(page, { renderPage: renderer.renderPage, script, style }, document);
}
