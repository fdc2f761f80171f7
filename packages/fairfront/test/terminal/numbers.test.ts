import { expect, it } from 'vitest';
import { change, decimal, duration } from '../../src/terminal/numbers.js';

it('signs changes', () => {
  expect([change(0.17), change(-0.13), change(0)]).toEqual(['+17%', '−13%', '0%']);
});

it('rounds risks to four decimals', () => {
  expect(decimal(0.28661898)).toBe('0.2866');
});

it('says seconds up to a hundred, then minutes', () => {
  expect([duration(0.2), duration(59.1), duration(180)]).toEqual(['1 s', '60 s', '3 min']);
});
