// ∂f/∂xᵢ ≈ (f(x + h eᵢ) − f(x − h eᵢ)) / 2h, exact up to h² f‴/6 from the formula and |f| 2⁻⁵³/h from
// rounding: both about 1e-10 where f is of size 1.

import type { Values } from './arrays.js';

const H = 1e-5;

/** @param f a number computed from several arrays; @returns the slope by each entry of each of them */
export async function centralDifferences(
  f: (inputs: readonly Values[]) => number | Promise<number>,
  inputs: readonly Values[],
): Promise<Values[]> {
  const slopes: Values[] = [];
  for (const [which, { shape, data }] of inputs.entries()) {
    const slope = new Float64Array(data.length);
    for (let i = 0; i < data.length; i++) {
      const beside = (step: number): number | Promise<number> => {
        const moved = data.slice();
        moved[i]! += step;
        return f(inputs.map((input, k) => (k === which ? { shape, data: moved } : input)));
      };
      slope[i] = ((await beside(H)) - (await beside(-H))) / (2 * H);
    }
    slopes.push({ shape, data: slope });
  }
  return slopes;
}
