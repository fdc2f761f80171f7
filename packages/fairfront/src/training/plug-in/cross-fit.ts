// Cross-fitting: the rows to train on and to choose by are parted into folds; each fold is judged by components trained
// without it. What these say is not flattered by overfitting, so it can tell what the features hold. The test rows are
// left out: they judge the final model, once.

import { assignFolds, type LabelledRows, type RandomSource } from '@fairfront/core';
import { joinGroups, normalise, selectRows, takeLabelledRows } from '@fairfront/core/internal';
import {
  type ComponentPlan,
  type Conditionals,
  type PlugInComponents,
  type PlugInRows,
  planComponents,
} from '@fairfront/core/plug-in';
import type { ComponentModel } from './component-job.js';
import type { ComponentPredictor } from './component-predictor.js';

/** The folds of training and of validation rows. */
export interface Folds {
  readonly count: number;
  readonly train: Uint8Array;
  readonly validation: Uint8Array;
  readonly entities?: PartEntities | undefined;
}

/** Row of a part → whose it is, where rows of one stay together. */
export interface PartEntities {
  readonly train: ArrayLike<number>;
  readonly validation: ArrayLike<number>;
}

/** What components say of rows that they have not seen. */
export interface HeldOut extends PlugInRows {
  readonly entities?: ArrayLike<number> | undefined;
}

type Data = { readonly train: LabelledRows; readonly validation: LabelledRows };

export function drawFolds(
  { train, validation }: Data,
  count: number,
  random: RandomSource,
  entities?: PartEntities,
): Folds {
  return {
    count,
    entities,
    train: assignFolds(train, count, random, entities?.train),
    validation: assignFolds(validation, count, random, entities?.validation),
  };
}

/** For each fold, the components that are trained without it. */
export function planFolds(
  { train, validation }: Data,
  classCount: number,
  folds: Folds,
  classOfGroup: readonly number[] | undefined,
): ComponentPlan[] {
  return Array.from({ length: folds.count }, (_, fold) =>
    planComponents(train, validation, classCount, {
      classOfGroup,
      trainRows: rowsOf(folds.train, (own) => own !== fold),
      validationRows: rowsOf(folds.validation, (own) => own !== fold),
    }),
  );
}

/**
 * What the components say of the rows they have not seen: training rows, then validation rows.
 * @param priors p_a of all rows: p(a|x) of each fold is brought to them
 */
export async function heldOut(
  { train, validation }: Data,
  folds: Folds,
  components: readonly PlugInComponents<ComponentModel>[],
  priors: readonly number[],
  predictor: ComponentPredictor,
): Promise<HeldOut> {
  const trainCount = train.labels.length;
  const rowCount = trainCount + validation.labels.length;
  const { classCount } = components[0]!;
  const groupCount = train.groups.names.length;
  const all: Conditionals = {
    rowCount,
    classCount,
    outcomes: train.groups.names.map(() => new Float64Array(rowCount * classCount)),
    memberships: new Float64Array(rowCount * groupCount),
  };
  for (const [fold, own] of components.entries()) {
    const seen = takeLabelledRows(
      train,
      rowsOf(folds.train, (each) => each !== fold),
    );
    const foldPriors = await predictor.priors(own, seen);
    const factors = priors.map((prior, group) => prior / foldPriors[group]!);
    for (const [data, foldOf, offset] of [
      [train, folds.train, 0],
      [validation, folds.validation, trainCount],
    ] as const) {
      const rows = rowsOf(foldOf, (each) => each === fold);
      if (rows.length === 0) continue;
      const said = await predictor.conditionals(own, selectRows(data.features, rows));
      rows.forEach((row, i) => {
        said.outcomes.forEach((outcome, group) => {
          all.outcomes[group]!.set(
            outcome.subarray(i * classCount, (i + 1) * classCount),
            (offset + row) * classCount,
          );
        });
        const memberships = said.memberships.subarray(i * groupCount, (i + 1) * groupCount);
        const scaled = normalise(factors.map((factor, group) => factor * memberships[group]!));
        all.memberships.set(scaled, (offset + row) * groupCount);
      });
    }
  }
  const { entities } = folds;
  return {
    conditionals: all,
    ...joined(train, validation),
    entities: entities && [...Array.from(entities.train), ...Array.from(entities.validation)],
  };
}

function joined(train: LabelledRows, validation: LabelledRows): Pick<PlugInRows, 'labels' | 'groups'> {
  const labels = new Int32Array(train.labels.length + validation.labels.length);
  labels.set(train.labels);
  labels.set(validation.labels, train.labels.length);
  return { labels, groups: joinGroups(train.groups, validation.groups) };
}

function rowsOf(folds: Uint8Array, isIn: (fold: number) => boolean): Uint32Array {
  const rows: number[] = [];
  folds.forEach((fold, row) => {
    if (isIn(fold)) rows.push(row);
  });
  return Uint32Array.from(rows);
}
