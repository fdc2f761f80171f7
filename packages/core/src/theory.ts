// @fairfront/core/theory: problems with a known optimum, and star sets.

export {
  type Classifier,
  type ClosedForm,
  closedForm,
  closedFormOracle,
  type RiskDecomposition,
} from './theory/closed-form.js';
export { densityAt } from './theory/gaussian.js';
export { type LimitingCases, limitingCases } from './theory/limiting-cases.js';
export { type TheoryMinimax, theoryMinimax } from './theory/minimax.js';
export {
  type PlugInStudyParameters,
  plugInStudyProblem,
  threeGroupProblem,
  twoGroupProblem,
} from './theory/paper-problems.js';
export { problemShares, type TheoryGroup, type TheoryProblem } from './theory/problem.js';
export { randomProblem } from './theory/random-problem.js';
export {
  mixCurves,
  type ResponseCurve,
  type SquareWave,
  squareWaveCurve,
  stepCurve,
} from './theory/response-curve.js';
export { sampleProblem } from './theory/sample-problem.js';
export { type PlanePoint, starBoundary, toPlane } from './theory/simplex-plane.js';
export { type StarSetTrial, tryStarSets } from './theory/star-set-trial.js';
export { type StarCurve, type StarSetOptions, type StarSets, starSetSampler } from './theory/star-sets.js';
