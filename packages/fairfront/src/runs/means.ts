// What Node has for a fit beyond linear models and trees: networks, plug-in estimation, models in ONNX files.

import type { PlugInModel } from '@fairfront/core/plug-in';
import type { NetworkModel } from '@fairfront/neural';
import type { FitProgress } from '../training/fit-hooks.js';
import { fitNetwork } from '../training/fit-network.js';
import { fitPlugIn } from '../training/fit-plug-in.js';
import type { ClassFit } from '../training/options/fit-options.js';
import { checkProgress } from './checkpoint-content.js';
import type { FitMeans } from './find-fit.js';
import { onnxModel } from './model.js';

/** What Node has for a fit. */
export const MEANS: FitMeans = {
  train: (prepared, options, hooks, resume) =>
    options.estimation === 'plug-in'
      ? fitPlugIn(prepared, options as ClassFit, hooks, resume as FitProgress<PlugInModel>)
      : fitNetwork(prepared, options, hooks, resume as FitProgress<NetworkModel>),
  openModel: onnxModel,
  checkProgress,
};
