import { expect, test } from 'vitest';
import { percent, percentAbove, strategyName } from '../src/internal.js';
import { decimals, fitGroupName, fitGroupNames, listed, tellApart, textWidth } from '../src/marks/words.js';

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
  [0, '0%'],
  [0.003, '0.3%'],
  [0.00302, '0.31%'],
  [0.0999, '10%'],
  [0.1, '10%'],
  [0.1001, '11%'],
  [0.07, '7%'],
  [0.29, '29%'],
  [1e-7, '0.00001%'],
])('the bound %d is told as %s, which is not below it', (fraction, text) => {
  expect(percentAbove(fraction)).toBe(text);
});

test.each([
  ['apstar', 'APStar'],
  ['multiplicative-weights (fast)', 'multiplicative weights, fast'],
  ['my own', 'my own'],
])('the strategy %s is called %s', (name, words) => {
  expect(strategyName(name)).toBe(words);
});

test('numbers of one column have the decimals of the largest', () => {
  expect([0.4123, 0.03].map(decimals([0.4123, 0.03]))).toEqual(['0.412', '0.030']);
  expect([12.34, 0.5].map(decimals([12.34, 0.5]))).toEqual(['12.3', '0.5']);
  expect([1234.5, Number.POSITIVE_INFINITY].map(decimals([1234.5]))).toEqual(['1235', '∞']);
  expect([0.00412].map(decimals([0.00412]))).toEqual(['0.00412']);
  expect([0].map(decimals([]))).toEqual(['0.00']);
});

test('numbers that differ are written so, those that do not are not', () => {
  expect(tellApart([0.39512, 0.39466])).toEqual(['0.3951', '0.3947']);
  expect(tellApart([0.4, 0.4])).toEqual(['0.400', '0.400']);
  expect(tellApart([0.4, 0.400001])).toEqual(['0.400000', '0.400001']);
  expect(tellApart([0.4, 0.4 + 1e-15])).toEqual(['0.400000000', '0.400000000']);
});

test('a name is cut in its longest part first, and always fits', () => {
  const name = 'Male · Amer-Indian-Eskimo · 55+';
  expect(fitGroupName(name, textWidth(name))).toBe(name);
  expect(fitGroupName(name, textWidth(name) - 20)).toBe('Male · Amer-Indian-E… · 55+');
  for (const width of [20, 60, 100, 150]) {
    expect(textWidth(fitGroupName(name, width))).toBeLessThanOrEqual(width);
    expect(textWidth(fitGroupName('x'.repeat(90), width))).toBeLessThanOrEqual(width);
  }
});

test('names that would be cut to the same are cut in the middle', () => {
  const [one, other, short] = fitGroupNames(['a'.repeat(50), `${'a'.repeat(49)}b`, 'c'], 100);
  expect([one!.at(-1), other!.at(-1), short]).toEqual(['a', 'b', 'c']);
  expect(Math.max(textWidth(one!), textWidth(other!))).toBeLessThanOrEqual(100);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is %s', (names, text) => {
  expect(listed(names)).toBe(text);
});
