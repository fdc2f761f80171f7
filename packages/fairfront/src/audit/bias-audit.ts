// The library's `biasAudit`: impact ratios where only decisions or scores are known, and not what was true.

import type { Table } from '@fairfront/core';
import { DEFAULT_LEVEL } from '@fairfront/core/internal';
import { definedOnly } from '../defined-only.js';
import { checkOptions, checkWithout, numberBetween, type OptionKinds } from '../option-kinds.js';
import { printable } from '../report/printable.js';
import { writePage } from '../report/write-page.js';
import { completeData, type Data } from '../task/data.js';
import type { Asked } from '../task/data-options.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import { BESIDE_REPORT, checkFolder, writeFolder } from '../write-file.js';
import { AUDIT_KINDS } from './audit-options.js';
import { ll144Text } from './audit-text.js';
import { biasAuditPage } from './bias-audit-page.js';
import { BIAS_AUDIT_SCHEMA, type BiasAuditResult } from './bias-audit-result.js';
import { ll144Result, selectionIn } from './ll144.js';
import { LL144_KINDS, type Ll144Options } from './ll144-options.js';

/** What `biasAudit` takes: `ll144`, and one of `selected` and `scores`. */
export interface BiasAuditOptions extends Ll144Options {
  /** The level of intervals, between 0 and 1. Default 0.95. */
  readonly level?: number;
}

export interface BiasAudit {
  /** What audit.json holds. */
  readonly result: BiasAuditResult;
  /** Writes audit.json and report.html into a folder. */
  save(folder: string): Promise<void>;
}

const KINDS: OptionKinds<BiasAuditOptions> = { ...LL144_KINDS, level: numberBetween(0, 1) };

/** Says which share of each sex and race was selected, as New York City's Local Law 144 asks. */
export function biasAudit(data: Table | Data, options: BiasAuditOptions): Promise<BiasAudit> {
  return biasAuditAsked(data, options);
}

/** The same, with a note in the result of what was asked for, to do it again. */
export async function biasAuditAsked(
  data: Table | Data,
  options: BiasAuditOptions,
  asked?: Asked,
): Promise<BiasAudit> {
  const ofMetrics = Object.keys(AUDIT_KINDS).filter((name) => !Object.hasOwn(KINDS, name));
  checkWithout(
    options,
    ofMetrics,
    'metrics need `target`, `groups` and `probabilities`, and ratios need none',
  );
  checkOptions(options, KINDS);
  const { ll144, level = DEFAULT_LEVEL } = options;
  if (ll144 === undefined) throw new UsageError("`ll144`: name the columns, such as `ll144: 'sex,race'`");
  const loaded = completeData(data);
  const selection = selectionIn(loaded, options);
  if (selection === undefined) {
    throw new UsageError(
      "`ll144`: say who was selected, such as `selected: 'hired=yes'`; or name a column of `scores`; or what a model said with `target`, `groups` and `probabilities`",
    );
  }
  const result: BiasAuditResult = {
    schema: BIAS_AUDIT_SCHEMA,
    fairfront: VERSION,
    data: loaded.label,
    ll144: ll144Result(loaded, options, selection, level),
    notes: loaded.notes,
    ...definedOnly({ asked }),
  };
  return {
    result,
    save: async (folder) => {
      checkFolder(folder);
      const files = {
        'report.html': writePage(biasAuditPage(result)),
        'audit.json': `${JSON.stringify(result)}\n`,
      };
      writeFolder(folder, files, BESIDE_REPORT);
    },
  };
}

/** The lines of impact ratios alone. */
export function biasAuditText(exact: BiasAuditResult): string {
  const { data, ll144, notes } = printable(exact);
  return [`${data}: ${ll144Text(ll144)}`, ...notes.map((note) => `Note: ${note}.`)].join('\n');
}
