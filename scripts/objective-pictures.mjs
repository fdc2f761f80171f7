// `node scripts/objective-pictures.mjs`: the pictures of docs/objectives.md, from real runs on Adult by sex and income.
// Needs what `npm run build` makes.

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { figures, svgText } from '@fairfront/charts';
import { fit, loadData } from 'fairfront';
import { parseHTML } from 'linkedom';

const images = join(resolve(import.meta.dirname, '..'), 'docs/images');
const data = await loadData('adult');
const asked = {
  minimax: {},
  'ratio 3': { weightRatio: 3 },
  'give up 0.02': { giveUp: 0.02 },
  regret: { objective: 'regret' },
  'in turn, 1%': { refine: 'lexicographic', refineTolerance: 0.01 },
};
const results = {};
for (const [name, options] of Object.entries(asked)) {
  results[name] = (await fit(data, { groups: 'sex,income', model: 'linear', ...options })).result;
}

function write(file, figure, content) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  writeFileSync(join(images, file), svgText(figures[figure].draw(content, document)));
}

const [{ groups, task, models }] = Object.values(results);
const names = groups.map(({ name }) => name);
const method = (name, { test }) => ({
  name,
  isMinimax: name === 'minimax',
  needsGroup: false,
  risks: test.crossEntropy.byGroup,
  accuracies: test.accuracy.byGroup,
});
write('objectives.svg', 'comparison', {
  loss: task.loss,
  part: 'test',
  noun: 'run',
  groups: groups.map(({ name, share }) => ({ name, share })),
  methods: [
    method('ordinary', models.naive.metrics),
    ...Object.entries(results).map(([name, { models: own }]) => method(name, own.minimax.metrics)),
  ],
});
for (const [file, name] of [
  ['objectives-weight-ratio.svg', 'ratio 3'],
  ['objectives-give-up.svg', 'give up 0.02'],
]) {
  write(file, 'trade-off', { ...results[name].curve, loss: task.loss, groups: names });
}
