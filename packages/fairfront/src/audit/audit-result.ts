// The result of an audit as plain data: what `audit.json` holds and `--json` prints, schema fairfront.audit/1.

import {
  type AuditMetrics,
  createRandom,
  type GroupIndex,
  groupShares,
  type MeasureOptions,
  measure,
} from '@fairfront/core';
import { asOneGroup, effectiveRows, listed, SMALLEST_PROBABILITY } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import type { Asked } from '../task/data-options.js';
import { VERSION } from '../version.js';
import type { ResolvedAudit } from './audit-options.js';
import type { Ll144Result } from './ll144-result.js';
import type { Predictions } from './read-predictions.js';

export const AUDIT_SCHEMA = 'fairfront.audit/1';

export interface AuditResult {
  readonly schema: typeof AUDIT_SCHEMA;
  readonly fairfront: string;
  readonly data: string;
  readonly target: string;
  readonly classes: readonly string[];
  /** For each class the column that its probabilities were read from; null: what the other one leaves. */
  readonly columns: readonly (string | null)[];
  /** The column with the weights of rows, where they have any. */
  readonly weight?: string;
  readonly rows: number;
  readonly seed: number;
  /** Whether every probability is 0 or 1: decisions, which a cross-entropy says nothing of. */
  readonly decisionsOnly: boolean;
  readonly groups: readonly {
    readonly name: string;
    readonly share: number;
    readonly rows: number;
    /** How many rows of one weight tell as much, (Σ w)² / Σ w²; absent without weights. */
    readonly effectiveRows?: number;
  }[];
  /** Groups by their place in `groups`, classes by theirs in `classes`. */
  readonly metrics: AuditMetrics;
  /** The same of all rows, taken as one group. */
  readonly overall: Omit<AuditMetrics, 'intervals' | 'tooSmall'>;
  /** Impact ratios as New York City's Local Law 144 has them, where they were asked for. */
  readonly ll144?: Ll144Result;
  readonly notes: readonly string[];
  readonly asked?: Asked;
}

export function auditResult(
  data: string,
  predictions: Predictions,
  { resamples, level, seed, weight }: ResolvedAudit,
  { ll144, asked }: Pick<AuditResult, 'll144' | 'asked'> = {},
): AuditResult {
  const { target, classes, columns, positive, probabilities, labels, groups, entities } = predictions;
  const rows = labels.length;
  const intervals = resamples === 0 ? undefined : { random: createRandom(seed), resamples, level, entities };
  const [shares, sizes] = [groupShares(groups), effectiveRows(groups)];
  const decisionsOnly = probabilities.every((probability) => probability === 0 || probability === 1);
  const measured = (index: GroupIndex, options: MeasureOptions): AuditMetrics =>
    measure({ model: probabilities }, labels, index, classes.length, options).models.model;
  const { intervals: _, tooSmall: __, ...overall } = measured(asOneGroup(groups), { positive });
  return {
    schema: AUDIT_SCHEMA,
    fairfront: VERSION,
    data,
    target,
    classes,
    columns,
    ...definedOnly({ weight }),
    rows,
    seed,
    decisionsOnly,
    groups: groups.names.map((name, group) => ({
      name,
      share: shares[group]!,
      rows: groups.counts[group]!,
      ...(weight !== undefined && { effectiveRows: sizes[group]! }),
    })),
    metrics: measured(groups, { positive, intervals }),
    overall,
    ...definedOnly({ ll144 }),
    notes: [...predictions.notes, ...(decisionsOnly ? [] : ruledOutNotes(predictions))],
    ...definedOnly({ asked }),
  };
}

/** Where the model ruled out what was true, the cross-entropy of a group may hang on a single row. */
function ruledOutNotes({ probabilities, labels, groups, classes }: Predictions): string[] {
  const rows = new Array<number>(groups.names.length).fill(0);
  for (let row = 0; row < labels.length; row++) {
    if (probabilities[row * classes.length + labels[row]!] === 0) rows[groups.groups[row]!]!++;
  }
  const met = groups.names.flatMap((name, group) => (rows[group]! > 0 ? [`${name} ${rows[group]}`] : []));
  if (met.length === 0) return [];
  return [
    `in some rows what was true had probability 0 (${listed(met)}): each of them counts ${(-Math.log(SMALLEST_PROBABILITY)).toFixed(1)} in the cross-entropy. Where probabilities were rounded, go by the Brier score`,
  ];
}
