// A fit that finds its groups itself. Round by round: a model is fitted for the groups so far, at first for everyone as
// one; the sub-population that it fails most is looked for among the rows that are not test rows, and becomes a family
// of its own, its members and all others, so that every family has everyone. It ends when there is none, or after the
// last round. Each round has its share of the level: over all rounds, the chance that any group is false is at most the
// level.
//
// The split is drawn before anything is looked for, and kept: test rows take no part until the model is measured.

import { columnOfTexts, type Table } from '@fairfront/core';
import { membersOf } from '@fairfront/core/discover';
import { asWritten, hasColumn } from '@fairfront/core/internal';
import { Interrupted } from '../interrupted.js';
import type { DiscoveredGroups, DiscoveryRound, TakenGroup } from '../measure/discovered.js';
import { completeData, type Data, type LoadedData } from '../task/data.js';
import { checkOneSplit } from '../task/data-options.js';
import { splitColumnOf } from '../task/make-task.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import { turn } from '../threads/turn.js';
import {
  AUTO_GROUPS,
  DEFAULT_ROUNDS,
  forRows,
  type ResolvedChoice,
} from '../training/options/fit-options.js';
import { type FitControls, type FitMeans, type FitTask, prepareForFit, trainFit } from './find-fit.js';
import { lookForGroup } from './look-for-group.js';

/** The chance that any group found is false. */
const LEVEL = 0.05;
const EVERYONE = 'everyone';

/** What is fitted once the groups are known. */
interface Grouped {
  readonly options: ResolvedChoice;
  /** Makes the matrices of a split. */
  prepare(split: number): FitTask;
}

/** Finds the groups, where that is asked for; otherwise takes them as they are named. */
export async function withGroups(
  data: Table | Data,
  given: ResolvedChoice,
  means: FitMeans,
  controls: Pick<FitControls, 'signal' | 'tasks' | 'onProgress'>,
): Promise<Grouped> {
  const { table } = completeData(data);
  // `auto` may be a column of the data: then it makes the groups, as any other.
  if (given.groups !== AUTO_GROUPS || hasColumn(table, AUTO_GROUPS)) {
    const options = forRows(given, table.rowCount);
    return { options, prepare: (split) => prepareForFit(data, options, split) };
  }
  return findInRounds(completeData(data, given.ignore), given, means, controls);
}

async function findInRounds(
  data: LoadedData,
  choice: ResolvedChoice,
  means: FitMeans,
  { signal, tasks, onProgress }: Pick<FitControls, 'signal' | 'tasks' | 'onProgress'>,
): Promise<Grouped> {
  checkOneSplit(choice, "with `groups: 'auto'` sub-populations are looked for on one split");
  const { rounds: most = DEFAULT_ROUNDS } = choice;
  const tell: NonNullable<FitControls['onProgress']> = async (event) => {
    await onProgress?.(event);
    await turn();
  };
  const taken: TakenGroup[] = [];
  const rounds: DiscoveryRound[] = [];
  let fixed = { data, options: choice };
  for (;;) {
    const { data: own, options } = withFamilies(fixed.data, fixed.options, taken);
    const report: DiscoveredGroups = { level: LEVEL, most, rounds: [...rounds] };
    const prepare = (): FitTask => withoutGivenAway({ ...prepareForFit(own, options), discovered: report });
    const prepared = prepare();
    if (taken.length === 0) fixed = withSplit(fixed.data, fixed.options, prepared);
    await tell({ kind: 'round', round: rounds.length + 1, total: most, found: taken.length });
    if (rounds.length === most) return { options, prepare };
    const trained = await trainFit(prepared, options, means, { signal, tasks, onEvent: tell }, undefined);
    if (trained === undefined) throw new Interrupted('the fit was cancelled');
    const round = await lookForGroup(fixed.data, prepared, trained, choice, taken, LEVEL / most);
    rounds.push(round);
    if (round.group === null) {
      const discovered = { ...report, rounds };
      return { options, prepare: () => ({ ...prepared, discovered, trained }) };
    }
    await trained.models.close?.();
    prepared.store?.close();
    taken.push(round.group);
  }
}

/** The data with a column for each group: its members, and all others. Without a group, everyone is one. */
function withFamilies(
  data: LoadedData,
  options: ResolvedChoice,
  taken: readonly TakenGroup[],
): { data: LoadedData; options: ResolvedChoice } {
  const { table, defaults } = data;
  const made =
    taken.length === 0
      ? [columnOfTexts(freeName(table, EVERYONE), new Array<string>(table.rowCount).fill(EVERYONE))]
      : taken.map(({ name, conditions }) =>
          columnOfTexts(
            freeName(table, name),
            Array.from(membersOf(table, conditions), (member) => (member === 1 ? name : `not (${name})`)),
          ),
        );
  return {
    data: {
      ...data,
      table: { ...table, columns: [...table.columns, ...made] },
      defaults: { ...defaults, fewestGroups: 1 },
    },
    options: { ...options, groups: made.map(({ name }) => asWritten(name)) },
  };
}

/** A name that no column has. */
function freeName(table: Table, name: string): string {
  return hasColumn(table, name) ? freeName(table, `${name} (group)`) : name;
}

/** The same with the split that was drawn for everyone, whatever the groups will be. */
function withSplit(
  data: LoadedData,
  options: ResolvedChoice,
  { split }: PreparedFit,
): { data: LoadedData; options: ResolvedChoice } {
  const { splitting } = data.defaults;
  if (options.splitColumn !== undefined || splitting?.kind === 'given') return { data, options };
  const by = splitColumnOf(data, options);
  const { split: _, splits: __, splitBy: ___, ...others } = options;
  const given = { kind: 'given', splits: [split], ...(by !== undefined && { by }) } as const;
  return { data: { ...data, defaults: { ...data.defaults, splitting: given } }, options: others };
}

/** Without warnings that columns give a group away: its description names them. */
function withoutGivenAway(task: FitTask): FitTask {
  return { ...task, warnings: task.warnings.filter(({ kind }) => kind !== 'group-given-away') };
}
