// Values are numbered beyond the size at which a Map throws.

import { expect, it } from 'vitest';
import { NumberTable } from '../../src/numeric/first-uses.js';

it('a table holds more values than a Map can', () => {
  const most = 2 ** 24 + 1;
  const uses = new NumberTable();
  let isRight = true;
  for (let i = 0; i < most; i++) isRight &&= uses.numberOf(i * 4096.5) === i;
  for (let i = 0; i < most; i += 9973) isRight &&= uses.numberOf(i * 4096.5) === i;
  expect(isRight).toBe(true);
  expect(uses.count).toBe(most);
});
