// What is kept of a front, so that any of its points can become a run of its own without the data. Beside parameters it
// holds what every model says of validation and test rows, as scores, with these rows' classes and groups; no other
// column of the data.

import {
  type ClassLoss,
  type Encoder,
  type GroupMetrics,
  groupMetrics,
  predictLinear,
  type Split,
} from '@fairfront/core';
import { linearScores, outputCount } from '@fairfront/core/internal';
import { MODEL_NAMES, type ModelName } from '../measure/model-metrics.js';
import { fingerprint } from '../task/fingerprint.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import type { SearchReport } from '../training/find-minimax.js';
import type { TriedPoint } from '../training/linear-front.js';
import type { FoundFront } from './find-front.js';
import type { FrontPart, ResolvedFront } from './front-options.js';
import type { FrontResult } from './front-result.js';

/** What is kept of a front. Plain data. */
export interface KeptFront {
  readonly data: string;
  readonly fingerprint: string;
  readonly target: {
    readonly name: string;
    readonly classes: readonly string[];
    readonly labels: Int32Array;
  };
  readonly groups: { readonly names: readonly string[]; readonly groups: Int32Array };
  readonly split: Split;
  readonly entities?: Uint32Array | undefined;
  readonly encoder: Encoder;
  readonly task: {
    readonly loss: ClassLoss;
    readonly l2: number;
    readonly seed: number;
    readonly part: FrontPart;
  };
  readonly notes: readonly string[];
  readonly search: SearchReport;
  /** The points in the order of front.json, then naive, balanced and minimax. */
  readonly points: readonly KeptPoint[];
}

export interface KeptPoint extends TriedPoint {
  readonly point: number | ModelName;
  readonly trainMetrics: GroupMetrics;
  /** Those of training rows are kept where the front is measured on them. */
  readonly scores: Readonly<Record<'validation' | 'test', Float64Array>> & {
    readonly train?: Float64Array | undefined;
  };
}

/** Bytes of scores that are kept at most. */
export const MOST_KEPT = 2 ** 30;

/** Bytes of the scores of all points. */
export function keptBytes(
  { parts, task }: PreparedFit,
  { points }: FoundFront,
  { part }: Pick<ResolvedFront, 'part'>,
): number {
  const trained = part === 'train' ? parts.train.labels.length : 0;
  const rows = parts.validation.labels.length + parts.test.labels.length + trained;
  return 8 * rows * outputCount(task.target.classes.length) * (points.length + 3);
}

/** Makes what is kept of a front. */
export function keptFront(fit: PreparedFit, found: FoundFront, { task, notes }: FrontResult): KeptFront {
  const { target, groups, splits, entities } = fit.task;
  const { train, validation, test } = fit.parts;
  const keep = (point: KeptPoint['point'], { mu, risks, trainRisks, model }: TriedPoint): KeptPoint => ({
    ...{ point, mu, risks, trainRisks, model },
    trainMetrics: groupMetrics(
      predictLinear(model, train.features),
      train.labels,
      train.groups,
      model.classCount,
    ),
    scores: {
      validation: linearScores(model, validation.features),
      test: linearScores(model, test.features),
      ...(task.part === 'train' && { train: linearScores(model, train.features) }),
    },
  });
  const triedAs = new Map(found.solved.map((point) => [point.model, point]));
  return {
    data: fit.label,
    fingerprint: fingerprint(fit),
    target: { name: target.name, classes: target.classes, labels: target.labels },
    groups: { names: groups.names, groups: groups.groups },
    split: splits[0]!,
    ...(entities && { entities: Uint32Array.from(entities) }),
    encoder: fit.encoder,
    task: { loss: task.loss, l2: task.l2!, seed: task.seed, part: task.part },
    notes,
    search: found.search,
    points: [
      ...found.points.map(({ model }, i) => keep(i + 1, triedAs.get(model)!)),
      ...MODEL_NAMES.map((name) => keep(name, found[name])),
    ],
  };
}
