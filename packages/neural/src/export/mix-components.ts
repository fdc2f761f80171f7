// A plug-in classifier as nodes of a graph [MMPF Thm 4.2, Alg. 3]. With z_a the scores of p(A|X) and w_a =
// μ_a / p_a,
//
//   h^μ(x) = Σ_a w_a p(a|x) p(y|x,a) / Σ_a w_a p(a|x) = Σ_a q_a p(y|x,a),      q = softmax(z + ln w)
//
// so the division is a softmax, and its denominator is never 0. Core's `plugInProbabilities` divides, and
// where p(a|x) has come to 0 for every group with weight it gives p(y|x); that takes scores more than 700
// apart, and there the graph still knows h^μ. On all other rows the two agree. Groups without weight have no
// place in the softmax: their models, and with one group left p(A|X) too, are not in the graph.

import { type ConstantModel, isConstant, type PlugInComponents } from '@fairfront/core/plug-in';
import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import { softmax } from '../operators/activations.js';
import { add, mul } from '../operators/arithmetic.js';
import { matMul } from '../operators/matrix.js';
import { cast, slice } from '../operators/shape.js';
import { castFeatures, doubt, type Encoding, type Features } from './encode-columns.js';
import { modelEncoding, modelScores, type ScoringModel } from './model-scores.js';
import { takeColumns } from './take-columns.js';

/** The components that h^μ is made of. */
export interface UsedComponents {
  readonly classCount: number;
  /** Groups with weight, ascending. */
  readonly groups: readonly number[];
  /** ln w_a of each of them. */
  readonly logFactors: readonly number[];
  /** p(Y|X,a) of each of them. */
  readonly outcomes: readonly (ScoringModel | ConstantModel)[];
  /** p(A|X); with one group there is nothing to share. */
  readonly membership: ScoringModel | undefined;
}

/** The components that have weight, with what the mixture needs of each. */
export function usedComponents(
  { classCount, outcomes, membership, priors }: PlugInComponents<ScoringModel>,
  mu: readonly number[],
): UsedComponents {
  const groups = outcomes.map((_, group) => group).filter((group) => mu[group]! > 0);
  return {
    classCount,
    groups,
    logFactors: groups.map((group) => Math.log(mu[group]!) - Math.log(priors[group]!)),
    outcomes: groups.map((group) => outcomes[group]!),
    membership: groups.length > 1 ? membership : undefined,
  };
}

/** The components that are models, not constants. */
export function usedModels({ outcomes, membership }: UsedComponents): ScoringModel[] {
  const models = outcomes.flatMap((part) => (isConstant(part) ? [] : [part]));
  return membership === undefined ? models : [...models, membership];
}

/** What the parts take together: features of a precision in which none loses digits, or columns if all are trees. */
export function sharedEncoding(components: UsedComponents): Encoding {
  const encodings = new Set(usedModels(components).map(modelEncoding));
  if (encodings.has('float64')) return 'float64';
  return encodings.has('columns') && encodings.size === 1 ? 'columns' : 'float32';
}

/**
 * Adds h^μ to a graph, in float64: rows × classes, or 1 × classes where it is the same for all rows.
 * @param features of `sharedEncoding`, or pictures
 */
export function mixComponents(graph: Graph, components: UsedComponents, features: Features): Tensor {
  const models = usedModels(components);
  const fits = (model: ScoringModel): boolean =>
    features.type === 'uint8' || ['columns', features.type].includes(modelEncoding(model)); // pictures are bytes
  const narrow = models.every(fits) ? features : castFeatures(graph, features, 'float32');
  const scores = (model: ScoringModel, prefix: string): Tensor => {
    const own = fits(model) ? features : narrow;
    return cast(graph, modelScores(graph, model, own, prefix), 'float64');
  };
  const mixed = mix(graph, components, scores);
  // What is finite in float64 may be infinite to a network.
  return narrow === features ? mixed : add(graph, mixed, cast(graph, doubt(graph, narrow), 'float64'));
}

type Scores = (model: ScoringModel, prefix: string) => Tensor;

function mix(
  graph: Graph,
  { classCount, groups, logFactors, outcomes, membership }: UsedComponents,
  scores: Scores,
): Tensor {
  const predicted = outcomes.map((part, i) =>
    isConstant(part) ? undefined : softmax(graph, scores(part, `outcome${groups[i]! + 1}.`)),
  );
  const constants = outcomes.map((part) =>
    isConstant(part) ? part.constant : new Array<number>(classCount).fill(0),
  );
  const constant = (): Tensor => graph.constant('float64', [groups.length, classCount], constants.flat());
  if (membership === undefined) return predicted[0] ?? constant();

  const own = takeColumns(graph, scores(membership, 'membership.'), groups);
  const factors = graph.constant('float64', [1, groups.length], logFactors);
  const shares = softmax(graph, add(graph, own, factors)); // q: rows × groups
  const terms = predicted.flatMap((outcome, i) =>
    outcome === undefined ? [] : [mul(graph, slice(graph, shares, 1, i, i + 1), outcome)],
  );
  if (terms.length < groups.length) terms.push(matMul(graph, shares, constant()));
  return terms.reduce((sum, term) => add(graph, sum, term));
}
