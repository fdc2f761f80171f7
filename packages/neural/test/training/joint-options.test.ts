// The options of training: the paper's values, and what is refused.

import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { type JointOptions, resolveJointOptions } from '../../src/training/joint-options.js';

describe('resolveJointOptions', () => {
  it('has the values of the paper [MMPF Sec. A.6]', () => {
    expect(resolveJointOptions({})).toEqual({
      loss: 'cross-entropy',
      learningRate: 5e-4,
      batchSize: 32,
      decay: 0.25,
      patience: 20,
      maxEpochs: 500,
      epochSteps: 1,
      minImprovement: 0,
      settle: true,
      optimiser: 'adam',
      weightDecay: 0,
      dropout: 0,
      augment: true,
      seed: 1,
    });
  });

  it('takes what is given, and what is undefined as not given', () => {
    const given = { learningRate: 0.1, dropout: 0.5, patience: undefined } as unknown as JointOptions;
    expect(resolveJointOptions(given)).toMatchObject({ learningRate: 0.1, dropout: 0.5, patience: 20 });
  });

  it.each<[keyof JointOptions, unknown, string]>([
    ['loss', 'hinge', '"cross-entropy", "brier" or "squared"'],
    ['learningRate', 0, 'above 0'],
    ['learningRate', Number.POSITIVE_INFINITY, 'above 0'],
    ['learningRate', Number.NaN, 'above 0'],
    ['batchSize', 0, 'whole number ≥ 1'],
    ['batchSize', 2.5, 'whole number ≥ 1'],
    ['epochSteps', 0, 'whole number ≥ 1'],
    ['decay', 0, 'between 0 and 1'],
    ['decay', 1, 'between 0 and 1'],
    ['patience', 0, 'whole number ≥ 1'],
    ['maxEpochs', 0, 'whole number ≥ 1'],
    ['maxEpochs', 1.5, 'whole number ≥ 1'],
    ['minImprovement', 1, '[0, 1)'],
    ['minImprovement', -0.1, '[0, 1)'],
    ['optimiser', 'adagrad', '"adam" or "sgd"'],
    ['weightDecay', -1, '≥ 0'],
    ['weightDecay', Number.POSITIVE_INFINITY, '≥ 0'],
    ['dropout', 1, '[0, 1)'],
    ['dropout', Number.NaN, '[0, 1)'],
  ])('refuses %s = %s', (name, value, rule) => {
    const options = { [name]: value } as JointOptions;
    expectError(() => resolveJointOptions(options), 'bad-option', name, rule, String(value));
  });
});
