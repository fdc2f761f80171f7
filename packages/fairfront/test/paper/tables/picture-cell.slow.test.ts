// Cells that train networks on pictures. The paper's own recipe, DenseNet121 from weights that were trained
// before, needs pictures, weights and an accelerator; here it runs on a few made-up pictures and made-up
// weights.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnOfTexts, createRandom, createTable } from '@fairfront/core';
import { initialParameters, type PictureNetwork, parameterShapes } from '@fairfront/neural/internal';
import { expect, it, onTestFinished } from 'vitest';
import { studies } from '../../../src/paper/tables/table-recipes.js';
import { trainCell } from '../../../src/paper/tables/train-cell.js';
import { prepareFit } from '../../../src/task/prepare-fit.js';

const SIDE = 32;
const KINDS = ['akiec', 'bcc', 'nv'];
const ROWS = 120;

/** A lesion of each kind is of another colour. */
function madeFit() {
  const random = createRandom(5);
  const values = new Uint8Array(ROWS * SIDE * SIDE * 3);
  values.forEach((_, i) => {
    const kind = Math.floor(i / (SIDE * SIDE * 3)) % KINDS.length;
    values[i] = 90 + 60 * random.uniform() + (i % 3 === kind ? 60 : 0);
  });
  const rows = Array.from({ length: ROWS }, (_, row) => row);
  const table = createTable([
    columnOfTexts(
      'image_id',
      rows.map((row) => `${row}`),
    ),
    columnOfTexts(
      'dx',
      rows.map((row) => KINDS[row % KINDS.length]!),
    ),
  ]);
  const pictures = { column: 'image_id', height: SIDE, width: SIDE, values };
  return prepareFit({ table, pictures }, { target: 'dx', groups: 'dx', minGroup: 5 }, { layout: 'pictures' });
}

/** The parameters of a network as safetensors. */
function safetensors(network: PictureNetwork): Uint8Array {
  const parameters = initialParameters(network, createRandom(2));
  let end = 0;
  const header = Object.fromEntries(
    parameterShapes(network).map(({ name, shape }) => {
      const start = end;
      end += 4 * shape.reduce((product, length) => product * length, 1);
      return [name, { dtype: 'F32', shape, data_offsets: [start, end] }];
    }),
  );
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, new Uint8Array(parameters.buffer)]);
}

it('trains DenseNet121 as the paper has it, from weights of ImageNet’s thousand classes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-weights-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const weights = join(folder, 'densenet121.safetensors');
  writeFileSync(
    weights,
    safetensors({ kind: 'densenet121', picture: { height: 224, width: 224 }, classes: 1000 }),
  );
  expect(studies['ham10000-full'].network).toEqual({
    model: 'densenet121',
    loss: 'brier',
    learningRate: 5e-6,
    batchSize: 32,
    quick: { groupRows: 20 },
  });
  const fit = madeFit();
  const trained = await trainCell(
    { fit, knowable: fit },
    'balanced',
    { study: 'ham10000-full', quick: true, seed: 1, weights },
    () => undefined,
  );
  try {
    expect(trained.predictions).toHaveLength(3);
    expect(trained.detail).toMatch(
      /^3 epochs, ended by max-epochs; \d+ solves.*; last layer .*, certified to \d\.\de-\d+$/,
    );
    for (const predict of trained.predictions) {
      const probabilities = await predict('test');
      expect(probabilities).toHaveLength(fit.parts.test.labels.length * KINDS.length);
      expect(probabilities.every((share) => share >= 0 && share <= 1)).toBe(true);
    }
    const { labels } = fit.parts.test;
    const last = await trained.predictions[2]!('test');
    const right = [...labels].filter((label, row) => {
      const own = last.subarray(row * KINDS.length, (row + 1) * KINDS.length);
      return own.indexOf(Math.max(...own)) === label;
    });
    expect(right.length / labels.length).toBeGreaterThan(0.8); // features that nobody trained tell colours apart
  } finally {
    await trained.close?.();
  }
}, 300_000);
