import { createRandom } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import { createArena } from '../../src/bins/arena.js';
import {
  type BoostedLoss,
  baseOf,
  createState,
  lossesOf,
  setGradients,
  stateBytes,
  treeOutputs,
} from '../../src/loss/objective.js';

const CASES: readonly [loss: BoostedLoss, classCount: number][] = [
  ['cross-entropy', 2],
  ['cross-entropy', 3],
  ['cross-entropy', 5],
  ['brier', 2],
  ['brier', 4],
  ['squared', 1],
];
const ROWS = 40;

/** A state with random scores, labels and weights. */
function setUp(loss: BoostedLoss, classCount: number) {
  const random = createRandom(3);
  const labels = Array.from({ length: ROWS }, () =>
    loss === 'squared' ? 6 * random.uniform() - 3 : Math.floor(random.uniform() * classCount),
  );
  const arena = createArena(stateBytes(ROWS, loss, classCount), false);
  const state = createState(arena, loss, classCount, labels);
  state.scores.set(Array.from(state.scores, () => 6 * random.uniform() - 3));
  state.weights.set(labels.map((_, row) => (row === 4 ? 0 : 0.5 + random.exponential())));
  const lossOf = (scores: Float64Array): Float64Array =>
    lossesOf(loss, state.outputs, Float64Array.from(scores), state.labels);
  return { state, lossOf };
}

/** Gradients and hessians of an output, by row. */
function derivativesOf(state: ReturnType<typeof createState>, output: number): { g: number[]; h: number[] } {
  setGradients(state, output, 0, ROWS);
  const pairs = Array.from(state.gradients);
  return { g: pairs.filter((_, i) => i % 2 === 0), h: pairs.filter((_, i) => i % 2 === 1) };
}

describe.each(CASES)('%s of %i classes', (loss, classCount) => {
  const { state, lossOf } = setUp(loss, classCount);
  const { outputs, weights, scores } = state;
  const moved = (output: number, by: number): Float64Array =>
    lossOf(scores.map((score, i) => (i % outputs === output ? score + by : score)));
  const half = loss === 'squared' ? 0.5 : 1; // gradient and hessian of squared errors are halved

  it('has gradients that central differences agree with, times the weight', () => {
    const step = 1e-5;
    for (let output = 0; output < outputs; output++) {
      const { g } = derivativesOf(state, output);
      const [above, below] = [moved(output, step), moved(output, -step)];
      const slopes = above.map((high, row) => (half * weights[row]! * (high - below[row]!)) / (2 * step));
      expect(g).toBeAllClose(slopes, { absolute: 1e-6, relative: 1e-6 });
      expect(Math.abs(g[4]!)).toBe(0);
    }
  });

  if (loss !== 'brier') {
    it('has the hessians of central differences, doubled for three or more classes', () => {
      const step = 1e-3;
      for (let output = 0; output < outputs; output++) {
        const { h } = derivativesOf(state, output);
        const [above, at, below] = [moved(output, step), lossOf(scores), moved(output, -step)];
        const factor = outputs > 1 ? 2 : half;
        const curvatures = at.map(
          (middle, row) => (factor * weights[row]! * (above[row]! - 2 * middle + below[row]!)) / step ** 2,
        );
        expect(h).toBeAllClose(curvatures, { absolute: 1e-5, relative: 1e-4 });
      }
    });
  } else {
    it('has hessians after Gauss and Newton: squared slopes of the probabilities', () => {
      const step = 1e-6;
      const probabilitiesAt = (row: number, output: number, by: number): number[] => {
        const own = Array.from(scores.subarray(row * outputs, (row + 1) * outputs));
        own[output]! += by;
        const z = outputs === 1 ? [0, own[0]!] : own;
        const sum = z.reduce((all, score) => all + Math.exp(score), 0);
        return z.map((score) => Math.exp(score) / sum);
      };
      for (let output = 0; output < outputs; output++) {
        const { h } = derivativesOf(state, output);
        const expected = h.map((_, row) => {
          const [above, below] = [probabilitiesAt(row, output, step), probabilitiesAt(row, output, -step)];
          const squares = above.reduce((sum, p, k) => sum + ((p - below[k]!) / (2 * step)) ** 2, 0);
          return weights[row]! * (outputs === 1 ? 2 : 4) * squares;
        });
        expect(h).toBeAllClose(expected, { relative: 1e-5 });
      }
    });
  }
});

describe('setGradients', () => {
  it.each(CASES)('sets those of some rows alone: %s of %i classes', (loss, classCount) => {
    const whole = setUp(loss, classCount).state;
    const parted = setUp(loss, classCount).state;
    for (let output = 0; output < whole.outputs; output++) {
      setGradients(whole, output, 0, ROWS);
      setGradients(parted, output, 0, 13);
      if (output === 0) expect([...parted.gradients.subarray(26)].every((g) => g === 0)).toBe(true);
      setGradients(parted, output, 13, ROWS);
      expect(parted.gradients).toEqual(whole.gradients);
    }
  });

  it('leaves a hessian to rows that are predicted with certainty, right or wrong', () => {
    for (const [loss, classCount] of CASES) {
      const { state } = setUp(loss, classCount);
      for (let i = 0; i < state.scores.length; i++) state.scores[i] = i % 2 === 0 ? 800 : -800;
      for (let output = 0; output < state.outputs; output++) {
        const { g, h } = derivativesOf(state, output);
        expect([...g, ...h].every(Number.isFinite)).toBe(true);
        expect(h.every((own, row) => (row === 4 ? own === 0 : own > 0))).toBe(true);
      }
    }
  });
});

describe('baseOf', () => {
  it('is the log-odds of two classes, the logarithms of three shares, and the mean of numbers', () => {
    expect([...baseOf([0.8, 0.2])]).toBeAllClose([Math.log(0.25)], { relative: 1e-12 });
    expect([...baseOf([0.5, 0.25, 0.25])]).toBeAllClose([Math.log(0.5), Math.log(0.25), Math.log(0.25)], {
      relative: 1e-12,
    });
    expect([...baseOf([-7])]).toEqual([-7]);
  });

  it('holds no class for impossible', () => {
    expect([...baseOf([1, 0])][0]).toBeCloseTo(Math.log(1e-6), 9);
    expect([...baseOf([0.5, 0.5, 0])][2]).toBeCloseTo(Math.log(1e-6), 9);
  });

  it('has as many outputs as trees have', () => {
    expect([1, 2, 3, 7].map(treeOutputs)).toEqual([1, 1, 3, 7]);
  });
});
