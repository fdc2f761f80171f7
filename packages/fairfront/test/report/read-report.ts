// A report as its readers see it: without the scripts that wake it, and without the data they wake it from.

import { parseHTML } from 'linkedom';
import { auditPage } from '../../src/audit/audit-page.js';
import type { AuditResult } from '../../src/audit/audit-result.js';
import type { FitResult } from '../../src/measure/fit-result.js';
import { fitPage } from '../../src/report/fit-page.js';
import { writePage } from '../../src/report/write-page.js';

/** What stands in a report for readers, as HTML; the marks that components leave are no part of it. */
export function shownHtml(report: string): string {
  return report.replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, '').replaceAll(/<!--.*?-->/gs, '');
}

/** All that was made of data: what readers see, and what wakes it, but not the script and the style of every report. */
export function madeOfData(report: string): string {
  return report.replace(/<style>.*?<\/style>/s, '').replace(/<script>.*?<\/script>/s, '');
}

/** The same as a document. */
export function shownPage(report: string): Document {
  return parseHTML(shownHtml(report)).document;
}

/** The same of a fit. */
export const fitHtml = (result: FitResult): string => shownHtml(writePage(fitPage(result)));

/** The same of an audit. */
export const auditHtml = (result: AuditResult): string => shownHtml(writePage(auditPage(result)));

/** The paragraphs of a page, those of the verdict first. */
export function paragraphs(document: Document): string[] {
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
}

/** The tables of a page that are no figure's numbers, each as lines of cells. */
export function shownTables(document: Document): string[][][] {
  return [...document.querySelectorAll('section > .table tbody')].map((body) =>
    [...body.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent)),
  );
}
