// The model for the worst share of people: against scipy (`golden/blind.py`), its bounds, and the edges.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asOneGroup, groupIndex } from '../../src/groups/group-index.js';
import type { LabelledRows } from '../../src/groups/labelled-rows.js';
import { LinearObjective } from '../../src/linear/linear-objective.js';
import { type BlindModel, type BlindOptions, solveBlind } from '../../src/linear/solve-blind.js';
import { linearSolver } from '../../src/linear/solve-linear.js';
import { worstShareMean } from '../../src/metrics/worst-share.js';
import { compensatedSum } from '../../src/numeric/sum.js';
import '../helpers/close.js';

interface Golden {
  readonly l2: number;
  readonly shares: readonly number[];
  readonly problems: readonly {
    readonly weights: readonly number[];
    readonly third: readonly number[];
    readonly clean: readonly number[];
    readonly even: readonly number[];
    readonly weighted: readonly number[];
    readonly threeClasses: readonly number[];
    readonly separable: readonly number[];
  }[];
  readonly german: { readonly shares: readonly number[]; readonly optima: readonly number[] };
}
interface Table {
  readonly features: readonly (readonly number[])[];
  readonly labels: readonly number[];
}

const read = (name: string): string => readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8');
const golden = JSON.parse(read('blind.json')) as Golden;
const { problems: tables } = JSON.parse(read('objectives.json')) as { readonly problems: readonly Table[] };
const NEAR = 1e-6;

function rowsOf(
  features: readonly (readonly number[])[],
  labels: readonly number[],
  weights?: readonly number[],
): LabelledRows {
  const groups = asOneGroup(groupIndex(labels.map(() => 'all')));
  return {
    features: {
      rowCount: labels.length,
      columnCount: features[0]!.length,
      values: Float64Array.from(features.flat()),
    },
    labels: Int32Array.from(labels),
    groups: weights === undefined ? groups : { ...groups, weights: Float64Array.from(weights) },
  };
}

/** Solves, and checks everything that a result promises. */
function solve(rows: LabelledRows, options: BlindOptions): BlindModel {
  const found = solveBlind(rows, options);
  const { model, risk, penalty, rowWeights, certificate } = found;
  const { losses } = new LinearObjective(
    rows,
    options.classCount,
    'cross-entropy',
    found.options.l2,
  ).evaluate(model.parameters);
  expect(risk).toBeCloseTo(worstShareMean(losses, options.share, rows.groups.weights), 10);
  expect(certificate.upper).toBeCloseTo(risk + penalty, 12);
  expect(certificate.lower).toBeLessThanOrEqual(certificate.upper);
  // The proof can be done again: weights within the caps, and the ordinary solve for them.
  const weights = rows.groups.weights ?? new Float64Array(losses.length).fill(1);
  const total = weights.reduce((all, weight) => all + weight, 0);
  expect(rowWeights.reduce((all, weight) => all + weight, 0)).toBeCloseTo(1, 12);
  rowWeights.forEach((weight, row) => {
    expect(weight).toBeGreaterThanOrEqual(0);
    expect(weight).toBeLessThanOrEqual((weights[row]! / total / options.share) * (1 + 1e-9));
  });
  const groups = { ...asOneGroup(rows.groups), weights: rowWeights };
  const { objective } = linearSolver({ ...rows, groups }, found.options).solve([1]);
  expect(certificate.lower).toBeLessThanOrEqual(objective + 1e-12);
  if (found.status === 'gap') expect(certificate.lower).toBeGreaterThan(objective - 1e-6);
  return found;
}

function expectOptimum(
  { status, certificate: { lower, upper, relativeGap } }: BlindModel,
  optimum: number,
): void {
  expect(status).toBe('gap');
  expect(relativeGap).toBeLessThanOrEqual(1e-7);
  expect(Math.abs(upper - optimum)).toBeLessThan(NEAR);
  expect(lower).toBeLessThanOrEqual(optimum + 1e-9);
  expect(upper).toBeGreaterThanOrEqual(optimum - 2e-7); // what the golden leaves open
}

describe.each(golden.problems.map((problem, i) => ({ i, ...problem, ...tables[i]! })))(
  'problem $i',
  (problem) => {
    const { features, labels, weights, third, clean } = problem;
    const ways = [
      ['even', rowsOf(features, labels), 2, problem.even],
      ['weighted', rowsOf(features, labels, weights), 2, problem.weighted],
      ['three classes', rowsOf(features, third), 3, problem.threeClasses],
      ['separable', rowsOf(features, clean), 2, problem.separable],
    ] as const;
    it.each(ways)('%s', (_, rows, classCount, optima) => {
      optima.forEach((optimum, i) => {
        const options = { classCount, l2: golden.l2, share: golden.shares[i]!, gap: 1e-7 };
        expectOptimum(solve(rows, options), optimum);
      });
    });
  },
);

describe('German', () => {
  const path = new URL('../../../fairfront/data/german/german.data.gz', import.meta.url);
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n');
  const cells = lines.map((line) => line.trim().split(/\s+/));
  const labels = cells.map((row) => (row.at(-1) === '2' ? 1 : 0));
  const columns = cells[0]!.slice(0, -1).flatMap((first, c) => {
    const values = cells.map((row) => row[c]!);
    if (first.startsWith('A'))
      return [...new Set(values)].sort().map((level) => values.map((own) => (own === level ? 1 : 0)));
    const numbers = values.map(Number);
    const mean = compensatedSum(numbers) / numbers.length;
    const deviation = Math.sqrt(compensatedSum(numbers.map((x) => (x - mean) ** 2)) / numbers.length);
    return [numbers.map((x) => (x - mean) / deviation)];
  });
  const rows = rowsOf(
    labels.map((_, row) => columns.map((column) => column[row]!)),
    labels,
  );
  it.each(golden.german.shares.map((share, i) => [share, golden.german.optima[i]!] as const))(
    'share %d',
    (share, optimum) => {
      expectOptimum(solve(rows, { classCount: 2, l2: golden.l2, share, gap: 1e-7 }), optimum);
    },
  );
});

describe('edges', () => {
  const { features, labels } = tables[6]!;
  const { clean, weights } = golden.problems[6]!;
  const options = { classCount: 2, l2: 0.01, gap: 1e-7 };
  const rows = rowsOf(features, labels);

  it('is ordinary training at a share of 1', () => {
    const { model, certificate } = solve(rows, { ...options, share: 1 });
    const naive = linearSolver(rows, options).solve([1]);
    expect(certificate.upper).toBeCloseTo(naive.objective, 9);
    expect(model.parameters).toBeAllClose(naive.model.parameters, { absolute: 1e-4 });
  });

  it('is the worst row at a share below that of one row', () => {
    const separable = rowsOf(features, clean);
    const [one, less] = [1 / 96, 1e-4].map((share) => solve(separable, { ...options, share }));
    expect(one!.certificate.upper).toBeCloseTo(less!.certificate.upper, 6);
    const { losses } = new LinearObjective(separable, 2, 'cross-entropy', 0.01).evaluate(
      less!.model.parameters,
    );
    expect(less!.risk).toBeCloseTo(Math.max(...losses), 12);
    expect(less!.risk).toBeLessThan(Math.log(2) - 0.001);
  });

  it('is the constant where any model has a share that it fails as badly as chance', () => {
    const { certificate, model } = solve(rows, { ...options, share: 0.05 });
    expect(certificate.upper).toBeCloseTo(Math.log(2), 12);
    expect(model.parameters).toBeAllClose(new Float64Array(4), { absolute: 1e-6 });
  });

  it('takes constant columns, rows given twice, and rows of no weight', () => {
    const share = 0.6;
    const { upper } = solve(rows, { ...options, share }).certificate;
    const constant = rowsOf(
      features.map((row) => [...row, 0, 1]),
      labels,
    );
    // A constant column is another intercept, and a penalised one is never better.
    expect(solve(constant, { ...options, share }).certificate.upper).toBeCloseTo(upper, 6);
    const twice = rowsOf([...features, ...features], [...labels, ...labels]);
    expect(solve(twice, { ...options, share }).certificate.upper).toBeCloseTo(upper, 6);
    const ignored = rowsOf(
      [...features, ...features],
      [...labels, ...labels.map((label) => 1 - label)],
      [...weights.map(() => 2), ...weights.map(() => 0)],
    );
    expect(solve(ignored, { ...options, share }).certificate.upper).toBeCloseTo(upper, 6);
  });

  it('takes sparse rows as dense ones, and any start', () => {
    const share = 0.7;
    const { certificate, model } = solve(rows, { ...options, share });
    const sparse = {
      rowCount: 96,
      columnCount: 3,
      offsets: Uint32Array.from({ length: 97 }, (_, row) => 3 * row),
      columns: Uint32Array.from({ length: 288 }, (_, i) => i % 3),
      values: Float64Array.from(features.flat()),
    };
    const far = { ...model, parameters: model.parameters.map((own) => 100 * own) };
    for (const start of [model, far]) {
      const found = solve({ ...rows, features: sparse }, { ...options, share, start });
      expect(found.certificate.upper).toBeCloseTo(certificate.upper, 6);
    }
  });

  it('ends when it is told to, with a proof of what it has', () => {
    const cancelled = solve(rows, { ...options, share: 0.6, signal: { aborted: true } });
    expect(cancelled.status).toBe('cancelled');
    const stopped = solve(rows, { ...options, share: 0.6, maxIterations: 2 });
    expect(stopped.status).toBe('max-iterations');
    expect(stopped.certificate.lower).toBeGreaterThan(0.3);
  });

  it.each([
    [{ share: 0 }, 'share must be a number above 0 and at most 1; got 0'],
    [{ share: 1.2 }, 'share must be a number above 0 and at most 1; got 1.2'],
    [{ share: 0.5, gap: 0 }, 'gap must be a number > 0; got 0'],
    [{ share: 0.5, l2: 0 }, 'the exact minimax model needs l2 > 0, so that it is bounded; got 0'],
  ])('refuses %o', (wrong, message) => {
    expect(() => solveBlind(rows, { ...options, ...wrong })).toThrow(message);
  });
});
