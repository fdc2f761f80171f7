// What each group gets at each point of a front, against a plain count over the rows of the data.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePoint } from '../../src/decide/choose-point.js';
import { exploreFront } from '../../src/front/explore-front.js';
import { front } from '../../src/front/front.js';
import { readFrontModels } from '../../src/front/front-models.js';
import { loadModel } from '../../src/runs/model.js';
import { loadData } from '../../src/task/load-data.js';
import { prepareFit } from '../../src/task/prepare-fit.js';
import { workFolder, writeLoans } from '../runs/run-fit.js';

const folder = workFolder();
const path = writeLoans(folder, 1200);
const options = { target: 'default', groups: 'sex', ignore: ['grade'] } as const;

describe.each(['validation', 'train'] as const)('a front by %s rows', (part) => {
  it('is explored on these rows, each point by the model that it is', async () => {
    const data = await loadData(path, { ignore: ['grade'] });
    const out = join(folder, part);
    const made = await front(data, { ...options, steps: 6, part });
    await made.save(out);
    const explored = exploreFront(out);
    expect(explored).toMatchObject({ part, loss: 'cross-entropy', classes: ['no', 'yes'] });
    const { parts, task, split } = prepareFit(data, options);
    const { labels, groups } = parts[part];
    expect(explored.groups).toEqual(groups.names.map((name, a) => ({ name, rows: groups.counts[a] })));

    const numbered = explored.points.filter(({ point }) => typeof point === 'number');
    expect(numbered.map(({ point }) => point)).toEqual(made.result.points.map((_, i) => i + 1));
    expect(numbered.map(({ mu }) => mu)).toEqual(made.result.points.map(({ mu }) => mu));
    expect(explored.points).toHaveLength(readFrontModels(out).points.length);
    const first = explored.points.map(({ mu }) => mu[0]!);
    expect(first).toEqual([...first].sort((left, right) => left - right));

    // One of them again, as a run that somebody chose, on the rows themselves.
    const chosen = join(folder, `${part}-chosen`);
    await (await choosePoint(out, { index: 'balanced' })).save(chosen);
    const probabilities = await (await loadModel(chosen)).predict(data);
    const rows = split[part];
    const own = explored.points.find(({ point }) => point === 'balanced')!;
    groups.names.forEach((_, group) => {
      let [count, risk, right, selected, positives, recognised, mistaken] = [0, 0, 0, 0, 0, 0, 0];
      rows.forEach((row, i) => {
        if (groups.groups[i] !== group) return;
        const [no, yes] = [probabilities[row * 2]!, probabilities[row * 2 + 1]!];
        const isYes = yes > no;
        const isTrue = task.target.labels[row] === 1;
        expect(labels[i] === 1).toBe(isTrue);
        count++;
        risk -= Math.log(isTrue ? yes : no);
        if (isYes === isTrue) right++;
        if (isYes) selected++;
        if (isTrue) positives++;
        if (isYes && isTrue) recognised++;
        if (isYes && !isTrue) mistaken++;
      });
      expect(own.risks[group]).toBeCloseTo(risk / count, 5);
      expect(own.accuracy[group]).toBeCloseTo(right / count, 12);
      expect(own.selected[group]).toBeCloseTo(selected / count, 12);
      expect(own.recognised[group]).toBeCloseTo(recognised / positives, 12);
      expect(own.mistaken[group]).toBeCloseTo(mistaken / (count - positives), 12);
    });
  });
});

it('the groups that are the classes have no share of what they have no rows of', async () => {
  const data = await loadData(path, { ignore: ['grade'] });
  const out = join(folder, 'classes');
  await (await front(data, { target: 'default', groups: 'default', ignore: ['grade'], steps: 4 })).save(out);
  const { points, groups } = exploreFront(out);
  const yes = groups.findIndex(({ name }) => name.endsWith('yes'));
  expect(yes).toBeGreaterThanOrEqual(0);
  for (const { recognised, mistaken } of points) {
    expect(recognised[1 - yes]).toBeNull();
    expect(mistaken[yes]).toBeNull();
    expect(recognised[yes]).toEqual(expect.any(Number));
  }
});

it('a folder without models is refused', () => {
  expect(() => exploreFront(folder)).toThrow(/fairfront front/);
});
