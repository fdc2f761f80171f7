// Problems with known distributions as plug-in estimates: the true conditionals at given inputs, and rows whose plain means are integrals.

import { FairfrontError } from '../../src/error.js';
import { normalise } from '../../src/numeric/simplex.js';
import type { SyncOracle } from '../../src/pareto/oracle.js';
import type { Conditionals } from '../../src/plug-in/conditionals.js';
import { type PlugInModel, plugInOracle } from '../../src/plug-in/plug-in-oracle.js';
import { densityAt, integrationPanels } from '../../src/theory/gaussian.js';
import { problemShares, type TheoryProblem } from '../../src/theory/problem.js';
import { indexOf, takeRows } from './plug-in-problems.js';

/** p(y|x,a) and p(a|x) as they are. */
export function trueConditionals(problem: TheoryProblem, inputs: readonly number[]): Conditionals {
  const shares = problemShares(problem);
  const memberships = inputs.flatMap((x) => {
    const exponents = problem.groups.map(({ mean }) => -0.5 * (x - mean) ** 2);
    const largest = Math.max(...exponents);
    return normalise(exponents.map((exponent, a) => shares[a]! * Math.exp(exponent - largest)));
  });
  return {
    rowCount: inputs.length,
    classCount: 2,
    outcomes: problem.groups.map(({ curve }) =>
      Float64Array.from(inputs.flatMap((x) => [1 - curve.at(x), curve.at(x)])),
    ),
    memberships: Float64Array.from(memberships),
  };
}

export interface InputRule {
  readonly inputs: readonly number[];
  /** Of dx. */
  readonly weights: readonly number[];
}

const NODES = 16;
/** A panel this wide has 16 nodes, where a rule of their order is exact to rounding for a normal density. */
const WIDEST = 1;

/** Fejér's first rule, 1933, on panels that end at every jump of every f; no node lies on an end. */
export function inputRule(problem: TheoryProblem): InputRule {
  const ends = integrationPanels(problem);
  const inputs: number[] = [];
  const weights: number[] = [];
  ends.slice(1).forEach((end, i) => {
    const parts = Math.ceil((end - ends[i]!) / WIDEST);
    const half = (end - ends[i]!) / parts / 2;
    for (let part = 0; part < parts; part++) {
      const centre = ends[i]! + (2 * part + 1) * half;
      for (let k = 0; k < NODES; k++) {
        const angle = ((2 * k + 1) * Math.PI) / (2 * NODES);
        let sum = 0;
        for (let j = 1; j <= NODES / 2; j++) sum += Math.cos(2 * j * angle) / (4 * j * j - 1);
        inputs.push(centre + half * Math.cos(angle));
        weights.push(half * (2 / NODES) * (1 - 2 * sum));
      }
    }
  });
  return { inputs, weights };
}

/**
 * The true problem as a plug-in oracle. Its training rows are the n nodes x_i of a quadrature rule, all as probable, and a group's law on them is
 * ω_i p(a|x_i) / p_a with ω_i the rule's weight times p(x_i): then the plain means that the oracle takes are the integrals. For that the rows need
 * someone who lives where ω_i is small: a group beyond the others that never has weight, with the share 1 − κ n ω_i in a row. The others share
 * the rest, κ n ω_i p(a|x_i); their part of the population is κ p_a. h^μ sees ratios of them alone, so it is the problem's own.
 */
export function trueOracle(problem: TheoryProblem): SyncOracle<PlugInModel> {
  const groupCount = problem.groups.length;
  const { inputs, weights } = inputRule(problem);
  const shares = problemShares(problem);
  const truth = trueConditionals(problem, inputs);
  const masses = inputs.map(
    (x, i) =>
      weights[i]! * problem.groups.reduce((sum, { mean }, a) => sum + shares[a]! * densityAt(x - mean), 0),
  );
  const largest = Math.max(...masses);
  const kappa = 1 / (inputs.length * largest);
  const memberships = masses.flatMap((mass, i) => [
    ...shares.map((_, a) => (mass / largest) * truth.memberships[i * groupCount + a]!),
    1 - mass / largest,
  ]);
  const train: Conditionals = {
    ...truth,
    outcomes: [...truth.outcomes, new Float64Array(2 * inputs.length).fill(0.5)],
    memberships: Float64Array.from(memberships),
  };
  const each = shares.map((_, a) => a).concat(groupCount);
  const oracle = plugInOracle({
    loss: problem.loss,
    priors: [...shares.map((share) => kappa * share), 1 - kappa],
    train,
    // Nobody looks at validation rows here; each group has one.
    validation: {
      conditionals: takeRows(train, each),
      labels: new Int32Array(each.length),
      groups: indexOf(Int32Array.from(each), each.length),
    },
  });
  return {
    groupCount,
    certifies: true,
    solve: (mu, context) => {
      if (mu.length !== groupCount) throw new FairfrontError('bad-mu', `needs ${groupCount} weights`);
      const { model, trainRisks } = oracle.solve([...mu, 0], context);
      return { model, risks: trainRisks!.slice(0, groupCount) };
    },
  };
}

/** r_a of any classifier under the true distributions. @param positive h at each input of the rule */
export function trueRisks(
  { groups, loss }: TheoryProblem,
  { inputs, weights }: InputRule,
  positive: readonly number[],
): number[] {
  return groups.map(({ mean, curve }) =>
    inputs.reduce((sum, x, i) => {
      const [f, h] = [curve.at(x), positive[i]!];
      const risk =
        loss === 'brier'
          ? 2 * f * (1 - h) ** 2 + 2 * (1 - f) * h ** 2
          : -f * Math.log(h) - (1 - f) * Math.log1p(-h);
      return sum + weights[i]! * densityAt(x - mean) * risk;
    }, 0),
  );
}
