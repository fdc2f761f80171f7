// Networks in f64, forward and backward, by hand and row by row: shares nothing with the graphs but the order
// of the parameters.
//
//   objective  Σ_a μ_a / n_a Σ_{i in a} ℓ_i over the groups a that are in the batch
//   layer      z = h W + b, out = g(z):  ż = o ∘ g′(z),  Ẇ = hᵀ ż,  ḃ = Σ ż,  ḣ = ż Wᵀ        (o the slope by `out`)
//   block      z₁ = h W₁ + b₁, z₂ = h + g(z₁) W₂ + b₂, out = g(z₂):  as above, and ḣ gains ż₂ from the way past the two layers

import type { Loss } from '@fairfront/core';
import { type FullyConnectedNetwork, parameterShapes } from '../../src/network/network.js';

type Matrix = readonly Float64Array[];

interface Layer {
  /** inputs × outputs */
  readonly weights: Matrix;
  readonly bias: Float64Array;
}

export interface Batch {
  readonly features: Matrix;
  readonly labels: ArrayLike<number>;
  readonly groups: ArrayLike<number>;
}

/** The flat array of all parameters, cut up. */
export function layersOf(network: FullyConnectedNetwork, flat: ArrayLike<number>): Layer[] {
  const all = Float64Array.from(flat);
  const layers: Layer[] = [];
  let from = 0;
  const take = (count: number): Float64Array => {
    from += count;
    return all.slice(from - count, from);
  };
  const matrices = parameterShapes(network).filter(({ shape }) => shape.length === 2);
  for (const { shape } of matrices) {
    const [inputs, outputs] = shape as [number, number];
    const weights = Array.from({ length: inputs }, () => take(outputs));
    layers.push({ weights, bias: take(outputs) });
  }
  return layers;
}

const bend = (activation: FullyConnectedNetwork['activation'], z: number): number =>
  activation === 'none' || z > 0 ? z : activation === 'elu' ? Math.expm1(z) : 0;
const slope = (activation: FullyConnectedNetwork['activation'], z: number): number =>
  activation === 'none' || z > 0 ? 1 : activation === 'elu' ? Math.exp(z) : 0;

/** z = h W + b for one row. */
function dense(h: Float64Array, { weights, bias }: Layer): Float64Array {
  const z = bias.slice();
  h.forEach((value, i) => {
    const row = weights[i]!;
    for (let j = 0; j < z.length; j++) z[j]! += value * row[j]!;
  });
  return z;
}

/** Of the hidden layers of a resnet: a stem, then two a block. */
const endsBlock = ({ kind }: FullyConnectedNetwork, layer: number): boolean =>
  kind === 'resnet' && layer > 0 && layer % 2 === 0;

interface Trace {
  /** What goes into each layer. */
  readonly into: Float64Array[];
  /** z of each hidden layer; in the second of a block with h added. */
  readonly bent: Float64Array[];
  readonly logits: Float64Array;
}

function trace(network: FullyConnectedNetwork, layers: readonly Layer[], x: Float64Array): Trace {
  const into: Float64Array[] = [];
  const bent: Float64Array[] = [];
  let h = x;
  let past = x; // what goes into the block at hand
  layers.slice(0, -1).forEach((layer, l) => {
    into.push(h);
    const z = dense(h, layer);
    if (endsBlock(network, l)) for (let j = 0; j < z.length; j++) z[j]! += past[j]!;
    bent.push(z);
    h = z.map((value) => bend(network.activation, value));
    if (network.kind === 'resnet' && l % 2 === 0) past = h;
  });
  into.push(h);
  return { into, bent, logits: dense(h, layers.at(-1)!) };
}

export function referenceLogits(
  network: FullyConnectedNetwork,
  flat: ArrayLike<number>,
  features: Matrix,
): Float64Array[] {
  const layers = layersOf(network, flat);
  return features.map((x) => trace(network, layers, x).logits);
}

/** The loss of a row and its slopes by the logits. */
function rowLoss(loss: Loss, logits: Float64Array, label: number) {
  const top = Math.max(...logits);
  const powers = logits.map((score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const p = powers.map((power) => power / total);
  const error = p.map((value, k) => value - (k === label ? 1 : 0));
  if (loss === 'cross-entropy') {
    return { value: top + Math.log(total) - logits[label]!, slopes: error };
  }
  const mean = error.reduce((sum, value, k) => sum + value * p[k]!, 0);
  return {
    value: error.reduce((sum, value) => sum + value ** 2, 0),
    slopes: error.map((value, k) => 2 * p[k]! * (value - mean)),
  };
}

export interface ReferenceObjective {
  readonly value: number;
  /** 0 for a group that is absent. */
  readonly risks: Float64Array;
  readonly present: Float64Array;
  /** By the flat array of the parameters. */
  readonly gradient: Float64Array;
}

export function referenceObjective(
  network: FullyConnectedNetwork,
  loss: Loss,
  flat: ArrayLike<number>,
  { features, labels, groups }: Batch,
  mu: ArrayLike<number>,
): ReferenceObjective {
  const layers = layersOf(network, flat);
  const sums = layers.map(({ weights, bias }) => ({
    weights: weights.map((row) => new Float64Array(row.length)),
    bias: new Float64Array(bias.length),
  }));
  const counts = new Float64Array(mu.length);
  features.forEach((_, i) => {
    counts[groups[i]!]! += 1;
  });
  const risks = new Float64Array(mu.length);
  features.forEach((x, i) => {
    const group = groups[i]!;
    const traced = trace(network, layers, x);
    const { value, slopes } = rowLoss(loss, traced.logits, labels[i]!);
    risks[group]! += value / counts[group]!;
    const weight = mu[group]! / counts[group]!;
    addGradient(
      network,
      layers,
      traced,
      slopes.map((s) => weight * s),
      sums,
    );
  });
  return {
    value: risks.reduce((sum, risk, a) => sum + mu[a]! * risk, 0),
    risks,
    present: counts.map((count) => Math.min(count, 1)),
    gradient: joined(sums.flatMap(({ weights, bias }) => [...weights, bias])),
  };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    whole.set(part, from);
    from += part.length;
  }
  return whole;
}

/** Adds to `sums` the gradient of one row, from the slopes by its logits. */
function addGradient(
  network: FullyConnectedNetwork,
  layers: readonly Layer[],
  { into, bent }: Trace,
  byLogits: Float64Array,
  sums: readonly Layer[],
): void {
  let byZ = byLogits;
  let byPast: Float64Array | undefined; // what flows past the layer at hand, to what goes into its block
  for (let l = layers.length - 1; l >= 0; l--) {
    const h = into[l]!;
    const { weights, bias } = sums[l]!;
    for (let j = 0; j < byZ.length; j++) bias[j]! += byZ[j]!;
    const byH = h.map((value, i) => {
      const [row, sum] = [layers[l]!.weights[i]!, weights[i]!];
      let flow = 0;
      for (let j = 0; j < byZ.length; j++) {
        sum[j]! += value * byZ[j]!;
        flow += byZ[j]! * row[j]!;
      }
      return flow;
    });
    if (l === 0) return;
    if (l < layers.length - 1 && endsBlock(network, l)) {
      byPast = byZ;
    } else if (byPast !== undefined) {
      for (let i = 0; i < byH.length; i++) byH[i]! += byPast[i]!;
      byPast = undefined;
    }
    const z = bent[l - 1]!;
    byZ = byH.map((flow, i) => flow * slope(network.activation, z[i]!));
  }
}
