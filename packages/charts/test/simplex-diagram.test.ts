import { expect, test } from 'vitest';
import { embedInPlane } from '../src/marks/simplex-diagram.js';

test.each([
  { mu: [1, 0, 0], x: 1, y: 0 },
  { mu: [0, 1, 0], x: 0.5, y: Math.sqrt(3) / 2 },
  { mu: [0, 0, 1], x: 0, y: 0 },
  { mu: [1 / 3, 1 / 3, 1 / 3], x: 0.5, y: Math.sqrt(3) / 6 },
])('$mu lies at ($x, $y)', ({ mu, x, y }) => {
  const place = embedInPlane(mu);
  expect(place.x).toBeCloseTo(x, 12);
  expect(place.y).toBeCloseTo(y, 12);
});

test('two weights are no point of the triangle', () => {
  expect(() => embedInPlane([0.5, 0.5])).toThrow('a simplex diagram shows the weights of 3 groups; got 2');
});
