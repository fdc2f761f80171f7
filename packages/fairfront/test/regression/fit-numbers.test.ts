// A number is predicted: from data to verdict, files, predictions and gates.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { worstRisk } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fitted, fit, gate, loadModel, openRun, type RegressionResult } from '../../src/index.js';
import { workFolder } from '../runs/run-fit.js';
import { WAGES, wages } from './made-wages.js';

const folder = workFolder();
const run = join(folder, 'run');
const table = wages(1600);
let fitted: Fitted<RegressionResult>;

beforeAll(async () => {
  fitted = await fit(table, { ...WAGES, model: 'linear' });
  await fitted.save(run);
});

describe('a fit by squared error', () => {
  it('serves the worst group better than least squares, and says so in the target’s units', () => {
    const { verdict, models, changes, task, search } = fitted.result;
    expect(verdict).toMatchObject({ decision: 'use-minimax', worstGroup: 'south' });
    expect(task).toMatchObject({ kind: 'regression', loss: 'squared', target: 'wage' });
    const [naive, minimax] = [models.naive.metrics.test.rmse, models.minimax.metrics.test.rmse];
    expect(minimax.worst).toBeLessThan(0.85 * naive.worst);
    const south = changes.minimax.squared.byGroup[1]!.relative!;
    expect(verdict.gain!.estimate).toBeCloseTo(1 - (minimax.byGroup[1]! / naive.byGroup[1]!) ** 2, 10);
    expect(south.high).toBeLessThan(0);
    expect(search.certificate).toMatchObject({ certified: true });
    expect(search.relativeGap).toBeLessThan(0.2);
  });

  it('has the metrics of its own predictions', async () => {
    const { rows, values, models, groups } = await (await openRun<RegressionResult>(run)).predictions('test');
    const wage = table.columns.find(({ name }) => name === 'wage')!;
    if (wage.kind !== 'numeric') throw new Error('wages are numbers');
    expect([...values!]).toEqual(Array.from(rows, (row) => wage.values[row]));
    const squares = groups.names.map((_, group) => {
      const own = [...rows.keys()].filter((i) => groups.groups[i] === group);
      return own.reduce((sum, i) => sum + (models.minimax[i]! - values![i]!) ** 2, 0) / own.length;
    });
    const { squared } = fitted.result.models.minimax.metrics.test;
    expect(squared.byGroup.map((risk, group) => risk / squares[group]!)).toEqual([
      expect.closeTo(1, 10),
      expect.closeTo(1, 10),
    ]);
    expect(squared.worst).toBeCloseTo(worstRisk(squares), 8);
  });

  it('predicts numbers, from memory, model.json and model.onnx alike', async () => {
    const said = await fitted.model.predict(table);
    expect(fitted.model).toMatchObject({ predicts: 'number', classes: [], target: 'wage' });
    expect(said.length).toBe(table.rowCount);
    expect(Math.min(...said)).toBeGreaterThan(15);
    expect([...(await (await loadModel(run)).predict(table))]).toEqual([...said]);
    const onnx = await (await loadModel(join(run, 'model.onnx'))).predict(table);
    onnx.forEach((value, row) => {
      expect(Math.abs(value - said[row]!)).toBeLessThan(1e-4);
    });
    expect(() => fitted.model.decide(said)).toThrow('to decide is for classes only');
  });

  it('has a report of errors, not of classes', () => {
    const html = readFileSync(join(run, 'report.html'), 'utf8');
    const text = html.slice(html.indexOf('<main')).replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '');
    expect(/<h1[^>]*>[^<]*/.exec(html)?.[0]).toContain('How much is wage?');
    expect(text.length).toBeGreaterThan(1000);
    expect(/typical error \(RMSE\) of wage is [\d.]+ instead of [\d.]+/.test(text)).toBe(true);
    expect(/accura|calibrat|recogni|\bECE\b|of 100|probabilit|undefined|NaN/i.exec(text)).toBeNull();
  });

  it('is the same model in other units', async () => {
    const cents = await fit(wages(1600, 1e-5), { ...WAGES, model: 'linear' });
    const [own, other] = [fitted.result, cents.result];
    expect(other.verdict.decision).toBe(own.verdict.decision);
    expect(other.verdict.gain!.estimate).toBeCloseTo(own.verdict.gain!.estimate, 6);
    expect(other.models.minimax.metrics.test.rmse.worst).toBeCloseTo(
      1e-5 * own.models.minimax.metrics.test.rmse.worst,
      9,
    );
    expect(other.fingerprint).not.toBe(own.fingerprint);
  });

  it('is judged by rules of errors', async () => {
    const opened = await openRun<RegressionResult>(run);
    const { rmse, bias } = fitted.result.models.minimax.metrics.test;
    const found = await gate(opened, {
      rules: [
        'worst rmse < 99',
        'worst rmse < 0.1',
        'group south bias > -99',
        'overall r2 > 0',
        'worst bias < 99',
      ],
    });
    expect(found.rules.map(({ verdict }) => verdict)).toEqual([
      'passed',
      'failed',
      'passed',
      'passed',
      'passed',
    ]);
    expect(found.rules[0]!.value).toBe(rmse.worst);
    expect(found.rules[4]!.value).toBe(bias.worst);
    await expect(gate(opened, { rules: ['worst accuracy > 0.5'] })).rejects.toThrow(
      'accuracy is for classes only, and',
    );
    await expect(gate(opened, { baseline: opened })).rejects.toThrow('is for models of classes only');
  });

  it('keeps ordinary training where minimax does not help', async () => {
    const alike = wages(800);
    const { result } = await fit(alike, { ...WAGES, groups: 'trade', model: 'linear' });
    expect(result.verdict.decision).toBe('keep-naive');
  });

  it('repeats on several splits in RMSE', async () => {
    const { result } = await fit(wages(700), { ...WAGES, model: 'linear', splits: 2, l2: 0.01 });
    expect(result.repeats!.splits).toBe(2);
    expect(result.repeats!.worst.naive.mean).toBeGreaterThan(2);
    expect(result.repeats!.gained).toBe(2);
  });
});

describe('other models', () => {
  it('are boosted trees, and whichever is better', async () => {
    const options = { ...WAGES, model: 'boosted', trees: 20, learningRate: 0.3 } as const;
    const { result, model } = await fit(wages(700), options);
    const { rmse, r2 } = result.models.minimax.metrics.test;
    expect(r2.overall).toBeGreaterThan(0.2);
    expect(result.models.minimax.metrics.validation.r2.overall).toBeGreaterThan(0.2);
    expect(rmse.worst).toBeLessThan(result.models.naive.metrics.test.rmse.worst * 1.02);
    const said = await model.predict(wages(700));
    expect(said.every((value) => value > 15 && value < 40)).toBe(true);
    const auto = await fit(wages(800), { ...WAGES, trees: 5 });
    expect(auto.result.kind).toBeDefined();
  });
});
