// The networks: fully connected ones on rows of features, and networks on pictures. All parameters of a
// network, batch normalisation's running statistics among them, are one flat array.

import { FairfrontError } from '@fairfront/core';
import type { Graph } from '../graph/graph.js';
import type { Tensor } from '../graph/tensor.js';
import {
  checkFullyConnected,
  type Drop,
  FULLY_CONNECTED_KINDS,
  type FullyConnectedNetwork,
  fullyConnectedLogits,
  fullyConnectedParameters,
  lastHidden,
  layerWidths,
} from './fully-connected.js';
import { type Parameter, type ParameterShape, sizeOf } from './parameter.js';
import {
  checkPictureNetwork,
  describePictureNetwork,
  PICTURE_KINDS,
  type PictureNetwork,
  passPictures,
} from './picture-network.js';

export { ACTIVATIONS, FULLY_CONNECTED_KINDS, type FullyConnectedNetwork } from './fully-connected.js';
export type { ParameterShape } from './parameter.js';
export { PICTURE_KINDS, type PictureNetwork } from './picture-network.js';

/** The kinds of networks. */
export const NETWORK_KINDS = [...FULLY_CONNECTED_KINDS, ...PICTURE_KINDS] as const;

/** The architecture of a network. */
export type Network = FullyConnectedNetwork | PictureNetwork;

/** A network whose number of classes is still open. */
export type NetworkShape = Omit<FullyConnectedNetwork, 'classes'> | Omit<PictureNetwork, 'classes'>;

/** Whether a network takes pictures. */
export function takesPictures<Shape extends Network | NetworkShape>(
  network: Shape,
): network is Extract<Shape, { readonly picture: unknown }> {
  return 'picture' in network;
}

/** Refuses a network that cannot be built; the error names the mistake. */
export function checkNetwork(network: Network): void {
  const { kind, classes } = network;
  if (!NETWORK_KINDS.includes(kind)) {
    const names = NETWORK_KINDS.map((name) => `"${name}"`).join(', ');
    throw new FairfrontError('bad-option', `a network's kind must be one of ${names}; got ${String(kind)}`);
  }
  if (PICTURE_KINDS.includes(kind as PictureNetwork['kind'])) checkPictureNetwork(network as PictureNetwork);
  else checkFullyConnected(network as FullyConnectedNetwork);
  if (!(Number.isInteger(classes) && classes >= 1)) {
    throw new FairfrontError(
      'bad-option',
      `classes must be a whole number ≥ 2, or 1 where a number is predicted; got ${classes}`,
    );
  }
}

/** All parameters with the values they start from, in the order of the flat arrays that hold them. */
export function networkParameters(network: Network): readonly Parameter[] {
  if (!takesPictures(network)) return fullyConnectedParameters(network);
  // They do not depend on the size of the pictures.
  return describePictureNetwork({ ...network, picture: { height: 32, width: 32 } }).parameters;
}

/** Names and shapes of all parameters, in the order of the flat arrays that hold them. */
export function parameterShapes(network: Network): ParameterShape[] {
  return networkParameters(network).map(({ start: _, ...shape }) => shape);
}

/** The values of each parameter: views of the flat array, no copies. */
export function splitParameters(network: Network, parameters: Float32Array) {
  let end = 0;
  return parameterShapes(network).map((parameter) => {
    const start = end;
    end += sizeOf(parameter.shape);
    return { ...parameter, values: parameters.subarray(start, end) };
  });
}

/** How many numbers a network's parameters are, running statistics among them. */
export function parameterCount(network: Network): number {
  return networkParameters(network).reduce((sum, { shape }) => sum + sizeOf(shape), 0);
}

/** The width of every hidden layer's output, which dropout acts on. Networks on pictures have no dropout. */
export function hiddenWidths(network: Network): number[] {
  return takesPictures(network) ? [] : layerWidths(network);
}

/** Numbers of a row that a network takes. */
export function inputWidth(network: Network): number {
  if (!takesPictures(network)) return network.inputs;
  const { height, width } = network.picture;
  return height * width * 3;
}

/** Numbers that the last layer gets of a row. */
export function featureWidth(network: Network): number {
  if (takesPictures(network)) return describePictureNetwork(network).featureWidth;
  return network.hidden.at(-1) ?? network.inputs;
}

/** Multiplications that it takes to predict one row. */
export function workPerRow(network: Network): number {
  return takesPictures(network) ? describePictureNetwork(network).work : parameterCount(network);
}

/** Numbers that the largest tensor has for one row. */
export function largestPerRow(network: Network): number {
  if (takesPictures(network)) return describePictureNetwork(network).largest;
  return Math.max(network.inputs, ...network.hidden);
}

/**
 * Adds to a graph the logits of a batch as the network predicts them: rows × classes; or the number that it predicts.
 * @param parameters as `parameterShapes` lists them
 * @param x rows × features; for pictures rows × (height · width · 3) or rows × height × width × 3, bytes
 * @param drop dropout at the output of the i-th hidden layer
 */
export function logits(
  graph: Graph,
  network: Network,
  parameters: readonly Tensor[],
  x: Tensor,
  drop?: Drop,
): Tensor {
  return takesPictures(network)
    ? passPictures(graph, network, parameters, x).scores
    : fullyConnectedLogits(graph, network, parameters, x, drop);
}

/** Adds to a graph the input of the network's last layer: rows × `featureWidth`. */
export function lastFeatures(
  graph: Graph,
  network: Network,
  parameters: readonly Tensor[],
  x: Tensor,
): Tensor {
  return takesPictures(network)
    ? passPictures(graph, network, parameters, x).features
    : lastHidden(graph, network, parameters, x);
}
