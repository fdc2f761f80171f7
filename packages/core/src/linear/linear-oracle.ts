// Linear models as an oracle: joint estimation [MMPF Sec. 5], where every solve trains one model for the
// groups together. Validation risks choose among the models, training risks carry the certificate. These are
// r_a + (l2/2) ‖w‖²: it is Σ μ_a r_a + (l2/2) ‖w‖² that a solve minimises, so the bounds speak of the
// regularised problem.

import { checkLabelledRows, checkSameShape, type LabelledRows } from '../groups/labelled-rows.js';
import type { SyncOracle } from '../pareto/oracle.js';
import type { LinearModel } from './linear-model.js';
import { objectiveOver } from './pass.js';
import { type LinearOptions, type LinearSolver, linearSolver } from './solve-linear.js';

/** Linear models as an oracle. */
export interface LinearOracle extends SyncOracle<LinearModel> {
  readonly solver: LinearSolver;
  /** The risks by which models are chosen: on validation rows where there are any. */
  risks(model: LinearModel): number[];
}

/**
 * An oracle whose solves train linear models.
 * @param validation rows to choose models by, in the same groups; without them the training rows do
 */
export function linearOracle(
  train: LabelledRows,
  options: LinearOptions,
  validation?: LabelledRows,
): LinearOracle {
  const solver = linearSolver(train, options);
  const { classCount, loss, l2 } = solver.options;
  if (validation !== undefined) {
    checkLabelledRows(validation, classCount, 'validation');
    checkSameShape(train, validation);
  }
  const chosenBy = objectiveOver(validation ?? train, classCount, loss, l2);
  const at = chosenBy.createEvaluation();
  const risksOf = ({ parameters }: LinearModel): number[] => [...chosenBy.evaluate(parameters, at).risks];
  return {
    groupCount: solver.groupCount,
    certifies: whyNot(loss, l2) ?? true,
    solver,
    risks: risksOf,
    solve: (mu, { best }) => {
      const { model, risks, penalty, suboptimality } = solver.solve(mu, best?.model);
      return {
        model,
        risks: validation === undefined ? risks : risksOf(model),
        trainRisks: risks.map((risk) => risk + penalty),
        converged: model.training.status !== 'max-iterations',
        suboptimality,
      };
    },
  };
}

function whyNot(loss: string, l2: number): string | undefined {
  if (loss === 'brier') {
    return 'the Brier score of a linear model is not convex, so a solve may end in a local minimum';
  }
  return l2 === 0 ? 'without l2 there is no bound on how far a solve is from its minimum' : undefined;
}
