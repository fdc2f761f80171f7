// The layers of picture networks. An architecture is written once, as a function of `Layers`: it asks for its
// parameters by name as it goes. Run without values it lists them; run with values it builds the graph.
//
// Pictures are rows × channels × height × width. Names and layouts are PyTorch's: convolutions out × in ×
// height × width, linear layers outputs × inputs, batch normalisation `weight` (scale), `bias`,
// `running_mean` and `running_var`.
//
// In training a batch is normalised by its own moments, and the running ones follow them:
//   running ← 0.9 running + 0.1 batch's,   the variance divided by the count less one
// In prediction the running ones take their place.

import type { Graph } from '../graph/graph.js';
import { knownShape, type Tensor } from '../graph/tensor.js';
import { relu } from '../operators/activations.js';
import { add, scale } from '../operators/arithmetic.js';
import { type ConvOptions, conv } from '../operators/convolution.js';
import { gemm } from '../operators/matrix.js';
import { batchNormalisation, normalise } from '../operators/normalisation.js';
import { type Parameter, sizeOf } from './parameter.js';

/** The share of a batch in the running statistics. */
const MOMENTUM = 0.1;

/** Adds layers to a graph, and keeps account of what they need. */
export class Layers {
  /** By name, what the running statistics are after this batch. Empty in prediction. */
  readonly nextStatistics = new Map<string, Tensor>();
  /** Multiplications for one row. */
  work = 0;
  /** Numbers that the largest output of a layer has for one row. */
  largest = 0;

  readonly #parameter: (parameter: Parameter) => Tensor;
  readonly #isTraining: boolean;

  /** @param parameter gives the tensor of each parameter, in the order in which they are asked for */
  constructor(
    readonly graph: Graph,
    parameter: (parameter: Parameter) => Tensor,
    isTraining: boolean,
  ) {
    this.#parameter = parameter;
    this.#isTraining = isTraining;
  }

  /** A convolution with square kernels, without bias. */
  conv(name: string, x: Tensor, outputs: number, size: number, options: ConvOptions = {}): Tensor {
    const shape = [outputs, x.shape[1] as number, size, size];
    const weights = this.#parameter({ name: `${name}.weight`, shape, start: 'he-normal' });
    const z = conv(this.graph, x, weights, options);
    const [, , height, width] = z.shape as [unknown, unknown, number, number];
    this.#account(z, sizeOf(shape) * height * width);
    return z;
  }

  /** Batch normalisation, then max(x, 0) unless it is `plain`. */
  norm(name: string, x: Tensor, plain?: 'plain'): Tensor {
    const shape = [x.shape[1] as number];
    const scaling = this.#parameter({ name: `${name}.weight`, shape, start: 'ones' });
    const bias = this.#parameter({ name: `${name}.bias`, shape, start: 'zeros' });
    const statistic = (own: string, start: 'zeros' | 'ones'): [string, Tensor] => {
      const full = `${name}.${own}`;
      return [full, this.#parameter({ name: full, shape, start, isStatistic: true })];
    };
    const [meanName, mean] = statistic('running_mean', 'zeros');
    const [varianceName, variance] = statistic('running_var', 'ones');
    const affine = { scale: scaling, bias };
    let z: Tensor;
    if (this.#isTraining) {
      const { output, batch, unbiasedVariance } = batchNormalisation(this.graph, x, affine);
      this.nextStatistics.set(meanName, this.#follow(mean, batch.mean));
      this.nextStatistics.set(varianceName, this.#follow(variance, unbiasedVariance));
      z = output;
    } else {
      z = normalise(this.graph, x, { mean, variance }, affine);
    }
    return plain === undefined ? relu(this.graph, z) : z;
  }

  /** A linear layer: rows × outputs. */
  linear(name: string, x: Tensor, outputs: number): Tensor {
    const shape = [outputs, x.shape[1] as number];
    const weights = this.#parameter({ name: `${name}.weight`, shape, start: 'orthogonal' });
    const bias = this.#parameter({ name: `${name}.bias`, shape: [outputs], start: 'zeros' });
    const z = gemm(this.graph, x, weights, { transB: true, bias });
    this.#account(z, sizeOf(shape));
    return z;
  }

  #follow(running: Tensor, batch: Tensor): Tensor {
    return add(this.graph, scale(this.graph, running, 1 - MOMENTUM), scale(this.graph, batch, MOMENTUM));
  }

  #account(z: Tensor, work: number): void {
    this.work += work;
    this.largest = Math.max(this.largest, sizeOf(knownShape({ ...z, shape: z.shape.slice(1) })));
  }
}
