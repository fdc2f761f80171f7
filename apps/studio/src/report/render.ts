// A report as HTML, made in Node.

import type { ChartDocument } from '@fairfront/charts';
import type { ReportPage } from 'fairfront/internal/pages';
import { render } from 'svelte/server';
import Page from './Page.svelte';

/** Makes the body of a report. @param document where figures are drawn, such as linkedom's */
export function renderPage(page: ReportPage, document: ChartDocument): string {
  return render(Page, { props: { page }, context: new Map([['document', document]]) }).body;
}
