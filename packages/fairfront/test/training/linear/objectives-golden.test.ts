// Other objectives on German against scipy: golden/german-objectives.py made the numbers, from the raw file, and says how.

import { readFileSync } from 'node:fs';
import {
  allWeights,
  assignGroups,
  boundedRatio,
  type CategoricalColumn,
  encodeSparse,
  fitEncoder,
  type GroupIndex,
  groupIndex,
  groupShares,
  type LabelledRows,
  type LinearMinimax,
  linearDial,
  linearLexicographic,
  ofMeans,
  overlappingGroups,
  parseGroups,
  solveLinearMinimax,
  uniformMu,
} from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { german } from '../../../src/datasets/german.js';
import { loadRecipe } from '../../../src/datasets/load-dataset.js';
import type { Dataset } from '../../../src/datasets/recipe.js';
import { insideFolder } from '../../datasets/data.js';

interface Golden {
  readonly l2: number;
  readonly giveUp: number;
  readonly tolerance: number;
  readonly ratioOfEqual: number;
  readonly ratioOfShares: number;
  readonly features: number;
  readonly problems: readonly {
    readonly groups: string;
    readonly families: readonly string[];
    readonly byGroup: readonly {
      readonly name: string;
      readonly rows: number;
      readonly alone: number;
      readonly minimax: number;
    }[];
    readonly minimax: number;
    readonly ratioEqual: number;
    readonly ratioShares: number;
    readonly overlap: number;
    readonly regret: number;
    readonly dial: number;
    readonly stages: readonly number[];
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('golden/german-objectives.json', import.meta.url), 'utf8'),
) as Golden;
const { l2, giveUp, tolerance } = golden;
const options = { classCount: 2, l2, gap: 1e-8 };
const NEAR = 1e-6;

/** The optimum is the golden one, and lies between the bounds. */
function expectOptimum({ certificate: { lower, upper } }: LinearMinimax, optimum: number): void {
  expect(Math.abs(upper - optimum)).toBeLessThan(NEAR);
  expect(lower).toBeLessThanOrEqual(optimum + 1e-8);
  expect(upper).toBeGreaterThanOrEqual(optimum - 1e-8);
}

describe.each(golden.problems)('scipy: German by $groups', (problem) => {
  let dataset: Dataset;
  let rows: LabelledRows;
  let minimax: LinearMinimax;
  /** By group, in the order of ours. */
  let alone: number[];
  const every = Uint32Array.from({ length: 1000 }, (_, row) => row);
  const solve = (weights: ReturnType<typeof allWeights>, groups: GroupIndex = rows.groups): LinearMinimax =>
    solveLinearMinimax({ ...rows, groups }, { ...options, weights });

  const indexOf = (spec: string): GroupIndex => {
    const { groups, names } = assignGroups(dataset.table, parseGroups(spec));
    return groupIndex(Array.from(groups, (group) => names[group]!));
  };

  beforeAll(async () => {
    dataset = await loadRecipe(german, [insideFolder]);
    const { recipe, table } = dataset;
    const encoder = fitEncoder(table, recipe.features!, every, recipe.encoderOptions);
    const target = table.columns.find(({ name }) => name === recipe.target) as CategoricalColumn;
    const groups = indexOf(problem.groups);
    rows = { features: encodeSparse(encoder, table, every), labels: Int32Array.from(target.codes), groups };
    minimax = solve(allWeights(problem.byGroup.length));
    alone = groups.names.map((name) => problem.byGroup.find((own) => own.name === name)!.alone);
  });

  it('has the features and groups that scipy had, and is minimax', () => {
    expect(rows.features.columnCount).toBe(golden.features);
    const counts = Object.fromEntries(rows.groups.names.map((name, a) => [name, rows.groups.counts[a]]));
    expect(counts).toEqual(Object.fromEntries(problem.byGroup.map(({ name, rows: own }) => [name, own])));
    expectOptimum(minimax, problem.minimax);
    for (const own of problem.byGroup) {
      const risk = minimax.risks[rows.groups.names.indexOf(own.name)]! + minimax.penalty;
      expect(Math.abs(risk - own.minimax), own.name).toBeLessThan(1e-4); // risks are less sure than their worst
    }
  });

  it('has a ratio of weights', () => {
    const equal = uniformMu(problem.byGroup.length);
    expectOptimum(solve(boundedRatio(equal, golden.ratioOfEqual)), problem.ratioEqual);
    expectOptimum(solve(boundedRatio(groupShares(rows.groups), golden.ratioOfShares)), problem.ratioShares);
  });

  it('has overlapping groups', () => {
    const { cells, means } = overlappingGroups(problem.families.map(indexOf));
    expectOptimum(solve(ofMeans(allWeights(means.length), means), cells), problem.overlap);
  });

  it('has the least regret', () => {
    const own = alone.map((_, a) => alone.map((_, b) => (a === b ? 1 : 0)));
    expectOptimum(solve(ofMeans(allWeights(own.length), own, alone)), problem.regret);
  });

  it('has the least mean risk for what the worst group gives up', () => {
    const [point] = linearDial(rows, { ...options, minimax, giveUps: [giveUp] });
    expectOptimum(point!.found, problem.dial);
  });

  it('is lexicographic', () => {
    const { stages } = linearLexicographic(rows, { ...options, minimax, tolerance });
    expect(stages).toHaveLength(problem.stages.length);
    problem.stages.forEach((optimum, i) => {
      expect(Math.abs(stages[i]!.certificate.upper - optimum)).toBeLessThan(NEAR);
    });
  });
});
