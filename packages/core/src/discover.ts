// @fairfront/core/discover: sub-populations that a model serves worse than the rest of the people.

export { type Condition, describeConditions, membersOf } from './discover/condition.js';
export type { GroupAgainstRest, JudgedLosses } from './discover/confirm.js';
export {
  type DiscoveredGroup,
  type DiscoverRows,
  type DiscoverSearch,
  type Discovery,
  discoverGroups,
} from './discover/find-groups.js';
