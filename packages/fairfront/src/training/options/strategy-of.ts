// Searches by name.

import {
  apStar,
  createRandom,
  cuttingPlane,
  exponentialWeights,
  multiplicativeWeights,
  randomSearch,
  type Strategy,
} from '@fairfront/core';
import type { SolvingSearch } from './fit-options.js';

/** The strategy of a search that makes solves. */
export function strategyOf(name: SolvingSearch, maxSolves: number, seed: number): Strategy {
  switch (name) {
    case 'apstar':
      return apStar();
    case 'cutting-plane':
      return cuttingPlane();
    case 'multiplicative-weights':
      return multiplicativeWeights({ horizon: maxSolves });
    case 'exponential-weights':
      return exponentialWeights();
    case 'random':
      return randomSearch({ random: createRandom(seed) });
  }
}
