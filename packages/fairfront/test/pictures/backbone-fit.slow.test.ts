import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS, tinyBackbone } from '../../../neural/test/backbone/tiny-backbone.js';
import { main } from '../../src/cli/program.js';
import { fit, loadData, loadModel, type RunEvent, readTable, startFit } from '../../src/index.js';
import type { FitResult } from '../../src/measure/fit-result.js';
import { resizePictures } from '../../src/pictures/read-pictures.js';
import { KEPT_FEATURES } from '../../src/training/backbone.js';
import { fakeTerminal } from '../fake-terminal.js';
import { workFolder } from '../runs/run-fit.js';
import { makePictures } from './made-pictures.js';
import '../../../core/test/helpers/close.js';

const folder = workFolder();
const backbone = join(folder, 'tiny.onnx');
let table: string;
beforeAll(async () => {
  table = await makePictures(folder, 600);
  writeFileSync(backbone, tinyBackbone());
});
const TASK = { image: 'file', target: 'dx', groups: 'sex', smallestGain: 0 } as const;

const run = async (out: string, options: object = {}, force = false) => {
  const events: RunEvent[] = [];
  const started = startFit({ data: table, options: { ...TASK, backbone, ...options } }, { out, force });
  for await (const event of started) events.push(event);
  return { result: await started.result, events };
};

describe('a fit on the features of a backbone', () => {
  const out = join(folder, 'run');
  let result: FitResult;
  let events: RunEvent[];
  beforeAll(async () => {
    ({ result, events } = await run(out));
  });

  it('is linear and certified, and better than chance', () => {
    expect(result.task).toMatchObject({ model: 'linear', features: CHANNELS });
    expect(result.search.certificate.certified).toBe(true);
    for (const share of result.models.minimax.metrics.test.accuracy.byGroup)
      expect(share).toBeGreaterThan(0.6);
    expect(result.notes.join()).not.toContain('is not used');
  });

  it('tells how far decoding and the backbone have come', () => {
    expect(events.filter(({ kind }) => kind === 'pictures').at(-1)).toEqual({
      kind: 'pictures',
      done: 600,
      total: 600,
    });
    expect(events.filter(({ kind }) => kind === 'features').at(-1)).toEqual({
      kind: 'features',
      done: 600,
      total: 600,
    });
  });

  it('leaves one file that takes pictures, and gives what the fit predicted', async () => {
    expect(existsSync(join(out, 'model.json'))).toBe(false);
    const model = await loadModel(out);
    const said = readFileSync(join(out, 'predictions.csv'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const column = said[0]!.indexOf('minimax well');
    const tests = said.filter(([, part]) => part === 'test');
    const { table: rows } = await readTable(table, { image: 'file' });
    const chances = await model.predict(rows, { imageFolder: folder });
    expect(tests.map(([row]) => chances[2 * (Number(row) - 1) + 1]!)).toBeAllClose(
      tests.map((line) => Number(line[column])),
      { absolute: 1e-5 },
    );
    const loaded = await loadData(table, { image: 'file', imageSize: 8 });
    expect(await model.predict(loaded)).toEqual(chances);
    const other = await loadData(table, { image: 'file', imageSize: 9 });
    const resized = { ...other, pictures: await resizePictures(other.pictures!, 8) };
    expect(await model.predict(other)).toEqual(await model.predict(resized));
  });

  it('keeps the features for the next fit of the same pictures, unless they are damaged or others', async () => {
    const made = (told: readonly RunEvent[]): boolean => told.some(({ kind }) => kind === 'features');
    const again = await run(out, {}, true);
    expect(made(again.events)).toBe(false);
    expect(again.result.models).toEqual(result.models);
    expect(made((await run(out, { normalise: 'unit' }, true)).events)).toBe(true);
    const kept = readFileSync(join(out, KEPT_FEATURES));
    kept[kept.length - 1]! ^= 1;
    writeFileSync(join(out, KEPT_FEATURES), kept);
    expect(made((await run(out, { normalise: 'unit' }, true)).events)).toBe(true);
    rmSync(join(out, KEPT_FEATURES));
  });

  it('says so where the features cannot be kept, and removes them with the run they belong to', async () => {
    const blocked = join(folder, 'blocked');
    mkdirSync(join(blocked, KEPT_FEATURES), { recursive: true });
    const { events: told, result: found } = await run(blocked);
    expect(found.models).toEqual(result.models);
    expect(told.flatMap((event) => (event.kind === 'note' ? [event.text] : [])).join()).toContain(
      'the features of the pictures cannot be kept; it goes on',
    );
    await run(out, {}, true);
    expect(existsSync(join(out, KEPT_FEATURES))).toBe(true);
    await run(out, { backbone: undefined, image: undefined, features: ['age'] }, true);
    expect(existsSync(join(out, KEPT_FEATURES))).toBe(false);
  });

  it('takes other columns beside the picture', async () => {
    const data = await loadData(table, { image: 'file', imageSize: 8 });
    const fitted = await fit(data, { ...TASK, backbone, features: ['age'] });
    expect(fitted.result.task.features).toBe(CHANNELS + 1);
    expect(await fitted.model.predict(data)).toHaveLength(1200);
  });

  it('is a command', async () => {
    const terminal = fakeTerminal();
    const args = ['--image', 'file', '--target', 'dx', '--groups', 'sex', '--backbone', backbone];
    expect(await main(['fit', table, ...args, '--out', join(folder, 'command'), '--json'], terminal)).toBe(0);
    expect(JSON.parse(terminal.out()).models).toEqual(result.models);
  });
});

describe('what is refused', () => {
  it.each([
    [{ backbone: undefined }, '`image` needs what learns from pictures'],
    [{ model: 'convnet' }, '`backbone` makes features for a linear model'],
    [{ estimation: 'plug-in' }, '`backbone` is for models trained jointly'],
    [{ backbone: join('no', 'where.onnx') }, 'there is no such file'],
    [{ imageSize: 9 }, '`imageSize`: the backbone takes pictures of 8 × 8 pixels'],
    [
      { backbone: undefined, model: 'densenet121', imageSize: 28 },
      '`imageSize: 28`: the height of a picture for a network of kind densenet121 must be',
    ],
    [{ augment: false }, '`augment: false`: it is for networks that learn from pictures'],
    [{ backbone: undefined, model: 'convnet', normalise: 'unit' }, '`normalise`'],
    [{ backbone: undefined, model: 'convnet', hidden: [3] }, '`hidden`: `model: '],
    [{ backbone: undefined, image: undefined, model: 'convnet' }, 'learns from pictures; name their column'],
    [{ image: undefined }, '`backbone` makes features of pictures'],
  ])('%j', async (options, message) => {
    await expect(run(join(folder, 'refused'), options)).rejects.toThrow(message);
  });
});
