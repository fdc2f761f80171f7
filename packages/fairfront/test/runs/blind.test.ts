// A fit without groups: the worst share of people judges, on rows out of fold and on test rows, and what follows a run
// knows of it.

import { join } from 'node:path';
import { createRandom, createTable, type Table } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  compareRuns,
  decide,
  discover,
  type FitOptions,
  fit,
  front,
  gate,
  loadModel,
  modelCard,
  openRun,
  watch,
} from '../../src/index.js';
import { fitPage } from '../../src/report/fit-page.js';
import { fitText } from '../../src/report/fit-text.js';
import { categories, loansTable, numbers } from './made-table.js';
import { workFolder } from './run-fit.js';

/** Two columns tell the answer; every twelfth is wrong, and nothing says whose. The last two fifths are to judge by. */
function peopleTable(rowCount: number, seed = 1): Table {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform());
  const [first, second] = [0, 1].map(() => Array.from({ length: rowCount }, normal)) as [number[], number[]];
  const isYes = first.map((value, row) => value + 0.3 * second[row]! > 0 !== (row % 12 === 0));
  const part = first.map((_, row) =>
    row < 0.5 * rowCount ? 'train' : row < 0.6 * rowCount ? 'validation' : 'test',
  );
  return createTable([
    numbers('first', first),
    numbers('second', second),
    categories(
      'answer',
      isYes.map((yes) => (yes ? 'yes' : 'no')),
    ),
    categories('part', part),
  ]);
}

const ROWS = 2000;
const people = peopleTable(ROWS);
const task = { target: 'answer', l2: 0.001, splitColumn: 'part' } as const;
const fitted = (options: FitOptions, table = people) => fit(table, { ...task, ...options });
const folder = workFolder();
const [run, other] = [join(folder, 'run'), join(folder, 'other')] as const;

beforeAll(async () => {
  await (await fitted({ blind: 0.5 })).save(run);
  await (await fitted({ blind: 0.05 })).save(other);
});

describe('a fit without groups', () => {
  it('has one group, and is judged by the worst share of people', async () => {
    const { result } = await openRun(run);
    const { groups, blind, search, verdict, selection } = result;
    expect(groups.map(({ name }) => name)).toEqual(['everybody']);
    expect(search.objective).toEqual({ kind: 'blind', share: 0.5 });
    expect(blind!.risks.minimax.value).toBeLessThan(blind!.risks.naive.value);
    expect(blind!.trainRisks.minimax).toBeLessThan(blind!.trainRisks.naive);
    expect(blind!.change.value).toBeCloseTo(blind!.risks.minimax.value - blind!.risks.naive.value, 12);
    expect(verdict).toMatchObject({ decision: 'cannot-tell', worstGroup: 'everybody' });
    expect(verdict.reasons[1]).toMatch(/about [\d,]+ more test rows would tell$/);
    expect(verdict.gain!.estimate).toBe(0 - blind!.change.relative!.value);
    expect(blind!.collapse.reason).toBeNull();
    if (!search.certificate.certified) throw new Error('not certified');
    expect(search.certificate.upper).toBeGreaterThanOrEqual(blind!.trainRisks.minimax);
    expect(search.certificate.lower).toBeLessThanOrEqual(search.certificate.upper);
    expect(selection!.chosen.worstShare).toBeLessThan(selection!.naive.worstShare!);
    expect(selection!.candidates).toHaveLength(2);
  });

  it('says so in the terminal and in the report', async () => {
    const { result } = await openRun(run);
    const text = fitText({ ...result, verdict: { ...result.verdict, decision: 'use-minimax' } });
    expect(text).toMatch(/^Use the chosen model\. On test rows the risk of the worst 50% of people, whoever/);
    expect(text).toMatch(/No 50% of the people trained on have a mean risk above 0\.\d{4}/);
    expect(text).toMatch(/Proved for the training rows.*no linear model has a mean risk of its worst share/);
    const page = fitPage(result);
    expect(page.title).toBe('Is answer “yes”? A model for table, judged without groups');
    expect(JSON.stringify(page.sections[0])).not.toMatch(/worst group/);
    expect(text).toMatch(/Everybody together has 0\.\d{4}, with ordinary training 0\.\d{4}\./);
  });

  it('does not recommend a model that says the same of everybody', async () => {
    const { result } = await openRun(other);
    const { verdict, blind } = result;
    expect(blind!.risks.minimax.value).toBeCloseTo(Math.log(2), 3);
    expect(blind!.collapse.spread).toBeLessThan(0.01);
    expect(blind!.collapse.constantRisk).toBeCloseTo(Math.log(2), 6);
    expect(verdict.gain!.interval.low).toBeGreaterThan(0.2); // and yet
    expect(verdict.decision).toBe('keep-naive');
    expect(verdict.reasons).toEqual([expect.stringMatching(/^the model asked for says nearly the same of/)]);
    expect(fitText(result)).toMatch(/^Keep the ordinary model\. The model asked for says nearly the same/);
  });

  it('keeps ordinary training at a share of 1, and says whom it was not better for', async () => {
    const { verdict, blind } = (await fitted({ blind: 1 })).result;
    expect(verdict.decision).toBe('keep-naive');
    expect(verdict.reasons[0]).toMatch(/no model served the worst 100% of people better than ordinary/);
    expect(blind!.collapse.reason).toBeNull();
  });

  it('reports groups that are named, without looking at them', async () => {
    const named = { target: 'default', groups: 'sex', ignore: ['grade'], l2: 0.01, blind: 0.7 };
    const { result } = await fit(loansTable(600, 3), named);
    expect(result.groups).toHaveLength(2);
    expect(result.models.minimax.mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(fitText(result)).toMatch(/Groups are only reported\./);
  });

  it('counts by weight, and on several splits', async () => {
    const weight = numbers(
      'w',
      Array.from({ length: 600 }, (_, row) => 1 + (row % 3)),
    );
    const weighed = createTable([...loansTable(600).columns, weight]);
    const options = { target: 'default', ignore: ['grade', 'sex'], l2: 0.01, blind: 0.5, weight: 'w' };
    const { result } = await fit(weighed, { ...options, splits: 2 });
    expect(result.task.weight).toBe('w');
    expect(result.repeats!.worst.naive.mean).toBeGreaterThan(result.repeats!.all.naive.mean);
    expect(fitText(result)).toMatch(/the risk of the worst 50% of people is/);
  });

  it.each<[FitOptions, RegExp]>([
    [{ blind: 2 }, /`blind` must be a number above 0 and at most 1; got 2/],
    [{ blind: 0.1, estimation: 'plug-in' }, /of a linear model by cross-entropy/],
    [{ blind: 0.1, loss: 'brier' }, /of a linear model by cross-entropy/],
    [{ blind: 0.1, giveUp: 0.1 }, /ask for different models/],
    [{ blind: 0.1, select: 'validation' }, /leave `select` and `search` out/],
    [{ blind: 0.1, compare: ['zafar'] }, /by the worst group, and `blind` asks for the worst share/],
    [{}, /`groups`: name the groups/],
  ])('%j is refused', async (options, message) => {
    await expect(fitted(options)).rejects.toThrow(message);
  });

  it('is refused for trees', async () => {
    const { l2: _, ...others } = task;
    await expect(fit(people, { ...others, blind: 0.1, model: 'boosted' })).rejects.toThrow(
      /`blind` is one convex problem, of a linear model/,
    );
  });
});

describe('after it', () => {
  it('predicts, decides, gates, compares and has a card', async () => {
    const [own, theirs] = [await openRun(run), await openRun(other)];
    expect(await (await loadModel(run)).predict(people)).toHaveLength(2 * ROWS);
    const { result } = await decide(run, { cost: { FP: 1, FN: 5 } });
    expect(result.chose.rows).toEqual([1200]);
    expect((await gate(own, { rules: ['worst crossEntropy <= 2'] })).passed).toBe(true);
    expect((await compareRuns([own, theirs])).result.groups).toHaveLength(1);
    const card = modelCard(own);
    expect(card.markdown).toMatch(/the least mean risk of the worst 50% of people, whoever they are/);
    expect(card.markdown).not.toMatch(/groups are up to/);
  });

  it('is watched as one group', async () => {
    const { result } = await watch(await openRun(run), peopleTable(400, 5));
    expect(result.groups.map(({ name, rows }) => [name, rows])).toEqual([['everybody', 400]]);
  });

  it('lets sub-populations be looked for, but has no front', async () => {
    expect((await discover(await openRun(run), {}, { data: people })).result.schema).toMatch(/discover/);
    await expect(front(people, { target: 'answer' })).rejects.toThrow(/`groups`: name the groups/);
  });
});
