// What fairfront's own packages share. Not part of the interface: it may change with any version.

export { createArena } from './bins/arena.js';
export { binChunks } from './bins/binned-chunks.js';
export { type BinnedRows, binnedBytes, binRows } from './bins/binned-rows.js';
export { toCell } from './bins/columns.js';
export { fitBins, MOST_BINS } from './bins/fit-bins.js';
export { inMemory, joinTreeRows, toTreeRows } from './bins/row-blocks.js';
export {
  type BoostedRound,
  type BoostedTogether,
  boostTogether,
  PATIENCE,
  type TogetherState,
} from './boost/boost-together.js';
export { MOST_DEPTH, MOST_LEAVES, resolveBoosting } from './boost/boosted-options.js';
export { UNCERTIFIED } from './boost/boosted-oracle.js';
export { Booster, type BoostingProblem, boosterBytes } from './boost/booster.js';
export {
  type Course,
  fixedCourse,
  listedCourse,
  meanMu,
  minimaxCourse,
  mixedMus,
} from './boost/course.js';
export { ChunkRoom, chunkedBytes } from './grow/chunk-grower.js';
export { loneCrew } from './grow/crew.js';
export { CATEGORY_SPLITS } from './grow/find-split.js';
export { treeOutputs } from './loss/objective.js';
export { firstRounds, isBoosted, predictScores, roundCount } from './model/boosted-model.js';
