// The candidates of boosted trees on folds, and the chosen ones on all rows: which weights each round gets.

import { createRandom, type DenseRows, groupShares } from '@fairfront/core';
import type { StreamedRows } from '@fairfront/core/internal';
import { type BoostedModel, boostedOracle, treeColumns } from '@fairfront/trees';
import { firstRounds, meanMu, minimaxCourse, mixedMus } from '@fairfront/trees/internal';
import { describe, expect, it } from 'vitest';
import '../../../../core/test/helpers/close.js';
import { prepareForFit } from '../../../src/runs/find-fit.js';
import { seal, unseal } from '../../../src/sealed-file.js';
import { runHere, type TaskRunner } from '../../../src/threads/run-here.js';
import { boostAll } from '../../../src/training/boosted/boost-all.js';
import { boostElsewhere } from '../../../src/training/boosted/boost-elsewhere.js';
import { boostFolds } from '../../../src/training/boosted/boost-folds.js';
import { type CandidateRun, courseOf, foldsOfThread } from '../../../src/training/boosted/boost-job.js';
import { rowsOfFolds } from '../../../src/training/boosted/rows-of-folds.js';
import { boostingOf } from '../../../src/training/options/boosted-options.js';
import { type FitOptions, resolveFitOptions } from '../../../src/training/options/fit-options.js';
import { STEPS } from '../../../src/training/select/steps.js';
import { categories } from '../../runs/made-table.js';
import { GROUPS, madeGroups, UNLIKE } from '../select/made-groups.js';
import { SMALL } from './small-trees.js';

const table = madeGroups({ ...UNLIKE, rowCount: 500 });

function problemOf(more: FitOptions = {}) {
  const options = resolveFitOptions({ ...GROUPS, ...SMALL, ...more });
  const fit = prepareForFit(table, options);
  return {
    fit,
    problem: {
      ...rowsOfFolds(fit, options.seed),
      columns: treeColumns(fit.encoder),
      classCount: 2,
      loss: 'cross-entropy',
      shares: groupShares(fit.parts.train.groups),
      options: boostingOf(options),
      steps: STEPS,
      seconds: 1e9,
    },
  } as const;
}

describe('the weights of a candidate', () => {
  const shares = [0.2, 0.8];
  const minimax = [
    [0.5, 0.5],
    [0.9, 0.1],
  ];

  it('are fixed for naive and balanced', () => {
    expect(courseOf({ from: 'naive', step: 0 }, shares, undefined).next()).toEqual(shares);
    const balanced = courseOf({ from: 'balanced', step: 0 }, shares, undefined);
    expect(balanced.next()).toEqual([0.5, 0.5]);
    expect(balanced.value([1, 3])).toBe(2);
  });

  it('follow the risks for minimax, whose value is the worst of them', () => {
    const course = courseOf({ from: 'naive', step: 1 }, shares, undefined);
    const same = minimaxCourse(2);
    for (const own of [course, same]) own.observe([1, 3]);
    expect(course.next()).toEqual(same.next());
    expect(course.value([1, 3])).toBe(3);
  });

  it.each([
    ['naive', 0.25, shares],
    ['balanced', 0.9, [0.5, 0.5]],
  ] as const)('are on the way from %s, round by round, and choose by their mean', (from, step, start) => {
    const course = courseOf({ from, step }, shares, minimax);
    const mixed = mixedMus(start, minimax, step);
    expect([course.next(), course.next(), course.next()]).toEqual([...mixed, mixed[1]]);
    const [first, second] = meanMu(mixed);
    expect(course.value([1, 3])).toBeCloseTo(first! + 3 * second!, 12);
  });
});

describe('candidates on folds', () => {
  it('have the weights of their course, seen with their risks', async () => {
    const { problem } = problemOf();
    const told: { step: number; risk: number }[] = [];
    const runs = (await boostFolds(problem, {
      onRound: (step, { risks }) => told.push({ step, risk: Math.max(...risks) }),
    }))!;
    expect(runs).toHaveLength(STEPS.length);
    for (const { risk } of told) expect(risk).toBeGreaterThan(0);
    const minimax = runs[2]!;
    for (const [i, { mus, rounds, heldOut, models }] of runs.entries()) {
      expect(mus).toHaveLength(rounds);
      expect(heldOut.map(({ length }) => length)).toEqual(problem.folds.map((fold) => fold.heldOut.length));
      expect(models).toEqual([]);
      const { from, step } = STEPS[i]!;
      if (step === 1) continue;
      const start = from === 'naive' ? problem.shares : [0.5, 0.5];
      mus.forEach((mu, round) => {
        const end = minimax.mus[Math.min(round, minimax.rounds - 1)]!;
        const expected = start.map((weight, group) => (1 - step) * weight + step * end[group]!);
        expect(mu).toBeAllClose(expected, { relative: 1e-14 });
      });
    }
    expect(minimax.mus[0]).toEqual([0.5, 0.5]);
    // The worse group gets more at once, and its risk is nearer to the other's than with equal weights.
    expect(minimax.mus[1]).not.toEqual([0.5, 0.5]);
    const gapOf = ({ risks }: CandidateRun): number => Math.abs(risks[0]! - risks[1]!);
    expect(gapOf(minimax)).toBeLessThan(gapOf(runs[0]!));
  });

  it('end where they are told to, with nothing', async () => {
    expect(await boostFolds(problemOf().problem, { signal: { aborted: true } })).toBeUndefined();
  });

  it('keep models where they are wanted: one of each fold', async () => {
    const { problem } = problemOf({ select: 'validation' });
    const runs = await boostFolds({ ...problem, steps: STEPS.slice(0, 2), keepsModels: true });
    const { train } = problemOf({ select: 'validation' }).fit.parts;
    const oracle = boostedOracle(train, { ...problem.options, columns: problem.columns, classCount: 2 });
    for (const [i, { models, rounds }] of runs!.entries()) {
      expect(models).toHaveLength(1);
      const { model } = oracle.solve(i === 0 ? problem.shares : [0.5, 0.5], {});
      expect(models[0]).toEqual(firstRounds(model, rounds));
    }
  });

  it('are the same on other machines, which are handed the rows of both parts', async () => {
    const { problem } = problemOf({ select: 'validation' });
    const tasks: TaskRunner = (asked, options) => {
      const sent = unseal('test/1', seal('test/1', options.shared)) as typeof options.shared;
      return runHere(asked, { ...options, shared: sent });
    };
    const boosting = { ...problem, steps: STEPS.slice(0, 2), keepsModels: true };
    expect(await boostElsewhere(tasks, boosting)).toEqual(await boostFolds(boosting));
  });

  it('are shared out among threads, each fold to one', () => {
    expect(foldsOfThread(5, 0, 1)).toEqual([0, 1, 2, 3, 4]);
    expect([0, 1].map((thread) => foldsOfThread(5, thread, 2))).toEqual([
      [0, 2, 4],
      [1, 3],
    ]);
    const all = [0, 1, 2].flatMap((thread) => foldsOfThread(5, thread, 3));
    expect(all.sort()).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('chosen candidates on all rows', () => {
  const { problem, fit } = problemOf();
  const [many, few] = [
    [0.1, 0.9],
    [0.9, 0.1],
  ];
  const runs: CandidateRun[] = [[many, many, few, few], [few], [few, many]].map((mus) => ({
    ...{ mus: mus as number[][], rounds: mus.length, risks: [], heldOut: [], models: [] },
  }));
  const alone = (mu: readonly number[], trees: number): BoostedModel =>
    boostedOracle(fit.parts.train, {
      ...problem.options,
      trees,
      columns: problem.columns,
      classCount: 2,
    }).solve(mu, {}).model;

  it('have the weights of every round, those of the places that were asked for', async () => {
    const models = (await boostAll(problem, runs, [0, 2], { before: {}, onProgress: () => undefined }))!;
    expect(Object.keys(models)).toEqual(['0', '2']);
    expect(firstRounds(models[0]!, 2)).toEqual(alone(many!, 2));
    expect(models[0]).not.toEqual(alone(many!, 4));
    expect(firstRounds(models[2]!, 1)).toEqual(alone(few!, 1));
    expect(models[2]!.treeStarts).toHaveLength(3);
  });

  it('tell how they stand, and go on from what is done and what grows', async () => {
    const kept: unknown[] = [];
    const told: number[][] = [];
    const whole = await boostAll(problem, runs, [0, 1, 2], {
      before: {},
      onProgress: (progress) => kept.push(structuredClone(progress)),
      onTree: (...figures) => told.push(figures),
    });
    expect(kept.map((own) => Object.keys((own as { trained: object }).trained))).toEqual([
      ['0'],
      ['0', '1'],
      ['0', '1', '2'],
    ]);
    expect(told[0]).toEqual([0, 3, 1, 4]);
    const growing = firstRounds(whole![0]!, 3);
    const before = { trained: { 1: whole![1]! }, growing };
    told.length = 0;
    const hooks = {
      before,
      onProgress: () => undefined,
      onTree: (...figures: number[]) => told.push(figures),
    };
    expect(await boostAll(problem, runs, [0, 1, 2], hooks)).toEqual(whole);
    expect(told[0]).toEqual([0, 3, 4, 4]);
  });

  it('end where they are told to, after a tree', async () => {
    const stopped = boostAll(problem, runs, [0], {
      before: {},
      signal: { aborted: true },
      onProgress: () => undefined,
    });
    expect(await stopped).toBeUndefined();
  });
});

describe('folds', () => {
  it('hold every row out once, others by another seed', () => {
    const { problem } = problemOf();
    const { rowCount } = problem.rows.features as DenseRows;
    for (const { trained, heldOut } of problem.folds) {
      expect([...trained, ...heldOut].sort((a, b) => a - b)).toEqual([...Array(rowCount).keys()]);
    }
    const all = problem.folds.flatMap(({ heldOut }) => [...heldOut]);
    expect(all.sort((a, b) => a - b)).toEqual([...Array(rowCount).keys()]);
    const { fit } = problemOf();
    expect(rowsOfFolds(fit, 1).folds).toEqual(problem.folds);
    expect(rowsOfFolds(fit, 2).folds).not.toEqual(problem.folds);
  });

  it('keep rows together that belong together', () => {
    const { uniform } = createRandom(4);
    const person = categories(
      'person',
      Array.from({ length: table.rowCount }, () => `p${Math.floor(60 * uniform())}`),
    );
    const options = resolveFitOptions({
      target: 'label',
      groups: 'group',
      splitBy: 'person',
      ignore: ['part'],
      ...SMALL,
    });
    const fit = prepareForFit({ ...table, columns: [...table.columns, person] }, options);
    const { folds, heldOutRows } = rowsOfFolds(fit, 1);
    const foldsOf = new Map<number, Set<number>>();
    folds.forEach(({ heldOut }, fold) => {
      for (const row of heldOut) {
        const own = heldOutRows.entities![row]!;
        foldsOf.set(own, (foldsOf.get(own) ?? new Set()).add(fold));
      }
    });
    expect(foldsOf.size).toBeGreaterThan(20);
    for (const own of foldsOf.values()) expect(own.size).toBe(1);
  });

  it('are one where the validation part chooses: its rows come after those of training', () => {
    const { fit, problem } = problemOf({ select: 'validation' });
    const { train, validation } = fit.parts;
    const [count, first] = [validation.labels.length, train.labels.length];
    expect(problem.folds).toHaveLength(1);
    expect([...problem.folds[0]!.trained]).toEqual([...Array(first).keys()]);
    expect([...problem.folds[0]!.heldOut]).toEqual([...Array(count).keys()].map((row) => first + row));
    expect(problem.heldOutRows).toMatchObject({
      first,
      labels: validation.labels,
      groups: validation.groups,
    });
    expect([...problem.rows.labels]).toEqual([...train.labels, ...validation.labels]);
    expect(problem.rows.groups.counts).toEqual(
      train.groups.counts.map((own, group) => own + validation.groups.counts[group]!),
    );
    // Neither is copied: each is a block of its own.
    const features = problem.rows.features as StreamedRows;
    expect(features).toMatchObject({ rowCount: first + count, blockEnds: [first, first + count] });
    expect([0, 1].map((block) => features.readBlock(block))).toEqual([train.features, validation.features]);
  });
});
