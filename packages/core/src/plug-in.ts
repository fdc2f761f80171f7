// @fairfront/core/plug-in: plug-in estimation [MMPF Alg. 3].

export { type Conditionals, meanMemberships, plugInProbabilities } from './plug-in/conditionals.js';
export {
  findRiskSources,
  type GroupRiskSource,
  type RiskSources,
  type RiskVerdict,
} from './plug-in/decomposition.js';
export { assignFolds } from './plug-in/folds.js';
export { fitLinearPart } from './plug-in/linear-part.js';
export { foreseeMinimax, type Outlook, type Separability } from './plug-in/outlook.js';
export {
  assembleParts,
  type ConstantModel,
  conditionalsOf,
  isConstant,
  type PartPlan,
  type PartPlanOptions,
  type PartTask,
  type PlugInParts,
  partRows,
  planParts,
} from './plug-in/parts.js';
export { type PlugInModel, type PlugInProblem, plugInOracle } from './plug-in/plug-in-oracle.js';
export type { PlugInRows } from './plug-in/plug-in-risks.js';
export { membershipLosses, ownLosses, sharedLosses } from './plug-in/row-losses.js';
