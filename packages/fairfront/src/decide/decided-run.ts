// The threshold of a finished run that costs the worst group least, and the files of a run that decides so.

import type { DecisionRule } from '@fairfront/core';
import { chooseThreshold, listed, percent1, quoted } from '@fairfront/core/internal';
import { withDecision } from '@fairfront/neural/internal';
import { utf8Text } from '#bytes';
import type { FitResult } from '../measure/fit-result.js';
import { parseModelFile } from '../runs/model-file.js';
import { PREDICTIONS } from '../runs/predictions-csv.js';
import {
  checkClasses,
  checkOneFamily,
  checkUnweighted,
  type RunPredictions,
} from '../runs/run-predictions.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import {
  checkDecideOptions,
  type DecideOptions,
  type ResolvedDecision,
  resolveDecision,
} from './decide-options.js';
import {
  DECISION_SCHEMA,
  type DecisionResult,
  decidedChoosers,
  decidedTest,
  rowsByGroup,
} from './decision-result.js';

/** A finished run, as a decision needs it. */
export interface DecidableRun {
  /** What a person calls it. */
  readonly name: string;
  readonly result: FitResult;
  /** Whether it decides by a threshold already. */
  readonly isDecided: boolean;
  /** What its models said of the test rows, or of the rows that chose. */
  predictions(part: 'test' | 'validation'): Promise<RunPredictions>;
}

/** Finds the threshold that costs the worst group least, on rows that the run's model was not trained on. */
export async function decideRun(run: DecidableRun, options: DecideOptions): Promise<DecisionResult> {
  checkDecideOptions(options);
  checkClasses(run, 'a threshold');
  checkUnweighted(run, 'a threshold');
  const { task, groups, data } = run.result;
  const resolved = resolveDecision(
    options,
    task,
    groups.map(({ name }) => name),
  );
  if (run.isDecided) {
    throw new UsageError(
      `${run.name} decides by a threshold already (decision.json); decide with the run that it was made of`,
    );
  }
  if (resolved.byGroup)
    checkOneFamily(run, '`byGroup`: each row must be in one group to be decided by its threshold');
  const choosers = await run.predictions('validation');
  const rule = findRule(choosers, task.classes, resolved);
  const { cost, limits, positive } = resolved;
  const about = { cost, positive, classes: task.classes };
  const part = task.rows.validation === 0 ? 'out-of-fold' : 'validation';
  return {
    schema: DECISION_SCHEMA,
    fairfront: VERSION,
    data,
    run: run.name,
    target: task.target,
    classes: task.classes,
    cost,
    limits,
    rule,
    chose: decidedChoosers(part, choosers, rule, about),
    test: decidedTest(await run.predictions('test'), rule, about, task.seed),
    notes: 'thresholds' in rule ? [NEEDS_GROUP] : [],
  };
}

/** What nobody who decides by group may overlook. */
const NEEDS_GROUP =
  'THE GROUP DECIDES TOO: whoever decides has to know the group of every row, and two rows with the same probability may be decided differently because of it, which is unlawful in places; the label of model.onnx, which is told no group, stays the most probable class';

/** The rule that costs the worst group least. */
function findRule(
  { models, labels, groups }: RunPredictions,
  classes: readonly string[],
  { cost, positive, limits, byGroup }: ResolvedDecision,
): DecisionRule {
  const choose = (rows: readonly number[], own: readonly number[]): number => {
    const chosen = chooseThreshold({
      // Rounding may leave a probability just above 1.
      scores: Float64Array.from(rows, (row) => Math.min(1, models.minimax[row * 2 + positive]!)),
      positives: rows.map((row) => (labels[row] === positive ? 1 : 0)),
      groups: {
        names: own.map((group) => groups.names[group]!),
        groups: Int32Array.from(rows, (row) => own.indexOf(groups.groups[row]!)),
        counts: own.map((group) => groups.counts[group]!),
      },
      cost: { falsePositive: cost.FP, falseNegative: cost.FN },
      limits: own.map((group) => limits[group]!),
    });
    if (chosen.missedBy === 0) return chosen.threshold;
    const rates = own.map((group, i) => {
      const { group: name, atLeast, atMost } = limits[group]!;
      return `${percent1(chosen.selected[i]!)} of ${quoted([name])} (asked for: ${percent1(atLeast)} to ${percent1(atMost)})`;
    });
    const wayOut =
      byGroup || own.length === 1 ? '' : ', or give every group a threshold of its own with `byGroup: true`';
    throw new UsageError(
      `no ${byGroup ? 'threshold' : 'single threshold'} selects as many as \`selectionAtLeast\` and \`selectionAtMost\` ask for. The nearest, ${chosen.threshold}, selects ${listed(rates)}. Loosen a limit${wayOut}`,
    );
  };
  const name = classes[positive]!;
  const rows = rowsByGroup(groups);
  if (byGroup) {
    const thresholds = rows.map((own, group) => ({
      group: groups.names[group]!,
      threshold: choose(own, [group]),
    }));
    return { positive: name, thresholds };
  }
  const all = Array.from(labels, (_, row) => row);
  return {
    positive: name,
    threshold: choose(
      all,
      rows.map((_, group) => group),
    ),
  };
}

/**
 * Makes the result and the files of a run that follows a decision.
 * @param read the bytes of a file of the run, undefined where it has none
 */
export function decidedRun(
  result: FitResult,
  decision: DecisionResult,
  read: (name: string) => Uint8Array | undefined,
): { readonly result: FitResult; readonly files: Readonly<Record<string, string | Uint8Array | undefined>> } {
  const { rule } = decision;
  const [json, onnx] = [read('model.json'), read('model.onnx')];
  const decidedJson =
    json && JSON.stringify({ ...JSON.parse(utf8Text(json, 0, json.length)), decision: rule });
  if (decidedJson !== undefined) parseModelFile(JSON.parse(decidedJson)); // what is written can be read
  const kept = ['naive.onnx', 'naive.json', 'distilled.onnx', PREDICTIONS];
  const files = {
    ...Object.fromEntries(kept.map((name) => [name, read(name)])),
    'model.json': decidedJson && `${decidedJson}\n`,
    'model.onnx': onnx && withDecision(onnx, rule),
    'decision.json': `${JSON.stringify(decision)}\n`,
  };
  const from =
    'threshold' in rule
      ? `from a probability of ${rule.threshold} on`
      : 'from a probability on that depends on the group';
  const note = `the model decides for ${quoted([rule.positive])} ${from} (decision.json); figures of decisions and accuracies here are those of the most probable class`;
  const distilled =
    result.distilled === undefined ? [] : ['distilled.onnx decides for its most probable class still'];
  return { result: { ...result, notes: [...result.notes, note, ...distilled] }, files };
}
