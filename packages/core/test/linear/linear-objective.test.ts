import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom, type Loss, type RandomSource } from '../../src/index.js';
import { combine, LinearObjective } from '../../src/linear/linear-objective.js';
import { choleskyFactor } from '../../src/numeric/cholesky.js';
import { muOf, randomSource } from '../helpers/arbitraries.js';
import { centralDifferences, dataOf, makeData, normals, plainRisks, sparse } from './linear-problems.js';
import '../helpers/close.js';

const L2 = 0.3;
const classCounts = fc.constantFrom(2, 3, 4);
const losses = fc.constantFrom<Loss>('cross-entropy', 'brier');

function problem(random: RandomSource, classCount: number, loss: Loss = 'cross-entropy') {
  const data = makeData(random, { classCount, columnCount: 3, groupRows: [9, 4, 1], zeros: 0.3 });
  const objective = new LinearObjective(data, classCount, loss, L2);
  return { data, objective, parameters: normals(random, objective.size) };
}

/** ∇F(θ; μ), by the gradients of the groups. */
function gradientOf(objective: LinearObjective, mu: readonly number[], at: Float64Array): Float64Array {
  const gradients = new Float64Array(objective.groupCount * objective.size);
  const sum = new Float64Array(objective.size);
  objective.groupGradients(objective.evaluate(at), gradients);
  combine(mu, gradients, sum);
  return sum;
}

/** ∇²F · direction, by differences of gradients: rounding 1e-10, the rest of the series less. */
function curve(objective: LinearObjective, mu: readonly number[], at: Float64Array, direction: Float64Array) {
  const step = 1e-5;
  const above = gradientOf(
    objective,
    mu,
    at.map((value, i) => value + step * direction[i]!),
  );
  const below = gradientOf(
    objective,
    mu,
    at.map((value, i) => value - step * direction[i]!),
  );
  return above.map((value, i) => (value - below[i]!) / (2 * step));
}

describe('LinearObjective', () => {
  it('has the risks of the definition, sparse and dense', () => {
    fc.assert(
      fc.property(randomSource, classCounts, losses, (random, classCount, loss) => {
        const { data, parameters } = problem(random, classCount, loss);
        const expected = plainRisks(data, classCount, loss, parameters);
        for (const one of [data, sparse(data)]) {
          const objective = new LinearObjective(one, classCount, loss, L2);
          expect(objective.evaluate(parameters).risks).toBeAllClose(expected, {
            absolute: 1e-13,
            relative: 1e-12,
          });
        }
      }),
    );
  });

  it('takes derivatives of the evaluation it is given, whatever was evaluated since', () => {
    for (const loss of ['cross-entropy', 'brier'] as const) {
      const { objective, parameters } = problem(createRandom(6), 3, loss);
      const { size, groupCount } = objective;
      const derivatives = (between: () => void) => {
        const at = objective.evaluate(parameters);
        between();
        const [gradients, hessian] = [new Float64Array(groupCount * size), new Float64Array(size * size)];
        objective.groupGradients(at, gradients);
        between();
        objective.hessian(at, [0.2, 0.3, 0.5], hessian);
        between();
        return { gradients, hessian, change: objective.linearChange(at, parameters).slice() };
      };
      const other = objective.createEvaluation();
      const spare = new Float64Array(groupCount * size);
      const disturbed = derivatives(() => {
        objective.groupGradients(objective.evaluate(normals(createRandom(7), size), other), spare);
      });
      expect(disturbed).toEqual(derivatives(() => {}));
    }
  });

  it('evaluates into room that was used before, and leaves the parameters handed in alone', () => {
    const { objective, parameters } = problem(createRandom(8), 3);
    const fresh = objective.evaluate(parameters);
    const used = objective.evaluate(normals(createRandom(9), objective.size));
    const copy = parameters.slice();
    expect(objective.evaluate(parameters, used)).toBe(used);
    expect(used).toEqual(fresh);
    expect(used.parameters).not.toBe(parameters);
    expect(parameters).toEqual(copy);
  });

  it('penalises half the squares of all weights and no intercept', () => {
    const objective = new LinearObjective(dataOf([[1, 2]], [0], 'a'), 3, 'cross-entropy', 0.5);
    const { penalty } = objective.evaluate(Float64Array.of(1, 2, 100, 3, 0, -100, 0, -4, 100));
    expect(penalty).toBe(0.25 * 30);
  });

  it('has gradients by group that are central differences of risk and penalty', () => {
    fc.assert(
      fc.property(randomSource, classCounts, losses, (random, classCount, loss) => {
        const { data, objective, parameters } = problem(random, classCount, loss);
        const { size, groupCount, width } = objective;
        const gradients = new Float64Array(groupCount * size).fill(Number.NaN);
        objective.groupGradients(objective.evaluate(parameters), gradients);
        const penalty = (at: Float64Array): number =>
          (L2 / 2) * at.reduce((sum, value, i) => sum + (i % width < width - 1 ? value ** 2 : 0), 0);
        for (let a = 0; a < groupCount; a++) {
          const differences = centralDifferences(
            (at) => plainRisks(data, classCount, loss, at)[a]! + penalty(at),
            parameters,
          );
          expect(gradients.subarray(a * size, (a + 1) * size)).toBeAllClose(differences, { absolute: 1e-8 });
        }
      }),
      { numRuns: 50 },
    );
  });

  it('has the Hessian that its gradients have, for two classes', () => {
    fc.assert(
      fc.property(randomSource, muOf(3), (random, mu) => {
        const { objective, parameters } = problem(random, 2);
        const { size } = objective;
        const hessian = new Float64Array(size * size).fill(Number.NaN);
        objective.hessian(objective.evaluate(parameters), mu, hessian);
        for (let j = 0; j < size; j++) {
          const column = curve(objective, mu, parameters, unit(size, j));
          for (let i = j; i < size; i++)
            expect([hessian[i * size + j]!]).toBeAllClose([column[i]!], { absolute: 1e-8 });
        }
      }),
      { numRuns: 50 },
    );
  });

  it('has it for more classes too, along all that changes probabilities, and can be factored', () => {
    fc.assert(
      fc.property(randomSource, fc.constantFrom(3, 4), muOf(3), (random, classCount, mu) => {
        const { objective, parameters } = problem(random, classCount);
        const { size, width, outputs } = objective;
        const direction = normals(random, size);
        for (let c = 0; c < width; c++) {
          let sum = 0;
          for (let k = 0; k < outputs; k++) sum += direction[k * width + c]!;
          for (let k = 0; k < outputs; k++) direction[k * width + c]! -= sum / outputs;
        }
        const hessian = new Float64Array(size * size);
        objective.hessian(objective.evaluate(parameters), mu, hessian);
        expect(symmetricProduct(hessian, direction)).toBeAllClose(
          curve(objective, mu, parameters, direction),
          { absolute: 1e-7 },
        );
        expect(choleskyFactor(hessian, size).jitter).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('multiplies with the Hessian without making it', () => {
    fc.assert(
      fc.property(randomSource, classCounts, muOf(3), (random, classCount, mu) => {
        const { objective, parameters } = problem(random, classCount);
        const { size, width } = objective;
        const direction = normals(random, size);
        const expected = curve(objective, mu, parameters, direction);
        const change = objective.linearChange(objective.evaluate(parameters), direction);
        const product = new Float64Array(size).fill(Number.NaN);
        objective.weightedSum(mu, change, product);
        const penalised = product.map((value, i) => value + (i % width < width - 1 ? L2 * direction[i]! : 0));
        expect(penalised).toBeAllClose(expected, { absolute: 1e-7 });
      }),
      { numRuns: 50 },
    );
  });

  it('changes probabilities by what a small step changes them', () => {
    const { objective, parameters } = problem(createRandom(4), 3);
    const direction = normals(createRandom(5), objective.size);
    const at = (length: number): Float64Array =>
      objective.evaluate(parameters.map((value, i) => value + length * direction[i]!)).probabilities;
    const [above, below] = [at(1e-5), at(-1e-5)];
    expect(objective.linearChange(objective.evaluate(parameters), direction)).toBeAllClose(
      above.map((p, i) => (p - below[i]!) / 2e-5),
      { absolute: 1e-9 },
    );
  });

  it('bounds the diagonal of the Hessian, and reaches the bound where all probabilities are one half', () => {
    fc.assert(
      fc.property(randomSource, classCounts, muOf(3), (random, classCount, mu) => {
        const { objective, parameters } = problem(random, classCount);
        const bounds = objective.curvatureBounds(mu);
        expect(bounds).toHaveLength(objective.size);
        for (let i = 0; i < objective.size; i++) {
          const curvature = curve(objective, mu, parameters, unit(objective.size, i))[i]!;
          expect(curvature).toBeLessThanOrEqual(bounds[i]! + 1e-8);
        }
        if (classCount > 2) return;
        const zero = new Float64Array(objective.size);
        const diagonal = bounds.map((_, i) => curve(objective, mu, zero, unit(objective.size, i))[i]!);
        expect(diagonal).toBeAllClose(bounds, { absolute: 1e-8 });
      }),
      { numRuns: 50 },
    );
  });

  it('lets a group without weight have any gradient', () => {
    const sum = new Float64Array(2).fill(7);
    combine([0, 0.5], Float64Array.of(Number.POSITIVE_INFINITY, Number.NaN, 2, 4), sum);
    expect(sum).toEqual(Float64Array.of(1, 2));
  });
});

function unit(size: number, at: number): Float64Array {
  const vector = new Float64Array(size);
  vector[at] = 1;
  return vector;
}

/** From the lower triangle. */
function symmetricProduct(lower: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length;
  return vector.map((_, i) =>
    vector.reduce((sum, value, j) => sum + lower[i >= j ? i * n + j : j * n + i]! * value, 0),
  );
}
