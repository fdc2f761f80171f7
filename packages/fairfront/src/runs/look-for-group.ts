// One round of a fit that finds its groups: which sub-population does the model so far fail most? Constraints are added
// to a minimax problem one by one, so it must be one that changes the model:
//
// - it loses more than the rest, found on one half of the rows and confirmed on the other; the halves are the same in
//   every round, so that what confirms never searched
// - it would be the worst-served group: a group below the worst one changes nothing
// - a linear model of its own serves it better. Who is hard to predict for any model loses more too, and no weight helps
//
// Of several, the one that could gain most as a whole by a model of its own.

import { assignFolds, createRandom, meanRisks, takeRows } from '@fairfront/core';
import { type Condition, describeConditions, discoverGroups, membersOf } from '@fairfront/core/discover';
import {
  asOneGroup,
  DEFAULT_LEVEL,
  effectiveCounts,
  ownRows,
  takeLabelledRows,
} from '@fairfront/core/internal';
import type { DiscoveryRound, PassedOver, TakenGroup } from '../measure/discovered.js';
import type { LoadedData } from '../task/data.js';
import { splitColumnOf } from '../task/make-task.js';
import { type PreparedFit, withLayout } from '../task/prepare-fit.js';
import type { TrainedFit } from '../training/fit-auto.js';
import type { ResolvedChoice } from '../training/options/fit-options.js';
import { offsetsOf } from '../training/select/objective.js';
import { lossesOf } from '../training/select/selection.js';
import { whatHelps } from '../training/what-helps.js';

/** What shares more than this part of its rows with a group, of all rows of either, is that group. */
const MOST_SHARED = 0.5;
/** Rows that a group must have in each part, as `minGroup` has it. */
const FEWEST_ROWS = 30;

/**
 * Finds the sub-population that a model fails most.
 * @param data without the columns of the groups
 * @param taken the groups so far
 * @param level the chance that it is false
 */
export async function lookForGroup(
  data: LoadedData,
  prepared: PreparedFit,
  { models }: TrainedFit,
  choice: ResolvedChoice,
  taken: readonly TakenGroup[],
  level: number,
): Promise<DiscoveryRound> {
  const { task } = prepared;
  const judged = await judgedRows(prepared, models, choice);
  const { own, losses, weights, entities, halves } = judged;
  const found = discoverGroups(
    { table: takeRows(data.table, own), losses, weights, entities, halves },
    { columns: describingColumns(data, prepared, choice), level, intervalLevel: DEFAULT_LEVEL },
  );
  const members = (conditions: readonly Condition[]): Uint8Array => membersOf(data.table, conditions);
  const known = taken.map(({ conditions }) => members(conditions));
  const isRegret = offsetsOf(models.minimax.search.objective) !== undefined;
  const helpable: { readonly group: TakenGroup; readonly gain: number }[] = [];
  const passedOver: { readonly name: string; readonly why: PassedOver }[] = [];
  for (const { conditions, confirming, adjusted } of found.groups.filter(({ confirmed }) => confirmed)) {
    const name = describeConditions(conditions);
    const group = members(conditions);
    const passOver = (why: PassedOver): unknown => passedOver.push({ name, why });
    if (known.some((other) => shared(group, other, own) > MOST_SHARED)) passOver('known');
    else if (isSmall(group, prepared, choice)) passOver('too-small');
    else if (!isRegret && confirming.risk.value <= judged.worst) passOver('not-worst');
    else {
      const ofOwn = Uint8Array.from(own, (row) => group[row]!);
      const helped = { labels: judged.labels, classes: task.target.classes, entities };
      const { remedy, sources } = await whatHelps(
        { ...helped, learning: judged.learning },
        losses,
        judged.lossOf,
        ofOwn,
        halves,
        choice.seed,
      );
      const price = sources?.priceOfSharing.value ?? 0;
      if (remedy !== 'fairer-model') passOver('no-better');
      else if (isRegret && price <= judged.worst) passOver('not-worst');
      else {
        const alone = sources!.irreducible;
        helpable.push({
          group: { name, description: name, conditions, confirming, alone, adjusted },
          gain: confirming.share * price,
        });
      }
    }
  }
  const best = helpable.reduce<(typeof helpable)[number] | undefined>(
    (most, one) => (most === undefined || one.gain > most.gain ? one : most),
    undefined,
  );
  for (const one of helpable) if (one !== best) passedOver.push({ name: one.group.name, why: 'gains-less' });
  return {
    conjunctions: found.conjunctions,
    tested: found.groups.length,
    group: best?.group ?? null,
    passedOver,
  };
}

/** Every row once that is not a test row: what the model loses on it out of fold, and all that is needed to judge that. */
async function judgedRows(
  prepared: PreparedFit,
  models: TrainedFit['models'],
  { loss, seed }: ResolvedChoice,
) {
  const { task, parts } = prepared;
  const { groups, labels: all } = parts.validation;
  const lossOf = (probabilities: Float64Array, labels: Int32Array): Float64Array =>
    lossesOf(probabilities, { labels }, task.target.classes.length, loss);
  const allLosses = lossOf(await models.predict(models.minimax.model, 'validation'), all);
  const offsets = offsetsOf(models.minimax.search.objective);
  const risks = meanRisks(allLosses, groups).map((risk, group) => risk - (offsets?.[group] ?? 0));
  const rows = task.splits[0]!.validation;
  const rowCount = task.table.rowCount / (task.families?.length ?? 1);
  const places = [...rows.keys()].filter((place) => rows[place]! < rowCount);
  const linear = prepared.layout === 'columns' ? withLayout(prepared, 'sparse') : prepared;
  const learning = takeLabelledRows(linear.parts.validation, places);
  const { labels } = learning;
  const own = Uint32Array.from(places, (place) => rows[place]!);
  const entities = task.entities && Uint32Array.from(own, (row) => task.entities![row]!);
  const oneGroup = asOneGroup(learning.groups);
  return {
    own,
    labels,
    losses: Float64Array.from(places, (place) => allLosses[place]!),
    lossOf,
    weights: oneGroup.weights,
    entities,
    halves: assignFolds({ labels, groups: oneGroup }, 2, createRandom(seed), entities),
    learning: { ...learning, groups: oneGroup },
    /** Of the worst group so far. */
    worst: Math.max(...risks),
  };
}

/** The columns that describe people. */
function describingColumns(
  data: LoadedData,
  { task, backbone }: PreparedFit,
  choice: ResolvedChoice,
): string[] {
  const hidden = new Set([
    ...[task.target.column, choice.weight, splitColumnOf(data, choice), data.pictures?.column],
    ...(choice.text ?? []),
    ...(backbone?.columns ?? []),
  ]);
  return data.table.columns.map(({ name }) => name).filter((name) => !hidden.has(name));
}

/** Whether a group, or all others, have too few rows in a part. @param members row of the data → 1 */
function isSmall(
  members: Uint8Array,
  { task, split }: PreparedFit,
  { minGroup = FEWEST_ROWS }: ResolvedChoice,
): boolean {
  return Object.values(split).some((part) => {
    const rows = ownRows(task, part);
    const weights = Float64Array.from(rows, (row) => task.weights?.[row] ?? 1);
    const sides = Int32Array.from(rows, (row) => members[row]!);
    return effectiveCounts(weights, sides, 2).some((size) => size < minGroup);
  });
}

/** Rows in both groups, as a share of those in either. */
function shared(one: Uint8Array, other: Uint8Array, rows: Uint32Array): number {
  let [both, either] = [0, 0];
  for (const row of rows) {
    both += one[row]! & other[row]!;
    either += one[row]! | other[row]!;
  }
  return both / either;
}
