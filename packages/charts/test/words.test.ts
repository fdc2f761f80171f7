import { expect, test } from 'vitest';
import { percent, strategyName } from '../src/index.js';

test.each([
  [0, '0%'],
  [-0, '0%'],
  [1, '100%'],
  [0.5, '50%'],
  [0.9949, '99%'],
  [0.123, '12%'],
  [0.0134, '1.3%'],
  [0.01, '1%'],
  [0.000833, '0.083%'],
  [0.000004, '0.0004%'],
  [2e-8, '0.000002%'],
  [1.26e-9, '0.00000013%'],
  [2e-10, '0.00000002%'],
  [-0.13, '−13%'],
  [-2e-8, '−0.000002%'],
  [1.174, '117%'],
  [12345, '1234500%'],
  [Number.POSITIVE_INFINITY, '∞%'],
  [Number.NEGATIVE_INFINITY, '−∞%'],
])('%d is %s', (fraction, text) => {
  expect(percent(fraction)).toBe(text);
});

test.each([
  ['apstar', 'APStar'],
  ['multiplicative-weights (fast)', 'multiplicative weights, fast'],
  ['my own', 'my own'],
])('the strategy %s is called %s', (name, words) => {
  expect(strategyName(name)).toBe(words);
});
