// A decision rule: from the probability of the positive class, one of two, to a class.
//
//   positive where p ≥ threshold, else the other class; one threshold for all, or one for each group
//
// A model without a rule decides for the most probable class.

import { FairfrontError } from '../error.js';
import { quoted } from '../words.js';

/** Plain data, safe in JSON. A threshold above 1 selects nobody. */
export type DecisionRule =
  | { readonly positive: string; readonly threshold: number }
  | {
      readonly positive: string;
      /** One for each group: a decision depends on the row's group. */
      readonly thresholds: readonly { readonly group: string; readonly threshold: number }[];
    };

/** The largest threshold: it selects nobody, and survives rounding to float32. */
export const LARGEST_THRESHOLD = 2;

/** Checks a rule that was read from a file. @param classes those of its model */
export function parseDecisionRule(json: unknown, classes: readonly string[]): DecisionRule {
  const { positive, threshold, thresholds } = (json ?? {}) as Record<string, unknown>;
  const isThreshold = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= LARGEST_THRESHOLD;
  if (classes.length === 2 && typeof positive === 'string' && classes.includes(positive)) {
    if (thresholds === undefined && isThreshold(threshold)) return { positive, threshold };
    const all = Array.isArray(thresholds) && thresholds.length > 0 ? thresholds : [undefined];
    const own = all.map((one) => ({ group: one?.group, threshold: one?.threshold }));
    const isWhole = own.every(({ group, threshold }) => typeof group === 'string' && isThreshold(threshold));
    if (threshold === undefined && isWhole && new Set(own.map(({ group }) => group)).size === own.length) {
      return { positive, thresholds: own };
    }
  }
  throw new FairfrontError(
    'bad-file',
    `decision must name one of two classes as positive, and a threshold from 0 to ${LARGEST_THRESHOLD}, for all or for each group; take the model as fairfront wrote it`,
  );
}

/**
 * Decides for a class in every row.
 * @param probabilities rows × classes
 * @param rule without one, the most probable class is taken, the first on a tie
 * @param groups each row's group by name, which a rule with a threshold for each group needs
 */
export function decideClasses(
  probabilities: Float64Array,
  classes: readonly string[],
  rule?: DecisionRule,
  groups?: ArrayLike<string>,
): Int32Array {
  const classCount = classes.length;
  const decided = new Int32Array(probabilities.length / classCount);
  if (rule === undefined) {
    for (let row = 0; row < decided.length; row++) {
      const start = row * classCount;
      let guess = 0;
      for (let c = 1; c < classCount; c++)
        if (probabilities[start + c]! > probabilities[start + guess]!) guess = c;
      decided[row] = guess;
    }
    return decided;
  }
  const positive = classes.indexOf(rule.positive);
  const thresholdOf = thresholdByRow(rule, decided.length, groups);
  for (let row = 0; row < decided.length; row++) {
    const isSelected = probabilities[row * classCount + positive]! >= thresholdOf(row);
    decided[row] = isSelected ? positive : 1 - positive;
  }
  return decided;
}

function thresholdByRow(
  rule: DecisionRule,
  rowCount: number,
  groups: ArrayLike<string> | undefined,
): (row: number) => number {
  if ('threshold' in rule) return () => rule.threshold;
  if (groups?.length !== rowCount) {
    throw new FairfrontError(
      'bad-groups',
      `this model has a threshold for each group, so it needs the group of every row to decide; got ${groups?.length ?? 'none'}`,
    );
  }
  const known = new Map(rule.thresholds.map(({ group, threshold }) => [group, threshold]));
  return (row) => {
    const threshold = known.get(groups[row]!);
    if (threshold !== undefined) return threshold;
    throw new FairfrontError(
      'bad-groups',
      `row ${row + 1} is of the group ${quoted([groups[row]!])}, for which this model has no threshold; it has one for ${quoted([...known.keys()])}`,
    );
  };
}
