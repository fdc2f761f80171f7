import { describe, expect, it } from 'vitest';
import { commandLine, flagOf } from '../../src/measure/asked.js';

describe('asking again', () => {
  it('writes options as they are typed', () => {
    expect([flagOf('maxSolves', 3), flagOf('refine', false), flagOf('mergeSmall', true)]).toEqual([
      '--max-solves',
      '--no-refine',
      '--merge-small',
    ]);
  });

  it('gives the whole command, quoted where a shell would ask for it', () => {
    const options = {
      groups: 'sex,age<55',
      target: "who's in",
      split: [0.6, 0.2, 0.2],
      gap: 1e-4,
      refine: true,
      mergeSmall: true,
      features: undefined,
    };
    expect(commandLine('fit', { data: 'my loans.csv', options })).toBe(
      "fairfront fit 'my loans.csv' --groups 'sex,age<55' --target 'who'\\''s in' --split 0.6,0.2,0.2 --gap 0.0001 --refine --merge-small",
    );
    expect(commandLine('fit', { data: undefined, options: { refine: false } })).toBe(
      'fairfront fit --no-refine',
    );
  });

  it('leaves out what was not said, which may not even be for this model', () => {
    const options = { model: 'mlp', l2: 1e-6, verify: true };
    expect(commandLine('fit', { data: 'loans.csv', options, said: ['model'] })).toBe(
      'fairfront fit loans.csv --model mlp',
    );
  });
});
