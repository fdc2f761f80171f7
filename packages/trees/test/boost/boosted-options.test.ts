import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { BOOSTING_DEFAULTS, type BoostingOptions, resolveBoosting } from '../../src/boost/boosted-options.js';

describe('resolveBoosting', () => {
  it('fills in defaults; trees by leaves may be deep', () => {
    expect(resolveBoosting()).toEqual(BOOSTING_DEFAULTS);
    expect(resolveBoosting({ trees: 3 })).toEqual({ ...BOOSTING_DEFAULTS, trees: 3 });
    expect(resolveBoosting({ maxLeaves: 31 })).toMatchObject({ maxLeaves: 31, maxDepth: 30 });
    expect(resolveBoosting({ maxLeaves: 31, maxDepth: 4 })).toMatchObject({ maxLeaves: 31, maxDepth: 4 });
  });

  const wrong: [name: keyof BoostingOptions, values: unknown[]][] = [
    ['trees', [0, 1.5, Number.NaN, Infinity, '3', null]],
    ['learningRate', [0, 1.1, -0.1, Number.NaN, '0.5', true]],
    ['maxDepth', [0, 31, 2.5]],
    ['maxLeaves', [1, 4097, 2.5]],
    ['minChildWeight', [-1, Infinity, Number.NaN, '3']],
    ['lambda', [-0.1, Infinity, Number.NaN, '3', null]],
    ['subsample', [0, 1.01, Number.NaN]],
    ['columnSample', [0, 2, Number.NaN]],
    ['bins', [1, 256, 2.5]],
    ['categories', ['onehot', '', 3]],
    ['seed', [-1, 2 ** 32, 0.5]],
  ];
  it.each(wrong)('names %s, its rule and what it got', (name, values) => {
    for (const value of values) {
      expectError(() => resolveBoosting({ [name]: value }), 'bad-option', `${name} must be`, `got ${value}`);
    }
  });
});
