import { createRandom, FairfrontError, type LinearModel, predictLinear } from '@fairfront/core';
import { planComponents } from '@fairfront/core/plug-in';
import type { NetworkModel } from '@fairfront/neural';
import { describe, expect, it } from 'vitest';
import { makeData, sparse } from '../../../../core/test/linear/linear-problems.js';
import type {
  ComponentJobData,
  ComponentModel,
  Learner,
} from '../../../src/training/plug-in/component-job.js';
import { drawFolds, planFolds } from '../../../src/training/plug-in/cross-fit.js';
import { fitComponents } from '../../../src/training/plug-in/fit-components.js';

const shape = { classCount: 2, columnCount: 2, groupRows: [30, 40] };
const rows = {
  train: makeData(createRandom(1), shape),
  validation: makeData(createRandom(2), { ...shape, groupRows: [10, 12] }),
};
const linear: ComponentJobData = {
  ...rows,
  train: sparse(rows.train),
  learner: { kind: 'linear', loss: 'cross-entropy', l2: 1e-3 },
};
const plan = planComponents(rows.train, rows.validation, 2);
const plans = [plan, ...planFolds(rows, 2, drawFolds(rows, 2, createRandom(1)), undefined)];

/** In float32, and with the options that a part of a network needs. */
function network(options: Partial<Extract<Learner, { kind: 'network' }>['options']> = {}): ComponentJobData {
  const single = (data: typeof rows.train) => ({
    ...data,
    features: { ...data.features, values: Float32Array.from(data.features.values) },
  });
  return {
    train: single(rows.train),
    validation: single(rows.validation),
    learner: {
      kind: 'network',
      shape: { kind: 'mlp', inputs: 2, hidden: [3], activation: 'elu' },
      options: { maxEpochs: 2, learningRate: 0.01, seed: 1, ...options },
    },
  };
}

describe('fitParts', () => {
  it('trains the parts of every plan, each on its own rows', async () => {
    const { components: all, models } = (await fitComponents(plans, linear))!;
    expect(all).toHaveLength(3);
    const [whole, first] = all;
    expect(whole).toMatchObject({ classCount: 2, priors: plan.priors });
    expect(whole!.outcomes).toHaveLength(2);
    const parameters = all.flatMap(({ outcomes, membership }) =>
      [...outcomes, membership].map((part) => (part as LinearModel).parameters.join()),
    );
    expect(new Set(parameters).size).toBe(9);
    expect(models.map((model) => (model as LinearModel).parameters.join())).toEqual(parameters); // in the order of the tasks
    // p(A | X) says of all rows together what their shares are; p(Y | X, a) so of its own.
    const meanOf = (model: ComponentModel, own: Uint32Array): number => {
      const said = predictLinear(model as LinearModel, linear.train.features);
      return own.reduce((sum, row) => sum + said[2 * row + 1]!, 0) / own.length;
    };
    const { tasks } = plans[1]!;
    const shareOf = (own: Uint32Array, of: Int32Array): number =>
      own.filter((row) => of[row] === 1).length / own.length;
    expect(meanOf(first!.membership, tasks[2]!.train)).toBeCloseTo(
      shareOf(tasks[2]!.train, rows.train.groups.groups),
      9,
    );
    expect(meanOf(first!.outcomes[0] as ComponentModel, tasks[0]!.train)).toBeCloseTo(
      shareOf(tasks[0]!.train, rows.train.labels),
      9,
    );
  });

  it('tells how many are done, and hands over what there is', async () => {
    const told: string[] = [];
    const kept: number[] = [];
    await fitComponents(plans, linear, {
      onComponent: (done, total, detail) => told.push(`${done} of ${total}${detail ?? ''}`),
      onTrained: (models) => {
        expect(models).toHaveLength(9);
        kept.push(models.filter((model) => model !== undefined).length);
      },
    });
    expect(told).toEqual(Array.from({ length: 10 }, (_, done) => `${done} of 9`));
    expect(kept).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('does not train again what is trained', async () => {
    const done: LinearModel = { classCount: 2, columnCount: 2, parameters: Float64Array.of(7, 8, 9) };
    const told: number[] = [];
    const all = await fitComponents(plans, linear, { onComponent: (count) => told.push(count) }, [
      undefined,
      done,
      undefined,
      done,
    ]);
    expect(all!.components[0]!.outcomes[1]).toBe(done);
    expect(all!.components[1]!.outcomes[0]).toBe(done);
    const again = await fitComponents(plans, linear);
    expect(all!.components[0]!.outcomes[0]).toEqual(again!.components[0]!.outcomes[0]);
    expect(all!.components[2]).toEqual(again!.components[2]);
    expect(told).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('has nothing to do where all are trained', async () => {
    const models: (ComponentModel | undefined)[] = [];
    const all = await fitComponents(plans, linear, { onTrained: (now) => models.splice(0, 9, ...now) });
    const told: number[] = [];
    const same = await fitComponents(plans, linear, { onComponent: (done) => told.push(done) }, models);
    expect(same).toEqual(all);
    expect(told).toEqual([9]);
  });

  it('interrupted ends with nothing, what was trained being handed over before', async () => {
    const signal = { aborted: false };
    let kept: readonly (ComponentModel | undefined)[] = [];
    const found = await fitComponents(plans, linear, {
      signal,
      onTrained: (models) => {
        kept = [...models];
        signal.aborted = kept.filter((model) => model !== undefined).length === 4;
      },
    });
    expect(found).toBeUndefined();
    expect(kept.map((model) => model !== undefined)).toEqual([
      ...[true, true, true, true],
      ...[false, false, false, false, false],
    ]);
    expect(await fitComponents(plans, linear, {}, kept)).toEqual(await fitComponents(plans, linear));
  });

  it('does not touch what it is handed', async () => {
    const before: (ComponentModel | undefined)[] = [undefined, undefined];
    const copy = structuredClone(linear);
    await fitComponents([plan], linear, {}, before);
    expect(before).toEqual([undefined, undefined]);
    expect(linear).toEqual(copy);
  });

  it('leaves out groups with a constant for a model', async () => {
    const labels = rows.train.labels.map((label, row) => (rows.train.groups.groups[row] === 0 ? 1 : label));
    const own = { ...linear, train: { ...linear.train, labels } };
    const told: number[] = [];
    const all = await fitComponents([planComponents(own.train, own.validation, 2)], own, {
      onComponent: (_, total) => told.push(total),
    });
    expect(all!.components[0]!.outcomes[0]).toEqual({ constant: [1 / 32, 31 / 32] });
    expect(told[0]).toBe(2);
  });
});

describe('fitParts of networks', () => {
  const known: LinearModel = { classCount: 2, columnCount: 2, parameters: new Float64Array(3) };

  it('trains networks of as many classes as the part has, and tells of their epochs by name', async () => {
    const told: string[] = [];
    const hooks = {
      onComponent: (done: number, _: number, detail?: string) => {
        if (detail !== undefined) told.push(`${done}: ${detail.replace(/\d\.\d{4}$/, 'r')}`);
      },
    };
    const all = await fitComponents([plan], network(), hooks, [known]);
    for (const model of [all!.components[0]!.outcomes[1], all!.components[0]!.membership]) {
      const { network: made, training } = model as NetworkModel;
      expect(made).toEqual({ kind: 'mlp', inputs: 2, classes: 2, hidden: [3], activation: 'elu' });
      expect(training).toMatchObject({ epochs: 2 });
    }
    expect(told).toEqual([
      '1: p(Y | X, b): epoch 1, validation risk r',
      '1: p(Y | X, b): epoch 2, validation risk r',
      '2: p(A | X): epoch 1, validation risk r',
      '2: p(A | X): epoch 2, validation risk r',
    ]);
  });

  it('an error names the part, and is one that a user can mend', async () => {
    const diverging = fitComponents([plan], network({ learningRate: 1e30 }));
    await expect(diverging).rejects.toThrow(/^p\(Y \| X, a\): training diverged in epoch 1/);
    await expect(diverging).rejects.toBeInstanceOf(FairfrontError);
    await expect(diverging).rejects.toMatchObject({ code: 'diverged' });
    await expect(fitComponents([plan], network({ learningRate: 1e30 }), {}, [known, known])).rejects.toThrow(
      /^p\(A \| X\): training diverged/,
    );
  });
});
