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
        let i = offsets[0]!;
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

/**
 * Two rows and four outputs at a time: every number read is used several times, and no sum waits for another.
 * Sums are taken in the order of the columns, gradients in the order of the rows, as one at a time would.
 * Measured on 8,000 × 1,024 numbers and 7 outputs: 3 times as fast as one row and one output at a time.
 */
function denseProducts({ rowCount, columnCount, values }: DenseRows): RowProducts {
  const width = columnCount + 1;
  let byGroup: { readonly groups: Int32Array; readonly rows: Uint32Array } | undefined;
  return {
    multiply: (parameters, outputs, scores) => {
      for (let row = 0; row < rowCount; row += 2) {
        const last = Math.min(row + 1, rowCount - 1); // an odd last row is taken twice
        const one = row * columnCount;
        const other = last * columnCount;
        let k = 0;
        for (; k + 3 < outputs; k += 4) {
          const [p, q, r, s] = [k * width, (k + 1) * width, (k + 2) * width, (k + 3) * width] as const;
          let a = parameters[p + columnCount]!;
          let b = parameters[q + columnCount]!;
          let c = parameters[r + columnCount]!;
          let d = parameters[s + columnCount]!;
          let [e, f, g, h] = [a, b, c, d];
          for (let i = 0; i < columnCount; i++) {
            const x = values[one + i]!;
            const y = values[other + i]!;
            a += x * parameters[p + i]!;
            e += y * parameters[p + i]!;
            b += x * parameters[q + i]!;
            f += y * parameters[q + i]!;
            c += x * parameters[r + i]!;
            g += y * parameters[r + i]!;
            d += x * parameters[s + i]!;
            h += y * parameters[s + i]!;
          }
          const at = row * outputs + k;
          const under = last * outputs + k;
          scores[at] = a;
          scores[at + 1] = b;
          scores[at + 2] = c;
          scores[at + 3] = d;
          scores[under] = e;
          scores[under + 1] = f;
          scores[under + 2] = g;
          scores[under + 3] = h;
        }
        for (; k < outputs; k++) {
          const p = k * width;
          let a = parameters[p + columnCount]!;
          let e = a;
          for (let i = 0; i < columnCount; i++) {
            a += values[one + i]! * parameters[p + i]!;
            e += values[other + i]! * parameters[p + i]!;
          }
          scores[row * outputs + k] = a;
          scores[last * outputs + k] = e;
        }
      }
    },
    addTransposed: (residuals, outputs, groups, gradients) => {
      if (byGroup?.groups !== groups) byGroup = { groups, rows: rowsByGroup(groups) };
      const { rows } = byGroup;
      let next = 0;
      while (next < rows.length) {
        const group = groups[rows[next]!]!;
        const many = next + 3 < rows.length && groups[rows[next + 3]!] === group ? 4 : 1;
        const step = many === 4 ? 1 : 0;
        const one = rows[next]! * columnCount;
        const two = rows[next + step]! * columnCount;
        const three = rows[next + 2 * step]! * columnCount;
        const four = rows[next + 3 * step]! * columnCount;
        for (let k = 0; k < outputs; k++) {
          const at = (group * outputs + k) * width;
          const a = residuals[rows[next]! * outputs + k]!;
          if (many === 1) {
            for (let i = 0; i < columnCount; i++) gradients[at + i]! += a * values[one + i]!;
            gradients[at + columnCount]! += a;
            continue;
          }
          const b = residuals[rows[next + 1]! * outputs + k]!;
          const c = residuals[rows[next + 2]! * outputs + k]!;
          const d = residuals[rows[next + 3]! * outputs + k]!;
          for (let i = 0; i < columnCount; i++) {
            const sum = gradients[at + i]! + a * values[one + i]! + b * values[two + i]!;
            gradients[at + i] = sum + c * values[three + i]! + d * values[four + i]!;
          }
          gradients[at + columnCount] = gradients[at + columnCount]! + a + b + c + d;
        }
        next += many;
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

/** The rows, those of a group beside each other, in their order. */
function rowsByGroup(groups: Int32Array): Uint32Array {
  return Uint32Array.from(groups.keys()).sort(
    (left, right) => groups[left]! - groups[right]! || left - right,
  );
}
