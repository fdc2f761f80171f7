// Raw cells through exported trees must give what core's `encodeColumns` and the library's trees give.

import { fromBinary } from '@bufbuild/protobuf';
import {
  columnOfTexts,
  createRandom,
  createTable,
  type Encoder,
  encodeColumns,
  fitEncoder,
  type Table,
  takeRows,
} from '@fairfront/core';
import { type BoostedModel, predictBoosted, treeColumns } from '@fairfront/trees';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../../core/test/helpers/close.js';
import {
  allRows,
  encodingCase,
  namesOf,
  numbers,
  rowsOf,
} from '../../../core/test/encoder/encoder-tables.js';
import { expectError } from '../../../core/test/helpers/errors.js';
import { madeTrees, trainedTrees } from '../../../trees/test/helpers/made-trees.js';
import { describedModel } from '../../src/export/described-model.js';
import { exportBoosted } from '../../src/export/export-model.js';
import { ModelProtoSchema } from '../../src/onnx/onnx_pb.js';
import { feedsOf, likeliest, predict } from './exported.js';

const { NaN: missing, POSITIVE_INFINITY: infinite } = Number;
const LARGEST = 3.4028234663852886e38;

const targetOf = (classCount: number) => ({
  name: 'Größe',
  classes: Array.from({ length: classCount }, (_, k) => `class ${k + 1}`),
});

/** The file's probabilities must be the library's, and its labels those of its probabilities. */
async function expectSame(model: BoostedModel, of: Encoder, rows: Table): Promise<void> {
  const target = targetOf(model.classCount);
  const { probabilities, dims, labels } = await predict(exportBoosted(model, of, target), feedsOf(of, rows));
  const expected = predictBoosted(model, encodeColumns(of, rows, allRows(rows)));
  expect(dims).toEqual([rows.rowCount, model.classCount]);
  expect(probabilities).toBeAllClose(expected, { relative: 1e-6, absolute: 1e-30 }); // what comes out is float32
  expect(labels).toEqual(likeliest(probabilities, target.classes));
}

/** Rows that differ: numbers, levels of which some are missing, and such as training did not have. */
function madeTable(rowCount: number, levels: number, seed: number): Table {
  const { uniform } = createRandom(seed);
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return createTable([
    columnOfTexts(
      'place',
      rows.map(() => (uniform() < 0.1 ? undefined : `p${Math.floor(levels * uniform())}`)),
    ),
    numbers(
      'x',
      rows.map(() => (uniform() < 0.1 ? missing : 4 * uniform() - 2)),
    ),
    columnOfTexts(
      'sex',
      rows.map(() => (uniform() < 0.5 ? 'f' : 'm')),
    ),
    numbers(
      'y',
      rows.map(() => 4 * uniform() - 2),
    ),
  ]);
}

describe('exported trees', () => {
  it('predict as the library does, whatever the table and the trees', async () => {
    await fc.assert(
      fc.asyncProperty(
        encodingCase,
        fc.constantFrom(2, 3),
        fc.nat(),
        async ({ table, train, options }, classCount, seed) => {
          const of = fitEncoder(table, namesOf(table), train, options);
          const cells = table.columns.flatMap((column) =>
            column.kind === 'numeric' ? [...column.values] : [],
          );
          const thresholds = cells.filter((value) => !Number.isNaN(value)); // numbers are equal to some
          await expectSame(madeTrees(treeColumns(of), { classCount, seed, thresholds }), of, table);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    [2, 'sets'],
    [2, 'one-hot'],
    [3, 'sets'],
    [3, 'one-hot'],
  ] as const)('that were trained: %i classes, %s', async (classCount, categories) => {
    const table = madeTable(300, 40, 5);
    const { codes } = table.columns[0] as { codes: ArrayLike<number> };
    const { values } = table.columns[1] as { values: Float64Array };
    const labels = Array.from(values, (x, row) => ((codes[row]! % 5) + (x > 0 ? 1 : 0)) % classCount);
    const of = fitEncoder(table, namesOf(table), allRows(table), { minLevelRows: 4 });
    const model = trainedTrees(of, table, labels, categories);
    const { column, levelStarts } = model;
    const asked = column.indexOf(0);
    expect(levelStarts[asked + 1]! - levelStarts[asked]!).toBeGreaterThan(0); // a split by levels
    await expectSame(model, of, table);
    await expectSame(model, of, madeTable(200, 60, 6)); // has levels that training had not
  });

  it('are as good with many trees, classes and levels', async () => {
    const table = madeTable(3000, 1000, 7);
    const of = fitEncoder(table, namesOf(table), rowsOf(...Array.from({ length: 2000 }, (_, row) => row)), {
      minLevelRows: 1,
    });
    expect(of.features.length).toBeGreaterThan(800);
    const rows = takeRows(table, rowsOf(...Array.from({ length: 300 }, (_, i) => 10 * i)));
    const columns = treeColumns(of);
    await expectSame(madeTrees(columns, { trees: 500, depth: 6 }), of, rows);
    await expectSame(madeTrees(columns, { trees: 20, depth: 5, classCount: 7 }), of, rows);
  });

  it('add up in float64', async () => {
    const table = createTable([numbers('x', [0, 1])]);
    const of = fitEncoder(table, ['x'], allRows(table));
    const stump = madeTrees(treeColumns(of), { trees: 1, depth: 0 });
    const leaves = (values: number[]): BoostedModel => ({
      ...stump,
      base: Float64Array.of(0),
      treeStarts: Uint32Array.from([...values.keys(), values.length]),
      column: new Int32Array(values.length).fill(-1),
      threshold: new Float32Array(values.length),
      missingLeft: new Uint8Array(values.length),
      left: new Uint32Array(values.length),
      value: Float32Array.from(values),
      gain: new Float32Array(values.length),
      levelStarts: new Uint32Array(values.length + 1),
    });
    await expectSame(leaves([2 ** 25, 1, -(2 ** 25)]), of, table); // the 1 would be lost in float32
    await expectSame(leaves([]), of, table);
  });

  it.each([0, 1])('take %i rows', async (rowCount) => {
    const table = madeTable(40, 5, 8);
    const of = fitEncoder(table, namesOf(table), allRows(table), { minLevelRows: 1 });
    for (const classCount of [2, 3]) {
      const rows = takeRows(table, rowsOf(...[6].slice(0, rowCount)));
      await expectSame(madeTrees(treeColumns(of), { classCount }), of, rows);
    }
  });

  it('ask for one column alone, of either kind', async () => {
    const table = madeTable(60, 8, 9);
    for (const name of namesOf(table)) {
      const of = fitEncoder(table, [name], allRows(table), { minLevelRows: 1 });
      await expectSame(madeTrees(treeColumns(of)), of, table);
    }
  });
});

describe('a number', () => {
  const table = createTable([numbers('x', [-1, 1, 2])]);
  const of = fitEncoder(table, ['x'], allRows(table));
  const ofLeft = 1 / (1 + Math.exp(-1));
  /** Whether each number goes left at a node. */
  async function goLeft(
    threshold: number,
    missingLeft: 0 | 1,
    values: readonly number[],
  ): Promise<boolean[]> {
    const model: BoostedModel = {
      classCount: 2,
      columns: [{ kind: 'numeric' }],
      base: Float64Array.of(0),
      treeStarts: Uint32Array.of(0, 3),
      column: Int32Array.of(0, -1, -1),
      threshold: Float32Array.of(threshold, 0, 0),
      missingLeft: Uint8Array.of(missingLeft, 0, 0),
      left: Uint32Array.of(1, 0, 0),
      value: Float32Array.of(0, 1, -1),
      gain: new Float32Array(3),
      levelStarts: new Uint32Array(4),
      levels: new Uint32Array(0),
    };
    const rows: Table = { rowCount: values.length, columns: [numbers('x', values)] }; // infinite ones among them
    await expectSame(model, of, rows);
    const { probabilities } = await predict(exportBoosted(model, of, targetOf(2)), feedsOf(of, rows));
    return values.map((_, row) => Math.abs(probabilities[2 * row + 1]! - ofLeft) < 1e-6);
  }

  it('is compared as float32', async () => {
    const near = Math.fround(0.1);
    expect(await goLeft(near, 0, [near, near + 1e-12, near + 1e-8, 0.1])).toEqual([true, true, false, true]);
  });

  it('that is too large is the largest, an infinite one too', async () => {
    const far = [LARGEST, 1e300, infinite, -1e300, -infinite, missing];
    expect(await goLeft(LARGEST, 0, far)).toEqual([true, true, true, true, true, false]);
    expect(await goLeft(1e38, 1, far)).toEqual([false, false, false, true, true, true]);
    expect(await goLeft(-LARGEST, 0, far)).toEqual([false, false, false, true, true, false]);
  });

  it('that is small is not 0', async () => {
    const small = 2 ** -149;
    expect(await goLeft(0, 0, [0, -0, small, -small, 1e-60])).toEqual([true, true, false, true, true]);
  });
});

describe('a set of levels', () => {
  const levelsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `l${i}`);

  /** Every level, a missing cell and one that training had not. */
  it.each([1, 2, 5, 30, 31, 32, 33, 64, 65, 100])('out of %i', async (count) => {
    const names = levelsOf(count);
    const rows = createTable([
      columnOfTexts('c', [...names, undefined, 'new']),
      numbers('x', [...names.map((_, i) => i), 0, 1]),
    ]);
    const train = rowsOf(...names.keys(), count); // there is a missing one among them
    const of = fitEncoder(rows, ['c', 'x'], train, { minLevelRows: 1 });
    const columns = treeColumns(of);
    expect(columns[0]).toEqual({ kind: 'categorical', levels: count });
    const { uniform } = createRandom(count);
    const sets = [0, 0.05, 0.3, 0.5, 0.8, 1].map((share) =>
      [...names.keys()].filter(() => uniform() < share),
    );
    for (const set of sets) {
      for (const missingLeft of [0, 1]) {
        const model: BoostedModel = {
          classCount: 2,
          columns,
          base: Float64Array.of(0),
          treeStarts: Uint32Array.of(0, 3),
          column: Int32Array.of(0, -1, -1),
          threshold: new Float32Array(3),
          missingLeft: Uint8Array.of(missingLeft, 0, 0),
          left: Uint32Array.of(1, 0, 0),
          value: Float32Array.of(0, 1, -1),
          gain: new Float32Array(3),
          levelStarts: Uint32Array.of(0, set.length, set.length, set.length),
          levels: Uint32Array.from(set),
        };
        await expectSame(model, of, rows);
      }
    }
  });
});

describe('the file', () => {
  const table = madeTable(60, 6, 10);
  const of = fitEncoder(table, namesOf(table), allRows(table), { minLevelRows: 8 });
  const model = madeTrees(treeColumns(of));

  it('says what it is, what it takes and what it predicts', () => {
    const bytes = exportBoosted(model, of, targetOf(2), { description: 'Minimax.', metadata: { mu: '[1]' } });
    const { docString, metadataProps, opsetImport } = fromBinary(ModelProtoSchema, bytes);
    const metadata = Object.fromEntries(metadataProps.map(({ key, value }) => [key, value]));
    expect(docString).toMatch(/^Minimax\.\n\nPredicts "Größe"/);
    expect(metadata).toMatchObject({ mu: '[1]', 'fairfront.kind': 'boosted' });
    expect(opsetImport.map(({ domain, version }) => [domain, version])).toEqual([
      ['', 17n],
      ['ai.onnx.ml', 5n],
    ]);
    expect(describedModel(bytes)).toEqual({
      target: 'Größe',
      classes: ['class 1', 'class 2'],
      inputs: [
        { column: 'place', input: 'place', kind: 'categorical' },
        { column: 'x', input: 'x', kind: 'numeric' },
        { column: 'sex', input: 'sex', kind: 'categorical' },
        { column: 'y', input: 'y', kind: 'numeric' },
      ],
    });
  });

  it('does not hold the names of rare levels', () => {
    const rare = createTable([
      columnOfTexts('c', ['often', 'often', 'secret', 'hidden', undefined]),
      numbers('x', [1, 2, 3, 4, 5]),
    ]);
    const encoder = fitEncoder(rare, ['c', 'x'], allRows(rare), { minLevelRows: 2 });
    const text = new TextDecoder().decode(
      exportBoosted(madeTrees(treeColumns(encoder)), encoder, targetOf(2)),
    );
    expect(text).toContain('often');
    expect(text).not.toMatch(/secret|hidden/);
  });

  it('is not written for another encoder or target, or for scores that are none', () => {
    const fewer = fitEncoder(table, ['x', 'place'], allRows(table), { minLevelRows: 8 });
    const run =
      (encoder: Encoder, classCount = 2, own = model) =>
      () =>
        exportBoosted(own, encoder, targetOf(classCount));
    expectError(run(fewer), 'bad-problem', 'grown on 4 columns', 'encoder has 2', 'training rows');
    const others = fitEncoder(table, namesOf(table), allRows(table), { minLevelRows: 1 });
    expectError(run(others), 'bad-problem', 'levels in column 1', 'its column "place"');
    expectError(run(of, 3), 'bad-problem', '2 classes', 'has 3');
    const value = model.value.map((score, node) => (node === 1 ? missing : score));
    expectError(run(of, 2, { ...model, value }), 'bad-problem', 'must be finite', 'NaN');
    const texts = fitEncoder(
      createTable([columnOfTexts('note', ['so it is', 'it was not'])]),
      ['note'],
      rowsOf(0, 1),
      { text: ['note'] },
    );
    expectError(run(texts), 'bad-encoder', '"note" holds texts');
  });
});
