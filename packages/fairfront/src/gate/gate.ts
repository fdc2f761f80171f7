// The library's `gate`: whether a model keeps the rules that were set for it.

import { listed, shown } from '@fairfront/core/internal';
import { AUDIT_KINDS, type AuditOptions } from '../audit/audit-options.js';
import type { Ll144Options } from '../audit/ll144-options.js';
import { checkOptions, checkWithout, flag, type OptionKinds, object, oneOf, texts } from '../option-kinds.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import { compareWith, describePairing, judgeNoWorse } from './no-worse.js';
import { parseRules, type Rule } from './rule.js';
import { describeBackward, judgeRule, type RuleVerdict } from './rule-verdict.js';
import {
  type AnySubject,
  type Gated,
  groupsWithFewRows,
  isData,
  predictsNumber,
  rowCount,
  type Subject,
  subjectOf,
  withoutSmallGroups,
} from './subject.js';

export const GATE_SCHEMA = 'fairfront.gate/1';

/** What `gate` takes. The options of an audit are for predictions; a finished run has its own. */
export interface GateOptions extends Omit<AuditOptions, keyof Ll144Options> {
  /** Rules such as `worst crossEntropy < 0.45`; each text may hold several, one on a line. Default: none. */
  readonly rules?: readonly string[];
  /** What it must not be worse than: a finished run, what an audit found, or predictions. Default: nothing. */
  readonly baseline?: Gated;
  /** Whether estimates alone decide, without their intervals. Default false. */
  readonly point?: boolean;
  /** Whether rules across groups leave out those with fewer than 30 rows, or people. Default false. */
  readonly skipSmall?: boolean;
  /** Which model of a run is judged. Default minimax, the one that was chosen. */
  readonly model?: 'minimax' | 'naive';
}

const { ll144: _, selected: __, scores: ___, keepSmall: ____, ...metricKinds } = AUDIT_KINDS;

export const GATE_KINDS: OptionKinds<GateOptions> = {
  ...metricKinds,
  rules: texts((given) => [given]),
  baseline: object,
  point: flag,
  skipSmall: flag,
  model: oneOf(['minimax', 'naive']),
};

/** What a gate found: plain data, schema fairfront.gate/1. */
export interface GateResult {
  readonly schema: typeof GATE_SCHEMA;
  readonly fairfront: string;
  readonly passed: boolean;
  /** What was judged: the folder of a run, or the data. */
  readonly data: string;
  readonly target: string;
  readonly rows: number;
  /** The level of intervals; null where estimates alone decided. */
  readonly level: number | null;
  /** Groups that rules across groups left out. */
  readonly skipped: readonly string[];
  /** What it was held against, and whether row by row. */
  readonly baseline?: { readonly data: string; readonly paired: boolean };
  /** In the order of the rules; `no-worse` has one for each group. */
  readonly rules: readonly RuleVerdict[];
  readonly notes: readonly string[];
}

/** What is looked at where there is a baseline and no rule says what. */
const NO_WORSE = ['no-worse crossEntropy', 'no-worse brier', 'no-worse accuracy', 'no-worse auc'];

/** Says whether a model keeps rules, from a finished run, an audit or predictions. */
export async function gate(given: Gated, options: GateOptions): Promise<GateResult> {
  checkOptions(options, GATE_KINDS);
  const { rules: texts = [], baseline: against, point = false, skipSmall = false, model, ...audit } = options;
  if (![given, against].some((own) => own !== undefined && isData(own))) {
    checkWithout(audit, Object.keys(audit), 'for predictions only; a run and an audit have their figures');
  }
  const asked = parseRules(texts);
  const isCompared = asked.some(({ about }) => about.kind === 'no-worse');
  const rules = against === undefined || isCompared ? asked : [...asked, ...parseRules(NO_WORSE)];
  if (rules.length === 0) {
    throw new UsageError('there is no rule; name one, such as "worst accuracy > 0.7", or a `baseline`');
  }
  if (isCompared && against === undefined) {
    throw new UsageError('a rule with no-worse needs a `baseline`');
  }
  const all = [given, ...(against === undefined ? [] : [against])].map((own) =>
    subjectOf(own, audit, model ?? 'minimax'),
  );
  if (all.some(predictsNumber)) return gateNumbers(all, rules, options);
  const measured = all as readonly Subject[];
  const [subject, baseline] = measured;
  if (!point && measured.some(({ metrics }) => metrics.intervals === null)) {
    throw new UsageError(
      'a rule passes by its interval, and there are none; have them, or take `point: true`',
    );
  }
  const among = skipSmall ? await withoutSmallGroups(subject!) : subject!;
  const ruleCount = rules.filter(({ about }) => about.kind === 'no-worse').length;
  const compared = baseline && (await compareWith(baseline, subject!, ruleCount, point));
  const verdicts = rules.flatMap((rule) =>
    rule.about.kind === 'no-worse'
      ? judgeNoWorse(rule, subject!, compared!, point)
      : [judgeRule(rule, subject!, among, point)],
  );
  const skipped =
    among === subject ? [] : groupsWithFewRows(subject!).map(({ group }) => subject!.groups[group]!.name);
  return {
    schema: GATE_SCHEMA,
    fairfront: VERSION,
    passed: verdicts.every(({ verdict }) => verdict === 'passed'),
    data: subject!.label,
    target: subject!.target,
    rows: rowCount(subject!),
    level: point ? null : subject!.metrics.intervals!.level,
    skipped,
    ...(compared && {
      baseline: { data: compared.baseline.label, paired: compared.unpaired === null && !point },
    }),
    rules: verdicts,
    notes: [
      ...subject!.notes,
      ...rules.flatMap(describeBackward),
      ...(compared && !point ? describePairing(compared) : []),
      ...(skipped.length > 0
        ? [
            `too few rows to be judged, and left out of rules across groups: ${listed(skipped.map((name) => shown(name)))}`,
          ]
        : []),
    ],
  };
}

/** The same of a model that predicts a number. */
function gateNumbers(
  [subject, baseline]: readonly AnySubject[],
  rules: readonly Rule[],
  { point = false, skipSmall = false }: GateOptions,
): GateResult {
  if (baseline !== undefined) {
    throw new UsageError(
      '`baseline`: to be held against another is for models of classes only; give a limit, such as "worst rmse < 12"',
    );
  }
  if (skipSmall)
    throw new UsageError('`skipSmall` is for classes only; name the groups that rules are about');
  const verdicts = rules.map((rule) => judgeRule(rule, subject!, subject!, point));
  return {
    schema: GATE_SCHEMA,
    fairfront: VERSION,
    passed: verdicts.every(({ verdict }) => verdict === 'passed'),
    data: subject!.label,
    target: subject!.target,
    rows: rowCount(subject!),
    level: point ? null : subject!.metrics.intervals!.level,
    skipped: [],
    rules: verdicts,
    notes: rules.flatMap(describeBackward),
  };
}
