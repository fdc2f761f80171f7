// Exports a plug-in classifier as one ONNX file: raw columns in, h^μ out. The groups are estimated inside,
// and no input.

import { FairfrontError } from '@fairfront/core';
import { checkMu } from '@fairfront/core/internal';
import { type ConstantModel, isConstant, type PlugInComponents } from '@fairfront/core/plug-in';
import type { ModelDescription } from '../onnx/encode-model.js';
import { describeModel } from './describe-model.js';
import { mixComponents, sharedEncoding, type UsedComponents, usedComponents } from './mix-components.js';
import { checkClasses, checkModel, modelClasses, modelKind, type ScoringModel } from './model-scores.js';
import {
  encodePrediction,
  type ModelInput,
  type PredictedTarget,
  predictionGraph,
} from './prediction-graph.js';

/**
 * Exports a plug-in classifier as the bytes of an ONNX file. Linear components and trees are computed in float64,
 * networks in float32 up to their scores, and the mixture in float64. Parts that h^μ does not depend on are
 * left out of the file.
 * @param about put before the file's own description, and beside its own metadata
 */
export function exportPlugIn(
  components: PlugInComponents<ScoringModel>,
  mu: readonly number[],
  source: ModelInput,
  target: PredictedTarget,
  about: ModelDescription = {},
): Uint8Array {
  checkComponents(components, mu, source, target);
  const used = usedComponents(components, mu);
  const graph = predictionGraph(
    source,
    target,
    (inner, features) => mixComponents(inner, used, features),
    sharedEncoding(used),
  );
  return encodePrediction(
    graph,
    source,
    target,
    describeModel(source, target, 'plug-in', about, describeComponents(components, mu, used)),
  );
}

function describeComponents(
  { outcomes, priors }: PlugInComponents<ScoringModel>,
  mu: readonly number[],
  { groups, membership }: UsedComponents,
): ModelDescription {
  const kinds = {
    membership: membership === undefined ? null : modelKind(membership),
    outcomes: outcomes.map((part, group) => (groups.includes(group) ? partKind(part) : null)),
  };
  return {
    description:
      'Inside, a model of p(Y|X,a) for each group with weight; they are mixed by what a model of p(A|X) says of the row. Groups are not asked for.',
    metadata: {
      /** By group; null is not in the file. */
      'fairfront.parts': JSON.stringify(kinds),
      'fairfront.mu': JSON.stringify(mu),
      'fairfront.priors': JSON.stringify(priors),
    },
  };
}

function partKind(part: ScoringModel | ConstantModel): string {
  return isConstant(part) ? 'constant' : modelKind(part);
}

function checkComponents(
  { classCount, outcomes, membership, priors }: PlugInComponents<ScoringModel>,
  mu: readonly number[],
  source: ModelInput,
  target: PredictedTarget,
): void {
  const groupCount = outcomes.length;
  checkMu(mu, groupCount);
  checkClasses(classCount, target, 'the plug-in classifier');
  checkModel(membership, source, 'the model of p(A|X)');
  if (modelClasses(membership) !== groupCount || priors.length !== groupCount) {
    throw new FairfrontError(
      'bad-groups',
      `every group needs p(Y|X,a), a place in p(A|X) and a share; got ${groupCount}, ${modelClasses(membership)} and ${priors.length} of them`,
    );
  }
  const bad = priors.findIndex((prior, group) => mu[group]! > 0 && !(prior > 0 && prior <= 1));
  if (bad >= 0) {
    throw new FairfrontError(
      'bad-groups',
      `the share of group ${bad + 1} must be in (0, 1], for it has weight; got ${priors[bad]}. Leave out groups without rows`,
    );
  }
  outcomes.forEach((part, group) => {
    const what = `the model of p(Y|X,a) of group ${group + 1}`;
    if (isConstant(part)) {
      checkConstant(part, target, what);
      return;
    }
    checkModel(part, source, what);
    checkClasses(modelClasses(part), target, what);
  });
}

function checkConstant({ constant }: ConstantModel, target: PredictedTarget, what: string): void {
  checkClasses(constant.length, target, what);
  const sum = constant.reduce((total, value) => total + value, 0);
  if (!(constant.every((value) => value >= 0) && Math.abs(sum - 1) <= 1e-9)) {
    throw new FairfrontError(
      'bad-problem',
      `${what} is a constant, which must be probabilities that sum to 1; got ${constant.join(', ')}`,
    );
  }
}
