// What a worker takes away from what a job says.

import { expect, it } from 'vitest';
import { JOBS } from '../../src/worker/jobs.js';

it('a split makes no folder and reads no file because a job says so', () => {
  const files = { cache: { folder: 'elsewhere' }, pictures: {}, backbone: {} };
  const options = { target: 'y', weights: 'elsewhere', image: 'path', backbone: 'elsewhere' };
  const clean = JOBS['split']!.clean!({ data: { table: 'rows', ...files }, options });
  expect(JSON.parse(JSON.stringify(clean))).toEqual({ data: { table: 'rows' }, options: { target: 'y' } });
});
