// What users import. A name added here is a promise: everything else stays inside the package.

import { expect, it } from 'vitest';
import * as neural from '../src/index.js';
import * as node from '../src/node.js';

it('exports what a user trains, predicts and exports with, and nothing of the engine', () => {
  expect(Object.keys(neural).sort()).toEqual([
    'ACTIVATIONS',
    'DivergedError',
    'EXPORT_SCHEMA',
    'Evaluator',
    'FULLY_CONNECTED_KINDS',
    'JOINT_DEFAULTS',
    'LABEL',
    'NETWORK_KINDS',
    'NORMALISATIONS',
    'OPTIMISERS',
    'PICTURE_KINDS',
    'PREDICTION',
    'PROBABILITIES',
    'backboneFeatures',
    'backboneSize',
    'checkNetwork',
    'describedModel',
    'distilNetwork',
    'exportBoosted',
    'exportLinear',
    'exportNetwork',
    'exportPlugIn',
    'featureWidth',
    'fitNetworkComponent',
    'loadWeights',
    'networkOracle',
    'openBackbone',
    'parameterCount',
    'predictionInputs',
    'resolveJointOptions',
    'runtimeOf',
    'withHead',
  ]);
  expect(Object.keys(node)).toEqual(['loadNodeRuntime']);
});
