import { expect, it } from 'vitest';
import { change, compact, decimal, decimalAbove, decimalBelow, duration } from '../../src/report/numbers.js';

it('signs changes', () => {
  expect([change(0.17), change(-0.13), change(0)]).toEqual(['+17%', '−13%', '0%']);
});

it('rounds a change once, and calls the smallest none', () => {
  expect([change(0.05148), change(-0.0061), change(1e-9), change(-4e-5)]).toEqual([
    '+5.1%',
    '−0.61%',
    '0%',
    '0%',
  ]);
  expect(change(Number.NaN)).toBe('0%'); // from nothing to nothing
});

it('rounds bounds to their safe side', () => {
  expect([decimalBelow(0.39469), decimalBelow(0.3), decimalBelow(0.4)]).toEqual([
    '0.3946',
    '0.3000',
    '0.4000',
  ]);
  expect([decimalAbove(0.39461), decimalAbove(0.3), decimalAbove(0.1)]).toEqual([
    '0.3947',
    '0.3000',
    '0.1000',
  ]);
});

it('rounds risks to four decimals', () => {
  expect(decimal(0.28661898)).toBe('0.2866');
});

it('says seconds up to a hundred, then minutes', () => {
  expect([duration(0.2), duration(59.1), duration(180)]).toEqual(['1 s', '60 s', '3 min']);
});

it.each([
  [38.58164675532078, '38.582'],
  [1484705, '1,484,705'],
  [167_484.32266666667, '167,484'],
  [12_345.678, '12,346'],
  [-0.000123456789, '-0.00012346'],
  [0, '0'],
  [4.2e-12, '4.2e-12'],
  [1.23456789e20, '1.2346e+20'],
  [-1.23456789e300, '-1.2346e+300'],
])('shows the digits of %d that matter', (value, text) => {
  expect(compact(value)).toBe(text);
});
