// Networks that predict a number, and fits that go on where they were ended.

import { expect, it } from 'vitest';
import { fit, type RegressionOptions } from '../../src/index.js';
import type { RunProgress } from '../../src/runs/checkpoint-content.js';
import { WAGES, wages } from './made-wages.js';

it('a network predicts wages in their own units', async () => {
  const table = wages(1000, 1000);
  const { result, model } = await fit(table, {
    ...{
      ...WAGES,
      model: 'mlp',
      hidden: [8],
      maxEpochs: 60,
      maxSolves: 2,
      batchSize: 32,
      learningRate: 0.01,
      threads: 1,
    },
  });
  expect(result.models.naive.metrics.test.r2.overall).toBeGreaterThan(0.2);
  const said = await model.predict(table);
  expect(said.every((value) => value > 10_000 && value < 50_000)).toBe(true);
  expect(result.search.certificate.certified).toBe(false);
});

it.each([
  ['linear', {}],
  ['boosted', { trees: 8 }],
])('%s: a fit that was ended goes on to the same result', async (model, more) => {
  const options = { ...WAGES, model, ...more } as RegressionOptions;
  const table = wages(900);
  const whole = await fit(table, options);
  let kept: RunProgress | undefined;
  const signal = { aborted: false };
  const ended = fit(table, options, {
    signal,
    onCheckpoint: (progress) => {
      kept = progress();
      signal.aborted = true;
    },
  });
  await expect(ended).rejects.toThrow('cancelled');
  expect(kept).toBeDefined();
  const resumed = await fit(table, options, { resume: kept });
  expect(resumed.result).toEqual(whole.result);
});
