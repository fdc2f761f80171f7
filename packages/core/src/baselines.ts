// @fairfront/core/baselines: other methods to hold a minimax model against, and rules applied after training.

export {
  KAMISHIMA_ETAS,
  type PrejudiceRemover,
  type PrejudiceRemoverOptions,
  type PrejudiceRemoverSolve,
  prejudiceRemover,
} from './baselines/prejudice-remover.js';
export { FELDMAN_LAMBDAS, fitRepair, type Repair, repairTable } from './baselines/repair.js';
export {
  type CovarianceBoundOptions,
  type CovarianceBoundSolve,
  type CovarianceBoundSolver,
  covarianceBoundSolver,
  ZAFAR_BOUNDS,
} from './baselines/zafar.js';
export {
  drawEqualRisk,
  type EqualRisk,
  type EqualRiskDraw,
  type EqualRiskGroup,
  equalRiskLosses,
  expectedAccuracies,
  expectedRisks,
  fitEqualRisk,
} from './postprocess/equal-risk.js';
export {
  type EqualisedOdds,
  type EqualisedOddsGroup,
  type EqualisedOddsOptions,
  fitEqualisedOdds,
  type WeightedThreshold,
} from './postprocess/equalised-odds.js';
export {
  drawDecisions,
  type ExpectedRates,
  expectedRates,
  positiveProbability,
} from './postprocess/equalised-odds-decisions.js';
export type { Threshold } from './postprocess/roc-hull.js';
