import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowProducts } from '../../src/linear/row-products.js';
import { randomSource } from '../helpers/arbitraries.js';
import { featureRows, makeData, normals, sparse } from './linear-problems.js';
import '../helpers/close.js';

const shape = fc.record({
  columnCount: fc.integer({ min: 1, max: 6 }),
  outputs: fc.integer({ min: 1, max: 4 }),
  groupCount: fc.integer({ min: 1, max: 3 }),
  zeros: fc.constantFrom(0, 0.5, 0.95),
});
const close = { absolute: 1e-13 };

describe('rowProducts', () => {
  it('does what the sums say, sparse and dense, and adds to what is there', () => {
    fc.assert(
      fc.property(randomSource, shape, (random, { columnCount, outputs, groupCount, zeros }) => {
        const groupRows = new Array<number>(groupCount).fill(5);
        const data = makeData(random, { classCount: 2, columnCount, groupRows, zeros });
        const rows = featureRows(data).map((row) => [...row, 1]); // (x, 1)
        const width = columnCount + 1;
        const { groups } = data.groups;

        const parameters = normals(random, outputs * width);
        const scores = rows.flatMap((row) =>
          Array.from({ length: outputs }, (_, k) =>
            row.reduce((sum, value, c) => sum + value * parameters[k * width + c]!, 0),
          ),
        );
        // Some rows have no residual and no weight: what they cost is left out, what they add is not missed.
        const residuals = normals(random, rows.length * outputs).map((r) => (r > 1 ? 0 : r));
        const weights = normals(random, rows.length).map((w) => (w > 1 ? 0 : w));
        const gradients = new Float64Array(groupCount * outputs * width).fill(0.5);
        const block = new Float64Array(width * width).fill(0.25);
        rows.forEach((row, r) => {
          for (let k = 0; k < outputs; k++) {
            row.forEach((value, c) => {
              gradients[(groups[r]! * outputs + k) * width + c]! += residuals[r * outputs + k]! * value;
            });
          }
          row.forEach((left, i) => {
            row.slice(0, i + 1).forEach((right, j) => {
              block[i * width + j]! += weights[r]! * left * right;
            });
          });
        });

        for (const { features } of [data, sparse(data)]) {
          const products = rowProducts(features);
          const actualScores = new Float64Array(scores.length).fill(Number.NaN);
          products.multiply(parameters, outputs, actualScores);
          expect(actualScores).toBeAllClose(scores, close);
          const actualGradients = new Float64Array(gradients.length).fill(0.5);
          products.addTransposed(residuals, outputs, groups, actualGradients);
          expect(actualGradients).toBeAllClose(gradients, close);
          const actualBlock = new Float64Array(block.length).fill(0.25);
          products.addOuter(weights, actualBlock);
          expect(actualBlock).toBeAllClose(block, close); // the upper triangle was not touched
        }
      }),
    );
  });

  it('knows a row without entries: the intercept alone', () => {
    const features = {
      rowCount: 3,
      columnCount: 2,
      offsets: Uint32Array.of(0, 0, 1, 1),
      columns: Uint32Array.of(1),
      values: Float32Array.of(2),
    };
    const products = rowProducts(features);
    const scores = new Float64Array(3);
    products.multiply(Float64Array.of(7, 3, 0.5), 1, scores);
    expect(scores).toEqual(Float64Array.of(0.5, 6.5, 0.5));
    const gradients = new Float64Array(6);
    products.addTransposed(Float64Array.of(1, 10, 100), 1, Int32Array.of(0, 1, 0), gradients);
    expect(gradients).toEqual(Float64Array.of(0, 0, 101, 0, 20, 10));
    const block = new Float64Array(9);
    products.addOuter(Float64Array.of(1, 10, 100), block);
    expect(block).toEqual(Float64Array.of(0, 0, 0, 0, 40, 0, 0, 20, 111));
  });

  it('needs no features at all', () => {
    const products = rowProducts({ rowCount: 2, columnCount: 0, values: new Float64Array(0) });
    const scores = new Float64Array(4);
    products.multiply(Float64Array.of(1, 2), 2, scores);
    expect(scores).toEqual(Float64Array.of(1, 2, 1, 2));
  });

  it('sums f32 values in f64', () => {
    const third = Math.fround(1 / 3);
    const products = rowProducts({ rowCount: 1, columnCount: 2, values: Float32Array.of(1 / 3, 1e-8) });
    const scores = new Float64Array(1);
    products.multiply(Float64Array.of(1, 1, 1), 1, scores);
    expect(scores[0]).toBe(1 + third + Math.fround(1e-8));
  });
});
