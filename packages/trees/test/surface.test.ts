// What users import. A name added here is a promise: everything else stays inside the package.

import { expect, it } from 'vitest';
import * as trees from '../src/index.js';
import * as node from '../src/node.js';

it('exports what a user boosts and predicts with', () => {
  expect(Object.keys(trees).sort()).toEqual([
    'BOOSTING_DEFAULTS',
    'boostedOracle',
    'boostedToJson',
    'fitBoostedComponent',
    'parseBoosted',
    'predictBoosted',
    'treeColumns',
  ]);
  expect(Object.keys(node)).toEqual(['nodeThreads']);
});
