// Weights of 1 change nothing, whatever is trained.

import { describe, it } from 'vitest';
import { KINDS } from './made-table.js';
import { expectSameWithOnes } from './weighed-table.js';

describe('fit', () => {
  it.each(Object.entries(KINDS))('is the same to the bit where every weight is 1: %s', (_, options) =>
    expectSameWithOnes(options),
  );
});
