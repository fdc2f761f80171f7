// One network in the place of a mixture of many: fitted to what the mixture says of the training inputs [MMPF Sec. A.5
// names the cost of many models].

import type { DenseRows, PartName, SparseRows } from '@fairfront/core';
import { areStreamed, forEachEntry } from '@fairfront/core/internal';
import {
  type DistilOptions,
  distilNetwork,
  Evaluator,
  exportNetwork,
  type SolveProgress,
} from '@fairfront/neural';
import { definedOnly } from '../defined-only.js';
import { type PreparedFit, sizesOf, withLayout } from '../task/prepare-fit.js';
import type { DistilledModel } from './fitted-models.js';
import type { ResolvedFit } from './options/fit-options.js';
import { jointOptionsOf, networkOf, networkReportOf } from './options/network-options.js';
import type { DistilledKind } from './options/plug-in-options.js';

/** @param predict what the mixture says of the rows of a part: rows × classes */
export async function distilMixture(
  fit: PreparedFit,
  kind: DistilledKind,
  predict: (part: PartName) => Promise<Float64Array>,
  options: ResolvedFit,
  { signal, onEpoch }: Pick<DistilOptions, 'signal' | 'onEpoch'>,
  resume: SolveProgress | undefined,
): Promise<DistilledModel> {
  const { loadNodeRuntime } = await import('@fairfront/neural/node');
  const runtime = await loadNodeRuntime();
  const { device } = options;
  const { encoder, task } = fit;
  // Rows on disk are put there once more, as networks read them.
  const { parts } = areStreamed(fit.parts.train.features) ? withLayout(fit, 'dense') : fit;
  const sizes = sizesOf(fit);
  const network = networkOf({ ...options, model: kind }, sizes, sizes.classes);
  const rows = async (part: PartName) => ({
    features: dense(parts[part].features),
    targets: await predict(part),
    groups: parts[part].groups,
  });
  const model = await distilNetwork(
    runtime,
    network,
    { train: await rows('train'), validation: await rows('validation') },
    {
      ...jointOptionsOf(options, sizes.rows),
      ...definedOnly({ device, signal, resume, onEpoch }),
    },
  );
  const evaluator = await Evaluator.open(runtime, network, definedOnly({ device }));
  return {
    model,
    network: networkReportOf({ ...options, model: kind }, sizes),
    predict: (part) => evaluator.probabilities(model.parameters, dense(parts[part].features)),
    exported: () => exportNetwork(network, model.parameters, encoder, task.target),
    close: () => evaluator.close(),
  };
}

/** As a network needs them, in float32; those of linear parts are sparse. */
function dense(features: SparseRows | DenseRows): SparseRows | DenseRows {
  if (areStreamed(features) || (!('offsets' in features) && features.values instanceof Float32Array)) {
    return features;
  }
  const { rowCount, columnCount } = features;
  const values = new Float32Array(rowCount * columnCount);
  for (let row = 0; row < rowCount; row++) {
    forEachEntry(features, row, (column, value) => {
      values[row * columnCount + column] = value;
    });
  }
  return { rowCount, columnCount, values };
}
