import { type LabelledRows, meanRisks } from '@fairfront/core';
import { rowOutcomes } from '@fairfront/core/internal';
import { type ComponentTask, componentRows, planComponents } from '@fairfront/core/plug-in';
import { describe, expect, it } from 'vitest';
import { PATIENCE } from '../../src/boost/boost-together.js';
import { fitBoostedComponent } from '../../src/boost/boosted-component.js';
import { predictBoosted, roundCount } from '../../src/model/boosted-model.js';
import { COLUMNS, labelledRows } from '../helpers/labelled.js';

const size = { groupCount: 3, rowCount: 300 };
const train = labelledRows(1, size);
const validation = labelledRows(2, size);
const settings = { columns: COLUMNS, options: { trees: 60, maxDepth: 2, learningRate: 0.4 } };
const [first, , , membership] = planComponents(train, validation, 2).tasks as [
  ComponentTask,
  ComponentTask,
  ComponentTask,
  ComponentTask,
];

/** The mean loss of a component on rows of its own. */
function riskOf(rows: LabelledRows, task: ComponentTask, own: Uint32Array, trees: number): number {
  const options = { ...settings.options, trees };
  const model = fitBoostedComponent(
    { train, validation },
    { ...task, validation: new Uint32Array(0) },
    { ...settings, options },
  );
  const { features, labels, groups } = componentRows(rows, task, own);
  return meanRisks(
    rowOutcomes(predictBoosted(model, features as never), labels, task.classCount).crossEntropy,
    groups,
  )[0]!;
}

describe('trees of a component', () => {
  it.each([
    ['p(Y | X, a)', first],
    ['p(A | X)', membership],
  ])('%s are as many as are best on its validation rows', (_, task) => {
    const model = fitBoostedComponent({ train, validation }, task, settings);
    expect(model.classCount).toBe(task.classCount);
    const rounds = roundCount(model);
    expect(rounds).toBeLessThan(60 - PATIENCE);
    const at = [rounds - 1, rounds, rounds + 1, rounds + 5].filter((trees) => trees > 0);
    const risks = at.map((trees) => riskOf(validation, task, task.validation, trees));
    expect(Math.min(...risks)).toBe(risks[at.indexOf(rounds)]);
  });

  it('are grown to the last where a group has no validation rows', () => {
    const alone = { ...first, validation: new Uint32Array(0) };
    expect(roundCount(fitBoostedComponent({ train, validation }, alone, settings))).toBe(60);
  });

  it('learn from the rows of their group alone', () => {
    const model = fitBoostedComponent({ train, validation }, first, settings);
    const isOwn = new Set(first.train);
    const others = {
      ...train,
      labels: train.labels.map((label, row) => (isOwn.has(row) ? label : 1 - label)),
    };
    expect(fitBoostedComponent({ train: others, validation }, first, settings)).toEqual(model);
    const own = { ...train, labels: train.labels.map((label, row) => (isOwn.has(row) ? 1 - label : label)) };
    expect(fitBoostedComponent({ train: own, validation }, first, settings)).not.toEqual(model);
  });

  it('of membership tell the groups apart, whatever the labels', () => {
    const model = fitBoostedComponent({ train, validation }, membership, settings);
    const turned = { ...train, labels: train.labels.map((label) => 1 - label) };
    expect(fitBoostedComponent({ train: turned, validation }, membership, settings)).toEqual(model);
    expect(predictBoosted(model, train.features as never)).toHaveLength(3 * train.labels.length);
  });

  it('are grown for the loss that is asked for', () => {
    const brier = fitBoostedComponent({ train, validation }, first, { ...settings, loss: 'brier' });
    expect(brier).not.toEqual(fitBoostedComponent({ train, validation }, first, settings));
  });
});
