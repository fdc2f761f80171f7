// The model.onnx of a run, read by onnxruntime alone: raw columns in, probabilities and labels out, no group needed.
// docs/onnx.md has the same for Python.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnOfTexts, createTable } from '@fairfront/core';
import { fit } from 'fairfront';

const onnx = await import('onnxruntime-node').catch(() => undefined);
if (onnx === undefined) {
  console.log('skipped: onnxruntime-node is not installed; npm install onnxruntime-node');
  process.exit(0);
}

// A run, as `fairfront fit` leaves it.
const people = Array.from({ length: 1000 }, (_, i) => {
  const income = 20 + ((i * 7919) % 97);
  return {
    sex: i % 3 === 0 ? 'female' : 'male',
    job: i % 7 < 3 ? 'yes' : 'no',
    income,
    repaid: income + ((i * 31) % 41) - 20 > 60 ? 'yes' : 'no',
  };
});
const texts = (name) =>
  columnOfTexts(
    name,
    people.map((person) => person[name]),
  );
const income = {
  kind: 'numeric',
  name: 'income',
  values: Float64Array.from(people, (person) => person.income),
};
const fitted = await fit(createTable([texts('sex'), texts('job'), income, texts('repaid')]), {
  target: 'repaid',
  groups: 'sex',
});
const folder = mkdtempSync(join(tmpdir(), 'fairfront-example-'));
await fitted.save(folder);

// Every column is an input of shape rows × 1: numbers as float64, NaN where missing; texts as strings, '' where missing.
const { InferenceSession, Tensor } = onnx.default ?? onnx;
const session = await InferenceSession.create(join(folder, 'model.onnx'));
console.log(`columns: ${session.inputNames.join(', ')}`);
const { probabilities, label } = await session.run({
  income: new Tensor('float64', Float64Array.of(25, 60, 110), [3, 1]),
  job: new Tensor('string', ['yes', '', 'no'], [3, 1]),
});
for (const [row, word] of label.data.entries()) {
  console.log(`person ${row + 1}: ${word}, ${probabilities.data[2 * row + 1].toFixed(3)} for yes`);
}
rmSync(folder, { recursive: true });
