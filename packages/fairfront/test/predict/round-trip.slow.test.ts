// Whatever is in a table, a model says the same of it in memory, from model.json, from model.onnx in Node, through a CSV
// file, and in a page.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FitOptions, fit, loadModel, type Model, predictFile, readTable } from '../../src/index.js';
import '../../../core/test/helpers/close.js';
import { asCsv, asObjects, asTable, type MadeColumn, made } from './made-rows.js';
import { noPage, type OpenPage, openPage } from './open-page.js';

if (noPage !== undefined) process.stdout.write(`skipped: predicting in a page, since ${noPage}\n`);

const RUNS = 15;
const SMALL = {
  minGroup: 2,
  missingGroup: 'own',
  select: 'validation',
  search: 'apstar',
  maxSolves: 3,
} as const;
const KINDS: Readonly<Record<string, FitOptions>> = {
  linear: { ...SMALL, model: 'linear' },
  boosted: { ...SMALL, model: 'boosted', trees: 6, maxDepth: 3 },
  network: { minGroup: 2, model: 'mlp', hidden: [4], maxEpochs: 2, maxSolves: 2 },
  'plug-in of linear models': {
    minGroup: 2,
    model: 'linear',
    estimation: 'plug-in',
    search: 'apstar',
    folds: 0,
    maxSolves: 3,
  },
};
const CLOSE = { absolute: 1e-6 };

const folder = mkdtempSync(join(tmpdir(), 'fairfront-round-trip-'));
let page: OpenPage | undefined;
beforeAll(async () => {
  if (noPage === undefined) page = await openPage();
}, 120_000);
afterAll(async () => {
  await page?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(KINDS))('%s', (kind, options) => {
  it('says the same of a random table wherever it is asked', { timeout: 300_000 }, async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(made, async ({ training, rows, target, group }) => {
        const run = join(folder, `${kind}-${count++}`);
        const fitted = await fit(training, { ...options, target, groups: quotedName(group) });
        await fitted.save(run);
        const expected = await fitted.model.predict(asTable(rows));
        expect(expected.every((share) => share >= 0 && share <= 1)).toBe(true);
        expect(await fitted.model.predict(asObjects(rows))).toEqual(expected);
        for (const name of ['model.json', 'model.onnx']) {
          const path = join(run, name);
          if (!existsSync(path)) continue;
          const model = await loadModel(path);
          expect(await model.predict(asObjects(rows))).toBeAllClose(expected, CLOSE);
          await expectFile(model, rows, expected, run);
          if (page !== undefined) expect(await inPage(page, path, model, rows)).toBeAllClose(expected, CLOSE);
        }
      }),
      { numRuns: RUNS, seed: 20, endOnFailure: true },
    );
    expect(page?.hosts ?? new Set(['127.0.0.1'])).toEqual(new Set(['127.0.0.1']));
  });
});

/** A name in an expression of groups. */
const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Through a CSV file: the same numbers, behind the same text. */
async function expectFile(
  model: Model,
  rows: readonly MadeColumn[],
  expected: Float64Array,
  run: string,
): Promise<void> {
  const [data, out] = [join(run, 'rows.csv'), join(run, 'out.csv')];
  writeFileSync(data, asCsv(rows, ';'));
  const names = [...model.classes.map((name) => `p_probability_${name}`), 'p_prediction'];
  const { added } = await predictFile(model, data, { out, prefix: 'p_', delimiter: ';', force: true });
  expect(added).toEqual(names);
  const { table } = await readTable(out, {
    delimiter: ';',
    categorical: ['p_prediction'],
    numeric: names.slice(0, -1),
  });
  const own = names.map((name) => table.columns.find((column) => column.name === name)!);
  const shares = own.slice(0, -1).map((column) => (column.kind === 'numeric' ? column.values : []));
  const said = Float64Array.from(
    expected,
    (_, i) => shares[i % model.classes.length]![Math.floor(i / model.classes.length)]!,
  );
  expect(said).toBeAllClose(expected, CLOSE);
  const [last] = own.slice(-1);
  const decided = last!.kind === 'categorical' ? [...last!.codes].map((code) => last!.levels[code]) : [];
  expect(decided).toEqual([...model.decide(said)].map((k) => model.classes[k]));
  expect(
    readFileSync(out, 'utf8').startsWith(
      asCsv(
        rows.map((column) => ({ ...column, cells: [] })),
        ';',
      ).trimEnd(),
    ),
  ).toBe(true);
}

function inPage(
  { call }: OpenPage,
  path: string,
  model: Model,
  rows: readonly MadeColumn[],
): Promise<number[]> {
  if (path.endsWith('.json'))
    return call('predictRows', readFileSync(path, 'utf8'), JSON.stringify(asObjects(rows)));
  const feeds = model.columns.map(({ name, kind }) => {
    const { cells } = rows.find((column) => column.name === name)!;
    return kind === 'numeric'
      ? { name, numbers: cells.map((cell) => String(cell ?? Number.NaN)) }
      : { name, texts: cells.map((cell) => String(cell ?? '')) };
  });
  return call('predictOnnx', [...readFileSync(path)], feeds);
}
