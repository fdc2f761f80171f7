// The models that a fit has trained, before test rows are looked at.

import type { GroupMetrics, LabelledRows, LinearModel, PartName } from '@fairfront/core';
import type { PlugInComponents, PlugInModel } from '@fairfront/core/plug-in';
import type { NetworkModel } from '@fairfront/neural';
import type { BoostedModel } from '@fairfront/trees';
import type { BoostedReport } from './boosted/boosted-report.js';
import type { FoundMinimax } from './find-minimax.js';
import type { FitCurve } from './fit-curve.js';
import type { FitFront } from './fit-front.js';
import type { FitHooks } from './fit-hooks.js';
import type { KindReport } from './kind-report.js';
import type { NetworkReport } from './options/network-options.js';
import type { PlugInReport } from './plug-in/insight.js';
import type { AtMost } from './select/at-most.js';
import type { SelectionReport } from './select/selection.js';

export type FittedModel = LinearModel | BoostedModel | NetworkModel | PlugInModel;

/** A model, or a part of a mixture, that can be written as plain data and predicts without a runtime. */
export type PortablePart = LinearModel | BoostedModel;

/** What can be written as plain data and predicts without a runtime: a model, or a mixture of such models. */
export type PortableModel =
  | PortablePart
  | { readonly components: PlugInComponents<PortablePart>; readonly mu: readonly number[] };

/** A network that was fitted to a mixture. */
export interface DistilledModel {
  readonly model: NetworkModel;
  readonly network: NetworkReport;
  predict(part: PartName): Promise<Float64Array>;
  exported(): Uint8Array;
  close(): Promise<void>;
}

export interface FittedModels<Model> {
  readonly naive: Model;
  readonly balanced: Model;
  readonly minimax: FoundMinimax<Model>;
  /** The penalty of the minimax model, where it is linear. */
  readonly l2?: number;
  /** The penalty of each model, where folds chose them. */
  readonly penalties?: Readonly<Record<'naive' | 'balanced' | 'minimax', number>>;
  /** What was chosen by which rows; absent where what the search found is taken as it is. */
  readonly selection?: SelectionReport;
  /** Which kind of model was taken, where that was left open. */
  readonly kind?: KindReport;
  /** Which last layer was trained anew, where one was; its candidates are last layers of the balanced network. */
  readonly lastLayer?: SelectionReport;
  /** How much there was to gain at most on the rows trained on, where that is proved. */
  readonly atMost?: AtMost;
  /** What a certificate speaks of; null where nothing can be certified. */
  readonly problem: string | null;
  /** What a person should know of the training. */
  readonly notes?: readonly string[];
  /** What networks are made of and how they were trained. */
  readonly network?: NetworkReport;
  /** How trees were grown. */
  readonly boosted?: BoostedReport;
  readonly plugIn?: PlugInReport;
  readonly distilled?: DistilledModel;
  /** Finds what is possible for the groups, where they are few and models are linear; `undefined` if interrupted. */
  front?(hooks: Pick<FitHooks<unknown>, 'signal' | 'onEvent'>): Promise<FitFront | undefined>;
  /** Finds what the knob of the objective trades, where it has one; `undefined` if interrupted. */
  curve?(hooks: Pick<FitHooks<unknown>, 'signal' | 'onEvent'>): Promise<FitCurve | undefined>;
  /** A model as plain data, where it needs no runtime. */
  portable?(model: Model): PortableModel;
  /**
   * The probability of each class for every row of a part: rows × classes. Where folds chose, the validation rows are
   * those trained on, each judged by a model trained without it.
   */
  predict(model: Model, part: PartName): Float64Array | Promise<Float64Array>;
  /** A model's metrics on training rows, where only these were kept, and not what it says of each row. */
  trainMetrics?(model: Model): GroupMetrics;
  /** The same for rows that are encoded as the parts are (`encodeRows`). */
  predictRows(model: Model, features: LabelledRows['features']): Float64Array | Promise<Float64Array>;
  /**
   * About how long the prediction of one row takes, in nanoseconds. It limits what is asked of the models once they
   * are trained; a rule and not a measurement, so that the same data give the same result on every machine.
   */
  readonly predictionNs: number;
  /** A model as a file that any ONNX runtime can load: raw columns in, probabilities out. */
  exported(model: Model): Uint8Array;
  /** Call it when no more is to be predicted. */
  close?(): Promise<void>;
}
