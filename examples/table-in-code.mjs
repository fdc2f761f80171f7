// A table made in code instead of read from a file: fit, see who gains and who pays, predict.

import { columnOfTexts, createTable } from '@fairfront/core';
import { fit } from 'fairfront';

const people = Array.from({ length: 2000 }, (_, i) => {
  const sex = i % 4 === 0 ? 'female' : 'male';
  const income = 20 + ((i * 7919) % 97);
  const needed = sex === 'female' ? 40 : 70; // what an income says about a loan differs
  return { sex, income, repaid: income + ((i * 104729) % 61) - 30 > needed ? 'yes' : 'no' };
});
const table = createTable([
  columnOfTexts(
    'sex',
    people.map(({ sex }) => sex),
  ),
  { kind: 'numeric', name: 'income', values: Float64Array.from(people, ({ income }) => income) },
  columnOfTexts(
    'repaid',
    people.map(({ repaid }) => repaid),
  ),
]);

const { result, model } = await fit(table, { target: 'repaid', groups: 'sex' });
for (const [g, { name }] of result.groups.entries()) {
  const [naive, minimax] = [result.models.naive, result.models.minimax].map((each) =>
    each.metrics.test.crossEntropy.byGroup[g].toFixed(3),
  );
  console.log(`${name}: test risk ${naive} from ordinary training, ${minimax} from minimax training`);
}

const probabilities = await model.predict(table); // rows × classes; the groups are not needed
const yes = model.classes.indexOf('yes');
console.log(`the first person repays with probability ${probabilities[yes].toFixed(3)}`);
