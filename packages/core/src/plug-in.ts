// @fairfront/core/plug-in: plug-in estimation [MMPF Alg. 3].

export {
  assembleComponents,
  type ComponentPlan,
  type ComponentPlanOptions,
  type ComponentTask,
  type ConstantModel,
  componentRows,
  conditionalsOf,
  isConstant,
  type PlugInComponents,
  planComponents,
} from './plug-in/components.js';
export { type Conditionals, meanMemberships, plugInProbabilities } from './plug-in/conditionals.js';
export {
  findRiskSources,
  type GroupRiskSource,
  type RiskSources,
  type RiskVerdict,
} from './plug-in/decomposition.js';
export { fitLinearComponent } from './plug-in/linear-component.js';
export { foreseeMinimax, type Outlook, type Separability } from './plug-in/outlook.js';
export { type PlugInModel, type PlugInProblem, plugInOracle } from './plug-in/plug-in-oracle.js';
export type { PlugInRows } from './plug-in/plug-in-risks.js';
export { membershipLosses, ownLosses, sharedLosses } from './plug-in/row-losses.js';
