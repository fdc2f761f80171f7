// Theorem 4.2 in numbers. For both losses the classifier that minimises Σ_a μ_a r_a is
//
//   h^μ(x) = Σ_a μ_a p(x|a) f_a(x) / Σ_a μ_a p(x|a)
//
// and the risk of each group splits into a part no classifier can avoid and the price of sharing one
// classifier:
//
//   Brier          r_a = E[2 f_a (1 − f_a)] + E[2 (f_a − h)²]
//   cross-entropy  r_a = E[H(f_a)]          + E[KL(f_a ‖ h)]         expectations over X | a
//
// Both parts are integrated numerically, split at every jump of every f, where the integrands are not smooth.

import { logSumExp } from '../numeric/log-sum-exp.js';
import type { Integrand } from '../numeric/quadrature.js';
import { checkMu } from '../numeric/simplex.js';
import type { SyncOracle } from '../pareto/oracle.js';
import { densityAt, integrateOverInputs } from './gaussian.js';
import { checkProblem, type TheoryProblem } from './problem.js';

/** The risk of every group, split in two. */
export interface RiskDecomposition {
  readonly risks: readonly number[];
  /** What remains even with a classifier of the group's own. */
  readonly irreducible: readonly number[];
  /** What the group pays for sharing one classifier with the others. */
  readonly priceOfSharing: readonly number[];
}

/** P(Y = 1 | X = x), predicted for every group alike. */
export type Classifier = (x: number) => number;

/** The optimal classifiers of a problem with known distributions. */
export interface ClosedForm {
  readonly problem: TheoryProblem;
  /** The least risk each group can have: the utopia point. */
  readonly irreducible: readonly number[];
  /** The optimal classifier for these weights. */
  classifier(mu: readonly number[]): Classifier;
  /** The risks of that classifier, and where they come from. */
  decompose(mu: readonly number[]): RiskDecomposition;
}

/** Prepares the closed form of a problem. */
export function closedForm(problem: TheoryProblem): ClosedForm {
  checkProblem(problem);
  const { groups, loss } = problem;
  const expectation = (integrand: Integrand): readonly number[] =>
    integrateOverInputs(problem, groups.length, integrand);
  const noise = loss === 'brier' ? brierNoise : entropy;
  const irreducible = expectation((x, out) => {
    groups.forEach(({ mean, curve }, a) => {
      out[a] = densityAt(x - mean) * noise(curve.at(x));
    });
  });
  return {
    problem,
    irreducible,
    classifier: (mu) => {
      const posterior = posteriorOf(problem, mu);
      return (x) => {
        posterior.at(x);
        return Math.exp(posterior.logPositive);
      };
    },
    decompose: (mu) => {
      const posterior = posteriorOf(problem, mu);
      const price = loss === 'brier' ? brierPrice : divergence;
      const priceOfSharing = expectation((x, out) => {
        posterior.at(x);
        for (let a = 0; a < groups.length; a++) {
          out[a] = posterior.densities[a]! * price(posterior.responses[a]!, posterior);
        }
      }).map((value) => Math.max(0, value));
      return {
        risks: irreducible.map((value, a) => value + priceOfSharing[a]!),
        irreducible,
        priceOfSharing,
      };
    },
  };
}

/** The closed form as an oracle: solves are exact, so searches over it are certified. */
export function closedFormOracle(form: ClosedForm): SyncOracle<Classifier> {
  return {
    groupCount: form.problem.groups.length,
    certifies: true,
    solve: (mu) => ({ model: form.classifier(mu), risks: form.decompose(mu).risks }),
  };
}

interface Posterior {
  /** Computes everything below at x. */
  at(x: number): void;
  /** p(x|a). */
  readonly densities: Float64Array;
  /** f_a(x). */
  readonly responses: Float64Array;
  /** ln h(x) and ln(1 − h(x)). */
  logPositive: number;
  logNegative: number;
}

/** Below it a sum, relative to the largest density, has lost digits to underflow. */
const SMALLEST_SUM = 1e-290;

/** h^μ at a point, with its logarithms; buffers are allocated once per μ. */
function posteriorOf({ groups }: TheoryProblem, mu: readonly number[]): Posterior {
  const groupCount = groups.length;
  checkMu(mu, groupCount);
  const means = groups.map(({ mean }) => mean);
  const exponents = new Float64Array(groupCount); // ln p(x|a), less the constant
  const densities = new Float64Array(groupCount);
  const responses = new Float64Array(groupCount);
  const terms = new Float64Array(groupCount);

  /** ln Σ μ_a p(x|a) probability(f_a) − ln Σ μ_a p(x|a), when the plain sums have underflowed. */
  const logRatio = (probability: (response: number) => number): number => {
    for (let a = 0; a < groupCount; a++) {
      terms[a] = Math.log(mu[a]!) + exponents[a]! + Math.log(probability(responses[a]!));
    }
    const numerator = logSumExp(terms);
    for (let a = 0; a < groupCount; a++) terms[a] = Math.log(mu[a]!) + exponents[a]!;
    return numerator - logSumExp(terms);
  };

  const posterior: Posterior = {
    densities,
    responses,
    logPositive: 0,
    logNegative: 0,
    at: (x) => {
      let largest = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < groupCount; a++) {
        exponents[a] = -0.5 * (x - means[a]!) ** 2;
        responses[a] = groups[a]!.curve.at(x);
        if (exponents[a]! > largest) largest = exponents[a]!;
      }
      const scale = Math.exp(largest) / Math.sqrt(2 * Math.PI);
      let positive = 0;
      let negative = 0;
      for (let a = 0; a < groupCount; a++) {
        const relative = Math.exp(exponents[a]! - largest);
        densities[a] = scale * relative;
        positive += mu[a]! * relative * responses[a]!;
        negative += mu[a]! * relative * (1 - responses[a]!);
      }
      const logTotal = Math.log(positive + negative);
      posterior.logPositive = positive > SMALLEST_SUM ? Math.log(positive) - logTotal : logRatio((f) => f);
      posterior.logNegative =
        negative > SMALLEST_SUM ? Math.log(negative) - logTotal : logRatio((f) => 1 - f);
    },
  };
  return posterior;
}

const brierNoise = (f: number): number => 2 * f * (1 - f);
const brierPrice = (f: number, { logPositive }: Posterior): number => 2 * (f - Math.exp(logPositive)) ** 2;

const entropy = (f: number): number => -xLogX(f) - xLogX(1 - f);
const divergence = (f: number, { logPositive, logNegative }: Posterior): number =>
  xLogX(f) - (f === 0 ? 0 : f * logPositive) + xLogX(1 - f) - (f === 1 ? 0 : (1 - f) * logNegative);

function xLogX(x: number): number {
  return x === 0 ? 0 : x * Math.log(x);
}
