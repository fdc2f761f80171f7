// The risk of every group under a linear model: one pass over the rows, in arrays made once.

import { meanRisks } from '../groups/group-index.js';
import type { LabelledRows } from '../groups/labelled-rows.js';
import type { Loss } from '../groups/risks.js';
import { outputCount } from './linear-model.js';
import { type RowProducts, rowProducts } from './row-products.js';
import { toBrierScores, toCrossEntropies } from './softmax.js';

export class LinearRisks {
  readonly data: LabelledRows;
  readonly loss: Loss;
  readonly outputs: number;
  readonly columnCount: number;
  /** Parameters of one output. */
  readonly width: number;
  readonly products: RowProducts;
  /** Rows × outputs, at the parameters that `risks` was last asked for. */
  readonly probabilities: Float64Array;
  /** Of every row there. */
  protected readonly losses: Float64Array;

  constructor(data: LabelledRows, classCount: number, loss: Loss) {
    const { rowCount, columnCount } = data.features;
    this.data = data;
    this.loss = loss;
    this.outputs = outputCount(classCount);
    this.columnCount = columnCount;
    this.width = columnCount + 1;
    this.products = rowProducts(data.features);
    this.probabilities = new Float64Array(rowCount * this.outputs);
    this.losses = new Float64Array(rowCount);
  }

  /** r_a: the mean loss of every group. */
  risks(parameters: Float64Array): number[] {
    const { data, outputs, probabilities, losses } = this;
    this.products.multiply(parameters, outputs, probabilities);
    const toLosses = this.loss === 'brier' ? toBrierScores : toCrossEntropies;
    toLosses(probabilities, outputs, data.labels, losses);
    return meanRisks(losses, data.groups);
  }
}
