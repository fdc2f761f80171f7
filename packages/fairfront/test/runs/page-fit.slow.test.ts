// fairfront/browser in a page trains what the library trains in Node: one thread there, several here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceAliases } from '../../../../scripts/entry-points.mjs';
import { drawFront } from '../../src/front/draw-front.js';
import { explorePoints } from '../../src/front/explore-points.js';
import {
  decide,
  type FitOptions,
  type FitResult,
  fit,
  front,
  loadData,
  loadModel,
  predictFile,
} from '../../src/index.js';
import { inspect } from '../../src/inspect/inspection.js';
import { readTable } from '../../src/read/read-table.js';
import { noPage, type OpenPage, openPage, withoutNode } from '../predict/open-page.js';
import { loans, workFolder, writeLoans } from './run-fit.js';

if (noPage !== undefined) process.stdout.write(`skipped: fits in a page, since ${noPage}\n`);

const bytes = [...readFileSync(join(import.meta.dirname, '../../data/german/german.data.gz'))];
const folder = workFolder();

/**
 * Numbers must agree to 1e-9: the exponential functions of two releases of V8 differ in their last bit. How near to 0 the
 * gradient is in the end is no more than such bits.
 */
function expectSame(own: unknown, other: unknown, path = ''): void {
  if (path.endsWith('.gradientNorm')) return;
  if (typeof own === 'number' && typeof other === 'number') {
    const far = Math.abs(own - other) > 1e-9 * Math.max(1, Math.abs(own));
    if (far) expect(`${path}: ${own}`).toBe(`${path}: ${other}`);
    return;
  }
  if (typeof own !== 'object' || own === null || typeof other !== 'object' || other === null) {
    expect([path, own]).toEqual([path, other]);
    return;
  }
  expect([path, ...Object.keys(own)]).toEqual([path, ...Object.keys(other)]);
  for (const [name, value] of Object.entries(own)) {
    expectSame(value, (other as Record<string, unknown>)[name], `${path}.${name}`);
  }
}

describe.skipIf(noPage !== undefined)('in a page', { timeout: 240_000 }, () => {
  let page: OpenPage;
  beforeAll(async () => {
    page = await openPage();
  }, 240_000);
  afterAll(() => page?.close());

  it.each<[string, FitOptions]>([
    ['linear models', { model: 'linear' }],
    ['boosted trees', { model: 'boosted', trees: 30 }],
    ['either', { trees: 30 }],
  ])('a fit of %s is that of Node', async (_, options) => {
    const run = await page.call('fitDataset', 'german:gender', bytes, options);
    const fitted = await fit(await loadData('german:gender'), options);
    const out = join(folder, JSON.stringify(options).replace(/\W/g, ''));
    await fitted.save(out);
    const result = JSON.parse(run.result) as FitResult;
    expectSame(result, JSON.parse(JSON.stringify(fitted.result)));
    expect(run.events.at(-1)).toBe('measuring');
    const read = (name: string) => readFileSync(join(out, name));
    for (const name of ['model.json', 'result.json']) {
      expectSame(JSON.parse(run.files[name] as string), JSON.parse(read(name).toString()));
    }
    const onnx = Uint8Array.from(run.files['model.onnx'] as number[]);
    expect(onnx.length).toBe(read('model.onnx').length);
    const decision = (await decide(out, { cost: { FP: 1, FN: 3 } })).result;
    expectSame(JSON.parse(run.decision), JSON.parse(JSON.stringify({ ...decision, run: 'german:gender' })));
  });

  it('a front is that of Node, and can be explored', async () => {
    const made = await page.call('frontOfDataset', 'german:gender', bytes);
    const data = await loadData('german:gender');
    expectSame(
      JSON.parse(made.result),
      JSON.parse(JSON.stringify((await front(data, { steps: 10 })).result)),
    );
    const { kept } = await drawFront(data, { steps: 10 });
    expectSame(JSON.parse(made.explored), JSON.parse(JSON.stringify(explorePoints(kept()!))));
  });

  it('reads CSV by the same rules', async () => {
    const path = writeLoans(folder, 500);
    const here = inspect(await readTable(path), { target: 'default', groups: 'sex' });
    const there = await page.call('inspectCsv', [...readFileSync(path)], 'default', 'sex');
    expectSame(JSON.parse(there), JSON.parse(JSON.stringify({ ...here, data: 'table' })));
    const broken = [...Buffer.from('a,b\n1,2\n3\n')];
    expect(await page.call('inspectCsv', broken, 'a', 'b')).toMatch(/^ReadError: people\.csv, line 3/);
    const sheet = [...Buffer.from('PK\x03\x04 and so on')];
    expect(await page.call('inspectCsv', sheet, 'a', 'b')).toMatch(/is a zip archive or an Excel workbook/);
    const latin = [...Buffer.from('name\ncaf\xe9\n', 'latin1')];
    expect(await page.call('inspectCsv', latin, 'a', 'b')).toMatch(/line 2: this is not text in UTF-8/);
  });

  it('predicts the rows of a CSV as `predict` does', async () => {
    const csv = loans(600);
    const path = writeLoans(folder, 600);
    const task = { target: 'default', groups: 'sex', ignore: ['grade'], model: 'linear' } as const;
    const run = join(folder, 'predicting');
    await (await fit(await loadData(path), task)).save(run);
    const out = join(folder, 'predicted.csv');
    await predictFile(run, path, { out });
    const said = await page.call('predictText', readFileSync(join(run, 'model.json'), 'utf8'), csv);
    const cells = (text: string) =>
      text.split('\n').map((line) => line.split(',').map((cell) => Number(cell) || cell));
    expectSame(cells(said), cells(readFileSync(out, 'utf8')));
    expect((await loadModel(run)).classes).toEqual(['no', 'yes']);
  });

  it.each<[FitOptions, RegExp]>([
    [{ model: 'mlp' }, /`model: 'mlp'`: networks are trained not in a page/],
    [{ estimation: 'plug-in' }, /`estimation: 'plug-in'`: mixtures are trained not in a page/],
  ])('refuses %o', async (options, words) => {
    const given = { target: 'default', groups: 'sex', ...options };
    expect(await page.call('fitRefused', loans(200), given)).toMatch(words);
  });

  it('asks no other host for anything', () => {
    expect([...page.hosts]).toEqual(['127.0.0.1']);
  });
});

it('what is built for a page gives the bits that Node gives, where the engine is the same', {
  timeout: 240_000,
}, async () => {
  const outDir = join(folder, 'built');
  await build({
    ...{
      configFile: false,
      logLevel: 'error',
      plugins: [withoutNode],
      resolve: { alias: sourceAliases(true) },
    },
    build: {
      ...{ outDir, target: 'es2022', minify: false },
      lib: { entry: join(import.meta.dirname, '../../src/browser.ts'), formats: ['es'], fileName: 'engine' },
    },
  });
  const engine: typeof import('../../src/browser.js') = await import(
    pathToFileURL(join(outDir, 'engine.js')).href
  );
  const data = await engine.readDataset('german:gender', Uint8Array.from(bytes));
  for (const options of [{ model: 'linear' }, { model: 'boosted', trees: 30 }] as const) {
    const inPage = await engine.fit(data, options);
    const inNode = await fit(await loadData('german:gender'), options);
    expect(JSON.stringify(inPage.result)).toBe(JSON.stringify(inNode.result));
    const out = join(folder, options.model);
    await inNode.save(out);
    for (const [name, content] of Object.entries(inPage.files())) {
      expect([name, Buffer.from(content)]).toEqual([name, readFileSync(join(out, name))]);
    }
  }
});
