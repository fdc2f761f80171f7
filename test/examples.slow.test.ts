// Every example runs as a stranger would run it, and prints what it is there to show.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../examples');

const printed: Readonly<Record<string, RegExp>> = {
  'own-oracle.mjs':
    /^ordinary training: risks 0\.088\d and 0\.849\d\nminimax: +risks 0\.34\d\d and 0\.34\d\d at weights/,
  'table-in-code.mjs':
    /^female: test risk .* ordinary .*\nmale: .*\nthe first person repays with probability 0\.\d{3}\n$/,
  'onnx-from-node.mjs':
    /^columns: job, income\nperson 1: no, 0\.0\d\d for yes\nperson 2: .*\nperson 3: yes, (0\.9\d\d|1\.000) for yes\n$|^skipped: onnxruntime-node is not installed/,
  'service.mjs':
    /^\[\{"repaid":"yes","probabilities":\{"no":0\.\d+,"yes":0\.99\d+\}\},\{"repaid":.*\}\]\n\{"error":"row 1: \\"income\\" must be a finite number.*"\}\n$/,
};

it('has an expectation for every example', () => {
  expect(readdirSync(folder).filter((name) => name.endsWith('.mjs'))).toEqual(Object.keys(printed).sort());
});

it.each(Object.entries(printed))('%s', { timeout: 120_000 }, async (name, expected) => {
  const cwd = mkdtempSync(join(tmpdir(), 'fairfront-examples-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, name)], { cwd });
    expect(stdout).toMatch(expected);
    expect(readdirSync(cwd)).toEqual([]);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
