// The memory that an exported model of texts takes. Slow tests have a process to themselves, so that its peak is
// theirs.

import {
  columnOfTexts,
  createRandom,
  createTable,
  encodeSparse,
  fitEncoder,
  predictLinear,
} from '@fairfront/core';
import { expect, it } from 'vitest';
import { exportLinear } from '../../src/export/export-model.js';
import '../../../core/test/helpers/close.js';
import { allRows } from '../../../core/test/encoder/encoder-tables.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { feedsOf } from './exported.js';

it('takes thousands of rows and ten thousand words at once, in little memory', async () => {
  const random = createRandom(3);
  const word = (): string => `w${Math.floor(20_000 * random.uniform() ** 3).toString(36)}`;
  const texts = Array.from({ length: 8192 }, () => Array.from({ length: 20 }, word).join(' '));
  const table = createTable([columnOfTexts('text', texts)]);
  const encoder = fitEncoder(table, ['text'], allRows(table), { text: ['text'], minLevelRows: 1 });
  const columnCount = 10_000;
  expect(encoder.features).toHaveLength(columnCount);
  const parameters = Float64Array.from({ length: columnCount + 1 }, () => 8 * random.uniform() - 4);
  const model = { classCount: 2, columnCount, parameters };
  const bytes = exportLinear(model, encoder, { name: 'label', classes: ['ham', 'spam'] });
  const session = await nodeRuntime.open(bytes, { threads: 1 });
  const before = process.memoryUsage().rss;
  const { probabilities } = await session.run(feedsOf(encoder, table));
  const peak = process.resourceUsage().maxRSS * 1024;
  await session.close();
  expect(probabilities!.data as Float32Array).toBeAllClose(
    predictLinear(model, encodeSparse(encoder, table, allRows(table))),
    { relative: 1e-6 },
  );
  // As a matrix of doubles the words alone would be 655 MB.
  expect(peak - before).toBeLessThan(400e6);
});
