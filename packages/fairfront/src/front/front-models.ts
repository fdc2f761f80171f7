// models.bin: the models of a front, so that any of its points can become a run of its own without the data. Beside
// parameters it holds what every model says of validation and test rows (and of training rows, where the front is measured on them), as scores, with these rows' classes and groups;
// no other column of the data.

import { join } from 'node:path';
import {
  FairfrontError,
  type GroupMetrics,
  type LinearModel,
  PART_NAMES,
  parseEncoder,
} from '@fairfront/core';
import { outputCount } from '@fairfront/core/internal';
import { z } from 'zod';
import { describeFileError } from '../describe-file-error.js';
import { MODEL_NAMES } from '../measure/model-metrics.js';
import { readSealed, seal } from '../sealed-file.js';
import type { SearchReport } from '../training/find-minimax.js';
import { UsageError } from '../usage-error.js';
import { FRONT_PARTS } from './front-options.js';
import type { KeptFront } from './kept-front.js';

export const FRONT_MODELS = 'models.bin';
const KIND = 'fairfront.front-models/1';

const floats = z.instanceof(Float64Array);
const places = z.instanceof(Uint32Array);
const numbers = z.array(z.number());
const metric = z.looseObject({ byGroup: numbers, sampleMean: z.number(), worst: z.number() });
const search = z.looseObject({
  strategy: z.enum(['apstar']),
  solves: z.number(),
  stopped: z.string(),
  gap: z.number(),
  trace: z.array(z.looseObject({ mu: numbers, risks: numbers, trainRisks: numbers.optional() })),
  certificate: z.discriminatedUnion('certified', [
    z.object({ certified: z.literal(true), lower: z.number(), upper: z.number(), relativeGap: z.number() }),
    z.looseObject({ certified: z.literal(false), reason: z.string() }),
  ]),
});
const kept = z.object({
  data: z.string(),
  fingerprint: z.string(),
  target: z.object({
    name: z.string(),
    classes: z.array(z.string()).min(2),
    labels: z.instanceof(Int32Array),
  }),
  groups: z.object({ names: z.array(z.string()).min(1), groups: z.instanceof(Int32Array) }),
  split: z.object({ train: places, validation: places, test: places }),
  entities: places.optional(),
  encoder: z.unknown(),
  task: z.object({
    loss: z.enum(['brier', 'cross-entropy']),
    l2: z.number().min(0),
    seed: z.number(),
    part: z.enum(FRONT_PARTS),
  }),
  notes: z.array(z.string()),
  search,
  points: z
    .array(
      z.object({
        /** Its number, from 1, or its name. */
        point: z.union([z.number(), z.enum(MODEL_NAMES)]),
        mu: numbers,
        risks: numbers,
        trainRisks: numbers,
        parameters: floats.refine((values) => values.every(Number.isFinite), 'a parameter is not finite'),
        training: z.looseObject({ status: z.string() }).optional(),
        trainMetrics: z.object({
          accuracy: metric,
          brier: metric,
          crossEntropy: metric,
          ece: metric,
          mce: metric,
        }),
        /** rows × outputs */
        scores: z.object({ validation: floats, test: floats, train: floats.optional() }),
      }),
    )
    .min(4),
});

/** Makes the content of models.bin. */
export function sealModels({ points, ...front }: KeptFront): Uint8Array {
  return seal(KIND, {
    ...front,
    points: points.map(({ model, ...point }) => ({
      ...point,
      parameters: model.parameters,
      training: model.training,
    })),
  });
}

/** Reads the models of a front. @param folder that `fairfront front` wrote to */
export function readFrontModels(folder: string): KeptFront {
  const path = join(folder, FRONT_MODELS);
  let content: unknown;
  try {
    content = readSealed(KIND, path, true);
  } catch (error) {
    if (error instanceof FairfrontError) throw new FairfrontError('bad-file', `${path} ${error.message}`);
    throw new UsageError(
      `${folder} is not the folder of a front with its models: ${FRONT_MODELS}: ${describeFileError(error)}. Make one with fairfront front`,
    );
  }
  const { data: front, error } = kept.safeParse(content);
  const issue = error?.issues[0];
  if (front === undefined) throw damaged(path, `${issue?.path.join('.')}: ${issue?.message}`);
  const { target, groups, split, entities } = front;
  const encoder = parseEncoder(front.encoder);
  const classCount = target.classes.length;
  const outputs = outputCount(classCount);
  const rowCount = target.labels.length;
  const isWithin = (values: ArrayLike<number>, least: number, below: number): boolean =>
    Array.prototype.every.call(values, (value: number) => value >= least && value < below);
  const isWhole =
    groups.groups.length === rowCount &&
    (entities === undefined || entities.length === rowCount) &&
    isWithin(target.labels, -1, classCount) &&
    isWithin(groups.groups, -1, groups.names.length) &&
    PART_NAMES.every(
      (part) =>
        isWithin(split[part], 0, rowCount) &&
        split[part].every((row) => target.labels[row]! >= 0 && groups.groups[row]! >= 0),
    ) &&
    MODEL_NAMES.every((name) => front.points.some(({ point }) => point === name)) &&
    front.points.every(
      ({ mu, risks, trainRisks, parameters, scores }) =>
        [mu, risks, trainRisks].every(({ length }) => length === groups.names.length) &&
        parameters.length === outputs * (encoder.features.length + 1) &&
        scores.validation.length === outputs * split.validation.length &&
        scores.test.length === outputs * split.test.length &&
        (scores.train?.length ?? outputs * split.train.length) === outputs * split.train.length,
    );
  if (!isWhole) throw damaged(path, 'its parts do not fit each other');
  return {
    ...front,
    encoder,
    search: front.search as unknown as SearchReport,
    points: front.points.map(({ parameters, training, trainMetrics, ...point }) => ({
      ...point,
      trainMetrics: trainMetrics as unknown as GroupMetrics,
      model: {
        classCount,
        columnCount: encoder.features.length,
        parameters,
        ...(training && { training: training as unknown as NonNullable<LinearModel['training']> }),
      },
    })),
  };
}

function damaged(path: string, why: string): FairfrontError {
  return new FairfrontError('bad-file', `${path} is damaged: ${why}; make the front again`);
}
