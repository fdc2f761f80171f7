// Parts that do not fit together, or not to the table.

import { describe, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import { exportPlugIn } from '../../src/export/export-plug-in.js';
import { encoder, linearModel, networkModel, type Parts, partsOf, targetOf } from './plug-in-parts.js';

const MU = [0.2, 0.3, 0.5];
const parts = partsOf(2, linearModel);
const refuse = (change: Partial<Parts>, code: 'bad-problem' | 'bad-groups', ...texts: string[]): void =>
  expectError(() => exportPlugIn({ ...parts, ...change }, MU, encoder, targetOf(2)), code, ...texts);
const instead = (part: Parts['outcomes'][number]) => ({
  outcomes: [parts.outcomes[0]!, part, parts.outcomes[2]!],
});

describe('exportPlugIn refuses', () => {
  it('weights that are none, or of other groups', () => {
    const run = (mu: readonly number[]) => exportPlugIn(parts, mu, encoder, targetOf(2));
    expectError(() => run([0.5, 0.5]), 'bad-mu', '3 groups', '2 weights');
    expectError(() => run([0.5, 0.5, 0.5]), 'bad-mu', 'sum to 1');
  });

  it('another target', () => {
    expectError(
      () => exportPlugIn(parts, MU, encoder, targetOf(3)),
      'bad-problem',
      'the plug-in classifier has 2 classes',
      '"y" has 3',
    );
  });

  it('a p(A|X) of other groups, or shares of others', () => {
    refuse({ membership: linearModel(2, 1) }, 'bad-groups', 'got 3, 2 and 3');
    refuse({ priors: [0.5, 0.5] }, 'bad-groups', 'got 3, 3 and 2');
  });

  it('a group with weight that has no share', () => {
    refuse({ priors: [0.5, 0, 0.5] }, 'bad-groups', 'group 2', '(0, 1]', 'got 0');
  });

  it('models of other features or classes, or with parameters that are no numbers', () => {
    refuse(instead(linearModel(2, 1, 3)), 'bad-problem', 'p(Y|X,a) of group 2', '3 features', 'encoder');
    refuse(instead(networkModel('mlp', 3, 1)), 'bad-problem', 'p(Y|X,a) of group 2 has 3 classes');
    const { network, parameters } = networkModel('mlp', 3, 1);
    const odd = parameters.map((value, i) => (i === 4 ? Number.NaN : value));
    refuse({ membership: { network, parameters: odd } }, 'bad-problem', 'p(A|X)', 'parameter 5 of', 'NaN');
  });

  it.each([
    ['too few numbers', [1], 'has 1 classes'],
    ['a sum that is not 1', [0.5, 0.6], 'sum to 1; got 0.5, 0.6'],
    ['a negative number', [-0.5, 1.5], 'sum to 1; got -0.5, 1.5'],
    ['no number', [Number.NaN, 1], 'sum to 1; got NaN, 1'],
  ])('a constant with %s', (_, constant, text) => {
    refuse(instead({ constant }), 'bad-problem', 'group 2', text);
  });
});
