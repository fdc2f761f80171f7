// A comparison that fails, with models made by hand: they are closed, and the error is told.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { expect, it, vi } from 'vitest';
import { fitLinear } from '../../../src/training/fit-linear.js';
import type { FittedModels } from '../../../src/training/fitted-models.js';
import { fit, TWO_GROUPS, workFolder, writeLoans } from '../../runs/run-fit.js';

vi.mock('../../../src/training/fit-linear.js', () => ({ fitLinear: vi.fn() }));

const folder = workFolder();

it('closes the models where a method fails, once, and leaves no result', async () => {
  const close = vi.fn(async () => {});
  const failing = {
    minimax: {},
    predict: () => {
      throw new FairfrontError('bad-risks', 'these models predict nothing');
    },
    close,
  } as unknown as FittedModels<never>;
  vi.mocked(fitLinear).mockResolvedValue(failing);
  const out = join(folder, 'out');
  const args = [...TWO_GROUPS, '--model', 'linear', '--compare', 'equal-risk', '--out', out];
  const { code, out: text, err } = await fit(writeLoans(folder, 600), ...args);
  expect(err).toContain('these models predict nothing');
  expect(code).not.toBe(0);
  expect(text).toBe('');
  expect(close).toHaveBeenCalledTimes(1);
  expect(existsSync(join(out, 'result.json'))).toBe(false);
});
