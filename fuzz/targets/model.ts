// Model files of strangers: loaded and applied, they give probabilities or a message.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { type FitOptions, fit, loadModel } from 'fairfront';
import fc from 'fast-check';
import { mutatedBytes, mutatedValue } from '../inputs/mutations.js';
import { checkMessage, smallTable, workFolder } from '../outcome.js';
import type { Target } from '../target.js';

interface Input {
  readonly file: 'model.json' | 'model.onnx';
  readonly bytes: Uint8Array;
}

const TASK: FitOptions = { target: 'default', groups: 'sex' };
const FITS: readonly FitOptions[] = [TASK, { ...TASK, estimation: 'plug-in', folds: 2 }];
const table = smallTable();

export const model: Target<Input> = {
  inputs: async () => {
    const saved = await Promise.all(FITS.map(savedFiles));
    return fc.oneof(
      ...saved.flatMap((files) => [
        { weight: 4, arbitrary: jsonFile(mutatedValue(JSON.parse(files.json.toString()))) },
        { weight: 2, arbitrary: file('model.json', mutatedBytes(fc.constant(files.json))) },
        { weight: 1, arbitrary: file('model.onnx', mutatedBytes(fc.constant(files.onnx))) },
      ]),
    );
  },
  attempt: async ({ file, bytes }) => {
    const path = join(workFolder(), file);
    writeFileSync(path, bytes);
    try {
      const loaded = await loadModel(path);
      checkProbabilities(await loaded.predict(table), loaded.classes.length);
    } catch (error) {
      if (!(error instanceof FairfrontError)) throw error;
      checkMessage(error.message);
    }
  },
};

async function savedFiles(options: FitOptions): Promise<{ json: Buffer; onnx: Buffer }> {
  const folder = mkdtempSync(join(workFolder(), 'fit-'));
  await (await fit(table, options)).save(folder);
  return { json: readFileSync(join(folder, 'model.json')), onnx: readFileSync(join(folder, 'model.onnx')) };
}

function file(name: Input['file'], bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Input> {
  return bytes.map((each) => ({ file: name, bytes: each }));
}

function jsonFile(values: fc.Arbitrary<unknown>): fc.Arbitrary<Input> {
  return file(
    'model.json',
    values.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  );
}

function checkProbabilities(probabilities: Float64Array, classCount: number): void {
  assert.equal(probabilities.length, table.rowCount * classCount);
  for (let row = 0; row < table.rowCount; row++) {
    const own = probabilities.subarray(row * classCount, (row + 1) * classCount);
    assert.ok(
      own.every((each) => each >= 0 && each <= 1),
      `no probabilities: ${own}`,
    );
    const sum = own.reduce((total, each) => total + each, 0);
    assert.ok(Math.abs(sum - 1) < 2e-5, `they sum to ${sum}`);
  }
}
