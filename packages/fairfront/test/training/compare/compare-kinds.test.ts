// A comparison of models that are not linear: networks, and mixtures of plug-in estimation.

import { join } from 'node:path';
import { groupMetrics, groupShares, linearSolver, predictLinear } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { preparedLoans, SMALL_MLP } from '../../runs/network-runs.js';
import { nullsIn, PLUG_IN, preparedData, TINY_MLP } from '../../runs/plug-in-runs.js';
import { fit, fitJson, readResult, TWO_GROUPS, workFolder, writeLoans } from '../../runs/run-fit.js';
import '../../../../core/test/helpers/close.js';

const folder = workFolder();
const loans = writeLoans(folder, 600);
const all = ['--compare', 'zafar,feldman,kamishima,hardt,equal-risk'];

describe.each([
  ['a network', SMALL_MLP],
  ['plug-in estimation', [...PLUG_IN, '--folds', '0', '--max-solves', '20']],
  ['plug-in estimation of networks', [...PLUG_IN, ...TINY_MLP, '--folds', '0', '--max-solves', '20']],
])('held against others: %s', (name, kind) => {
  it('has every method, with its figures, table and words', async () => {
    const out = join(folder, name);
    const { code, out: text } = await fit(loans, ...TWO_GROUPS, ...kind, ...all, '--out', out);
    expect(code).toBe(0);
    const { compared, models } = readResult(out);
    const { baselines, equalisedOdds, equalRisk } = compared!;
    expect(baselines.map((own) => own.name)).toEqual(['zafar', 'feldman', 'kamishima']);
    expect(equalisedOdds).toHaveLength(6);
    expect(nullsIn(compared)).toEqual([]);
    for (const { metrics, parameter } of baselines) {
      expect(metrics.validation.crossEntropy.worst).toBe(
        Math.min(...parameter.grid.map(({ worst }) => worst)),
      );
    }
    const { worst } = models.minimax.metrics.validation.crossEntropy;
    for (const risk of equalRisk!.risks.validation.byGroup) expect(risk).toBeCloseTo(worst, 9);
    expect(text).toMatch(/^minimax \+ Hardt \*/m);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });
});

it('baselines are linear, whatever the fit trains: without repair Feldman is logistic regression', async () => {
  const args = [...TWO_GROUPS, ...SMALL_MLP, '--quiet', '--out', join(folder, 'linear')];
  const { compared } = await fitJson(loans, ...args, '--compare', 'feldman');
  const options = { target: 'default', groups: 'sex', ignore: ['grade'] };
  const { parts } = await preparedData(loans, options);
  const { model } = linearSolver(parts.train, { classCount: 2, l2: 1e-6 }).solve(
    groupShares(parts.train.groups),
  );
  const { features, labels, groups } = parts.validation;
  const { worst } = groupMetrics(predictLinear(model, features), labels, groups, 2).crossEntropy;
  expect(compared!.baselines[0]!.parameter.grid[0]!.worst).toBeCloseTo(worst, 9);
  expect((await preparedLoans(loans)).parts.validation.labels).toEqual(labels); // on the rows that the network has
});
