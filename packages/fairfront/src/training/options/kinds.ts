// What is trained, and how.

/** Networks that learn from pictures. */
export const PICTURE_MODELS = ['convnet', 'densenet121'] as const;
export const MODEL_KINDS = ['linear', 'mlp', 'resnet', ...PICTURE_MODELS] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** Whether a model learns from pictures, not from columns. */
export function learnsFromPictures(model: ModelKind): model is (typeof PICTURE_MODELS)[number] {
  return (PICTURE_MODELS as readonly string[]).includes(model);
}

/**
 * joint: one model, trained anew for every choice of weights. plug-in: a model of every group and one of who is in it,
 * trained once and mixed.
 */
export const ESTIMATIONS = ['joint', 'plug-in'] as const;
export type Estimation = (typeof ESTIMATIONS)[number];
