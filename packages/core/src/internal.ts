// What fairfront's own packages share. Not part of the interface: it may change with any version.

export { medianOfSorted } from './baselines/feldman-levels.js';
export { columnLevels, levelNumbers } from './encoder/encode-columns.js';
export { inverseFrequency } from './encoder/encode-text.js';
export { pictureEncoder } from './encoder/encoder.js';
export { WORD_CLASS } from './encoder/tokenise.js';
export {
  asOneGroup,
  effectiveCounts,
  effectiveRows,
  groupTotals,
  joinGroups,
  RiskSums,
  rowsByGroup,
  takeGroups,
  takeWeights,
} from './groups/group-index.js';
export { bootstrapByGroup, checkFinite, groupMoments, type Moments } from './groups/group-losses.js';
export {
  blockEndsOf,
  checkLabelledRows,
  checkLossOf,
  checkSameShape,
  labelledBlock,
  takeLabelledRows,
} from './groups/labelled-rows.js';
export { linearProbabilities, linearScores } from './linear/linear-model.js';
export { LinearObjective } from './linear/linear-objective.js';
export { solveLargeMinimax } from './linear/multiplier-minimax.js';
export {
  addPass,
  objectiveOver,
  type PassProblem,
  type PassRequest,
  PassRoom,
  passBy,
  passLength,
  sumPass,
} from './linear/pass.js';
export {
  brierResiduals,
  outputCount,
  toBrierScores,
  toCrossEntropies,
  toProbabilities,
  toSquaredErrors,
} from './linear/softmax.js';
export { canSolveExactly, type ExactProblem } from './linear/solve-linear-minimax.js';
export { centredTarget } from './linear/squared-moments.js';
export { chooseJudged, type JudgedModel } from './metrics/choose-model.js';
export {
  addLosses,
  EProcess,
  type EProcessState,
  meanEValue,
  startEProcess,
} from './metrics/e-process.js';
export { groupMetricsOf } from './metrics/group-metrics.js';
export { type CategoryCount, type ImpactRatio, impactRatios } from './metrics/impact-ratios.js';
export { isAboveChance, isNoticeable, WORTHWHILE } from './metrics/noticeable.js';
export { rowOutcomes, SMALLEST_PROBABILITY } from './metrics/row-outcomes.js';
export { rowsToTellGroups, rowsToTellMean, type SampledGroup, type Sureness } from './metrics/rows-needed.js';
export { simultaneousBands, worstInterval } from './metrics/simultaneous-bands.js';
export {
  change,
  compact,
  count,
  decimal,
  decimalAbove,
  decimalBelow,
  decimals,
  duration,
  NOTICEABLE,
  number3,
  percent,
  percent1,
  percentAbove,
  percentTick,
  riskChange,
  SHOWN_RISK,
  signed,
  tellApart,
  whole,
} from './numbers.js';
export { BlockTree, blockRowsOf, sumBlocks } from './numeric/block-sums.js';
export { DEFAULT_LEVEL, DEFAULT_RESAMPLES } from './numeric/bootstrap.js';
export { logSumExp } from './numeric/log-sum-exp.js';
export { normalQuantile, standardNormal } from './numeric/normal.js';
export { rowNumbers, rowsWhere } from './numeric/row-numbers.js';
export { selectRows } from './numeric/select-rows.js';
export { shuffle } from './numeric/shuffle.js';
export { checkMu, normalise } from './numeric/simplex.js';
export {
  areSparse,
  areStreamed,
  type ColumnIndices,
  createIndices,
  createValues,
  entryCount,
  forEachBlock,
  forEachEntry,
  type Precision,
  type StreamedRows,
  streamedRows,
} from './numeric/sparse-rows.js';
export { CompensatedSum, compensatedSum, dot } from './numeric/sum.js';
export { precedes } from './pareto/dominance.js';
export { type ChosenThreshold, chooseThreshold } from './postprocess/choose-threshold.js';
export { decideClasses, parseDecisionRule } from './postprocess/decision-rule.js';
export { createCertifier, gapOf, relativeGap } from './search/certificate.js';
export { entitiesOf } from './split/entity-split.js';
export { concatColumns } from './table/concat-tables.js';
export { compareLevels, orderLevels } from './table/levels.js';
export {
  type Cells,
  type ColumnShape,
  cellsOf,
  columnRange,
  forgetRecentColumns,
  isStored,
  keepRecentColumns,
  type ReadCells,
  renamedColumn,
  shapeOf,
  storedCells,
  storedColumn,
  tableRange,
} from './table/stored-column.js';
export {
  columnLength,
  columnNamed,
  createCodes,
  firstRepeated,
  hasColumn,
  isMissing,
} from './table/table.js';
export { asWritten } from './task/code-rows.js';
export { checkExpression, groupFamilies } from './task/group-expression.js';
export { type KnownRows, labelAs, type StrangeName } from './task/label-as.js';
export { chooseFeatures } from './task/roles.js';
export { SmallGroupsError } from './task/small-groups.js';
export { readTarget, targetExpression } from './task/target.js';
export { ownRows } from './task/task.js';
export {
  capitalised,
  describeNearest,
  INVISIBLE,
  listed,
  nearestName,
  oneLine,
  quoted,
  rowList,
  shortened,
  shown,
  spelledOut,
  visible,
  withAnd,
} from './words.js';
