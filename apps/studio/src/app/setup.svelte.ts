// What a person has chosen before training: what is predicted, for which groups, how.

import type { GroupExpression } from '@fairfront/core';
import type { ColumnInspection, Inspection, RunOptions, TaskOptions } from 'fairfront';
import type { RunKind } from './backend.js';
import { firstExpression, groupText, needsBins, roundMiddle, targetText } from './group-text.js';

export const DEFAULT_MIN_GROUP = 30;

export const MODELS = {
  auto: 'The better of linear and trees',
  linear: 'Linear (certified)',
  boosted: 'Boosted trees',
  mlp: 'Network',
} as const;

export const LOSSES = { 'cross-entropy': 'Cross-entropy', brier: 'Brier score' } as const;

/** The choices of a set-up; what is not chosen is the default of the data or of fairfront. */
export class Setup {
  target = $state<string>();
  /** Of a target of numbers: those above are the last class. */
  above = $state<number>();
  /** Of a target of two levels: both, the one of interest last. */
  order = $state.raw<readonly [string, string]>();
  /** undefined: those that a dataset has by itself. */
  groups = $state.raw<readonly GroupExpression[]>();
  ignore = $state.raw<readonly string[]>([]);
  model = $state<keyof typeof MODELS>('auto');
  loss = $state<keyof typeof LOSSES>('cross-entropy');
  splits = $state(1);
  minGroup = $state(DEFAULT_MIN_GROUP);
  mergeSmall = $state(false);
  groupsAsFeatures = $state(false);
  missingGroup = $state<'error' | 'own' | 'drop'>('error');
  missingTarget = $state<'error' | 'drop'>('error');
  seed = $state(1);

  /** The target as it is written. */
  readonly targetText = $derived(
    this.target === undefined ? undefined : targetText(this.target, this.above, this.order),
  );
  /** The groups as they are written. */
  readonly groupText = $derived(this.groups?.length ? groupText(this.groups) : undefined);

  /** The task, every choice that is not the default named. */
  readonly task: TaskOptions = $derived({
    ...(this.targetText !== undefined && { target: this.targetText }),
    ...(this.groupText !== undefined && { groups: this.groupText }),
    ...(this.ignore.length > 0 && { ignore: this.ignore }),
    ...(this.groupsAsFeatures && { groupsAsFeatures: true }),
    ...(this.minGroup !== DEFAULT_MIN_GROUP && { minGroup: this.minGroup }),
    ...(this.mergeSmall && { mergeSmall: true }),
    ...(this.missingGroup !== 'error' && { missingGroup: this.missingGroup }),
    ...(this.missingTarget !== 'error' && { missingTarget: this.missingTarget }),
    ...(this.seed !== 1 && { seed: this.seed }),
  });

  /** The task as it is looked at: groups that are too small to train for are shown all the same. */
  readonly shownTask: TaskOptions = $derived(this.mergeSmall ? this.task : { ...this.task, minGroup: 1 });

  /** What a run is asked for. A front is of linear models and one split. */
  options(kind: RunKind): RunOptions {
    const loss = this.loss === 'cross-entropy' ? {} : { loss: this.loss };
    if (kind === 'front') return { ...this.task, ...loss };
    return {
      ...this.task,
      ...loss,
      ...(this.model !== 'auto' && { model: this.model }),
      ...(this.splits > 1 && { splits: this.splits }),
    };
  }

  /** Makes a column the target, or none. */
  toggleTarget(column: ColumnInspection): void {
    const isOff = this.target === column.name;
    this.target = isOff ? undefined : column.name;
    this.order = undefined;
    this.above = isOff || !needsBins(column) ? undefined : roundMiddle(column);
    if (!isOff) this.ignore = this.ignore.filter((name) => name !== column.name);
  }

  /** Groups by a column, or no longer. @param own the columns that make a dataset's own groups */
  toggleGroup(column: ColumnInspection, own: readonly ColumnInspection[]): void {
    const groups = this.groups ?? own.map(firstExpression);
    const isOff = groups.some((group) => group.column === column.name);
    this.groups = isOff
      ? groups.filter((group) => group.column !== column.name)
      : [...groups, firstExpression(column)];
    if (!isOff) this.ignore = this.ignore.filter((name) => name !== column.name);
  }

  /** Writes the groups of one column otherwise. */
  changeGroup(expression: GroupExpression): void {
    this.groups = (this.groups ?? []).map((group) =>
      group.column === expression.column ? expression : group,
    );
  }

  /** Leaves a column out, or takes it in again. */
  toggleIgnored(name: string): void {
    const isOff = this.ignore.includes(name);
    this.ignore = isOff ? this.ignore.filter((other) => other !== name) : [...this.ignore, name];
    if (isOff) return;
    if (this.target === name) this.target = this.above = this.order = undefined;
    this.groups = this.groups?.filter(({ column }) => column !== name);
  }
}

const setups = new Map<string, Setup>();

/** The choices for some data; whoever comes back finds them as they were. */
export function setupOf(data: string): Setup {
  const known = setups.get(data);
  if (known !== undefined) return known;
  let made!: Setup;
  $effect.root(() => {
    made = new Setup(); // what it derives must outlive the page that asks first
  });
  setups.set(data, made);
  return made;
}

/** The columns that make groups, as an inspection found them. */
export const groupColumns = ({ columns }: Inspection): ColumnInspection[] =>
  columns.filter(({ role }) => role?.includes('group'));

/** The groups with fewer rows in some part than each must have. */
export function smallGroups(
  { task }: Inspection,
  minGroup: number,
): Map<string, { part: string; rows: number }> {
  const small = (task?.groups ?? []).flatMap(({ name, parts }) => {
    const [part, rows] = Object.entries(parts).sort((left, right) => left[1] - right[1])[0]!;
    return rows < minGroup ? [[name, { part, rows }] as const] : [];
  });
  return new Map(small);
}
