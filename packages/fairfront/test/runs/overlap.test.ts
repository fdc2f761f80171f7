// Groups that overlap, through the whole program: fit, its files, and what is done with a finished run.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allWeights,
  type GroupIndex,
  groupIndex,
  groupMetrics,
  groupShares,
  linearSolver,
  ofMeans,
  overlappingGroups,
  solveLinearMinimax,
} from '@fairfront/core';
import { takeLabelledRows } from '@fairfront/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  checkGain,
  choosePoint,
  compareRuns,
  decide,
  discover,
  type FitOptions,
  type FitResult,
  fit,
  front,
  gate,
  inspect,
  loadModel,
  modelCard,
  openRun,
  plan,
  watch,
} from '../../src/index.js';
import { fitWords } from '../../src/report/fit-words.js';
import { commandLine } from '../../src/report/flags.js';
import { prepareFit } from '../../src/task/prepare-fit.js';
import { loansTable } from './made-table.js';
import { expectRefused, fitJson, workFolder, writeLoans } from './run-fit.js';

const folder = workFolder();
const table = loansTable(600);
const families = ['sex', 'region', 'age<35'];
const options: FitOptions = { target: 'default', groups: families, ignore: ['grade'], l2: 0.01 };
const run = join(folder, 'run');
let result: FitResult;

beforeAll(async () => {
  const fitted = await fit(table, options);
  result = fitted.result;
  await fitted.save(run);
});

describe('fit', () => {
  it('counts people, not their copies', () => {
    expect(result.task.families).toEqual([
      { name: 'sex', groups: ['sex=F', 'sex=M'] },
      { name: 'region', groups: ['region=north', 'region=south'] },
      { name: 'age<35', groups: ['age<35', 'age≥35'] },
    ]);
    expect(result.task.rows).toEqual({ train: 480, validation: 0, test: 120 });
    const shares = result.groups.map(({ share }) => share);
    for (const f of [0, 2, 4]) expect(shares[f]! + shares[f + 1]!).toBeCloseTo(1, 12);
    expect(result.groups[0]!.rows.train + result.groups[1]!.rows.train).toBe(480);
    expect(fitWords(result).problem).toContain(
      'for 6 groups that overlap (every row is in one of each family: sex, region, age<35)',
    );
    expect(inspect(table, { target: 'default', groups: families, ignore: ['grade'] }).task).toMatchObject({
      classes: [{ rows: expect.any(Number) }, { rows: expect.any(Number) }],
      splits: [{ train: 360, validation: 120, test: 120 }],
    });
  });

  it('encodes people once', () => {
    const asked = { target: 'default', ignore: ['grade'], minLevelRows: 130 };
    const three = prepareFit(table, { ...asked, groups: families });
    const one = prepareFit(table, { ...asked, groups: 'sex', features: ['income', 'purpose'] });
    expect(three.encoder.trainingRows).toBe(360);
    // A third of 360 people have each purpose: too few to be levels, but not in three copies.
    expect(three.encoder.features.map(({ name }) => name)).toEqual(
      one.encoder.features.map(({ name }) => name),
    );
  });

  it('trains the ordinary model as it is for one family', () => {
    const { parts, task } = prepareFit(table, options, { byFolds: true });
    const first = parts.train.groups.groups.map((group) => (group < 2 ? 1 : 0));
    const own = takeLabelledRows(
      parts.train,
      [...first.keys()].filter((row) => first[row] === 1),
    );
    expect(own.labels).toHaveLength(480);
    const rows = { ...own, groups: takeFirst(own.groups) };
    const shares = groupShares(rows.groups);
    const { risks } = linearSolver(rows, { classCount: task.target.classes.length, l2: 0.01 }).solve(shares);
    expect(result.models.naive.metrics.train.crossEntropy.byGroup.slice(0, 2)).toEqual(
      risks.map((risk) => expect.closeTo(risk, 8)),
    );
    expect(result.models.naive.metrics.train.crossEntropy.sampleMean).toBeCloseTo(
      risks[0]! * shares[0]! + risks[1]! * shares[1]!,
      8,
    );
  });

  it('has the optimum of the exact solver over cells', () => {
    const { parts } = prepareFit(table, options, { byFolds: true });
    const { train } = parts;
    const { certificate } = result.search;
    const copies = families.map((_, f) =>
      [...train.groups.groups.keys()].filter((row) => Math.floor(train.groups.groups[row]! / 2) === f),
    );
    const own = copies.map((rows) => takeLabelledRows(train, rows));
    const { cells, means } = overlappingGroups(
      own.map(({ groups }) => groupIndex(Array.from(groups.groups, (group) => groups.names[group]!))),
    );
    const exact = solveLinearMinimax(
      { ...own[0]!, groups: cells },
      { classCount: 2, l2: 0.01, gap: 1e-8, weights: ofMeans(allWeights(means.length), means) },
    );
    const copied = solveLinearMinimax(train, { classCount: 2, l2: 0.01, gap: 1e-8 });
    expect(copied.certificate.upper).toBeCloseTo(exact.certificate.upper, 6);
    expect(certificate.certified && certificate.lower).toBeLessThanOrEqual(exact.certificate.upper + 1e-9);
    expect(certificate.certified && certificate.upper).toBeGreaterThanOrEqual(exact.certificate.lower - 1e-9);
    expect(result.search.certificate.certified && result.search.certificate.upper).toBeCloseTo(
      exact.certificate.upper,
      4,
    );
  });

  it('leaves one line for each person, with a column for each family', async () => {
    const [head, ...lines] = readFileSync(join(run, 'predictions.csv'), 'utf8').trim().split('\n');
    expect(head).toMatch(/^row,part,group sex,group region,group age<35,entity,default,naive no/);
    expect(lines).toHaveLength(600);
    const opened = await openRun(run);
    for (const part of ['validation', 'test'] as const) {
      const { models, labels, groups } = await opened.predictions(part);
      const found = groupMetrics(models.minimax, labels, groups, 2);
      expect(found.crossEntropy.byGroup).toEqual(
        result.models.minimax.metrics[part].crossEntropy.byGroup.map((risk) => expect.closeTo(risk, 12)),
      );
    }
    const model = await loadModel(run);
    expect(await model.predict(table)).toHaveLength(1200); // no group is needed
  });

  it('has other models too', async () => {
    const small = { target: 'default', groups: families, ignore: ['grade'] } as const;
    const boosted = await fit(table, { ...small, model: 'boosted', trees: 10, maxDepth: 3 });
    const network = await fit(table, { ...small, model: 'mlp', hidden: [4], maxEpochs: 2, maxSolves: 2 });
    for (const found of [boosted.result, network.result]) {
      expect(found.groups).toHaveLength(6);
      expect(found.task.rows.test).toBe(120);
    }
  });

  it('is the same with flags', async () => {
    const data = writeLoans(folder, 600);
    const flags = families.flatMap((family) => ['--groups', family]);
    const found = await fitJson(
      data,
      '--target',
      'default',
      ...flags,
      '--ignore',
      'grade',
      '--l2',
      '0.01',
      '--quiet',
      '--out',
      join(folder, 'flags'),
    );
    expect(found.models.minimax).toEqual(JSON.parse(JSON.stringify(result.models.minimax)));
    expect(commandLine('fit', found.asked!)).toContain("--groups sex --groups region --groups 'age<35'");
    await expectRefused(
      [data, '--target', 'default', '--groups', 'sex', '--groups', 'regoin', '--out', join(folder, 'no')],
      'there is no column "regoin"; did you mean "region"?',
    );
  });
});

/** The groups of the first family, which are the first two. */
function takeFirst({ names, groups, counts }: GroupIndex): GroupIndex {
  return { names: names.slice(0, 2), groups, counts: counts.slice(0, 2) };
}

describe('what follows a fit', () => {
  it('judges, compares, discovers, decides and tells', async () => {
    const opened = await openRun(run);
    const judged = await gate(opened, { rules: ['worst accuracy >= 0.4'] });
    expect(judged).toMatchObject({ rows: 120 });
    const { result: compared } = await compareRuns([opened, opened]);
    expect(compared.runs[1]!.differs).toBeNull();
    const found = await discover(opened, {}, { data: table });
    expect(found.result.rows.searching + found.result.rows.confirming).toBe(480);
    const decided = await decide(run, { cost: { FP: 1, FN: 2 } });
    expect(decided.result.test.rows).toHaveLength(6);
    expect(modelCard(opened).markdown).toContain('sex=F');
  });

  it('refuses what needs groups that do not overlap', async () => {
    const opened = await openRun(run);
    const refusal = /the groups of this run overlap \("sex", "region", "age<35"\)/;
    await expect(watch(opened, table)).rejects.toThrow(refusal);
    await expect(plan(opened, {})).rejects.toThrow(refusal);
    await expect(decide(run, { cost: { FP: 1, FN: 2 }, byGroup: true })).rejects.toThrow(refusal);
    await expect(checkGain(table, options)).rejects.toThrow('several families of `groups`');
    await expect(fit(table, { ...options, estimation: 'plug-in' })).rejects.toThrow('several families');
    await expect(fit(table, { ...options, compare: ['hardt'] })).rejects.toThrow('several families');
    const asked = { target: 'default', groups: families, ignore: ['grade'] };
    await expect(front(table, asked)).rejects.toThrow('a front is drawn for 2 or 3 groups; got 6');
    await expect(choosePoint(run, { index: 1 })).rejects.toThrow();
  });
});
