// fairfront/browser in a page: it imports nothing of Node, and says what the library says in Node.

import { createTable, fitEncoder } from '@fairfront/core';
import { treeColumns } from '@fairfront/trees';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import { madeTrees } from '../../../trees/test/helpers/made-trees.js';
import { parseModel } from '../../src/browser.js';
import { toModelFile } from '../../src/runs/model-file.js';
import { categories, numbers } from '../runs/made-table.js';
import { noPage, type OpenPage, openPage } from './open-page.js';

if (noPage !== undefined) process.stdout.write(`skipped: fairfront/browser, since ${noPage}\n`);

const table = createTable([
  numbers('age', [20, 40, 60, undefined]),
  categories('purpose', ['car', 'home', 'home', 'car']),
]);
/** Exponential functions differ in their last bit. */
const CLOSE = { absolute: 1e-15 };
const rows = Uint32Array.of(0, 1, 2, 3);
const target = { name: 'repaid', classes: ['no', 'yes'] };
const encoder = fitEncoder(table, ['age', 'purpose'], rows, { minLevelRows: 1 });
const linear = {
  classCount: 2,
  columnCount: encoder.features.length,
  parameters: Float64Array.from({ length: encoder.features.length + 1 }, (_, i) => i - 1.5),
};
const models = {
  linear,
  boosted: madeTrees(treeColumns(encoder), { thresholds: [20, 40, 50] }),
  'plug-in': {
    components: {
      classCount: 2,
      priors: [0.3, 0.7],
      outcomes: [linear, { constant: [0.2, 0.8] }],
      membership: linear,
    },
    mu: [0.5, 0.5],
  },
};

describe.skipIf(noPage !== undefined)('in a page', () => {
  let page: OpenPage;
  beforeAll(async () => {
    page = await openPage();
  }, 120_000);
  afterAll(() => page?.close());

  it.each(Object.entries(models))('%s predicts objects as in Node', async (_, model) => {
    const json = JSON.stringify(toModelFile(model, encoder, target));
    const people = [
      { age: 38, purpose: 'car' },
      { age: null, purpose: null },
      { age: 70, purpose: 'boat' },
    ];
    const said = await page.call('predictRows', json, JSON.stringify(people));
    expect(said).toBeAllClose(await parseModel(JSON.parse(json)).predict(people), CLOSE);
    expect(new Set(said).size).toBeGreaterThan(2);
  });

  it('predicts tables, refuses what is no model, and asks no other host for anything', async () => {
    const alone = fitEncoder(table, ['age'], rows);
    const parameters = Float64Array.of(1, 0, 0.5);
    const model = {
      classCount: 2,
      columnCount: alone.features.length,
      parameters: parameters.subarray(3 - alone.features.length - 1),
    };
    const json = JSON.stringify(toModelFile(model, alone, target));
    const expected = await parseModel(JSON.parse(json)).predict([{ age: 30 }, { age: 50 }]);
    expect(await page.call('predictNumbers', json, 'age', [30, 50])).toBeAllClose(expected, CLOSE);
    expect(await page.call('refused', '{"schema": "fairfront.model/7"}')).toMatch(
      /^FairfrontError: the model is of the schema fairfront\.model\/7: fairfront .* update fairfront$/,
    );
    expect([...page.hosts]).toEqual(['127.0.0.1']);
  });
});
