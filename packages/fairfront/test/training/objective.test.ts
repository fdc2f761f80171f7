// `fit` for something else than the least worst risk: what each objective promises holds on the rows trained on.

import { figures } from '@fairfront/charts';
import { worstRisk } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { type FitEvent, type FitOptions, fit } from '../../src/index.js';
import { Interrupted } from '../../src/interrupted.js';
import { fitPage } from '../../src/report/fit-page.js';
import { fitWords } from '../../src/report/fit-words.js';
import { loansTable } from '../runs/made-table.js';

const task = { target: 'default', groups: 'sex,age<40', model: 'linear', l2: 0.01, gap: 1e-6 } as const;
const table = loansTable(1500, 3);
const asked = async (options: FitOptions) => (await fit(table, { ...task, ...options })).result;
const penalised = async (options: FitOptions) => {
  const { search } = await asked(options);
  if (!search.certificate.certified) throw new Error('not certified');
  return { ...search, ...search.certificate };
};

describe('an objective', () => {
  it('of a ratio of weights lies between balanced and minimax', async () => {
    const bounds = await Promise.all(
      [1, 2, 5, 1e9].map(async (weightRatio) => (await penalised({ weightRatio })).upper),
    );
    expect(bounds).toEqual([...bounds].sort((one, other) => one - other));
    const minimax = await penalised({ search: 'exact' });
    expect(bounds.at(-1)).toBeCloseTo(minimax.upper, 5);
    expect(bounds[0]).toBeLessThan(minimax.upper);
  });

  it('of giving up has the less mean risk the more the worst group may give up', async () => {
    const minimax = await penalised({ search: 'exact' });
    const [little, more, all] = await Promise.all(
      [0.002, 0.01, 10].map(async (giveUp) => await penalised({ giveUp })),
    );
    for (const { relativeGap, objective } of [little!, more!, all!]) {
      expect(relativeGap).toBeLessThanOrEqual(1e-5);
      expect(objective?.kind).toBe('give-up');
    }
    expect(more!.upper).toBeLessThan(little!.upper);
    expect(little!.upper).toBeLessThan(minimax.upper);
    const shares = (await asked({})).groups.map(({ share }) => share);
    const { naive } = (await asked({})).models;
    const mean = naive.metrics.train.crossEntropy.byGroup.reduce(
      (sum, risk, a) => sum + risk * shares[a]!,
      0,
    );
    expect(all!.upper).toBeGreaterThan(mean); // with the penalty
    expect(all!.upper).toBeLessThan(mean + 0.05);
  });

  it('of regret tells what each group could have alone, and takes it off', async () => {
    const { objective, upper } = await penalised({ objective: 'regret' });
    if (objective?.kind !== 'regret') throw new Error('no regret');
    for (const { value, low, high } of objective.alone) {
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
    const minimax = await penalised({ search: 'exact' });
    expect(upper).toBeLessThan(minimax.upper);
  });

  it('in turn leaves the worst group within the tolerance', async () => {
    const minimax = await penalised({ search: 'exact' });
    const { worst } = await penalised({ refine: 'lexicographic', refineTolerance: 0.01 });
    expect(worst).toBeLessThanOrEqual(minimax.upper * 1.01 * (1 + 1e-6));
  });

  it.each<[FitOptions, RegExp]>([
    [{ weightRatio: 2, weightBase: 'shares' }, /no group counts more than 2 times another, each measured by/],
    [{ giveUp: 0.01 }, /the least mean risk over people of all whose worst group is at most 0\.01 above/],
    [{ objective: 'regret' }, /its risk less what a model of its own would leave it, which out of fold is/],
    [{ refine: 'lexicographic' }, /After the worst group the second worst is served as well as can be/],
  ])('%j is told, with its proof', async (options, told) => {
    const result = await asked(options);
    const { problem, certificate } = fitWords(result);
    expect(problem).toMatch(told);
    expect(certificate).toMatch(/^Proved for the training rows.*no linear model has a .* below 0\.\d{4}/);
    const risks = result.models.minimax.metrics.train.crossEntropy.byGroup;
    expect(result.search.worst).toBeGreaterThanOrEqual(worstRisk(risks));
  });

  it.each<[FitOptions, number, RegExp]>([
    [{ giveUp: 0.004 }, 0.004, /^For 0\.004 more risk of the worst group, the mean over people falls from/],
    [{ weightRatio: 7 }, 7, /^Within a ratio of 7 the worst group’s risk is/],
    [{ weightRatio: 1, weightBase: 'shares' }, 1, /^Within a ratio of 1 /],
  ])('%j comes with the curve of its knob, in the report too', async (options, at, title) => {
    const result = await asked(options);
    const { points, asked: index } = result.curve!;
    expect(points[index]!.at).toBe(at);
    const ats = points.map((point) => point.at ?? Number.POSITIVE_INFINITY);
    expect(ats).toEqual([...new Set(ats)].sort((one, other) => one - other));
    for (const { certificate } of points) expect(certificate.relativeGap).toBeLessThanOrEqual(1e-5);
    // The point that was asked for is the model that was asked for.
    if (!result.search.certificate.certified) throw new Error('not certified');
    expect(points[index]!.certificate.upper).toBeCloseTo(result.search.certificate.upper, 5);
    const { blocks } = fitPage(result).sections.find(({ id }) => id === 'front')!;
    const drawn = blocks.find((block) => block.kind === 'figure');
    if (drawn?.kind !== 'figure' || drawn.figure.name !== 'trade-off') throw new Error('no picture');
    expect(figures['trade-off'].describe(drawn.figure.data).title).toMatch(title);
    expect(JSON.parse(JSON.stringify(result.curve))).toEqual(result.curve);
  });

  it('without a knob has no curve', async () => {
    expect((await asked({ objective: 'regret' })).curve).toBeUndefined();
  });

  it('tells how far the curve has come, and can be cancelled there', async () => {
    const signal = { aborted: false };
    const seen: number[] = [];
    const onProgress = (event: FitEvent): void => {
      if (event.kind !== 'curve') return;
      seen.push(event.done);
      signal.aborted ||= event.done === 3;
    };
    await expect(fit(table, { ...task, giveUp: 0.01 }, { onProgress, signal })).rejects.toThrow(Interrupted);
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  it.each<[FitOptions, RegExp]>([
    [{ giveUp: 0 }, /`giveUp` must be a number above 0/],
    [{ giveUp: 0.1, weightRatio: 2 }, /ask for different models/],
    [{ weightBase: 'shares' }, /add `weightRatio`/],
    [{ refineTolerance: 0.1 }, /is for `refine: 'lexicographic'`/],
    [{ giveUp: 0.1, loss: 'brier' }, /of a linear model by cross-entropy/],
    [{ objective: 'regret', select: 'validation' }, /leave `select` and `search` out/],
  ])('%j is refused', async (options, message) => {
    await expect(asked(options)).rejects.toThrow(message);
  });
});
