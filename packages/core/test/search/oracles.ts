// Small oracles whose optimum is known without a search, shared by the tests of this folder and the conformance suites.

import type { SyncOracle } from '../../src/index.js';
import { createRandom } from '../../src/index.js';
import { checkMu, dot } from '../../src/internal.js';

/**
 * Least squares: r_a(θ) = floors_a + steepness_a ‖θ − targets_a‖², so θ^μ = Σ μ_a steepness_a targets_a / Σ μ_a steepness_a. Convex, a true
 * minimum at every μ. On a line with targets 0 and 1: θ = μ_1, and the risks meet where μ_1 = (1 + floors_1 − floors_0) / 2.
 */
export function quadraticOracle(
  targets: readonly (readonly number[])[],
  floors: readonly number[],
  steepness: readonly number[] = floors.map(() => 1),
): SyncOracle<readonly number[]> {
  return {
    groupCount: floors.length,
    certifies: true,
    solve: (mu) => {
      checkMu(mu, floors.length);
      const pulls = mu.map((weight, a) => weight * steepness[a]!);
      const total = pulls.reduce((sum, pull) => sum + pull, 0);
      const model = targets[0]!.map(
        (_, j) => pulls.reduce((sum, pull, a) => sum + pull * targets[a]![j]!, 0) / total,
      );
      const distance = (target: readonly number[]): number =>
        target.reduce((sum, value, j) => sum + (value - model[j]!) ** 2, 0);
      return { model, risks: floors.map((floor, a) => floor + steepness[a]! * distance(targets[a]!)) };
    },
  };
}

/** Parameters of a random `quadraticOracle`: three coordinates, floors in [0, 1), steepness in [0.5, 1.5). */
export function randomQuadratic(seed: number, groupCount: number) {
  const random = createRandom(seed);
  const groups = Array.from({ length: groupCount }, () => ({
    target: [random.uniform(), random.uniform(), random.uniform()],
    floor: random.uniform(),
    steepness: 0.5 + random.uniform(),
  }));
  return {
    groups,
    /** The same problem with its groups in another order, and all risks times a factor. */
    oracle: (order: readonly number[] = groups.map((_, a) => a), factor = 1) => {
      const ordered = order.map((a) => groups[a]!);
      return quadraticOracle(
        ordered.map(({ target }) => target),
        ordered.map(({ floor }) => factor * floor),
        ordered.map(({ steepness }) => factor * steepness),
      );
    },
  };
}

/** Picks from a finite list of risk vectors; the model is its place in the list. Φ is piecewise linear. */
export function listOracle(models: readonly (readonly number[])[]): SyncOracle<number> {
  return {
    groupCount: models[0]!.length,
    certifies: true,
    solve: (mu) => {
      checkMu(mu, models[0]!.length);
      const values = models.map((risks) => dot(mu, risks));
      const model = values.indexOf(Math.min(...values));
      return { model, risks: models[model]! };
    },
  };
}

/** max_μ min_k ⟨μ, r^k⟩ for two groups, by looking at every kink: planes are linear in between. */
export function listOptimum(models: readonly (readonly number[])[]): number {
  const kinks = [0, 1];
  for (const [i, [a, b]] of models.entries() as Iterable<[number, [number, number]]>) {
    for (const [c, d] of models.slice(i + 1) as [number, number][]) {
      const weight = (d - b) / (a - b - c + d); // μ_0 at which ⟨μ, (a, b)⟩ = ⟨μ, (c, d)⟩
      if (weight > 0 && weight < 1) kinks.push(weight);
    }
  }
  return Math.max(...kinks.map((w) => Math.min(...models.map(([a, b]) => w * a! + (1 - w) * b!))));
}

/** The n-th solve gives the n-th row, whatever the weights; the model is n, from 1. It certifies nothing. */
export function tableOracle(rows: readonly (readonly number[])[]): SyncOracle<number> {
  let solves = 0;
  return { groupCount: rows[0]!.length, solve: () => ({ risks: rows[solves]!, model: ++solves }) };
}

/** What a `sharedBudgetOracle` charges for its share x_a: BUDGET_PRICE / x_a. */
export const BUDGET_PRICE = 1e-3;

/**
 * A budget of 1 is shared: r_a = floors_a + BUDGET_PRICE / x_a with x ∝ √μ. A group without weight gets next to nothing, a share of
 * 1e-9, and a risk of a million: what a solve at a corner can look like.
 */
export function sharedBudgetOracle(floors: readonly number[]): SyncOracle<readonly number[]> {
  return {
    groupCount: floors.length,
    certifies: true,
    solve: (mu) => {
      checkMu(mu, floors.length);
      const roots = mu.map(Math.sqrt);
      const total = roots.reduce((sum, root) => sum + root, 0);
      const model = roots.map((root) => Math.max(1e-9, root / total));
      return { model, risks: model.map((share, a) => floors[a]! + BUDGET_PRICE / share) };
    },
  };
}

/** What the action throws, or what its promise rejects with. */
export async function caught(action: () => unknown): Promise<unknown> {
  try {
    await action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
