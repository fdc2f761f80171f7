// Which columns the model may see: never the target, the weights nor the columns that decide the split, and the columns
// that make the groups only when asked for.

import { FairfrontError } from '../error.js';
import { findColumn, type Table } from '../table/table.js';
import { listed, quoted } from '../words.js';

/** What each column is for. */
export interface RoleOptions {
  /** The column that the target is read from. */
  readonly target: string;
  /** Columns that make the groups. */
  readonly groupColumns: readonly string[];
  /** Columns that decide the split: its part, its entity. */
  readonly splitColumns?: readonly string[];
  /** The column with the weights of rows. */
  readonly weight?: string;
  /** The only columns to use. Default: all that no other role takes. */
  readonly features?: readonly string[];
  /** Columns not to use. */
  readonly ignore?: readonly string[];
  /** Whether the model may see the columns that make the groups. Default false. */
  readonly groupsAsFeatures?: boolean;
}

const MAKES_GROUPS = 'makes the groups';

/** The feature columns, in the table's order. */
export function chooseFeatures(table: Table, options: RoleOptions): string[] {
  const {
    target,
    groupColumns,
    splitColumns = [],
    weight,
    features,
    ignore = [],
    groupsAsFeatures = false,
  } = options;
  for (const name of splitColumns) findColumn(table, name, 'split');
  for (const name of ignore) findColumn(table, name, 'ignore');
  const taken = new Map<string, string>([
    ...(groupsAsFeatures ? [] : groupColumns.map((name) => [name, MAKES_GROUPS] as const)),
    ...splitColumns.map((name) => [name, 'decides the split'] as const),
    ...(weight === undefined ? [] : [[weight, 'has the weights of rows'] as const]),
    ...ignore.map((name) => [name, 'is ignored'] as const),
    [target, 'is the target'],
  ]);
  for (const name of features ?? []) {
    findColumn(table, name, 'features');
    const why = taken.get(name);
    if (why !== undefined) {
      const wayOut = why === MAKES_GROUPS ? 'add `groupsAsFeatures: true`, or take' : 'take';
      throw new FairfrontError(
        'bad-column',
        `features: ${quoted([name])} cannot be a feature: it ${why}; ${wayOut} it out of \`features\``,
      );
    }
  }
  const only = features && new Set(features);
  const chosen = table.columns
    .map(({ name }) => name)
    .filter((name) => !taken.has(name) && (only === undefined || only.has(name)));
  if (chosen.length === 0) {
    const reasons = table.columns.map(
      ({ name }) => `${quoted([name])} ${taken.get(name) ?? 'is not among `features`'}`,
    );
    throw new FairfrontError(
      'bad-column',
      `no column is left as a feature: ${listed(reasons)}; a model needs one at least`,
    );
  }
  return chosen;
}
