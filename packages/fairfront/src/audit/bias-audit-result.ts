// Impact ratios as plain data: what audit.json holds where only decisions or scores are known.

import type { Asked } from '../task/data-options.js';
import type { Ll144Result } from './ll144-result.js';

export const BIAS_AUDIT_SCHEMA = 'fairfront.bias-audit/1';

export interface BiasAuditResult {
  readonly schema: typeof BIAS_AUDIT_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  readonly ll144: Ll144Result;
  readonly notes: readonly string[];
  readonly asked?: Asked;
}
