import { expect, it } from 'vitest';
import {
  change,
  compact,
  decimal,
  decimalAbove,
  decimalBelow,
  decimals,
  duration,
  percent,
  percent1,
  percentAbove,
  signed,
  tellApart,
} from '../src/numbers.js';

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
  expect([0.28661898, -0.04123, -0.00001].map(decimal)).toEqual(['0.2866', '−0.0412', '0.0000']);
});

it('says how long something takes', () => {
  expect([duration(0.2), duration(58.1), duration(200), duration(7500)]).toEqual([
    '1 s',
    '59 s',
    '3 min 20 s',
    '2 h 5 min',
  ]);
});

it.each([
  [38.58164675532078, '38.582'],
  [1484705, '1,484,705'],
  [167_484.32266666667, '167,484'],
  [12_345.678, '12,346'],
  [-0.000123456789, '−0.00012346'],
  [0, '0'],
  [4.2e-12, '4.2e-12'],
  [1.23456789e20, '1.2346e+20'],
  [-1.23456789e300, '-1.2346e+300'],
])('shows the digits of %d that matter', (value, text) => {
  expect(compact(value)).toBe(text);
});

it('changes have a sign unless they round to nothing', () => {
  expect(signed(0.0123, percent1)).toBe('+1.2%');
  expect(signed(-0.0123, percent1)).toBe('−1.2%');
  expect(signed(-0.0001, percent1)).toBe('0.0%');
});

it.each([
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

it.each([
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

it('numbers of one column have the decimals of the largest', () => {
  expect([0.4123, 0.03].map(decimals([0.4123, 0.03]))).toEqual(['0.412', '0.030']);
  expect([12.34, 0.5].map(decimals([12.34, 0.5]))).toEqual(['12.3', '0.5']);
  expect([1234.5, Number.POSITIVE_INFINITY].map(decimals([1234.5]))).toEqual(['1235', '∞']);
  expect([0.00412].map(decimals([0.00412]))).toEqual(['0.00412']);
  expect([0].map(decimals([]))).toEqual(['0.00']);
});

it('numbers that differ are written so, those that do not are not', () => {
  expect(tellApart([0.39512, 0.39466])).toEqual(['0.3951', '0.3947']);
  expect(tellApart([0.4, 0.4])).toEqual(['0.400', '0.400']);
  expect(tellApart([0.4, 0.400001])).toEqual(['0.400000', '0.400001']);
  expect(tellApart([0.4, 0.4 + 1e-15])).toEqual(['0.400000000', '0.400000000']);
});
