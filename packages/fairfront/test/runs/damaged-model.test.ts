// Model files that are cut off, foreign, changed or newer than this program: each is refused in plain words, and nothing
// else is thrown.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTable, FairfrontError, fitEncoder } from '@fairfront/core';
import { exportLinear } from '@fairfront/neural';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseModel } from '../../src/browser.js';
import { fit, loadModel, predictFile } from '../../src/index.js';
import { VERSION } from '../../src/version.js';
import { categories, KINDS, loansTable, numbers } from './made-table.js';
import { workFolder } from './run-fit.js';

const folder = workFolder();
const run = join(folder, 'run');
const table = loansTable(600);
let json: string;
let onnx: Buffer;
beforeAll(async () => {
  const { save } = await fit(table, KINDS['linear']!);
  await save(run);
  json = readFileSync(join(run, 'model.json'), 'utf8');
  onnx = readFileSync(join(run, 'model.onnx'));
});

let files = 0;
/** Loads a file and predicts with it. */
async function tried(name: 'model.json' | 'model.onnx', content: string | Uint8Array): Promise<unknown> {
  const own = join(folder, `file-${files++}`);
  mkdirSync(own);
  writeFileSync(join(own, name), content);
  return (await loadModel(own)).predict(table);
}

async function refused(trying: Promise<unknown>, message: string | RegExp): Promise<void> {
  const error = await trying.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FairfrontError);
  expect((error as FairfrontError).message).toMatch(message);
}

const replaced = (changes: object): string => JSON.stringify({ ...JSON.parse(json), ...changes });

describe('model.json', () => {
  it('is refused wherever it is cut off', async () => {
    for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
      await refused(
        tried('model.json', json.slice(0, Math.floor(share * (json.length - 2)))),
        'model.json is not JSON',
      );
    }
  });

  it.each<[string, () => string, string | RegExp]>([
    [
      'another JSON',
      () => '{"a": 1}',
      'the model is not what fairfront writes: it must be fairfront.model/1',
    ],
    ['a list', () => '[]', 'it must be fairfront.model/1'],
    [
      'a newer one',
      () => replaced({ schema: 'fairfront.model/2' }),
      `the model is of the schema fairfront.model/2: fairfront ${VERSION} reads fairfront.model/1 and no newer; update fairfront`,
    ],
    ['an unknown kind', () => replaced({ kind: 'forest' }), 'the model is damaged: kind'],
    ['a class too many', () => replaced({ classes: ['a', 'b', 'c'] }), 'must have 3 outputs; it has 1'],
    [
      'a weight that is a text',
      () => replaced({ outputs: [{ intercept: 'x', weights: [] }] }),
      'the model is damaged: outputs.0.intercept',
    ],
    [
      'weights that are missing',
      () => replaced({ outputs: [{ intercept: 0, weights: [1] }] }),
      'must have a weight for each of',
    ],
    [
      'an encoder of a newer schema',
      () => replaced({ encoder: { ...JSON.parse(json).encoder, schema: 'fairfront.encoder/9' } }),
      /encoder/,
    ],
    ['no encoder', () => replaced({ encoder: null }), /encoder/],
  ])('%s is refused, in Node and by parseModel', async (_, content, message) => {
    await refused(tried('model.json', content()), message);
    expect(() => parseModel(JSON.parse(content()))).toThrow(message);
    expect(() => parseModel(JSON.parse(content()))).toThrow(FairfrontError);
  });
});

describe('model.onnx', () => {
  it('is refused wherever it is cut off, or says what it said', async () => {
    for (const share of [0, 0.01, 0.3, 0.6, 0.9, 0.99]) {
      const cut = tried('model.onnx', onnx.subarray(0, Math.floor(share * onnx.length)));
      await refused(
        cut,
        /no ONNX file, or damaged|not written by fairfront|the model is damaged|cannot be run/,
      );
    }
  });

  it('is refused where it is none, or of a newer schema', async () => {
    await refused(tried('model.onnx', 'hello'), 'the model is no ONNX file, or damaged');
    await refused(tried('model.onnx', json), 'the model is no ONNX file, or damaged');
    const changed = (from: string, to: string): Uint8Array =>
      Buffer.from(onnx.toString('latin1').replaceAll(from, to), 'latin1');
    await refused(
      tried('model.onnx', changed('fairfront.onnx/1', 'fairfront.onnx/2')),
      'the model is of the schema fairfront.onnx/2: this fairfront reads fairfront.onnx/1 and no newer; update fairfront',
    );
    await refused(
      tried('model.onnx', changed('fairfront.onnx/1', 'fairfront.onnx/x')),
      'it was not written by fairfront',
    );
    await refused(
      tried('model.onnx', changed('fairfront.schema', 'strangers.schema')),
      'it was not written by fairfront',
    );
    await refused(
      tried('model.onnx', changed('"kind"', '"kinb"')),
      'the model is damaged: what it says of its columns',
    );
    await refused(tried('model.onnx', changed('probabilities', 'probabilitiez')), /cannot be run/);
  });

  it('of somebody else is refused', async () => {
    const encoder = fitEncoder(
      createTable([numbers('a', [1, 2]), categories('b', ['x', 'y'])]),
      ['a', 'b'],
      Uint32Array.of(0, 1),
      { minLevelRows: 1 },
    );
    const parameters = new Float64Array(encoder.features.length + 1);
    const model = { classCount: 2, columnCount: encoder.features.length, parameters };
    const bytes = exportLinear(model, encoder, { name: 'y', classes: ['no', 'yes'] });
    const foreign = Buffer.from(
      Buffer.from(bytes).toString('latin1').replaceAll('fairfront.', 'foreigner.'),
      'latin1',
    );
    await refused(tried('model.onnx', foreign), 'it was not written by fairfront');
  });
});

it('a file of a run that was changed by a single bit is refused', async () => {
  for (const name of ['model.json', 'model.onnx']) {
    const copy = join(folder, `copy-${name}`);
    mkdirSync(copy);
    copyFileSync(join(run, 'SHA256SUMS'), join(copy, 'SHA256SUMS'));
    const bytes = readFileSync(join(run, name));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(copy, name), bytes);
    await refused(loadModel(copy), `${name} was changed or damaged after the run`);
    await refused(predictFile(copy, 'nothing.csv'), `${name} was changed or damaged after the run`);
  }
});

it('the version is that of package.json', () => {
  const path = new URL('../../package.json', import.meta.url);
  expect(VERSION).toBe((JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version);
});
