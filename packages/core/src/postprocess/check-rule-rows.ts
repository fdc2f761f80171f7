// What a rule is fitted to and applied to. Rules go by the group's number, so rows must have the rule's
// groups in the rule's order.

import { FairfrontError, type FairfrontErrorCode } from '../error.js';
import { checkGroupIndex, type GroupIndex } from '../groups/group-index.js';
import { count } from '../numbers.js';
import { quoted, rowList } from '../words.js';

/** Throws unless every row has a finite score and a known group. */
export function checkScores(scores: Float64Array, index: GroupIndex): void {
  checkLength('scores', scores.length, index.groups);
  checkGroupIndex(index);
  checkEachRow(
    scores,
    Number.isFinite,
    'bad-risks',
    'score must be a finite number',
    'Hand over the probability of the second class',
  );
}

/** Throws unless there is a label for every row, and two classes. */
export function checkBinaryLabels(labels: Int32Array, { groups }: GroupIndex): void {
  checkLength('labels', labels.length, groups);
  checkEachRow(
    labels,
    (label) => label === 0 || label === 1,
    'bad-target',
    'label must be 0 or 1: equalised odds are of a target with two classes',
    'Take one class as 1 and the others as 0, or leave the row out',
  );
}

/** Throws unless the rows know the groups of the rule, in its order. */
export function checkRuleGroups(
  rule: { readonly groups: readonly { readonly name: string }[] },
  { names }: GroupIndex,
): void {
  const known = rule.groups.map(({ name }) => name);
  if (known.length === names.length && known.every((name, group) => name === names[group])) return;
  throw new FairfrontError(
    'bad-groups',
    `groups must be those the rule was fitted to, in the same order: ${quoted(known)}; got ${quoted(names)}. Hand the names of the rule's groups to groupIndex`,
  );
}

function checkLength(field: string, length: number, groups: Int32Array): void {
  if (length === groups.length) return;
  throw new FairfrontError(
    'bad-groups',
    `${field} and groups must have the same rows; got ${count(length, 'row')} in ${field} and ${count(groups.length, 'row')} with a group`,
  );
}

function checkEachRow(
  values: Float64Array | Int32Array,
  isFine: (value: number) => boolean,
  code: FairfrontErrorCode,
  rule: string,
  wayOut: string,
): void {
  const stray: number[] = [];
  for (let row = 0; row < values.length; row++) if (!isFine(values[row]!)) stray.push(row);
  if (stray.length === 0) return;
  throw new FairfrontError(
    code,
    `${rule}; broken in ${rowList(stray)}: row ${stray[0]! + 1} has ${values[stray[0]!]}. ${wayOut}`,
  );
}
