// The baseline every other strategy must beat: weights drawn uniformly from the simplex.

import type { RandomSource } from '../numeric/random.js';
import { sampleSimplex } from '../numeric/simplex.js';
import type { Strategy } from './strategy.js';

/** Options of `randomSearch`. */
export interface RandomSearchOptions {
  readonly random: RandomSource;
}

/** Tries the initial μ, then draws. A search over it is resumed with a random source of the same seed. */
export function randomSearch({ random }: RandomSearchOptions): Strategy {
  return {
    name: 'random',
    options: { seed: random.seed },
    *search({ groupCount, initialMu }) {
      yield initialMu;
      for (;;) yield sampleSimplex(random, groupCount);
    },
  };
}
