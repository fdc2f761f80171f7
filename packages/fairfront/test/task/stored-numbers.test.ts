// Numbers in a file are read block by block, as they were, as often as wanted.

import { expect, it } from 'vitest';
import { storeNumbers } from '../../src/task/stored-parts.js';
import { madeFolder } from '../read/files.js';

it('reads numbers of a file block by block, and again', () => {
  const folder = madeFolder();
  const numbers = Float64Array.from({ length: 10 }, (_, i) => Math.exp(-i));
  const block = storeNumbers(folder, numbers, 4);
  for (let time = 0; time < 2; time++) {
    expect([0, 1, 2].flatMap((i) => [...block(i)])).toEqual([...numbers]);
  }
});
