// The options of networks as they reach the training: defaults that depend on what is asked, and on how many rows there are.

import { describe, expect, it } from 'vitest';
import { jointOptionsOf, networkOf } from '../../src/training/options/network-options.js';

describe('networkOf', () => {
  it('is the network of the paper unless another is asked for', () => {
    expect(networkOf({ model: 'resnet' }, { inputs: 96 }, 2)).toEqual({
      kind: 'resnet',
      inputs: 96,
      classes: 2,
      hidden: [512, 512],
      activation: 'elu',
    });
    expect(networkOf({ model: 'mlp', hidden: [3], activation: 'none' }, { inputs: 4 }, 5)).toEqual({
      kind: 'mlp',
      inputs: 4,
      classes: 5,
      hidden: [3],
      activation: 'none',
    });
  });
});

describe('jointOptionsOf', () => {
  const given = { loss: 'brier', seed: 7 } as const;

  it('has loss, seed and batch size, and of the others those that were said', () => {
    expect(jointOptionsOf(given, 1000)).toEqual({ loss: 'brier', seed: 7, batchSize: 32 });
    expect(jointOptionsOf({ ...given, dropout: 0.5, patience: 3 }, 1000)).toEqual({
      loss: 'brier',
      seed: 7,
      batchSize: 32,
      dropout: 0.5,
      patience: 3,
    });
  });

  it.each([
    [99_999, 32],
    [100_000, 512],
  ])('with %d rows has batches of %d', (rows, batchSize) => {
    expect(jointOptionsOf(given, rows).batchSize).toBe(batchSize);
    expect(jointOptionsOf({ ...given, batchSize: 5 }, rows).batchSize).toBe(5);
  });
});
