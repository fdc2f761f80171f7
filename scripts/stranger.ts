// A stranger's first program, run by scripts/check-packages.mjs where only the packed packages are installed:
// reads a CSV, fits, predicts, saves, loads, and predicts the same to the bit.

import { ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { fit, loadModel, readTable } from 'fairfront';

const rows = Array.from({ length: 600 }, (_, i) => {
  const sex = i % 3 === 0 ? 'female' : 'male';
  const income = 20 + ((i * 7919) % 97);
  const defaults = (i * 104729) % 101 < (sex === 'female' ? 70 : 55) - income / 2;
  return [sex, 18 + ((i * 31) % 60), income, defaults ? 'yes' : 'no'].join(',');
});
await writeFile('loans.csv', ['sex,age,income,default', ...rows].join('\n'));

const { table } = await readTable('loans.csv');
const fitted = await fit(table, { target: 'default', groups: 'sex' });
const before = await fitted.model.predict(table);
await fitted.save('run');
const model = await loadModel('run');
const after = await model.predict(table);

ok(model.classes.join() === 'no,yes' && before.length === 2 * rows.length, 'rows × classes');
ok(new Set(before).size > 100, 'people differ');
ok(
  before.every((p, i) => Object.is(p, after[i])),
  'the same probabilities, to the bit',
);
