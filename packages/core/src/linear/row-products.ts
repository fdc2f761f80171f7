// The three products of a matrix of rows that training needs, for sparse and dense rows alike. A row is (x,
// 1): its features and the 1 that the intercept is multiplied with, width = columnCount + 1. Parameters and
// gradients hold one output after another, each of that width.

import type { DenseRows, SparseRows } from '../numeric/sparse-rows.js';

/** Products of the rows of a matrix with vectors. */
export interface RowProducts {
  /** scores[row, k] = ⟨parameters_k, (x, 1)⟩. */
  multiply(parameters: Float64Array, outputs: number, scores: Float64Array): void;
  /**
   * gradients[a, k] += Σ residuals[row, k] · (x, 1) over the rows of group a.
   * @param gradients groups × outputs × width
   */
  addTransposed(residuals: Float64Array, outputs: number, groups: Int32Array, gradients: Float64Array): void;
  /**
   * block += Σ weights[row] · (x, 1)(x, 1)ᵀ, its lower triangle.
   * @param block width × width
   */
  addOuter(weights: Float64Array, block: Float64Array): void;
}

/** Prepares products with the rows of a matrix. */
export function rowProducts(features: SparseRows | DenseRows): RowProducts {
  return 'offsets' in features ? sparseProducts(features) : denseProducts(features);
}

/**
 * Entries are taken two at a time: the columns of a row differ, so neither sum waits for the other. Measured
 * 1.4 to 2.8 times as fast.
 */
function sparseProducts({ rowCount, columnCount, offsets, columns, values }: SparseRows): RowProducts {
  const width = columnCount + 1;
  return {
    multiply: (parameters, outputs, scores) => {
      for (let k = 0; k < outputs; k++) {
        const at = k * width;
        const intercept = parameters[at + columnCount]!;
        let i = 0;
        for (let row = 0; row < rowCount; row++) {
          const end = offsets[row + 1]!;
          let sum = intercept;
          let other = 0;
          for (; i < end - 1; i += 2) {
            sum += values[i]! * parameters[at + columns[i]!]!;
            other += values[i + 1]! * parameters[at + columns[i + 1]!]!;
          }
          if (i < end) {
            sum += values[i]! * parameters[at + columns[i]!]!;
            i++;
          }
          scores[row * outputs + k] = sum + other;
        }
      }
    },
    addTransposed: (residuals, outputs, groups, gradients) => {
      for (let k = 0; k < outputs; k++) {
        for (let row = 0; row < rowCount; row++) {
          const residual = residuals[row * outputs + k]!;
          if (residual === 0) continue;
          const at = (groups[row]! * outputs + k) * width;
          const end = offsets[row + 1]!;
          let i = offsets[row]!;
          for (; i < end - 1; i += 2) {
            const one = at + columns[i]!;
            const other = at + columns[i + 1]!;
            const oneSum = gradients[one]! + residual * values[i]!;
            const otherSum = gradients[other]! + residual * values[i + 1]!;
            gradients[one] = oneSum;
            gradients[other] = otherSum;
          }
          if (i < end) gradients[at + columns[i]!]! += residual * values[i]!;
          gradients[at + columnCount]! += residual;
        }
      }
    },
    addOuter: (weights, block) => {
      const last = columnCount * width;
      for (let row = 0; row < rowCount; row++) {
        const weight = weights[row]!;
        if (weight === 0) continue;
        const start = offsets[row]!;
        const end = offsets[row + 1]!;
        for (let i = start; i < end; i++) {
          const scaled = weight * values[i]!;
          const column = columns[i]!;
          const at = column * width;
          let j = start;
          for (; j < i; j += 2) {
            const one = at + columns[j]!;
            const other = at + columns[j + 1]!;
            const oneSum = block[one]! + scaled * values[j]!;
            const otherSum = block[other]! + scaled * values[j + 1]!;
            block[one] = oneSum;
            block[other] = otherSum;
          }
          if (j === i) block[at + column]! += scaled * values[i]!;
          block[last + column]! += scaled;
        }
        block[last + columnCount]! += weight;
      }
    },
  };
}

function denseProducts({ rowCount, columnCount, values }: DenseRows): RowProducts {
  const width = columnCount + 1;
  return {
    multiply: (parameters, outputs, scores) => {
      for (let k = 0; k < outputs; k++) {
        const at = k * width;
        const intercept = parameters[at + columnCount]!;
        for (let row = 0; row < rowCount; row++) {
          const start = row * columnCount;
          let sum = intercept;
          for (let c = 0; c < columnCount; c++) sum += values[start + c]! * parameters[at + c]!;
          scores[row * outputs + k] = sum;
        }
      }
    },
    addTransposed: (residuals, outputs, groups, gradients) => {
      for (let k = 0; k < outputs; k++) {
        for (let row = 0; row < rowCount; row++) {
          const residual = residuals[row * outputs + k]!;
          if (residual === 0) continue;
          const at = (groups[row]! * outputs + k) * width;
          const start = row * columnCount;
          for (let c = 0; c < columnCount; c++) gradients[at + c]! += residual * values[start + c]!;
          gradients[at + columnCount]! += residual;
        }
      }
    },
    addOuter: (weights, block) => {
      const last = columnCount * width;
      for (let row = 0; row < rowCount; row++) {
        const weight = weights[row]!;
        if (weight === 0) continue;
        const start = row * columnCount;
        for (let i = 0; i < columnCount; i++) {
          const scaled = weight * values[start + i]!;
          if (scaled === 0) continue;
          const at = i * width;
          for (let j = 0; j <= i; j++) block[at + j]! += scaled * values[start + j]!;
          block[last + i]! += scaled;
        }
        block[last + columnCount]! += weight;
      }
    },
  };
}
