// Losses of each row under a plug-in classifier, and under the models it is made of.

import type { ClassLoss } from '../groups/risks.js';
import { plugInProbabilities } from './conditionals.js';
import type { PlugInRows } from './plug-in-risks.js';
import { crossEntropyOf, rowLoss } from './row-loss.js';

/** The loss of every row under p(y|x,a) of its own group: as if every group had a classifier of its own. */
export function ownLosses({ conditionals, labels, groups }: PlugInRows, loss: ClassLoss): Float64Array {
  const { classCount, outcomes } = conditionals;
  return Float64Array.from(labels, (label, row) => {
    const own = outcomes[groups.groups[row]!]!;
    return rowLoss(loss, own.subarray(row * classCount, (row + 1) * classCount), label);
  });
}

/** The loss of every row under h^μ, the classifier that all groups share. */
export function sharedLosses(
  { conditionals, labels }: PlugInRows,
  mu: readonly number[],
  priors: readonly number[],
  loss: ClassLoss,
): Float64Array {
  const { classCount } = conditionals;
  const shared = plugInProbabilities(conditionals, mu, priors);
  return Float64Array.from(labels, (label, row) =>
    rowLoss(loss, shared.subarray(row * classCount, (row + 1) * classCount), label),
  );
}

/** −ln p(a|x) of the row's own group: its mean estimates H(A|X) from above. */
export function membershipLosses({ conditionals, groups }: PlugInRows): Float64Array {
  const groupCount = groups.counts.length;
  return Float64Array.from(groups.groups, (group, row) =>
    crossEntropyOf(conditionals.memberships[row * groupCount + group]!),
  );
}
