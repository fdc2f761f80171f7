// What a checkpoint holds: the form that its content must have, and whether that belongs to the data and options.

import { isDeepStrictEqual } from 'node:util';
import { outputCount } from '@fairfront/core/internal';
import {
  ACTIVATIONS,
  FULLY_CONNECTED_KINDS,
  type NetworkModel,
  PICTURE_KINDS,
  parameterCount,
} from '@fairfront/neural';
import { type BoostedModel, boostedToJson, parseBoosted } from '@fairfront/trees';
import { z } from 'zod';
import type { SplitOutcome } from '../measure/repeats.js';
import { checkOptions } from '../option-kinds.js';
import { type Asked, SOURCE_KINDS } from '../task/data-options.js';
import { type PreparedFit, sizesOf } from '../task/prepare-fit.js';
import { isProgressOf } from '../training/boosted/boosted-progress.js';
import type { FitProgress } from '../training/fit-hooks.js';
import type { FittedModel } from '../training/fitted-models.js';
import {
  FIT_KINDS,
  knownModel,
  type ResolvedChoice,
  resolveFitOptions,
} from '../training/options/fit-options.js';
import { isNetwork } from '../training/options/kinds.js';
import { networkOf } from '../training/options/network-options.js';
import { UsageError } from '../usage-error.js';

/** How far a fit has come. */
export interface RunProgress extends FitProgress<FittedModel> {
  /** What the splits that are done came to. */
  readonly outcomes?: readonly SplitOutcome[];
}

export interface FitCheckpoint {
  readonly asked: Asked;
  readonly fingerprint: string;
  readonly progress: RunProgress;
}

const count = z.int().min(0);
const numbers = z.array(z.number().min(0)); // weights and risks
/** NaN and infinities too. */
const anyNumber = z.custom<number>((value) => typeof value === 'number', 'it must be a number');
const areFinite = (values: Float32Array | Float64Array): boolean => values.every(Number.isFinite);
const training = z.record(z.string(), z.union([z.string(), anyNumber])).optional();
const linearModel = z
  .strictObject({
    classCount: z.int().min(2),
    columnCount: count,
    parameters: z.instanceof(Float64Array).refine(areFinite, 'a parameter is not finite'),
    training,
  })
  .refine(
    (own) => own.parameters.length === outputCount(own.classCount) * (own.columnCount + 1),
    'a model has not its number of parameters',
  );
const networkModel = z
  .strictObject({
    network: z.union([
      z.strictObject({
        kind: z.enum(FULLY_CONNECTED_KINDS),
        inputs: z.int().min(1),
        classes: z.int().min(2),
        hidden: z.array(z.int().min(1)),
        activation: z.enum(ACTIVATIONS),
      }),
      z.strictObject({
        kind: z.enum(PICTURE_KINDS),
        picture: z.strictObject({ height: z.int().min(1).max(4096), width: z.int().min(1).max(4096) }),
        classes: z.int().min(2),
      }),
    ]),
    parameters: z.instanceof(Float32Array).refine(areFinite, 'a parameter is not finite'),
    training,
  })
  .refine(
    ({ network, parameters }) => parameters.length === parameterCount(network),
    'a model has not its number of parameters',
  );
/** Their content is checked as that of model.json is. */
const boostedModel = z
  .strictObject({
    classCount: z.int().min(1),
    columns: z.array(z.unknown()),
    base: z.instanceof(Float64Array),
    treeStarts: z.instanceof(Uint32Array),
    column: z.instanceof(Int32Array),
    threshold: z.instanceof(Float32Array),
    missingLeft: z.instanceof(Uint8Array),
    left: z.instanceof(Uint32Array),
    value: z.instanceof(Float32Array),
    gain: z.instanceof(Float32Array),
    levelStarts: z.instanceof(Uint32Array),
    levels: z.instanceof(Uint32Array),
  })
  .refine(areTrees, 'trees are damaged');
const model = z.union([linearModel, boostedModel, networkModel]);
const anyNumbers = z.array(anyNumber);
const candidateRun = z.strictObject({
  rounds: z.int().min(1),
  risks: anyNumbers,
  mus: z.array(numbers),
  heldOut: z.array(z.instanceof(Float64Array)),
  models: z.array(boostedModel),
});
const solved = z.strictObject({ model, risks: numbers, trainRisks: numbers });
const byModel = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ naive: value, balanced: value, minimax: value });
const checkpoint = z.strictObject({
  /** Paths in what was asked start here. */
  folder: z.string(),
  asked: z.strictObject({ data: z.string().optional(), options: z.record(z.string(), z.unknown()) }),
  fingerprint: z.string(),
  progress: z.strictObject({
    solved: z.strictObject({ naive: solved.optional(), balanced: solved.optional() }).optional(),
    search: z
      .strictObject({
        state: z.strictObject({
          schema: z.string(),
          strategy: z.string(),
          options: z.record(z.string(), z.unknown()),
          trace: z.array(
            z.strictObject({
              mu: numbers,
              risks: numbers,
              trainRisks: numbers,
              converged: z.boolean(),
              suboptimality: z.number().min(0),
              improved: z.boolean(),
            }),
          ),
        }),
        model,
      })
      .optional(),
    solve: z
      .strictObject({
        mu: numbers,
        epoch: count,
        failures: count,
        learningRate: z.number().positive(),
        settled: z.boolean(),
        state: z.strictObject({
          values: z.instanceof(Float32Array).refine(areFinite, 'the network in training is not finite'),
          steps: count,
        }),
      })
      .optional(),
    components: z.array(model.optional()).optional(),
    boosted: z
      .strictObject({
        problem: z.string().optional(),
        tuned: z.array(candidateRun).optional(),
        candidates: z
          .strictObject({
            done: z.array(candidateRun),
            current: z.strictObject({ models: z.array(boostedModel), risks: z.array(anyNumbers) }).optional(),
          })
          .optional(),
        trained: z.record(z.string(), boostedModel).optional(),
        growing: boostedModel.optional(),
      })
      .optional(),
    folds: z
      .array(
        z.strictObject({ l2: z.number(), fold: count, problem: z.string(), models: z.array(linearModel) }),
      )
      .optional(),
    outcomes: z
      .array(
        z.strictObject({
          decision: z.enum(['use-minimax', 'keep-naive', 'cannot-tell']),
          risks: byModel(z.array(anyNumber)),
          worst: byModel(anyNumber),
          all: byModel(anyNumber),
        }),
      )
      .optional(),
  }),
});

function areTrees(model: unknown): boolean {
  try {
    parseBoosted(boostedToJson(model as BoostedModel));
    return true;
  } catch {
    return false;
  }
}

/** Checks the content of a checkpoint, its options as those of a command line. */
export function parseCheckpoint(content: unknown): FitCheckpoint & { readonly folder: string } {
  const { success, data, error } = checkpoint.safeParse(content);
  if (!success) {
    const { path, message } = error.issues[0]!;
    throw new UsageError(`cannot be read: ${path.join('.') || 'it'}: ${message}`);
  }
  try {
    const { options } = data.asked;
    checkOptions(options, { ...SOURCE_KINDS, ...FIT_KINDS });
    const ofFit = Object.entries(options).filter(([name]) => Object.hasOwn(FIT_KINDS, name));
    resolveFitOptions(Object.fromEntries(ofFit));
  } catch (error) {
    throw new UsageError(`cannot be read: ${(error as Error).message}`);
  }
  return data as unknown as ReturnType<typeof parseCheckpoint>;
}

/** Refuses progress that cannot be of these data and options. */
export function checkProgress(progress: RunProgress, prepared: PreparedFit, options: ResolvedChoice): void {
  const { parts, task } = prepared;
  const { solved = {}, search, folds = [], components = [], boosted, outcomes = [] } = progress;
  const { features, groups } = parts.train;
  const classes = task.target.classes.length;
  const groupCount = groups.names.length;
  const isOf = (outputs: number, own: FittedModel): boolean => {
    if (isNetwork(options.model)) {
      const expected = networkOf(knownModel(options), sizesOf(prepared), outputs);
      return isDeepStrictEqual((own as NetworkModel).network, expected);
    }
    if ('treeStarts' in own) {
      return own.columns.length === prepared.encoder.columns.length && own.classCount === outputs;
    }
    return 'columnCount' in own && own.columnCount === features.columnCount && own.classCount === outputs;
  };
  const ends = Object.values(solved);
  const joint = [...ends, ...(search === undefined ? [] : [search])].map(({ model }) => model);
  const risks = [
    ...[...ends, ...(search?.state.trace ?? [])].flatMap((own) => [own.risks, own.trainRisks]),
    ...outcomes.flatMap((outcome) => Object.values(outcome.risks)),
  ];
  const isRight =
    [...joint, ...folds.flatMap(({ models }) => models)].every((own) => isOf(classes, own)) &&
    components.every((own) => own === undefined || isOf(classes, own) || isOf(groupCount, own)) &&
    risks.every((byGroup) => byGroup.length === groupCount) &&
    (boosted === undefined || isProgressOf(boosted, prepared, options.seed)) &&
    outcomes.length < Math.max(1, options.splits ?? 1);
  if (!isRight) {
    throw new UsageError(
      '`resume`: what was kept has models or risks of other data or options; start anew in another folder',
    );
  }
}
