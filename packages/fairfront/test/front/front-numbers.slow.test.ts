// The numbers of a front, against solves made for the test.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createRandom,
  dominates,
  type GroupMetrics,
  groupMetrics,
  groupShares,
  type LinearModel,
  linearSolver,
  predictLinear,
  vertexMu,
  worstRisk,
} from '@fairfront/core';
import { dot } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import type { FrontResult } from '../../src/front/front-result.js';
import { loadData } from '../../src/task/load-data.js';
import { type PreparedFit, prepareFit } from '../../src/task/prepare-fit.js';
import { BY_VALIDATION, fitJson } from '../runs/run-fit.js';
import { front, frontOf, madeFolder, madePeople, TASK } from './run-front.js';

const OPTIONS = { target: 'outcome', groups: 'group', splitColumn: 'part' };

async function prepared(path: string): Promise<PreparedFit> {
  return prepareFit(await loadData(path), OPTIONS);
}

/** What each group gets from a model trained for these weights from scratch, as far as rounding allows. */
function metricsAt(fit: PreparedFit, mu: readonly number[], part: 'train' | 'validation'): GroupMetrics {
  const classCount = fit.task.target.classes.length;
  return metricsOf(
    fit,
    linearSolver(fit.parts.train, { classCount, l2: 1e-6, tolerance: 1e-16 }).solve(mu).model,
    part,
  );
}

function metricsOf({ parts }: PreparedFit, model: LinearModel, part: 'train' | 'validation'): GroupMetrics {
  const { features, labels, groups } = parts[part];
  return groupMetrics(predictLinear(model, features), labels, groups, model.classCount);
}

/** A solve is right to 1e-13 of Σ μ r, and so to about the root of that for a group that has no weight in it. */
function expectNear(left: readonly number[], right: readonly number[], tolerance = 3e-6): void {
  expect(left).toHaveLength(right.length);
  left.forEach((value, i) => {
    expect(Math.abs(value - right[i]!)).toBeLessThanOrEqual(tolerance);
  });
}

/** What holds for every front. */
function expectFront({ points, dominated, marks, task, groups }: FrontResult, gridSize: number): void {
  expect(points.length + dominated).toBe(gridSize);
  expect(points.length).toBeGreaterThan(1);
  for (const one of points) {
    expect(points.some((other) => dominates(other.risks, one.risks))).toBe(false);
    expect(one.mu.every((weight) => Number.isInteger(Math.round(weight * task.steps * 1e9) / 1e9))).toBe(
      true,
    );
  }
  const models = [...points, marks.naive, marks.balanced, marks.minimax];
  groups.forEach((_, group) => {
    const least = Math.min(...models.map(({ risks }) => risks[group]!));
    expect(marks.utopia.risks[group]).toBe(least);
    expect(marks.utopia.alone[group]).toBeGreaterThanOrEqual(least);
  });
  expectLeastWorst({ points, marks });
}

/** Minimax is, of all models tried, the one with the least worst risk on the rows it was chosen by. */
function expectLeastWorst({ points, marks }: Pick<FrontResult, 'points' | 'marks'>): void {
  const { naive, balanced, minimax } = marks;
  const least = Math.min(...[...points, naive, balanced].map(({ risks }) => worstRisk(risks)));
  expect(worstRisk(minimax.risks)).toBeLessThanOrEqual((1 + 1e-6) * least);
}

describe.each([
  [['A', 'B'], '10', 11],
  [['A', 'B', 'C'], '5', 21],
])('the front of %j', (names, steps, gridSize) => {
  it('has marks at the right weights, with the risks of validation rows', async () => {
    const path = madePeople(names);
    const { result } = await frontOf(path, '--steps', steps);
    const fit = await prepared(path);
    const risksAt = (mu: readonly number[]) => metricsAt(fit, mu, 'validation').crossEntropy.byGroup;
    expectFront(result, gridSize);
    const { naive, balanced, minimax, utopia } = result.marks;
    expectNear(naive.mu, groupShares(fit.parts.train.groups), 0);
    expectNear(naive.risks, risksAt(naive.mu));
    expectNear(
      balanced.mu,
      names.map(() => 1 / names.length),
      0,
    );
    expectNear(balanced.risks, risksAt(balanced.mu));
    expectNear(minimax.risks, risksAt(minimax.mu));
    expectNear(
      utopia.alone,
      names.map((_, group) => risksAt(vertexMu(names.length, group))[group]!),
    );
    for (const { mu, risks } of result.points) expectNear(risks, risksAt(mu));
    expect(worstRisk(minimax.risks)).toBeLessThanOrEqual(worstRisk(balanced.risks));
  });

  it('has risks of training rows with --part train, and the own best in the corners', async () => {
    const path = madePeople(names);
    const { result } = await frontOf(path, '--steps', steps, '--part', 'train');
    const fit = await prepared(path);
    expectFront(result, gridSize);
    expect(result.dominated).toBe(0);
    expect(result.search.steeredBy).toBe('train');
    expectNear(result.marks.utopia.alone, result.marks.utopia.risks);
    for (const { mu, risks } of [...result.points, result.marks.naive, result.marks.minimax]) {
      expectNear(risks, metricsAt(fit, mu, 'train').crossEntropy.byGroup);
    }
    const { certificate, worstTrainRisk, relativeGap } = result.search;
    expect(certificate.certified).toBe(true);
    expect(worstTrainRisk).toBeCloseTo(worstRisk(result.marks.minimax.risks), 9);
    expect(worstTrainRisk * (1 - relativeGap!)).toBeCloseTo(certificate.lower!, 4);
    for (const { risks } of result.points) {
      expect(worstRisk(risks)).toBeGreaterThan(certificate.lower! - 1e-4); // the penalty is below that
    }
  });
});

describe('a front', () => {
  it('has a minimax model no worse than what the same search finds in fit', async () => {
    const path = madePeople(['A', 'B', 'C']);
    const { result } = await frontOf(path, '--steps', '1');
    const same = [...BY_VALIDATION, '--out', madeFolder(), '--quiet'];
    const fitted = await fitJson(path, ...TASK, ...same);
    const { models, search } = fitted;
    const { worst, byGroup } = models.minimax.metrics.validation.crossEntropy;
    expect(worstRisk(result.marks.minimax.risks)).toBeLessThanOrEqual(worst);
    expectNear(result.marks.minimax.risks, byGroup, 1e-4); // both refine the same model, fit a little further
    expectNear(result.marks.naive.risks, models.naive.metrics.validation.crossEntropy.byGroup);
    expect(result.search.certificate).toEqual(search.certificate);
  });

  // Few rows, of which most are not trained on: what the search finds is worse than the grid, balanced or naive.
  it.each(['3', '5'])('calls minimax what serves its worst group best, German of seed %s', async (seed) => {
    const args = ['german', '--groups', 'sex', '--steps', '20', '--seed', seed];
    const { out: printed } = await front(...args, '--json', '--out', madeFolder());
    expectLeastWorst(JSON.parse(printed) as FrontResult);
  });

  it('never looks at the test rows', async () => {
    const [as, flipped] = await Promise.all(
      [false, true].map((flipTest) => frontOf(madePeople(['A', 'B'], { flipTest }), '--steps', '6')),
    );
    const { data: _, ...said } = as!.result;
    const { data: __, ...saidFlipped } = flipped!.result;
    expect(saidFlipped).toEqual(said);
  });

  it('is right where a group alone can be told apart without error', async () => {
    const random = createRandom(3);
    const path = join(madeFolder(), 'classes.csv');
    const lines = Array.from({ length: 900 }, (_, row) => {
      const [x, z] = [2 * random.uniform() - 1, 2 * random.uniform() - 1];
      const scores = row % 3 === 2 ? [2 * x, z - x, 0.2 - z] : [x, z, 0].map((s) => s + random.exponential());
      const part = ['train', 'validation', 'test'][Math.floor(row / 3) % 3];
      return `${x},${z},${'ABC'[row % 3]},${part},class ${scores.indexOf(Math.max(...scores))}`;
    });
    writeFileSync(path, `x,z,group,part,outcome\n${lines.join('\n')}\n`);
    const { result } = await frontOf(path, '--steps', '4', '--part', 'train');
    const fit = await prepared(path);
    expect(result.marks.utopia.alone[2]).toBeLessThan(0.01);
    for (const { mu, risks } of result.points) {
      const cold = metricsAt(fit, mu, 'train').crossEntropy.byGroup;
      expect(Math.abs(dot(mu, risks) - dot(mu, cold))).toBeLessThan(1e-9);
    }
  });

  it('of Brier scores has them as risks, and proves nothing', async () => {
    const path = madePeople(['A', 'B']);
    const { result, html } = await frontOf(path, '--steps', '4', '--loss', 'brier', '--part', 'train');
    expect(result.search.certificate.certified).toBe(false);
    expect(html).toContain('Not proved how good it can be');
    expect(html).toContain('Brier score');
    const fit = await prepared(path);
    const { mu, risks } = result.marks.naive;
    const { model } = linearSolver(fit.parts.train, { classCount: 2, l2: 1e-6, loss: 'brier' }).solve(mu);
    expectNear(risks, metricsOf(fit, model, 'train').brier.byGroup);
    expect(result.search.worstTrainRisk).toBeCloseTo(worstRisk(result.marks.minimax.risks), 9);
  });
});
