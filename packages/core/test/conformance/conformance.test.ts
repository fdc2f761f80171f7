import {
  apStar,
  createRandom,
  cuttingPlane,
  multiplicativeWeights,
  type Oracle,
  randomSearch,
} from '../../src/index.js';
import { plugInOracle } from '../../src/plug-in.js';
import { exponentialWeights } from '../../src/search/exponential-weights.js';
import { closedForm, closedFormOracle, randomProblem, threeGroupProblem } from '../../src/theory.js';
import { drawSample } from '../plug-in/plug-in-problems.js';
import { listOracle, quadraticOracle } from '../search/oracles.js';
import { describeOracle } from './oracle-conformance.js';
import { describeStrategy } from './strategy-conformance.js';

describeStrategy('apStar', () => apStar());
describeStrategy('multiplicativeWeights', () => multiplicativeWeights(), { multiplies: true });
describeStrategy('exponentialWeights', () => exponentialWeights(), { multiplies: true });
describeStrategy('cuttingPlane', () => cuttingPlane());
describeStrategy('randomSearch', () => randomSearch({ random: createRandom(7) }), { drawsAtRandom: true });

const brier = closedForm(threeGroupProblem);
const crossEntropy = closedForm(randomProblem(createRandom(2), 4, 'cross-entropy'));
describeOracle('closed form, Brier score', () => closedFormOracle(brier));
describeOracle('closed form, cross-entropy', () => closedFormOracle(crossEntropy));

const sample = drawSample(createRandom(3), { rowCount: 60, groupCount: 3, classCount: 2 });
const classes = drawSample(createRandom(4), { rowCount: 40, groupCount: 4, classCount: 3 });
describeOracle('plug-in, cross-entropy', () => plugInOracle({ ...sample, validation: sample }));
describeOracle('plug-in, Brier score, three classes', () =>
  plugInOracle({ ...classes, validation: classes, loss: 'brier' }),
);
describeOracle('plug-in, nothing known of training rows', () =>
  plugInOracle({ priors: sample.priors, validation: sample }),
);

describeOracle('a finite list of models', () =>
  listOracle([
    [0.2, 1, 0.5],
    [0.9, 0.1, 0.6],
    [0.5, 0.8, 0.1],
    [0.7, 0.7, 0.7],
  ]),
);

const targets = [
  [0, 0],
  [1, 0],
  [0, 2],
];

describeOracle('an asynchronous function of a user', (): Oracle<readonly number[]> => {
  const inner = quadraticOracle(targets, [0.1, 0.2, 0.3]);
  return {
    ...inner,
    solve: async (mu, context) => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      return inner.solve(mu, context);
    },
  };
});

describeOracle('a function of a user that certifies nothing', (): Oracle<readonly number[]> => {
  // Halfway to the minimum for uniform weights: no minimum, but not far from one.
  const { certifies: _, ...inner } = quadraticOracle(targets, [0.1, 0.2, 0.3]);
  return {
    ...inner,
    solve: (mu, context) =>
      mu.length === 3
        ? inner.solve(
            mu.map((weight) => (weight + 1 / 3) / 2),
            context,
          )
        : inner.solve(mu, context),
  };
});
