// A fit of linear models, from matrices on.

import { createRandom, type Table } from '@fairfront/core';
import { expect, it } from 'vitest';
import { fitResult } from '../../src/measure/fit-result.js';
import { prepareFit } from '../../src/task/prepare-fit.js';
import { fitLinear } from '../../src/training/fit-linear.js';
import { resolveFitOptions } from '../../src/training/options/fit-options.js';

function madeTable(rowCount: number): Table {
  const { uniform } = createRandom(11);
  const x = Float64Array.from({ length: rowCount }, () => uniform() - 0.5);
  const group = Uint32Array.from({ length: rowCount }, () => (uniform() < 0.3 ? 1 : 0));
  const label = x.map((value, row) =>
    value * (group[row] === 1 ? -1 : 1) + (uniform() - 0.5) / 2 > 0 ? 1 : 0,
  );
  return {
    rowCount,
    columns: [
      { kind: 'numeric', name: 'x', values: x },
      { kind: 'categorical', name: 'group', levels: ['many', 'few'], codes: group },
      { kind: 'categorical', name: 'label', levels: ['no', 'yes'], codes: Uint32Array.from(label) },
    ],
  };
}

const fit = prepareFit(madeTable(600), { target: 'label', groups: 'group' });
const options = resolveFitOptions({ model: 'linear', select: 'validation', search: 'exact', refine: true });

it('needs no hooks', async () => {
  const models = await fitLinear(fit, options);
  const { models: results, search, asked } = await fitResult(fit, models!, options);
  expect(asked).toBeUndefined();
  expect(search.certificate).toMatchObject({ certified: true });
  const worst = (name: 'naive' | 'minimax'): number => results[name].metrics.train.crossEntropy.worst;
  expect(worst('minimax')).toBeLessThan(worst('naive') * 0.9);
});

it.each(['exact', 'apstar'] as const)('%s: interrupted before it began, it finds nothing', async (search) => {
  expect(await fitLinear(fit, { ...options, search }, { signal: { aborted: true } })).toBeUndefined();
});
