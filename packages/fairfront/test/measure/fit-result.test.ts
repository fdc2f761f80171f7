// result.json: every field of schema fairfront.result/2, and numbers that follow from each other and from the
// model file.

import { join } from 'node:path';
import { PART_NAMES, type PartName, type Task, type TaskPart, taskPart } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { MODEL_NAMES } from '../../src/measure/model-metrics.js';
import { loadModel } from '../../src/runs/model.js';
import { loadData } from '../../src/task/load-data.js';
import { prepareFit } from '../../src/task/prepare-fit.js';
import {
  BY_VALIDATION,
  FOUR_GROUPS,
  fit,
  readResult,
  THREE_CLASSES,
  workFolder,
  writeLoans,
} from '../runs/run-fit.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();
const path = writeLoans(folder, 1200);
const METRICS = ['accuracy', 'brier', 'crossEntropy', 'ece', 'mce'] as const;

interface Case {
  readonly result: FitResult;
  readonly parts: Readonly<Record<PartName, TaskPart>>;
  /** Of the model file: rows of the table × classes. */
  readonly probabilities: Float64Array;
}

/** The same data by the same options, and what the model file makes of them. */
async function caseOf(name: string, args: readonly string[], target: string, other: string): Promise<Case> {
  const out = join(folder, name);
  const way = [...BY_VALIDATION, '--max-solves', '15', '--seed', '2'];
  expect((await fit(path, ...args, '--out', out, ...way)).code).toBe(0);
  const data = await loadData(path, { ignore: [other] });
  const { task } = prepareFit(data, { target, groups: 'sex,region', seed: 2 });
  const part = (name: PartName): TaskPart => taskPart(task, 0, name);
  return {
    result: readResult(out),
    parts: { train: part('train'), validation: part('validation'), test: part('test') },
    probabilities: await (await loadModel(join(out, 'model.json'))).predict(task.table),
  };
}

/** Each metric by group, the slow and plain way. */
function metricsByHand({ result, probabilities }: Case, { rows, labels, groups }: TaskPart) {
  const classCount = result.task.classes.length;
  return groups.names.map((_, group) => {
    const own = [...rows.keys()].filter((i) => groups.groups[i] === group);
    const mean = (of: (chances: number[], label: number) => number): number =>
      own.reduce((sum, i) => {
        const row = rows[i]!;
        const chances = [...probabilities.subarray(row * classCount, (row + 1) * classCount)];
        return sum + of(chances, labels[i]!);
      }, 0) / own.length;
    const isHit = (chances: number[], label: number): number =>
      chances.indexOf(Math.max(...chances)) === label ? 1 : 0;
    const bins = Array.from({ length: 10 }, (_, bin) => {
      const within = (chances: number[]): number =>
        Math.ceil(Math.max(...chances) * 10) === bin + 1 ? 1 : 0;
      const share = mean(within);
      const gap = mean((chances, label) => within(chances) * (isHit(chances, label) - Math.max(...chances)));
      return { share, gap: Math.abs(gap) };
    });
    return {
      accuracy: mean(isHit),
      brier: mean((chances, label) =>
        chances.reduce((sum, chance, k) => sum + (chance - (k === label ? 1 : 0)) ** 2, 0),
      ),
      crossEntropy: mean((chances, label) => -Math.log(chances[label]!)),
      ece: bins.reduce((sum, { gap }) => sum + gap, 0),
      mce: Math.max(...bins.filter(({ share }) => share > 0).map(({ share, gap }) => gap / share)),
    };
  });
}

describe.each([
  ['two classes', FOUR_GROUPS, 'default', 'grade', ['no', 'yes']],
  ['three classes', THREE_CLASSES, 'grade', 'default', ['a', 'b', 'c']],
])('result.json, %s', (name, args, target, other, classes) => {
  let made: Case;
  let result: FitResult;
  beforeAll(async () => {
    made = await caseOf(name, args, target, other);
    result = made.result;
  });

  it('has the fields of the schema, and no others', () => {
    const numbers = expect.toSatisfy(
      (values: unknown) => Array.isArray(values) && values.length === 4 && values.every(Number.isFinite),
      'four numbers',
    );
    const number = expect.toSatisfy(Number.isFinite, 'a number');
    const rows = { train: number, validation: number, test: number };
    const metric = {
      byGroup: numbers,
      sampleMean: number,
      groupMean: number,
      worst: number,
      worstGroup: number,
      disparity: number,
    };
    const metrics = Object.fromEntries(METRICS.map((name) => [name, metric]));
    const estimate = expect.objectContaining({ value: number, low: number, high: number });
    const change = { byGroup: [estimate, estimate, estimate, estimate], overall: estimate };
    const changes = {
      accuracy: change,
      brier: change,
      crossEntropy: change,
      auc: change,
      rates: expect.any(Array),
    };
    const measured = {
      ...metrics,
      rates: expect.any(Array),
      auc: expect.any(Object),
      reliability: expect.any(Array),
      intervals: expect.any(Object),
      tooSmall: expect.any(Array),
      eceByChance: numbers,
    };
    const model = {
      mu: numbers,
      training: { status: 'converged', method: 'newton', iterations: number, gradientNorm: number },
      metrics: { train: metrics, validation: metrics, test: measured },
    };
    expect(result).toEqual({
      schema: 'fairfront.result/2',
      fairfront: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      data: path,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      verdict: {
        decision: expect.stringMatching(/^(use-minimax|keep-naive|cannot-tell)$/),
        worstGroup: expect.any(String),
        gain: { estimate: number, interval: { low: number, high: number } },
        atMost: null,
        reasons: expect.any(Array),
        rowsToTell: expect.toSatisfy((rows) => rows === null || Number.isInteger(rows)),
      },
      task: {
        target,
        classes,
        loss: 'cross-entropy',
        model: 'linear',
        estimation: 'joint',
        l2: 1e-6,
        seed: 2,
        features: 7,
        rows: { train: 720, validation: 240, test: 240 },
      },
      groups: ['F · north', 'F · south', 'M · north', 'M · south'].map((name) => ({
        name,
        share: number,
        rows,
      })),
      why: {
        importance: {
          rows: 240,
          repeats: 5,
          level: 0.95,
          columns: Array.from({ length: 3 }, () => ({
            column: expect.stringMatching(/^(age|income|purpose)$/),
            naive: change,
            minimax: change,
          })),
        },
        dependence: expect.toSatisfy(
          (all: readonly object[]) =>
            all.every((own) => Object.keys(own).join() === 'column,values,curves') && all.length > 0,
          'curves',
        ),
        weights: Array.from({ length: Math.min(20, classes.length === 2 ? 7 : 21) }, () => ({
          feature: expect.any(String),
          class: expect.toSatisfy((own) => classes.includes(own), 'a class'),
          naive: number,
          minimax: number,
        })),
      },
      models: { naive: model, balanced: model, minimax: model },
      changes: { balanced: changes, minimax: changes },
      search: {
        strategy: 'apstar',
        options: expect.any(Object),
        steeredBy: 'validation',
        solves: 15,
        stopped: 'max-solves',
        maxSolves: 15,
        gap: 1e-4,
        trace: Array.from({ length: 15 }, () => ({
          mu: numbers,
          risks: numbers,
          trainRisks: numbers,
          converged: true,
          suboptimality: number,
          improved: expect.any(Boolean),
        })),
        certificate: { certified: true, lower: number, upper: number, relativeGap: number },
        refinement: {
          tolerance: 1e-4,
          share: number,
          solves: number,
          populationRisk: { before: number, after: number },
          risksBefore: numbers,
          weaklyOptimal: expect.any(Boolean),
        },
        relativeGap: number,
        worst: number,
        problem: expect.stringContaining('cross-entropy'),
      },
      warnings: [],
      notes: [],
      asked: {
        data: path,
        options: {
          target,
          groups: 'sex,region',
          ignore: [other],
          ...{ select: 'validation', search: 'apstar', maxSolves: 15, seed: 2 },
        },
      },
    });
  });

  it('counts the rows of every group in every part', () => {
    for (const part of PART_NAMES) {
      const { counts } = made.parts[part].groups;
      expect(result.groups.map(({ rows }) => rows[part])).toEqual(counts);
    }
    for (const { share, rows } of result.groups) {
      expect(share).toBe((rows.train + rows.validation + rows.test) / 1200);
    }
  });

  it('has the metrics that the model file gives on the same rows', () => {
    for (const part of PART_NAMES) {
      const byHand = metricsByHand(made, made.parts[part]);
      for (const name of METRICS) {
        const { byGroup } = result.models.minimax.metrics[part][name];
        expect(byGroup, `${name} on ${part}`).toBeAllClose(
          byHand.map((metrics) => metrics[name]),
          { absolute: 1e-12, relative: 1e-10 },
        );
      }
    }
  });

  it('sums up metrics by group as it says', () => {
    for (const model of MODEL_NAMES) {
      for (const part of PART_NAMES) {
        const counts = result.groups.map(({ rows }) => rows[part]);
        for (const name of METRICS) {
          const { byGroup, ...summary } = result.models[model].metrics[part][name];
          const ends = [Math.min(...byGroup), Math.max(...byGroup)] as const;
          const worst = name === 'accuracy' ? ends[0] : ends[1];
          expect(summary.worst).toBe(worst);
          expect(byGroup[summary.worstGroup]).toBe(worst);
          expect(summary.disparity).toBeCloseTo(ends[1] - ends[0], 12);
          expect(summary.groupMean).toBeCloseTo(byGroup.reduce((sum, value) => sum + value, 0) / 4, 12);
          const sum = byGroup.reduce((sum, value, group) => sum + value * counts[group]!, 0);
          expect(summary.sampleMean).toBeCloseTo(sum / result.task.rows[part], 12);
        }
      }
    }
  });

  it('has naive μ = shares of training rows, balanced μ uniform, minimax μ on the simplex', () => {
    const { naive, balanced, minimax } = result.models;
    expect(naive.mu).toEqual(result.groups.map(({ rows }) => rows.train / 720));
    expect(balanced.mu).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(Math.min(...minimax.mu)).toBeGreaterThanOrEqual(0);
    expect(minimax.mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  it('has models that are the best on training rows for their own μ', () => {
    for (const model of MODEL_NAMES) {
      const { mu } = result.models[model];
      const risk = (of: (typeof MODEL_NAMES)[number]): number =>
        result.models[of].metrics.train.crossEntropy.byGroup.reduce((sum, r, a) => sum + mu[a]! * r, 0);
      for (const rival of MODEL_NAMES) expect(risk(model)).toBeLessThanOrEqual(risk(rival) + 1e-5); // l2 leaves less
    }
  });

  it('has a minimax model whose worst group is better off on validation rows, by which it was chosen', () => {
    const worst = (model: (typeof MODEL_NAMES)[number]): number =>
      result.models[model].metrics.validation.crossEntropy.worst;
    expect(worst('minimax')).toBeLessThan(worst('balanced'));
    expect(worst('minimax')).toBeLessThan(worst('naive'));
  });

  it('has a search that begins balanced, whose best is the model before the refinement', () => {
    const { trace, refinement, gap } = result.search;
    expect(trace[0]!.mu).toEqual([0.25, 0.25, 0.25, 0.25]);
    const balanced = result.models.balanced.metrics.validation.crossEntropy.byGroup;
    expect(trace[0]!.risks).toBeAllClose(balanced, { relative: 1e-6 });
    const improved = trace.filter((step) => step.improved);
    const bestWorst = Math.min(...trace.map(({ risks }) => Math.max(...risks)));
    expect(Math.max(...improved.at(-1)!.risks)).toBe(bestWorst);
    expect(refinement!.risksBefore).toEqual(improved.at(-1)!.risks);

    const { worst, byGroup } = result.models.minimax.metrics.validation.crossEntropy;
    expect(worst).toBeLessThanOrEqual(bestWorst * (1 + gap) + 1e-12);
    const shares = result.models.naive.mu;
    const population = (risks: readonly number[]): number =>
      risks.reduce((sum, risk, group) => sum + risk * shares[group]!, 0);
    expect(refinement!.populationRisk.before).toBeCloseTo(population(refinement!.risksBefore), 12);
    expect(refinement!.populationRisk.after).toBeCloseTo(population(byGroup), 10);
    expect(refinement!.populationRisk.after).toBeLessThanOrEqual(refinement!.populationRisk.before);
  });

  it('has a certificate that follows from the trace, and a gap of the chosen model itself', () => {
    const { trace, certificate, relativeGap } = result.search;
    const bound = (step: (typeof trace)[number]): number =>
      step.mu.reduce((sum, weight, a) => sum + weight * step.trainRisks[a]!, -step.suboptimality);
    expect(certificate.lower).toBeCloseTo(Math.max(...trace.map(bound)), 12);
    expect(certificate.upper).toBe(Math.min(...trace.map(({ trainRisks }) => Math.max(...trainRisks))));
    expect(certificate.relativeGap).toBeCloseTo(1 - certificate.lower! / certificate.upper!, 12);
    // The penalty is in the gap and not in the metric; with l2 = 1e-6 it is small.
    const { worst } = result.models.minimax.metrics.train.crossEntropy;
    expect(relativeGap).toBeGreaterThanOrEqual(certificate.relativeGap! - 1e-9);
    expect(relativeGap).toBeGreaterThanOrEqual(1 - certificate.lower! / worst);
    expect(relativeGap).toBeCloseTo(1 - certificate.lower! / worst, 4);
  });
});

describe('result.json where folds choose', () => {
  let result: FitResult;
  let task: Task;
  let probabilities: Float64Array;
  beforeAll(async () => {
    const out = join(folder, 'folds');
    expect((await fit(path, ...FOUR_GROUPS, '--out', out, '--seed', '2')).code).toBe(0);
    result = readResult(out);
    const data = await loadData(path, { ignore: ['grade'] });
    ({ task } = prepareFit(data, { target: 'default', groups: 'sex,region', seed: 2 }, { byFolds: true }));
    probabilities = await (await loadModel(join(out, 'model.json'))).predict(task.table);
  });

  it('has no validation part: all rows but the test rows are trained on', () => {
    expect(result.task.rows).toEqual({ train: 960, validation: 0, test: 240 });
    for (const { rows, share } of result.groups) {
      expect(rows.validation).toBe(0);
      expect(share).toBe((rows.train + rows.test) / 1200);
    }
    expect(result.models.naive.mu).toEqual(result.groups.map(({ rows }) => rows.train / 960));
  });

  it('has as validation metrics those of rows out of fold, by which it was chosen', () => {
    const { selection, models, task } = result;
    expect(selection).toMatchObject({ by: 'cross-validation', folds: 5, untried: [] });
    const { chosen, naive, gain, candidates } = selection!;
    expect(models.minimax.metrics.validation.crossEntropy.byGroup).toBeAllClose(chosen.risks, {
      relative: 1e-12,
    });
    expect(models.naive.metrics.validation.crossEntropy.byGroup).toBeAllClose(naive.risks, {
      relative: 1e-12,
    });
    expect(candidates).toContainEqual(chosen);
    expect(candidates[0]).toEqual(naive);
    expect(task.l2).toBe(chosen.l2);
    const worst = (of: readonly number[]): number => Math.max(...of);
    const best = Math.min(...candidates.map(({ risks }) => worst(risks)));
    expect(gain.value).toBeCloseTo(Math.max(0, worst(naive.risks) - best), 12);
    const isSure = gain.value > gain.standardError;
    expect(chosen.model === 'naive').toBe(!isSure);
    if (isSure) expect(worst(chosen.risks)).toBe(best);
    // The same rows, and yet other figures: those that judge them have not seen them.
    for (const { metrics } of [models.naive, models.balanced, models.minimax]) {
      expect(metrics.validation.crossEntropy.sampleMean).not.toBeCloseTo(
        metrics.train.crossEntropy.sampleMean,
        5,
      );
    }
  });

  it('has the chosen model in its file', () => {
    for (const part of ['train', 'test'] as const) {
      const byHand = metricsByHand({ result, probabilities } as Case, taskPart(task, 0, part));
      for (const name of METRICS) {
        expect(result.models.minimax.metrics[part][name].byGroup, `${name} on ${part}`).toBeAllClose(
          byHand.map((metrics) => metrics[name]),
          { absolute: 1e-12, relative: 1e-10 },
        );
      }
    }
  });

  it('has a verdict that follows from the group that naive serves worst out of fold', () => {
    const { verdict, selection, changes, groups, atMost } = result;
    const risks = selection!.naive.risks;
    const worst = risks.indexOf(Math.max(...risks));
    expect(verdict.worstGroup).toBe(groups[worst]!.name);
    const { value, low, high } = changes.minimax.crossEntropy.byGroup[worst]!.relative!;
    expect(verdict.gain).toEqual({ estimate: 0 - value, interval: { low: 0 - high, high: 0 - low } });
    expect(verdict.atMost).toBe(atMost!.share);
    expect(atMost!.share).toBeCloseTo(1 - atMost!.lower / atMost!.worstRisk, 12);
  });

  it('has a change that is the difference of the models, within its interval', () => {
    const { models, changes } = result;
    for (const model of ['balanced', 'minimax'] as const) {
      changes[model].crossEntropy.byGroup.forEach(({ value, low, high, relative }, group) => {
        const before = models.naive.metrics.test.crossEntropy.byGroup[group]!;
        const after = models[model].metrics.test.crossEntropy.byGroup[group]!;
        expect(value).toBeCloseTo(after - before, 12);
        expect(relative!.value).toBeCloseTo(after / before - 1, 12);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
      });
    }
  });
});
