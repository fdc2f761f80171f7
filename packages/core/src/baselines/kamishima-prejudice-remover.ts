// The prejudice remover of Kamishima et al. 2012 (Fairness-aware Classifier with Prejudice Remover
// Regularizer), the paper's baseline: logistic regression with a penalty on what its predictions tell about
// the group.
//
//   minimise  F(θ) = (1/n) Σ_i cross-entropy_i + η PI(θ) + (l2/2) ‖w‖²        PI: see kamishima-prejudice-index.ts
//
// Their model has weights of each group's own; this one has one set for all groups, as the paper's models do
// not see the group, and so that η = 0 is plain logistic regression. Their sums over rows are means here,
// cross-entropy and PI alike, so η is the same. Any number of groups and classes.
//
// PI is not convex, so F may have several minima. L-BFGS goes down from plain logistic regression and from θ
// = 0, and the lower end counts: on rows that a model can separate the first may be stuck where F is above
// even the ln K of θ = 0, K being the number of classes.

import { FairfrontError } from '../error.js';
import { groupShares, refuseWeights } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import type { LinearModel, LinearTraining } from '../linear/linear-model.js';
import { type LinearObjective, largestEntry } from '../linear/linear-objective.js';
import { crossEntropyResiduals } from '../linear/softmax.js';
import { linearSolver, prepareInMemory, startingPoint } from '../linear/solve-linear.js';
import { minimiseSmooth } from '../numeric/lbfgs.js';
import { dot } from '../numeric/sum.js';
import { addPrejudiceResiduals, prejudiceIndex } from './kamishima-prejudice-index.js';
import { curvatureScaling, diagonalScaling, type Scaling } from './kamishima-scaling.js';

/**
 * η up to 300 [MMPF App. A.6]: the grid of Friedler et al. 2019 without its 0, and four values below its 1,
 * where the best often are.
 */
export const KAMISHIMA_ETAS: readonly number[] = [
  0.01, 0.03, 0.1, 0.3, 1, 2, 3, 4, 5, 10, 15, 20, 30, 40, 50, 100, 150, 200, 250, 300,
];

/** Options of `prejudiceRemover`. */
export interface PrejudiceRemoverOptions {
  readonly classCount: number;
  /** Factor of ½‖w‖² beside the mean cross-entropy, ≥ 0. Default 1e-6, as for other linear models. */
  readonly l2?: number;
  /**
   * What F can still fall by the solver's own estimate, relative to F, at which to stop; > 0. Default 1e-12.
   */
  readonly tolerance?: number;
  /** Steps at most, ≥ 1. Default 5000. */
  readonly maxIterations?: number;
}

/** A model trained for one η. */
export interface PrejudiceRemoverSolve {
  /** How the solve ended is in `model.training`. */
  readonly model: LinearModel & { readonly training: LinearTraining };
  readonly eta: number;
  /** PI on the training rows, in nats. */
  readonly prejudiceIndex: number;
  /** r_a on the training rows: mean cross-entropy without any penalty. */
  readonly risks: readonly number[];
  /** (l2/2) ‖w‖². */
  readonly penalty: number;
  /** F. */
  readonly objective: number;
}

/** Trains models for any η. */
export interface PrejudiceRemover {
  readonly groupCount: number;
  /**
   * @param eta η ≥ 0
   * @param start a model to go down from, best that of an η nearby: quicker than the two usual starts, which
   * are taken where F is above ln K there
   */
  /** Trains the model for η ≥ 0. @param start a model to start from */
  solve(eta: number, start?: LinearModel): PrejudiceRemoverSolve;
}

const DEFAULT_TOLERANCE = 1e-12;
const DEFAULT_MAX_ITERATIONS = 5000;

/** Where to go down from, and the variables to do it in. */
interface Start {
  readonly parameters: Float64Array;
  readonly scaling: Scaling;
}

/** Prepares logistic regression with a penalty on the prejudice index. */
export function prejudiceRemover(train: LabelledRows, options: PrejudiceRemoverOptions): PrejudiceRemover {
  const { tolerance = DEFAULT_TOLERANCE, maxIterations = DEFAULT_MAX_ITERATIONS } = options;
  const { objective, options: settings } = prepareInMemory(
    train,
    { ...options, tolerance, maxIterations },
    'Kamishima’s method',
  );
  const { classCount, l2, method } = settings;
  const { size, columnCount, zeroRisk } = objective;
  refuseWeights(train.groups, 'the prejudice remover');
  const mu = groupShares(train.groups);
  const evaluate = prejudiceObjective(objective);
  const scaled = new Float64Array(size);
  const ones = new Float64Array(size).fill(1);

  const startAt = (parameters: Float64Array): Start => ({
    parameters,
    scaling:
      method === 'newton' ? curvatureScaling(objective, mu, parameters) : diagonalScaling(objective, mu),
  });
  let usual: readonly Start[] | undefined;
  const usualStarts = (): readonly Start[] => {
    usual ??= [
      startAt(linearSolver(train, { classCount, l2 }).solve(mu).model.parameters),
      startAt(new Float64Array(size)),
    ];
    return usual;
  };

  const descend = (eta: number, { parameters, scaling }: Start): PrejudiceRemoverSolve => {
    const { x, gradient, status, iterations } = minimiseSmooth({
      evaluate: (variables, gradient) => {
        scaled.set(variables);
        const { value } = evaluate(eta, scaling.toParameters(scaled), gradient);
        scaling.toScaledGradient(gradient);
        return value;
      },
      start: scaling.fromParameters(parameters.slice()),
      diagonal: ones,
      done: (value, fall) => fall <= tolerance * value,
      maxIterations,
    });
    scaling.toParameters(x);
    const { value, ...parts } = evaluate(eta, x, gradient);
    const training: LinearTraining = {
      status,
      method: 'lbfgs',
      iterations,
      gradientNorm: largestEntry(gradient),
    };
    return {
      model: { classCount, columnCount, parameters: x, training },
      eta,
      objective: value,
      ...parts,
    };
  };

  return {
    groupCount: objective.groupCount,
    solve: (eta, start) => {
      if (!(eta >= 0 && Number.isFinite(eta))) {
        throw new FairfrontError('bad-option', `eta must be a finite number ≥ 0; got ${eta}`);
      }
      if (start !== undefined) {
        const parameters = startingPoint(objective, classCount, start);
        const { value } = evaluate(eta, parameters, scaled);
        if (value <= zeroRisk) return descend(eta, startAt(parameters));
      }
      return usualStarts()
        .map((one) => descend(eta, one))
        .reduce((best, one) => (one.objective < best.objective ? one : best));
    },
  };
}

/** F and what it is made of. */
export interface PrejudiceValue {
  /** F. */
  readonly value: number;
  /** r_a: mean cross-entropy by group. */
  readonly risks: readonly number[];
  /** PI. */
  readonly prejudiceIndex: number;
  /** (l2/2) ‖w‖². */
  readonly penalty: number;
}

/**
 * Prepares F and its gradient.
 * @returns F at the parameters and what it is made of; fills the gradient there
 */
export function prejudiceObjective(
  objective: LinearObjective,
): (eta: number, parameters: Float64Array, gradient: Float64Array) => PrejudiceValue {
  const { data, outputs, width, columnCount, l2, scratch: residuals } = objective;
  const at = objective.createEvaluation();
  const mu = groupShares(data.groups);
  return (eta, parameters, gradient) => {
    const { probabilities, risks, penalty } = objective.evaluate(parameters, at);
    const { value: index, logRatios } = prejudiceIndex(probabilities, outputs, data.groups);
    crossEntropyResiduals(probabilities, outputs, data.labels, residuals);
    addPrejudiceResiduals(probabilities, outputs, data.groups.groups, logRatios, eta, residuals);
    objective.weightedSum(mu, residuals, gradient);
    for (let k = 0; k < outputs; k++) {
      for (let c = 0; c < columnCount; c++) gradient[k * width + c]! += l2 * parameters[k * width + c]!;
    }
    return { value: dot(mu, risks) + eta * index + penalty, risks, prejudiceIndex: index, penalty };
  };
}
