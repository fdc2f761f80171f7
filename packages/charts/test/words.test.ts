import { expect, test } from 'vitest';
import { strategyName } from '../src/internal.js';
import { fitGroupName, fitGroupNames, textWidth } from '../src/marks/words.js';

test.each([
  ['apstar', 'APStar'],
  ['multiplicative-weights (fast)', 'multiplicative weights, fast'],
  ['my own', 'my own'],
])('the strategy %s is called %s', (name, words) => {
  expect(strategyName(name)).toBe(words);
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
