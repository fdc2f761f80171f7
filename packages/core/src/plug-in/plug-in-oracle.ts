// Plug-in estimation as an oracle [MMPF Alg. 3]: p(Y|X,a) and p(A|X) are estimated once; then every μ costs
// one weighted average. Validation rows choose; where the estimates at training rows are handed over too,
// their own risks carry a certificate.

import { FairfrontError } from '../error.js';
import { checkGroupIndex } from '../groups/group-index.js';
import type { ClassLoss } from '../groups/risks.js';
import { checkMu } from '../numeric/simplex.js';
import type { SyncOracle } from '../pareto/oracle.js';
import {
  type Conditionals,
  checkConditionals,
  checkPriors,
  groupFactors,
  meanMemberships,
} from './conditionals.js';
import { EstimatedRisks } from './estimated-risks.js';
import { type PlugInRisks, type PlugInRows, plugInRisks } from './plug-in-risks.js';

/** The weights of a plug-in classifier h^μ; with the models it was found for, a classifier. */
export interface PlugInModel {
  readonly mu: readonly number[];
  /** p_a. */
  readonly priors: readonly number[];
}

/** The estimates that a plug-in oracle mixes. */
export interface PlugInProblem {
  /** Default 'cross-entropy'. */
  readonly loss?: ClassLoss;
  /**
   * p_a, the groups' shares; each > 0. Those that the estimate itself has, `meanMemberships` at training
   * rows, are corrected for what p(A|X) gets wrong on the whole, and only with them the search is certified.
   */
  readonly priors: readonly number[];
  /** The rows that choose among models. */
  readonly validation: PlugInRows;
  /** The estimates at training rows. Without them nothing is certified. */
  readonly train?: Conditionals;
}

/** An oracle whose solves mix estimates instead of training [MMPF Alg. 3]. */
export function plugInOracle(problem: PlugInProblem): SyncOracle<PlugInModel> {
  const { loss = 'cross-entropy', priors, validation, train } = problem;
  checkPlugIn(problem);
  const groupCount = priors.length;
  const factors = new Float64Array(groupCount);
  const chosenBy = plugInRisks(validation, loss);
  const estimated = train === undefined ? undefined : new EstimatedRisks(train, loss);
  const risksOf = (measured: PlugInRisks | EstimatedRisks): number[] => {
    const risks = new Array<number>(groupCount).fill(0);
    measured.into(risks, factors);
    return risks;
  };
  return {
    groupCount,
    certifies: whyNot(problem) ?? true,
    solve: (mu) => {
      checkMu(mu, groupCount);
      groupFactors(mu, priors, factors);
      return {
        model: { mu: [...mu], priors },
        risks: risksOf(chosenBy),
        ...(estimated === undefined ? {} : { trainRisks: risksOf(estimated) }),
      };
    },
  };
}

/** Relative, of the shares: rounding of sums over rows. */
const SAME_SHARE = 1e-9;

function whyNot({ train, priors }: PlugInProblem): string | undefined {
  if (train === undefined) {
    return 'the estimates at training rows, which a certificate would rest on, were not given';
  }
  const isSame = meanMemberships(train.memberships, priors.length, train.weights).every(
    (share, group) => Math.abs(share - priors[group]!) <= SAME_SHARE * share,
  );
  return isSame ? undefined : 'the shares of the groups are not those that p(A|X) gives at the training rows';
}

function checkPlugIn({ priors, validation, train, loss }: PlugInProblem): void {
  if (loss !== undefined && loss !== 'cross-entropy' && loss !== 'brier') {
    throw new FairfrontError('bad-option', `loss must be "cross-entropy" or "brier"; got "${loss}"`);
  }
  checkPriors(priors, validation.conditionals.outcomes.length);
  const { conditionals, labels, groups } = validation;
  checkConditionals(conditionals, 'validation');
  if (train !== undefined) checkConditionals(train, 'train');
  for (const [part, { outcomes, classCount }] of Object.entries({
    validation: conditionals,
    train: train ?? conditionals,
  })) {
    if (outcomes.length !== priors.length || classCount !== conditionals.classCount) {
      throw new FairfrontError(
        'bad-problem',
        `${part}: estimates are of ${outcomes.length} groups and ${classCount} classes, but there are ${priors.length} shares and ${conditionals.classCount} classes`,
      );
    }
  }
  const absent =
    train === undefined ? -1 : meanMemberships(train.memberships, priors.length, train.weights).indexOf(0);
  if (absent >= 0) {
    throw new FairfrontError(
      'bad-groups',
      `train: p(a|x) of group ${absent + 1} is 0 in every row, so its risk is undefined; leave it out`,
    );
  }
  const { rowCount, classCount } = conditionals;
  if (
    labels.length !== rowCount ||
    groups.groups.length !== rowCount ||
    groups.counts.length !== priors.length
  ) {
    throw new FairfrontError(
      'bad-problem',
      `validation: every row needs estimates, a class and one of ${priors.length} groups; got ${rowCount} rows with estimates, ${labels.length} with a class, ${groups.groups.length} with one of ${groups.counts.length} groups`,
    );
  }
  checkGroupIndex(groups, 'validation: ');
  const empty = groups.counts.indexOf(0);
  if (empty >= 0) {
    throw new FairfrontError(
      'bad-groups',
      `validation: group "${groups.names[empty]}" has no rows, so its risk is undefined; merge groups, or split in another way`,
    );
  }
  const stray = labels.findIndex((label) => !(label >= 0 && label < classCount));
  if (stray >= 0) {
    throw new FairfrontError(
      'bad-target',
      `validation: the class of row ${stray + 1} must be from 0 to ${classCount - 1}; got ${labels[stray]}`,
    );
  }
}
