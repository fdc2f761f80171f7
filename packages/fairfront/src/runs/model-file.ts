// model.json: a trained model as plain data, with everything that is needed to predict from raw columns without
// onnxruntime. Linear models have one, and mixtures of them; networks are in model.onnx alone.

import { type Encoder, FairfrontError, type LinearModel, parseEncoder } from '@fairfront/core';
import { outputCount } from '@fairfront/core/internal';
import { isConstant, type PlugInComponents } from '@fairfront/core/plug-in';
import { z } from 'zod';
import type { PortableModel } from '../training/fitted-models.js';

export const MODEL_SCHEMA = 'fairfront.model/1';

const probabilities = z.array(z.number().min(0).max(1));
/** One output for the second of two classes, else one for each class. */
const linear = z.object({
  outputs: z.array(z.object({ intercept: z.number(), weights: z.array(z.number()) })).min(1),
});
const shared = {
  schema: z.literal(MODEL_SCHEMA),
  target: z.string(),
  classes: z.array(z.string()).min(2),
  /** What each weight belongs to is in its `features`. */
  encoder: z.unknown(),
};
const modelFile = z.discriminatedUnion('kind', [
  z.object({ ...shared, kind: z.literal('linear'), ...linear.shape }),
  z.object({
    ...shared,
    kind: z.literal('plug-in'),
    mu: probabilities,
    priors: probabilities,
    outcomes: z.array(z.union([linear, z.object({ constant: probabilities })])),
    membership: linear,
  }),
]);

/** What model.json holds. */
export type ModelFile = z.infer<typeof modelFile>;

export interface ParsedModel {
  readonly target: string;
  readonly classes: readonly string[];
  readonly encoder: Encoder;
  readonly model: PortableModel;
}

/** The content of model.json. */
export function toModelFile(
  model: PortableModel,
  encoder: Encoder,
  { name, classes }: { readonly name: string; readonly classes: readonly string[] },
): ModelFile {
  const head = { schema: MODEL_SCHEMA as typeof MODEL_SCHEMA, target: name, classes: [...classes], encoder };
  if (!('components' in model)) return { ...head, kind: 'linear', ...toOutputs(model) };
  const { outcomes, membership, priors } = model.components;
  return {
    ...head,
    kind: 'plug-in',
    mu: [...model.mu],
    priors: [...priors],
    outcomes: outcomes.map((outcome) =>
      isConstant(outcome) ? { constant: [...outcome.constant] } : toOutputs(outcome),
    ),
    membership: toOutputs(membership),
  };
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
  const parsed = modelFile.safeParse(json);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw damaged(`${path.join('.') || 'its content'}: ${message}`);
  }
  const { data: file } = parsed;
  const { target, classes } = file;
  const encoder = parseEncoder(file.encoder);
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
  if (file.kind === 'linear') {
    return { target, classes, encoder, model: toLinear(file, classes.length, 'the model') };
  }
  const { mu, priors, outcomes } = file;
  if (mu.length !== outcomes.length || priors.length !== outcomes.length) {
    throw damaged('mu, priors and outcomes must be as long as each other');
  }
  const components: PlugInComponents<LinearModel> = {
    classCount: classes.length,
    priors,
    outcomes: outcomes.map((outcome, group) =>
      'constant' in outcome ? outcome : toLinear(outcome, classes.length, `the model of group ${group + 1}`),
    ),
    membership: toLinear(file.membership, outcomes.length, 'the model of membership'),
  };
  return { target, classes, encoder, model: { components, mu } };
}

function damaged(why: string): FairfrontError {
  return new FairfrontError(
    'bad-file',
    `the model is damaged: ${why}; take the model.json of a run folder as it is, or fit it again`,
  );
}
