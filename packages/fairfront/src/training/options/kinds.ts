// What is trained, and how.

export const MODEL_KINDS = ['linear', 'mlp', 'resnet'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/**
 * joint: one model, trained anew for every choice of weights. plug-in: a model of every group and one of who is in it,
 * trained once and mixed.
 */
export const ESTIMATIONS = ['joint', 'plug-in'] as const;
export type Estimation = (typeof ESTIMATIONS)[number];
