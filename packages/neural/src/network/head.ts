// The last layer of a network, taken from a linear model that was trained on the network's features: network
// and linear model become one network.

import { FairfrontError, type LinearModel } from '@fairfront/core';
import { outputCount } from '@fairfront/core/internal';
import { featureWidth, type Network, parameterCount, splitParameters, takesPictures } from './network.js';

/** A linear layer: the score of class k is weights[k] · x + bias[k]. */
export interface LinearLayer {
  /** classes × features */
  readonly weights: Float64Array;
  /** By class. */
  readonly bias: Float64Array;
}

/**
 * Writes a linear model as a layer with scores of all classes: with two classes that of the first is 0. A number has one
 * score.
 */
export function linearLayer({ classCount, columnCount, parameters }: LinearModel): LinearLayer {
  const outputs = outputCount(classCount);
  const weights = new Float64Array(classCount * columnCount);
  const bias = new Float64Array(classCount);
  for (let k = 0; k < outputs; k++) {
    const start = k * (columnCount + 1);
    const own = classCount - outputs + k;
    weights.set(parameters.subarray(start, start + columnCount), own * columnCount);
    bias[own] = parameters[start + columnCount]!;
  }
  return { weights, bias };
}

/** Puts a linear model of a network's features in the place of its last layer, rounded to float32. */
export function withHead(network: Network, parameters: Float32Array, model: LinearModel) {
  const width = featureWidth(network);
  if (model.columnCount !== width) {
    throw new FairfrontError(
      'bad-problem',
      `the last layer of the network gets ${width} features, but the linear model has ${model.columnCount}; train it on the features of this network`,
    );
  }
  const { weights, bias } = linearLayer(model);
  const headed: Network = { ...network, classes: model.classCount };
  const kept = parameterCount(network) - (width + 1) * network.classes; // the last layer is at the end
  const all = new Float32Array(parameterCount(headed));
  all.set(parameters.subarray(0, kept));
  const [ownWeights, ownBias] = splitParameters(headed, all)
    .slice(-2)
    .map(({ values }) => values);
  ownBias!.set(bias);
  if (takesPictures(headed)) {
    ownWeights!.set(weights);
  } else {
    weights.forEach((value, i) => {
      ownWeights![(i % width) * model.classCount + Math.floor(i / width)] = value; // inputs × outputs
    });
  }
  return { network: headed, parameters: all };
}
