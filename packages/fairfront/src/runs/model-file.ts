// model.json: a trained model as plain data, with everything that is needed to predict from raw columns without
// onnxruntime. Linear models and boosted trees have one, and mixtures of them; networks are in model.onnx alone.

import {
  type DecisionRule,
  type Encoder,
  FairfrontError,
  type LinearModel,
  parseEncoder,
  type Target,
} from '@fairfront/core';
import { outputCount, parseDecisionRule } from '@fairfront/core/internal';
import { isConstant, type PlugInComponents } from '@fairfront/core/plug-in';
import { type BoostedModel, boostedToJson, parseBoosted, treeColumns } from '@fairfront/trees';
import { isBoosted } from '@fairfront/trees/internal';
import { z } from 'zod';
import { checkSchema } from '../check-schema.js';
import type { PortableModel, PortablePart } from '../training/fitted-models.js';

export const MODEL_SCHEMA = 'fairfront.model/1';

const probabilities = z.array(z.number().min(0).max(1));
/** One output for the second of two classes, else one for each class. */
const linear = z.object({
  outputs: z.array(z.object({ intercept: z.number(), weights: z.array(z.number()) })).min(1),
});
/** Checked by `parseBoosted`. */
const boosted = z.object({
  classCount: z.number(),
  columns: z.array(z.unknown()),
  base: z.array(z.unknown()),
  trees: z.array(z.unknown()),
});
const part = z.union([linear, boosted]);
const shared = {
  schema: z.literal(MODEL_SCHEMA),
  target: z.string(),
  /** None where a number is predicted. */
  classes: z.array(z.string()),
  predicts: z.literal('number').optional(),
  /** What each weight belongs to is in its `features`. */
  encoder: z.unknown(),
  /** How it decides, where that is not for the most probable class; checked by `parseDecisionRule`. */
  decision: z.unknown().optional(),
};
const modelFile = z.discriminatedUnion('kind', [
  z.object({ ...shared, kind: z.literal('linear'), ...linear.shape }),
  z.object({ ...shared, kind: z.literal('boosted'), ...boosted.shape }),
  z.object({
    ...shared,
    kind: z.literal('plug-in'),
    mu: probabilities,
    priors: probabilities,
    outcomes: z.array(z.union([part, z.object({ constant: probabilities })])),
    membership: part,
  }),
]);

/** What model.json holds. */
export type ModelFile = z.infer<typeof modelFile>;

export interface ParsedModel {
  readonly target: string;
  readonly predicts: 'class' | 'number';
  /** None where a number is predicted. */
  readonly classes: readonly string[];
  readonly encoder: Encoder;
  readonly model: PortableModel;
  readonly decision?: DecisionRule;
}

/** The content of model.json. */
export function toModelFile(
  model: PortableModel,
  encoder: Encoder,
  { name, classes, values }: Pick<Target, 'name' | 'classes' | 'values'>,
): ModelFile {
  const head = {
    schema: MODEL_SCHEMA as typeof MODEL_SCHEMA,
    target: name,
    ...(values === undefined ? { classes: [...classes] } : { classes: [], predicts: 'number' as const }),
    encoder,
  };
  if (!('components' in model)) {
    return isBoosted(model)
      ? { ...head, kind: 'boosted', ...toTrees(model) }
      : { ...head, kind: 'linear', ...toOutputs(model) };
  }
  const { outcomes, membership, priors } = model.components;
  return {
    ...head,
    kind: 'plug-in',
    mu: [...model.mu],
    priors: [...priors],
    outcomes: outcomes.map((outcome) =>
      isConstant(outcome) ? { constant: [...outcome.constant] } : toPart(outcome),
    ),
    membership: toPart(membership),
  };
}

function toPart(model: PortablePart): z.infer<typeof part> {
  return isBoosted(model) ? toTrees(model) : toOutputs(model);
}

function toTrees(model: BoostedModel): z.infer<typeof boosted> {
  const { columns, base, trees, ...rest } = boostedToJson(model);
  return { ...rest, columns: [...columns], base: [...base], trees: [...trees] };
}

function toOutputs({ columnCount, parameters }: LinearModel): z.infer<typeof linear> {
  const width = columnCount + 1;
  return {
    outputs: Array.from({ length: parameters.length / width }, (_, k) => ({
      intercept: parameters[k * width + columnCount]!,
      weights: [...parameters.subarray(k * width, k * width + columnCount)],
    })),
  };
}

/** Reads and checks the content of model.json. @param json what `JSON.parse` made of it */
export function parseModelFile(json: unknown): ParsedModel {
  checkSchema(json, MODEL_SCHEMA, 'the model');
  const parsed = modelFile.safeParse(json);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw damaged(`${path.join('.') || 'its content'}: ${message}`);
  }
  const { data: file } = parsed;
  const { target, classes, predicts = 'class' as const } = file;
  if ((predicts === 'number' && classes.length > 0) || (predicts === 'class' && classes.length < 2)) {
    throw damaged('classes: there must be two or more, or none where a number is predicted');
  }
  const classCount = Math.max(1, classes.length);
  const encoder = parseEncoder(file.encoder);
  const { decision } = file;
  const head = {
    ...{ target, predicts, classes, encoder },
    ...(decision !== undefined && { decision: parseDecisionRule(decision, classes) }),
  };
  const toLinear = ({ outputs }: z.infer<typeof linear>, classCount: number, what: string): LinearModel => {
    const columnCount = encoder.features.length;
    if (outputs.length !== outputCount(classCount)) {
      throw damaged(`${what} must have ${outputCount(classCount)} outputs; it has ${outputs.length}`);
    }
    if (outputs.some(({ weights }) => weights.length !== columnCount)) {
      throw damaged(`${what} must have a weight for each of ${columnCount} features`);
    }
    const parameters = Float64Array.from(
      outputs.flatMap(({ intercept, weights }) => [...weights, intercept]),
    );
    return { classCount, columnCount, parameters };
  };
  const toBoosted = (json: z.infer<typeof boosted>, classCount: number, what: string): BoostedModel => {
    const model = parseBoosted(json);
    if (model.classCount !== classCount) {
      throw damaged(`${what} must have ${classCount} classes; it has ${model.classCount}`);
    }
    if (JSON.stringify(model.columns) !== JSON.stringify(treeColumns(encoder))) {
      throw damaged(`${what} must be grown on the columns of the encoder, and their levels`);
    }
    return model;
  };
  const toModel = (json: z.infer<typeof part>, classCount: number, what: string): PortablePart =>
    'trees' in json ? toBoosted(json, classCount, what) : toLinear(json, classCount, what);
  if (file.kind !== 'plug-in') {
    return { ...head, model: toModel(file, classCount, 'the model') };
  }
  const { mu, priors, outcomes } = file;
  if (mu.length !== outcomes.length || priors.length !== outcomes.length) {
    throw damaged('mu, priors and outcomes must be as long as each other');
  }
  const components: PlugInComponents<PortablePart> = {
    classCount: classes.length,
    priors,
    outcomes: outcomes.map((outcome, group) =>
      'constant' in outcome ? outcome : toModel(outcome, classes.length, `the model of group ${group + 1}`),
    ),
    membership: toModel(file.membership, outcomes.length, 'the model of membership'),
  };
  return { ...head, model: { components, mu } };
}

function damaged(why: string): FairfrontError {
  return new FairfrontError(
    'bad-file',
    `the model is damaged: ${why}; take the model.json of a run folder as it is, or fit it again`,
  );
}
