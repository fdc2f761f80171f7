import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupMetrics, type LinearModel, predictLinear } from '../../src/index.js';
import { outputCount } from '../../src/internal.js';
import { LinearObjective } from '../../src/linear/linear-objective.js';
import { randomSource } from '../helpers/arbitraries.js';
import { expectError } from '../helpers/errors.js';
import { dataOf, makeData, normals, sparse } from './linear-problems.js';
import '../helpers/close.js';

describe('predictLinear', () => {
  it('gives both classes of a binary model, the second the one that is scored', () => {
    const model = { classCount: 2, columnCount: 2, parameters: Float64Array.of(1, 0, Math.log(3)) };
    const { features } = dataOf(
      [
        [0, 9],
        [-Math.log(3), -9],
      ],
      [0, 0],
      'aa',
    );
    expect(predictLinear(model, features)).toBeAllClose([0.25, 0.75, 0.5, 0.5], { relative: 1e-15 });
  });

  it('gives every class of a model with more', () => {
    const parameters = Float64Array.of(1, 0, 0, Math.log(2), 0, Math.log(5));
    const { features } = dataOf([[0], [Math.log(2)]], [0, 0], 'aa');
    const probabilities = predictLinear({ classCount: 3, columnCount: 1, parameters }, features);
    expect(probabilities).toBeAllClose([1 / 8, 2 / 8, 5 / 8, 2 / 9, 2 / 9, 5 / 9], { relative: 1e-15 });
  });

  // A probability of 0 would count as 744 to whoever takes its logarithm.
  it('keeps a small probability of either class', () => {
    const model = { classCount: 2, columnCount: 1, parameters: Float64Array.of(1, 0) };
    const { features, labels, groups } = dataOf([[40], [-40], [700]], [0, 1, 0], 'aab');
    const probabilities = predictLinear(model, features);
    expect([probabilities[0]!, probabilities[3]!, probabilities[4]!]).toBeAllClose(
      [Math.exp(-40), Math.exp(-40), Math.exp(-700)],
      { relative: 1e-14 },
    );
    const { crossEntropy } = groupMetrics(probabilities, labels, groups, 2);
    expect(crossEntropy.byGroup).toBeAllClose([40, 700], { relative: 1e-14 });
  });

  const close = { absolute: 1e-13, relative: 1e-12 };

  it('gives the probabilities that the risks were made of, sparse and dense', () => {
    fc.assert(
      fc.property(randomSource, fc.constantFrom(2, 3, 5), (random, classCount) => {
        const data = makeData(random, { classCount, columnCount: 4, groupRows: [8, 5], zeros: 0.5 });
        const parameters = normals(random, outputCount(classCount) * 5);
        const model: LinearModel = { classCount, columnCount: 4, parameters };
        for (const one of [data, sparse(data)]) {
          const probabilities = predictLinear(model, one.features);
          const metrics = groupMetrics(probabilities, one.labels, one.groups, classCount);
          const crossEntropy = new LinearObjective(one, classCount, 'cross-entropy', 0).evaluate(
            parameters,
          ).risks;
          expect(metrics.crossEntropy.byGroup).toBeAllClose(crossEntropy, close);
          const brier = new LinearObjective(one, classCount, 'brier', 0).evaluate(parameters).risks;
          expect(metrics.brier.byGroup).toBeAllClose(brier, close);
        }
      }),
    );
  });

  it('leaves the parameters as they were', () => {
    const parameters = Float64Array.of(1, 2);
    predictLinear({ classCount: 2, columnCount: 1, parameters }, dataOf([[3]], [0], 'a').features);
    expect(parameters).toEqual(Float64Array.of(1, 2));
  });

  it('refuses rows of another width', () => {
    const model = { classCount: 2, columnCount: 2, parameters: new Float64Array(3) };
    expectError(
      () => predictLinear(model, dataOf([[3]], [0], 'a').features),
      'bad-problem',
      'the model was trained on 2 features, but these rows have 1; encode them with the encoder of the training rows',
    );
  });
});
