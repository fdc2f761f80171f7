// Small fits of networks, and the same data as a test sees them.

import { loadData } from '../../src/task/load-data.js';
import { type PreparedFit, prepareFit } from '../../src/task/prepare-fit.js';

/** Four solves of three epochs: naive, balanced, which the search begins with, and two more. */
export const SMALL = ['--hidden', '8,8', '--max-epochs', '3', '--max-solves', '3', '--learning-rate', '0.01'];
export const SMALL_MLP = ['--model', 'mlp', ...SMALL];
export const SMALL_RESNET = ['--model', 'resnet', ...SMALL];

/** As `fit` prepares the loans with TWO_GROUPS. */
export async function preparedLoans(path: string, seed = 1): Promise<PreparedFit> {
  const data = await loadData(path, { ignore: ['grade'] });
  return prepareFit(data, { target: 'default', groups: 'sex', seed }, { layout: 'dense' });
}
