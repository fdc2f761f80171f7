// Adult and German at fixed weights against scikit-learn: golden/linear-risks.py made the numbers, and says how.

import { readFileSync } from 'node:fs';
import {
  encodeSparse,
  fitEncoder,
  type LabelledRows,
  type LinearModel,
  linearOracle,
  linearSolver,
  PART_NAMES,
  type PartName,
  prepareTask,
  type Split,
  taskPart,
} from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { adult } from '../../../src/datasets/adult.js';
import { german } from '../../../src/datasets/german.js';
import { loadPublishedSplit, loadRecipe } from '../../../src/datasets/load-dataset.js';
import type { Dataset } from '../../../src/datasets/recipe.js';
import { insideFolder } from '../../datasets/data.js';

interface GoldenSolve {
  readonly mu: number[];
  readonly trainRisks: number[];
  readonly validationRisks: number[];
  readonly testRisks: number[];
  readonly objective: number;
}

interface GoldenProblem {
  readonly name: string;
  readonly dataset: 'adult' | 'german';
  readonly groups: string;
  readonly split:
    | { readonly published: number }
    | ({ readonly rowModulo: number } & Readonly<Record<PartName, number[]>>);
  readonly groupNames: string[];
  readonly groupRows: Record<PartName, number>[];
  readonly featureCount: number;
  readonly moments: Record<string, { readonly mean: number; readonly scale: number }>;
  readonly l2: number;
  readonly solves: GoldenSolve[];
}

const { problems } = JSON.parse(
  readFileSync(new URL('golden/linear-risks.json', import.meta.url), 'utf8'),
) as { problems: GoldenProblem[] };

async function splitOf({ split }: GoldenProblem, dataset: Dataset): Promise<Split> {
  if ('published' in split) return loadPublishedSplit(dataset, split.published);
  const rows = Array.from({ length: dataset.table.rowCount }, (_, row) => row);
  const part = (name: PartName): Uint32Array =>
    Uint32Array.from(rows.filter((row) => split[name].includes(row % split.rowModulo)));
  return { train: part('train'), validation: part('validation'), test: part('test') };
}

async function prepare(problem: GoldenProblem, dataset: Dataset) {
  const { recipe, table } = dataset;
  const task = prepareTask(table, {
    target: recipe.target,
    groups: problem.groups,
    features: recipe.features,
    splitting: { kind: 'given', splits: [await splitOf(problem, dataset)] },
  });
  const encoder = fitEncoder(table, task.features, task.splits[0]!.train, recipe.encoderOptions);
  const dataOf = (name: PartName): LabelledRows => {
    const { rows, labels, groups } = taskPart(task, 0, name);
    return { features: encodeSparse(encoder, table, rows), labels, groups };
  };
  const parts = { train: dataOf('train'), validation: dataOf('validation'), test: dataOf('test') };
  return { encoder, parts };
}

/** 1e-6, of the risk where it is above 1. */
function expectRisks(actual: readonly number[], golden: readonly number[], mu: readonly number[]): void {
  expect(actual).toHaveLength(golden.length);
  golden.forEach((risk, a) => {
    expect(Math.abs(actual[a]! - risk) / Math.max(1, risk), `mu ${mu}, group ${a}`).toBeLessThan(1e-6);
  });
}

for (const recipe of [adult, german]) {
  describe(`scikit-learn: ${recipe.title}`, () => {
    let dataset: Dataset;
    /** By groups: they are solved with more than one l2. */
    const preparedBy = new Map<string, ReturnType<typeof prepare>>();
    beforeAll(async () => {
      dataset = await loadRecipe(recipe, [insideFolder]);
    });

    describe.each(problems.filter((problem) => problem.dataset === recipe.name))(
      '$name, l2 = $l2',
      (problem) => {
        const { l2, solves } = problem;
        let prepared: Awaited<ReturnType<typeof prepare>>;
        beforeAll(async () => {
          const known = preparedBy.get(problem.groups) ?? prepare(problem, dataset);
          preparedBy.set(problem.groups, known);
          prepared = await known;
        });

        it('is the same problem: groups, features and what they are standardised by', () => {
          const { parts, encoder } = prepared;
          expect(parts.train.groups.names).toEqual(problem.groupNames);
          for (const name of PART_NAMES) {
            expect(parts[name].groups.counts).toEqual(problem.groupRows.map((rows) => rows[name]));
          }
          expect(encoder.features).toHaveLength(problem.featureCount);
          for (const [name, { mean, scale }] of Object.entries(problem.moments)) {
            const column = encoder.columns.find((one) => one.name === name);
            if (column?.kind !== 'numeric') throw new Error(`${name} is not a number`);
            expect(Math.abs(column.mean / mean - 1)).toBeLessThan(1e-14);
            expect(Math.abs(column.scale / scale - 1)).toBeLessThan(1e-12);
          }
        });

        // Warm starts, as in a search.
        it('has its risks in every part, and its objective', () => {
          const { train, validation, test } = prepared.parts;
          const options = { classCount: 2, l2 };
          const { solve } = linearSolver(train, options);
          const [ofValidation, ofTest] = [validation, test].map((part) => linearOracle(part, options).risks);
          let start: LinearModel | undefined;
          for (const { mu, trainRisks, validationRisks, testRisks, objective } of solves) {
            const solved = solve(mu, start);
            start = solved.model;
            expectRisks(solved.risks, trainRisks, mu);
            expectRisks(ofValidation!(start), validationRisks, mu);
            expectRisks(ofTest!(start), testRisks, mu);
            expect(Math.abs(solved.objective - objective), `mu ${mu}`).toBeLessThan(1e-10);
            expect(solved.suboptimality).toBeLessThan(1e-6 * objective);
          }
        });
      },
    );
  });
}
