// What is trained, and how.

/** Networks that learn from columns. */
const COLUMN_NETWORKS = ['mlp', 'resnet'] as const;
/** Networks that learn from pictures. */
export const PICTURE_MODELS = ['convnet', 'densenet121'] as const;
export const MODEL_KINDS = ['linear', 'boosted', ...COLUMN_NETWORKS, ...PICTURE_MODELS] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];
/** Models, or the better one of linear and boosted. */
export const MODEL_CHOICES = [...MODEL_KINDS, 'auto'] as const;
export type ModelChoice = (typeof MODEL_CHOICES)[number];
type NetworkKind = (typeof COLUMN_NETWORKS)[number] | (typeof PICTURE_MODELS)[number];

/** Whether a model is a network. */
export function isNetwork(model: ModelChoice): model is NetworkKind {
  return ([...COLUMN_NETWORKS, ...PICTURE_MODELS] as readonly string[]).includes(model);
}

/** Whether a model learns from pictures, not from columns. */
export function learnsFromPictures(model: ModelChoice): model is (typeof PICTURE_MODELS)[number] {
  return (PICTURE_MODELS as readonly string[]).includes(model);
}

/**
 * joint: one model, trained anew for every choice of weights. plug-in: a model of every group and one of who is in it,
 * trained once and mixed.
 */
export const ESTIMATIONS = ['joint', 'plug-in'] as const;
export type Estimation = (typeof ESTIMATIONS)[number];
