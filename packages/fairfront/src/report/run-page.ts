// The page and the text of a fit, whatever it predicts.

import { isRegression } from '../measure/model-metrics.js';
import type { AnyResult } from '../measure/regression-result.js';
import { fitPage } from './fit-page.js';
import { fitText } from './fit-text.js';
import type { ReportPage } from './page.js';
import { regressionPage } from './regression-page.js';
import { regressionText } from './regression-text.js';

/** Makes the page of a fit. */
export function runPage(result: AnyResult): ReportPage {
  return isRegression(result) ? regressionPage(result) : fitPage(result);
}

/** The lines of a fit. */
export function runText(result: AnyResult): string {
  return isRegression(result) ? regressionText(result) : fitText(result);
}
