// What would help those who are served worse: a model that minds them more, or something to tell them apart by. Held
// against each other on the half that confirms: what the present model loses on them, and what one of their own does.

import { createRandom, type LabelledRows } from '@fairfront/core';
import { asOneGroup, takeGroups, takeLabelledRows } from '@fairfront/core/internal';
import { findRiskSources, type GroupRiskSource } from '@fairfront/core/plug-in';
import { crossFit } from './ordinary-folds.js';

/**
 * - fairer-model: a model of their own serves them better, so one that minds them more can
 * - better-features: one of their own serves them no better, so what is known of them does not tell more
 * - more-rows: one of their own serves them worse, since they are too few to learn from alone
 * - cannot-tell: the interval leaves room for more than one of these, or rows are too few
 */
export type Remedy = 'fairer-model' | 'better-features' | 'more-rows' | 'cannot-tell';

/** What would help, and the risks that it rests on; these are null where no model of their own could be trained. */
export interface Help {
  readonly remedy: Remedy;
  readonly sources: GroupRiskSource | null;
}

/** The rows that a model was judged on. */
export interface HelpedRows {
  /** What a model of some of them can learn from; all of them in one group. */
  readonly learning?: LabelledRows | undefined;
  readonly labels: Int32Array;
  readonly classes: readonly string[];
  /** Row → whose it is. */
  readonly entities?: ArrayLike<number> | undefined;
}

const REMEDIES: Readonly<Record<GroupRiskSource['verdict'], Remedy>> = {
  pays: 'fairer-model',
  'needs-more': 'better-features',
  gains: 'more-rows',
  unclear: 'cannot-tell',
  'too-few': 'cannot-tell',
};

/**
 * Says what would help the members of a sub-population.
 * @param lossesOf the losses of probabilities, by row
 */
export async function whatHelps(
  { learning, labels, classes, entities }: HelpedRows,
  losses: Float64Array,
  lossesOf: (probabilities: Float64Array, labels: Int32Array) => Float64Array,
  members: Uint8Array,
  halves: Uint8Array,
  seed: number,
): Promise<Help> {
  const unknown: Help = { remedy: 'cannot-tell', sources: null };
  if (learning === undefined) return unknown;
  const rows = Uint32Array.from([...members.keys()].filter((row) => members[row] === 1));
  const own = takeLabelledRows(learning, rows);
  const said = await crossFit(own, {
    classCount: classes.length,
    seed,
    entities: entities && Uint32Array.from(rows, (row) => entities[row]!),
    mayChoose: (place) => halves[rows[place]!] === 0,
  });
  if (said === undefined) return unknown;
  const ownLosses = lossesOf(
    said,
    Int32Array.from(rows, (row) => labels[row]!),
  );
  const judges = Uint32Array.from([...rows.keys()].filter((place) => halves[rows[place]!] === 1));
  const { groups } = findRiskSources(
    {
      own: Float64Array.from(judges, (place) => ownLosses[place]!),
      shared: Float64Array.from(judges, (place) => losses[rows[place]!]!),
      groups: asOneGroup(takeGroups(own.groups, judges)),
      entities: entities && Uint32Array.from(judges, (place) => entities[rows[place]!]!),
    },
    { random: createRandom(seed) },
  );
  return { remedy: REMEDIES[groups[0]!.verdict], sources: groups[0]! };
}
