// A point of a front as a run: its figures are those of the front and of a fit, to the bit, without the data.

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupShares } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import {
  type ChooseOptions,
  choosePoint,
  decide,
  type Fitted,
  type FrontResult,
  fit,
  front,
  loadModel,
  openRun,
} from '../../src/index.js';
import { seal, unseal } from '../../src/sealed-file.js';
import { fakeTerminal } from '../fake-terminal.js';
import { loansTable } from '../runs/made-table.js';
import { RUN_FILES, workFolder } from '../runs/run-fit.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();
const table = loansTable(600);
const from = join(folder, 'front');
const LOANS = { target: 'default', groups: 'sex', ignore: ['grade'], l2: 0.01 } as const;
let found: FrontResult;
let fitted: Fitted['result'];

beforeAll(async () => {
  const made = await front(table, { ...LOANS, steps: 20 });
  found = made.result;
  await made.save(from);
  fitted = (await fit(table, { ...LOANS, model: 'linear', select: 'validation', search: 'apstar' })).result;
});

async function command(...args: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await main(['choose', ...args], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

describe('choosePoint', () => {
  it('has the risks of the front on validation rows, to the bit', async () => {
    for (const index of [1, 5, found.points.length]) {
      const { result } = await choosePoint(from, { index });
      const { minimax } = result.models;
      expect(minimax.mu).toEqual(found.points[index - 1]!.mu);
      expect(minimax.metrics.validation.crossEntropy.byGroup).toEqual(found.points[index - 1]!.risks);
      expect(result.chosen).toMatchObject({ point: index, points: found.points.length, part: 'validation' });
    }
  });

  it('has naive and balanced models as a fit has them, to the bit, on the same data', async () => {
    const { result } = await choosePoint(from, { index: 2 });
    expect(result.models.naive.metrics).toEqual(fitted.models.naive.metrics);
    expect(result.models.balanced.metrics.validation).toEqual(fitted.models.balanced.metrics.validation);
    expect(result.fingerprint).toBe(fitted.fingerprint);
    expect(result.groups).toEqual(fitted.groups);
    expect(result.task).toEqual(fitted.task);
    expect(result.verdict.worstGroup).toBe(fitted.verdict.worstGroup);
  });

  it('makes a finished run, whose model says what its predictions are', async () => {
    const out = join(folder, 'run');
    const chosen = await choosePoint(from, { mu: [0.5, 0.5] });
    await chosen.save(out);
    expect(readdirSync(out).sort()).toEqual([...RUN_FILES].sort());
    const { result, predictions } = await openRun(out);
    expect(result).toEqual(JSON.parse(JSON.stringify(chosen.result)));
    const { rows, models } = await predictions('test');
    for (const model of [chosen.model, await loadModel(out), await loadModel(join(out, 'model.onnx'))]) {
      const said = await model.predict(table);
      const own = Float64Array.from(models.minimax, (_, i) => said[2 * rows[i >> 1]! + (i % 2)]!);
      expect(own).toBeAllClose(models.minimax, { absolute: 1e-6 });
    }
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toMatch(/The chosen model is point \d+ of/);
    expect((await decide(out, { cost: { FN: 2 } })).result.chose.part).toBe('validation');
  });

  it('takes the nearest weights, and says how near', async () => {
    const { result } = await choosePoint(from, { mu: [0.512, 0.488] });
    const distance = (mu: readonly number[]): number => Math.abs(mu[0]! - 0.512);
    const marks = [found.marks.naive, found.marks.balanced, found.marks.minimax];
    const nearest = Math.min(...[...found.points, ...marks].map(({ mu }) => distance(mu)));
    expect(result.chosen!.by).toMatchObject({ kind: 'mu', distance: expect.closeTo(nearest, 12) });
    expect(distance(result.models.minimax.mu)).toBeCloseTo(nearest, 12);
  });

  it('takes the least mean risk among those that keep the limits', async () => {
    const risks = found.points.map((point) => point.risks);
    const limit = (risks[0]![0]! + risks.at(-1)![0]!) / 2;
    const { result } = await choosePoint(from, { groupAtMost: { F: limit } });
    const { chosen } = result;
    const counts = result.groups.map(({ rows }) => rows.validation);
    const shares = groupShares({
      names: ['F', 'M'],
      groups: Int32Array.from([...Array(counts[0]).fill(0), ...Array(counts[1]).fill(1)]),
      counts,
    });
    const mean = (own: readonly number[]): number => shares[0]! * own[0]! + shares[1]! * own[1]!;
    const marks = [found.marks.naive, found.marks.balanced, found.marks.minimax];
    const kept = [...found.points, ...marks].filter((own) => own.risks[0]! <= limit);
    expect(chosen!.risks[0]).toBeLessThanOrEqual(limit);
    expect(mean(chosen!.risks)).toBeCloseTo(Math.min(...kept.map((own) => mean(own.risks))), 12);
    expect(chosen!.by).toMatchObject({ kind: 'group-at-most', among: kept.length });
  });

  it('is naive itself where that is named', async () => {
    const out = join(folder, 'naive');
    const { result, save } = await choosePoint(from, { index: 'naive' });
    await save(out);
    expect(readdirSync(out).some((name) => name.startsWith('naive.'))).toBe(false);
    expect(result.models.minimax.metrics).toEqual(result.models.naive.metrics);
    expect(result.verdict.decision).toBe('keep-naive');
  });

  it.each<[ChooseOptions, RegExp]>([
    [{}, /one of `mu`, `groupAtMost` and `index`; got none/],
    [{ mu: [0.5, 0.5], index: 1 }, /got 2 of them/],
    [{ mu: [0.5, 0.6] }, /`mu` must be a weight for each group, 1 in all/],
    [{ mu: [0.5, 0.25, 0.25] }, /each of 2 groups, "F", "M"; got 3/],
    [{ index: 1000 }, /the front has points 1 to \d+/],
    [{ groupAtMost: { f: 0.4 } }, /no group "f"; did you mean "F"\?/],
    [{ groupAtMost: { F: 0.01, M: 9 } }, /"F": asked for 0\.01, its best is 0\.\d{4}.*"M": asked for 9/],
  ])('refuses %j', async (options, message) => {
    await expect(choosePoint(from, options)).rejects.toThrow(message);
  });

  it('can have what it says is the best', async () => {
    const message = await choosePoint(from, { groupAtMost: { F: 0 } }).catch(
      ({ message }) => message as string,
    );
    const [, best] = /its best is (\d\.\d{4})/.exec(message as string)!;
    expect((await choosePoint(from, { groupAtMost: { F: Number(best) } })).result.chosen).toBeDefined();
  });
});

describe('models.bin', () => {
  const KIND = 'fairfront.front-models/1';
  const bytes = (): Buffer => readFileSync(join(from, 'models.bin'));
  function withModels(name: string, content: Uint8Array): string {
    const copy = join(folder, name);
    cpSync(from, copy, { recursive: true });
    writeFileSync(join(copy, 'models.bin'), content);
    return copy;
  }

  it('holds no column of the data but classes and groups', () => {
    const text = bytes().toString('latin1');
    const { encoder: _, ...rest } = unseal(KIND, bytes()) as Record<string, unknown>;
    expect(text).not.toContain('purpose,');
    expect(Object.keys(rest).sort()).toEqual(
      ['data', 'fingerprint', 'groups', 'notes', 'points', 'search', 'split', 'target', 'task'].sort(),
    );
  });

  it('is refused where it is damaged, cut or missing', async () => {
    const flipped = bytes();
    flipped[flipped.length - 5]! ^= 1;
    await expect(choosePoint(withModels('flipped', flipped), { index: 1 })).rejects.toThrow(/is damaged/);
    const cut = bytes().subarray(0, 1000);
    await expect(choosePoint(withModels('cut', cut), { index: 1 })).rejects.toThrow(/is damaged/);
    await expect(choosePoint(folder, { index: 1 })).rejects.toThrow(/not the folder of a front/);
  });

  it('is refused where somebody made it whose parts do not fit each other', async () => {
    const content = unseal(KIND, bytes()) as { points: { mu: unknown }[]; target: object; split: object };
    const bad = {
      mu: { ...content, points: content.points.map((point) => ({ ...point, mu: [1] })) },
      rows: { ...content, split: { ...content.split, test: Uint32Array.of(99999) } },
      labels: { ...content, target: { ...content.target, labels: new Int32Array(3) } },
      names: { ...content, points: content.points.slice(0, 5) },
      metrics: { ...content, points: content.points.map((point) => ({ ...point, trainMetrics: {} })) },
      search: { ...content, search: { strategy: 'apstar', trace: [3] } },
      nothing: {},
    };
    for (const [name, made] of Object.entries(bad)) {
      const copy = withModels(name, seal(KIND, made));
      await expect(choosePoint(copy, { index: 1 })).rejects.toThrow(/models\.bin is damaged/);
    }
  });
});

describe('fairfront choose', () => {
  it('lists the points without a choice, as text and as JSON', async () => {
    const { code, out } = await command(from);
    expect(code).toBe(0);
    expect(out).toMatch(/index {2}weight of F {2}weight of M {2}risk of F {2}risk of M {2}mean risk/);
    expect(out).toContain('Choose one with --index, with --mu, or with limits: --group-at-most.');
    const listed = JSON.parse((await command(from, '--json')).out) as { index: number; risks: number[] }[];
    expect(listed.map(({ index }) => index)).toEqual([
      ...found.points.map((_, i) => i + 1),
      ...['naive', 'balanced', 'minimax'],
    ]);
    expect(listed[0]!.risks).toEqual(found.points[0]!.risks);
  });

  it('writes the run, and prints with --json what result.json holds', async () => {
    const out = join(folder, 'command');
    const risk = found.marks.balanced.risks[0]! + 1e-6;
    const limits = ['--group-at-most', `F=${risk}`, '--group-at-most', 'M=2'];
    const { code, out: printed, err } = await command(from, ...limits, '--out', out, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(printed).toBe(readFileSync(join(out, 'result.json'), 'utf8'));
    const again = await command(from, '--index', '1', '--out', out);
    expect(again.code).toBe(2);
    expect(again.err).toContain('--force');
    expect((await command(from, '--index', '1', '--out', out, '--force', '--quiet')).out).toBe('');
  });
});
