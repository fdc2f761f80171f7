// One network in the place of a mixture of many: fitted to what the mixture says of the training inputs [MMPF Sec. A.5 names the cost of many models].

import { type DenseRows, forEachEntry, type PartName, type SparseRows } from '@fairfront/core';
import { distilNetwork, Evaluator, exportNetwork, resolveJointOptions } from '@fairfront/neural';
import { definedOnly } from '../data/defined-only.js';
import type { FitHooks } from './fit-hooks.js';
import type { FitOptions } from './fit-options.js';
import type { DistilledModel } from './fit-result.js';
import { jointOptionsOf, networkOf } from './network-options.js';
import type { DistilledKind } from './plug-in-options.js';
import type { PreparedFit } from './prepare-fit.js';

/** @param predict what the mixture says of the rows of a part: rows × classes */
export async function distilMixture(
  { parts, encoder, task }: PreparedFit,
  kind: DistilledKind,
  predict: (part: PartName) => Promise<Float64Array>,
  options: Omit<FitOptions, 'resume'> & { readonly seed: number },
  { signal, onPart }: Partial<Pick<FitHooks<unknown>, 'signal' | 'onPart'>>,
): Promise<Omit<DistilledModel, 'mixture'>> {
  const { nodeRuntime } = await import('@fairfront/neural/node');
  const { device } = options;
  const network = networkOf({ ...options, model: kind }, encoder.features.length, task.target.classes.length);
  const joint = jointOptionsOf(options, parts.train.labels.length);
  const rows = async (part: PartName) => ({
    features: dense(parts[part].features),
    targets: await predict(part),
    groups: parts[part].groups,
  });
  const model = await distilNetwork(
    nodeRuntime,
    network,
    { train: await rows('train'), validation: await rows('validation') },
    {
      ...joint,
      ...definedOnly({ device, signal }),
      onEpoch: async ({ epoch }, { objective }) => {
        onPart?.(0, 1, `one network for the mixture: epoch ${epoch}, off by ${objective.toFixed(4)}`);
        await new Promise((resume) => setImmediate(resume)); // training leaves no room for Ctrl-C
      },
    },
  );
  const evaluator = await Evaluator.open(nodeRuntime, network, definedOnly({ device }));
  return {
    model,
    network: { ...network, ...resolveJointOptions(joint) },
    predict: (part) => evaluator.probabilities(model.parameters, dense(parts[part].features)),
    exported: () => exportNetwork(network, model.parameters, encoder, task.target),
    close: () => evaluator.close(),
  };
}

/** As a network needs them, in float32; those of linear parts are sparse. */
function dense(features: SparseRows | DenseRows): DenseRows {
  if (!('offsets' in features) && features.values instanceof Float32Array) return features;
  const { rowCount, columnCount } = features;
  const values = new Float32Array(rowCount * columnCount);
  for (let row = 0; row < rowCount; row++) {
    forEachEntry(features, row, (column, value) => {
      values[row * columnCount + column] = value;
    });
  }
  return { rowCount, columnCount, values };
}
