// The search around a training procedure of your own: whatever can be trained with row weights is an oracle.
// Here it is logistic regression by plain gradient descent, and the few have another threshold than the many.

import { searchMinimax } from '@fairfront/core';

const rows = Array.from({ length: 1000 }, (_, i) => {
  const x = ((i * 7919) % 1000) / 250 - 2; // from −2 to 2
  const group = i % 10 === 0 ? 1 : 0; // a tenth of the rows
  const flipped = i % 200 === 0; // a twentieth of the few are labelled wrongly
  return { x, group, y: x > group !== flipped ? 1 : 0, count: group === 1 ? 100 : 900 };
});
const chance = ([a, b], x) => 1 / (1 + Math.exp(-a - b * x));

function train(mu) {
  let [a, b] = [0, 0];
  for (let step = 0; step < 500; step++) {
    let [da, db] = [0, 0];
    for (const { x, y, group, count } of rows) {
      const slope = (mu[group] / count) * (chance([a, b], x) - y); // a row's weight is mu of its group / rows of it
      [da, db] = [da + slope, db + slope * x];
    }
    [a, b] = [a - da, b - db];
  }
  return [a, b];
}

const oracle = {
  groupCount: 2,
  solve: (mu) => {
    const model = train(mu);
    const risks = [0, 0]; // each group's mean cross-entropy: what train makes small
    for (const { x, y, group, count } of rows) {
      risks[group] -= Math.log(y === 1 ? chance(model, x) : 1 - chance(model, x)) / count;
    }
    return { model, risks };
  },
};

const naive = oracle.solve([0.9, 0.1]); // every row counts alike
const { best, solves } = await searchMinimax(oracle, { maxSolves: 40 });
const show = (risks) => risks.map((risk) => risk.toFixed(4)).join(' and ');
console.log(`ordinary training: risks ${show(naive.risks)}`);
console.log(
  `minimax:           risks ${show(best.risks)} at weights ${show(best.mu)} after ${solves} solves`,
);
