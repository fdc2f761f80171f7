// The options of plug-in estimation [MMPF Alg. 3].

import { type OptionKinds, oneOf, wholeNumber } from '../../option-kinds.js';
import type { ModelKind } from './kinds.js';

export interface PlugInOptions {
  /**
   * Into so many folds the rows are cut, each judged by models trained without it, to say where risk comes from.
   * 0 leaves that out. Default 5, for networks 2.
   */
  readonly folds?: number;
  /** The network that takes the place of the mixture; true: of the kind of the mixed models. Default none. */
  readonly distil?: DistilledKind | true;
}

const DISTILLED_KINDS = ['mlp', 'resnet'] as const;
export type DistilledKind = (typeof DISTILLED_KINDS)[number];

const DEFAULT_FOLDS: Readonly<Record<ModelKind, number>> = {
  linear: 5,
  boosted: 5,
  mlp: 2,
  resnet: 2,
  convnet: 2,
  densenet121: 2,
};
const MOST_FOLDS = 20;

export const PLUG_IN_KINDS: OptionKinds<PlugInOptions> = {
  folds: wholeNumber(0, MOST_FOLDS),
  distil: oneOf([...DISTILLED_KINDS, true]),
};

/** The number of folds. */
export function foldsOf({ folds, model }: PlugInOptions & { readonly model: ModelKind }): number {
  return folds ?? DEFAULT_FOLDS[model];
}

/** Which network stands in for the mixture, if one does. */
export function distilledKind({
  distil,
  model,
}: PlugInOptions & { readonly model: ModelKind }): DistilledKind | undefined {
  if (distil !== true) return distil;
  return model === 'resnet' ? model : 'mlp';
}
