// Targets that are distributions over the classes: losses, their slopes, and that a class is the distribution
// that is certain of it.

import { createRandom, type LabelledRows, type Loss } from '@fairfront/core';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { real } from '../../../core/test/helpers/arbitraries.js';
import '../../../core/test/helpers/close.js';
import { Graph } from '../../src/graph/graph.js';
import { initialParameters } from '../../src/network/initialise.js';
import { Evaluator } from '../../src/training/evaluator.js';
import { gradients } from '../../src/training/gradients.js';
import { resolveJointOptions } from '../../src/training/joint-options.js';
import { batchObjective } from '../../src/training/objective.js';
import { Trainer } from '../../src/training/trainer.js';
import { type SoftRows, softLosses, type TrainingRows } from '../../src/training/training-rows.js';
import { softmaxOf, type Values } from '../helpers/arrays.js';
import { centralDifferences } from '../helpers/central-differences.js';
import { nodeRuntime } from '../helpers/node-runtime.js';
import { uniforms } from '../helpers/random-values.js';
import { feed, numbers, runGraph } from '../helpers/run-graph.js';
import { mlp, train, validation } from './tiny-problems.js';

const LOSSES: readonly Loss[] = ['cross-entropy', 'brier'];
const CLASSES = 3;

/** The loss of one row as it is defined; for scores of ordinary size. */
function plainLoss(loss: Loss, scores: ArrayLike<number>, target: ArrayLike<number>): number {
  const data = Float64Array.from(scores);
  const h = softmaxOf({ shape: [1, data.length], data }).data;
  return h.reduce(
    (sum, p, c) => sum + (loss === 'brier' ? (p - target[c]!) ** 2 : -target[c]! * Math.log(p)),
    0,
  );
}

const distribution = (classes: number): fc.Arbitrary<number[]> =>
  fc
    .array(fc.integer({ min: 0, max: 10 }), { minLength: classes, maxLength: classes })
    .filter((parts) => parts.some((part) => part > 0))
    .map((parts) => {
      const sum = parts.reduce((left, right) => left + right, 0);
      return parts.map((part) => part / sum);
    });
const scoresOf = (classes: number) => fc.array(real(5), { minLength: classes, maxLength: classes });

describe.each(LOSSES)('softLosses, %s', (loss) => {
  const lossesOf = (scores: readonly number[], targets: readonly number[], classes = CLASSES): Float64Array =>
    softLosses(loss, Float64Array.from(scores), classes, Float64Array.from(targets));

  it('are those of the definition, row by row', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(scoresOf(CLASSES), distribution(CLASSES)), { maxLength: 4 }), (rows) => {
        const losses = lossesOf(
          rows.flatMap(([scores]) => scores),
          rows.flatMap(([, target]) => target),
        );
        const expected = rows.map(([scores, target]) => plainLoss(loss, scores, target));
        expect(losses).toBeAllClose(expected, { relative: 1e-12, absolute: 1e-14 });
      }),
    );
  });

  it('are least where the probabilities are the targets', () => {
    fc.assert(
      fc.property(scoresOf(CLASSES), scoresOf(CLASSES), (own, other) => {
        const target = [...softmaxOf({ shape: [1, CLASSES], data: Float64Array.from(own) }).data];
        expect(lossesOf(own, target)[0]).toBeLessThanOrEqual(lossesOf(other, target)[0]! + 1e-12);
      }),
    );
  });

  it('of scores far apart are numbers', () => {
    const [certain, wrong, half] = lossesOf([2e4, 0, 2e4, 0, 2e4, 0], [1, 0, 0, 1, 0.5, 0.5], 2);
    expect([certain, wrong, half]).toEqual(loss === 'brier' ? [0, 2, 0.5] : [0, 2e4, 1e4]);
  });

  it('leave scores and targets as they are', () => {
    const [scores, targets] = [Float64Array.of(1, 2, 3), Float64Array.of(0.5, 0.25, 0.25)];
    softLosses(loss, scores, CLASSES, targets);
    expect([...scores, ...targets]).toEqual([1, 2, 3, 0.5, 0.25, 0.25]);
  });
});

describe.each(LOSSES)('the objective of a batch, %s', (loss) => {
  const ROWS = 7;
  const MU = [0.25, 0.75];
  const GROUPS = [0, 1, 1, 0, 1, 1, 1];
  const random = createRandom(5);
  const scores = uniforms(random, [ROWS, CLASSES]);
  const targets = softmaxOf(uniforms(random, [ROWS, CLASSES]));
  const row = ({ data }: Values, i: number): Float64Array => data.subarray(i * CLASSES, (i + 1) * CLASSES);
  const objective = (at: Values): number =>
    GROUPS.reduce((sum, group, i) => {
      const size = GROUPS.filter((other) => other === group).length;
      return sum + (MU[group]! / size) * plainLoss(loss, row(at, i), row(targets, i));
    }, 0);

  it('has the slopes of central differences', async () => {
    const graph = new Graph();
    const z = graph.input('scores', 'float64', [ROWS, CLASSES]);
    const { value } = batchObjective(
      graph,
      loss,
      z,
      graph.input('targets', 'float64', [ROWS, CLASSES]),
      graph.constant('int32', [ROWS], GROUPS),
      graph.constant('float64', [2], MU),
    );
    graph.output('value', value);
    graph.output('slopes', gradients(graph, value, [z])[0]!);
    const outputs = await runGraph(graph, {
      scores: feed('float64', scores),
      targets: feed('float64', targets),
    });
    expect(numbers(outputs['value']!).data[0]).toBeCloseTo(objective(scores), 13);
    const [expected] = await centralDifferences(([at]) => objective(at!), [scores]);
    expect(numbers(outputs['slopes']!).data).toBeAllClose(expected!.data, { absolute: 1e-9 });
  });
});

describe.each(LOSSES)('targets that are certain of a class, %s', (loss) => {
  const sure = ({ features, labels, groups }: LabelledRows): SoftRows => {
    const targets = new Float64Array(2 * labels.length);
    labels.forEach((label, i) => {
      targets[2 * i + label] = 1;
    });
    return { features: features as SoftRows['features'], targets, groups };
  };
  const parameters = initialParameters(mlp, createRandom(3));
  const opened: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const session of opened) await session.close();
  });

  it('give the risks of the class, to the bit', async () => {
    const evaluator = await Evaluator.open(nodeRuntime, mlp, { threads: 1 });
    opened.push(evaluator);
    const risks = await evaluator.risks(parameters, sure(validation), loss);
    expect(risks).toEqual(await evaluator.risks(parameters, validation, loss));
    expect(Math.min(...risks)).toBeGreaterThan(0);
  });

  it('give the steps of the class, to the bit; others do not', async () => {
    const options = { ...resolveJointOptions({ loss, batchSize: 8 }), groupCount: 3 };
    const batches = Int32Array.from({ length: 8 * 12 }, (_, i) => (7 * i) % train.labels.length);
    const steps = { mu: [0.5, 0.25, 0.25], learningRate: 0.05, batches, masks: [] };
    const run = async (rows: TrainingRows) => {
      const trainer = await Trainer.open(nodeRuntime, mlp, rows, options, { threads: 1 });
      opened.push(trainer);
      return trainer.run(trainer.start(parameters), steps);
    };
    const byClass = await run(train);
    expect(await run(sure(train))).toEqual(byClass);
    const { targets, ...rest } = sure(train);
    const unsure = await run({ ...rest, targets: targets.map((t) => 0.1 + 0.8 * t) });
    expect(unsure.state.values).not.toEqual(byClass.state.values);
  });
});
