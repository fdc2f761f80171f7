// Networks that learn from pictures, through the library and as a run: trained, exported, loaded, resumed.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadNodeRuntime } from '@fairfront/neural/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { tinyBackbone } from '../../../neural/test/backbone/tiny-backbone.js';
import type { Data } from '../../src/index.js';
import { fit, Interrupted, inspect, loadData, loadModel, startFit } from '../../src/index.js';
import { onnxModel } from '../../src/runs/model.js';
import { fingerprint } from '../../src/task/fingerprint.js';
import { type PreparedFit, prepareFit } from '../../src/task/prepare-fit.js';
import { fitLastLayer } from '../../src/training/fit-last-layer.js';
import { fitNetwork } from '../../src/training/fit-network.js';
import { resolveFitOptions } from '../../src/training/options/fit-options.js';
import { keepsNaive } from '../../src/training/select/selection.js';
import { workFolder } from '../runs/run-fit.js';
import { makePictures, SIDE } from './made-pictures.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();
const TASK = { target: 'dx', groups: 'sex', minGroup: 10 } as const;
const QUICK = { model: 'convnet', maxEpochs: 2, maxSolves: 2, patience: 1 } as const;
// biome-ignore lint/suspicious/noThenProperty: a text, so that nothing takes the options for a promise
const LAST_LAYER = { then: 'last-layer' } as const;
let path: string;
let data: Data;
beforeAll(async () => {
  path = await makePictures(folder, 320);
  data = await loadData(path, { image: 'file', imageSize: SIDE });
});

describe('a network of pictures', () => {
  it('is trained, and predicts from its file what it said of the test rows', async () => {
    const { result, model, save } = await fit(data, { ...TASK, ...QUICK });
    expect(result.task).toMatchObject({
      model: 'convnet',
      features: 1,
      network: { picture: { height: SIDE, width: SIDE }, augment: true, batchSize: 32 },
    });
    expect(result.notes).toContain('the model sees the pictures of "file" alone');
    const out = join(folder, 'network');
    await save(out);
    expect(existsSync(join(out, 'model.json'))).toBe(false);
    const chances = await model.predict(data);
    expect(chances).toHaveLength(640);
    const loaded = await loadModel(out);
    expect(await loaded.predict(data.table, { imageFolder: folder })).toEqual(chances);
    const { test } = prepareFit(data, TASK, { layout: 'pictures' }).task.splits[0]!;
    const { labels, groups } = prepareFit(data, TASK, { layout: 'pictures' }).parts.test;
    const losses = groups.names.map((_, group) => {
      const own = [...test.keys()].filter((i) => groups.groups[i] === group);
      return own.reduce((sum, i) => sum - Math.log(chances[2 * test[i]! + labels[i]!]!), 0) / own.length;
    });
    expect(result.models.minimax.metrics.test.crossEntropy.byGroup).toBeAllClose(losses, { absolute: 1e-5 });
  });

  it('is the same when it was interrupted and resumed', async () => {
    const options = { ...TASK, ...QUICK, image: 'file', imageSize: SIDE };
    const whole = startFit({ data: path, options }, { out: join(folder, 'whole') });
    const expected = await whole.result;
    const out = join(folder, 'resumed');
    const first = startFit({ data: path, options }, { out });
    let epochs = 0;
    for await (const event of first) if (event.kind === 'epoch' && ++epochs === 3) first.cancel();
    await expect(first.result).rejects.toBeInstanceOf(Interrupted);
    const second = await startFit({}, { out, resume: true }).result;
    expect(second.models).toEqual(expected.models);
  });

  it('may be a mixture', async () => {
    const { result } = await fit(data, { ...TASK, ...QUICK, estimation: 'plug-in', folds: 0 });
    expect(result.task).toMatchObject({ model: 'convnet', estimation: 'plug-in' });
  });
});

describe('weights to start from', () => {
  const options = resolveFitOptions({ ...TASK, ...QUICK, maxEpochs: 1, maxSolves: 1 });
  let prepared: PreparedFit;
  let models: NonNullable<Awaited<ReturnType<typeof fitNetwork>>>;
  beforeAll(async () => {
    prepared = prepareFit(data, options, { layout: 'pictures' });
    models = (await fitNetwork(prepared, options))!;
    await models.close!();
  });

  it('are those of the file, its last layer too where that is of the same classes', async () => {
    const weights = join(folder, 'weights.onnx');
    writeFileSync(weights, models.exported(models.balanced));
    // Without a step that improves it, a network is what it began with.
    const still = { ...options, learningRate: 1e-30, weights };
    const again = (await fitNetwork(prepared, still))!;
    await again.close!();
    expect(again.naive.parameters.length).toBe(models.balanced.parameters.length);
    const [kernel] = [again.naive, models.balanced].map(({ parameters }) => parameters.subarray(0, 400));
    expect(kernel).toBeAllClose(models.balanced.parameters.subarray(0, 400), { absolute: 1e-6 });
  });

  it('must be the same when a run goes on', async () => {
    const weights = join(folder, 'changing.onnx');
    writeFileSync(weights, models.exported(models.balanced));
    const out = join(folder, 'changed weights');
    const asked = { ...TASK, ...QUICK, image: 'file', imageSize: SIDE, weights };
    const first = startFit({ data: path, options: asked }, { out });
    for await (const event of first) if (event.kind === 'epoch') first.cancel();
    await expect(first.result).rejects.toThrow(Interrupted);
    const resume = () => startFit({}, { out, resume: true }).result;
    writeFileSync(weights, models.exported(models.naive));
    await expect(resume()).rejects.toThrow('`resume`: the `weights` are not those of the run in');
    writeFileSync(weights, models.exported(models.balanced));
    expect((await resume()).task.model).toBe('convnet');
  });

  it('must be there, and of that network', async () => {
    await expect(fit(data, { ...TASK, ...QUICK, weights: 'nowhere.safetensors' })).rejects.toThrow(
      'there is no such file',
    );
    const other = join(folder, 'other.onnx');
    writeFileSync(other, tinyBackbone());
    await expect(fit(data, { ...TASK, ...QUICK, weights: other })).rejects.toThrow(
      'the file of weights has no tensor',
    );
  });
});

describe('then the last layer', () => {
  it.each(['convnet', 'mlp'] as const)(
    'of a %s is trained anew on validation rows, with a certificate',
    async (model) => {
      const isMlp = model === 'mlp';
      const given = isMlp ? data.table : data;
      const options = resolveFitOptions({
        ...{ ...TASK, ...QUICK, model, ...LAST_LAYER },
        ...(isMlp && { features: ['age'], hidden: [6] }),
      });
      const prepared = prepareFit(given, options, { layout: isMlp ? 'dense' : 'pictures' });
      const models = (await fitNetwork(prepared, options))!;
      await models.close!();
      const { balanced } = models;
      expect(models.minimax.model === models.naive).toBe(keepsNaive(models.selection));
      const last = (await fitLastLayer(prepared, balanced, await loadNodeRuntime(), options, {}))!;
      const { minimax, selection } = last;
      const { certificate, strategy } = minimax.search;
      expect(strategy).toBe('exact');
      expect(certificate.certified).toBe(true);
      expect(certificate.relativeGap).toBeLessThan(1e-4);
      expect(selection).toMatchObject({ by: 'cross-validation', folds: 5 });
      expect(minimax.model.parameters).not.toEqual(balanced.parameters);
      expect(minimax.model.parameters.subarray(0, 10)).toEqual(balanced.parameters.subarray(0, 10));
      // The network in its file has the risks that were trained, up to the penalty, which is the same for all
      // groups.
      const chances = await onnxModel(models.exported(minimax.model)).predict(given);
      const { labels, groups } = prepared.parts.validation;
      const rows = prepared.task.splits[0]!.validation;
      const penalties = minimax.trainRisks.map((risk, group) => {
        const mine = [...rows.keys()].filter((i) => groups.groups[i] === group);
        return (
          risk - mine.reduce((sum, i) => sum - Math.log(chances[2 * rows[i]! + labels[i]!]!), 0) / mine.length
        );
      });
      expect(penalties[0]).toBeGreaterThan(0);
      expect(penalties).toBeAllClose([penalties[0]!, penalties[0]!], { absolute: 1e-5 });
    },
  );

  it('is for networks trained jointly', async () => {
    await expect(fit(data.table, { ...TASK, ...LAST_LAYER })).rejects.toThrow(
      "`then: 'last-layer'` is for networks",
    );
  });
});

it('the pixels are part of what data are known by', () => {
  const print = (own: Data): string => fingerprint(prepareFit(own, TASK, { layout: 'pictures' }));
  const values = data.pictures!.values.slice();
  values[1000]! ^= 1;
  expect(print({ ...data, pictures: { ...data.pictures!, values } })).not.toBe(print(data));
});

it('pictures are inspected as what is learned from', () => {
  const { columns, task } = inspect(data, TASK);
  expect(columns[0]).toEqual({ name: 'file', kind: 'picture', role: 'feature' });
  expect(columns[2]).toMatchObject({ name: 'age', role: 'not used' });
  expect(task?.features).toEqual([{ name: 'file', column: 'file', kind: 'picture' }]);
});
