// @fairfront/core/baselines: other methods to hold a minimax model against, and rules applied after training.

export { FELDMAN_LAMBDAS, fitRepair, type Repair, repairTable } from './baselines/feldman-repair.js';
export {
  KAMISHIMA_ETAS,
  type PrejudiceRemover,
  type PrejudiceRemoverOptions,
  type PrejudiceRemoverSolve,
  prejudiceRemover,
} from './baselines/kamishima-prejudice-remover.js';
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
  drawDecisions,
  type ExpectedRates,
  expectedRates,
  positiveProbability,
} from './postprocess/hardt-decisions.js';
export {
  type EqualisedOdds,
  type EqualisedOddsGroup,
  type EqualisedOddsOptions,
  fitEqualisedOdds,
  type WeightedThreshold,
} from './postprocess/hardt-equalised-odds.js';
export type { Threshold } from './postprocess/roc-hull.js';
