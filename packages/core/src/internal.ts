// What fairfront's own packages share. Not part of the interface: it may change with any version.

export { columnLevels, levelNumbers } from './encoder/encode-columns.js';
export { inverseFrequency } from './encoder/encode-text.js';
export { pictureEncoder } from './encoder/encoder.js';
export { WORD_CLASS } from './encoder/tokenise.js';
export { checkLabelledRows, checkSameShape, takeLabelledRows } from './groups/labelled-rows.js';
export { outputCount } from './linear/linear-model.js';
export { LinearObjective } from './linear/linear-objective.js';
export { solveLargeMinimax } from './linear/multiplier-minimax.js';
export { brierResiduals, toBrierScores, toCrossEntropies, toProbabilities } from './linear/softmax.js';
export { canSolveExactly, type ExactProblem } from './linear/solve-linear-minimax.js';
export { isAboveChance, isNoticeable, NOTICEABLE, SHOWN_RISK, WORTHWHILE } from './metrics/noticeable.js';
export { rowOutcomes, SMALLEST_PROBABILITY } from './metrics/row-outcomes.js';
export { worstInterval } from './metrics/simultaneous-bands.js';
export { DEFAULT_LEVEL, DEFAULT_RESAMPLES } from './numeric/bootstrap.js';
export { logSumExp } from './numeric/log-sum-exp.js';
export { normalQuantile, standardNormal } from './numeric/normal.js';
export { selectRows } from './numeric/select-rows.js';
export { shuffle } from './numeric/shuffle.js';
export { checkMu, normalise } from './numeric/simplex.js';
export { forEachEntry } from './numeric/sparse-rows.js';
export { CompensatedSum, compensatedSum, dot } from './numeric/sum.js';
export { precedes } from './pareto/dominance.js';
export { createCertifier, gapOf, relativeGap } from './search/certificate.js';
export { entitiesOf } from './split/entity-split.js';
export { concatColumns } from './table/concat-tables.js';
export { compareLevels, orderLevels } from './table/levels.js';
export { columnNamed, createCodes, firstRepeated, hasColumn, isMissing } from './table/table.js';
export { asWritten } from './task/code-rows.js';
export { checkExpression } from './task/group-expression.js';
export { chooseFeatures } from './task/roles.js';
export { SmallGroupsError } from './task/small-groups.js';
export { readTarget, targetExpression } from './task/target.js';
export {
  count,
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
} from './words.js';
