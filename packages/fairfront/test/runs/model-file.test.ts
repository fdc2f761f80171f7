// model.json: it predicts alone, and is refused when it is damaged.

import { join } from 'node:path';
import {
  createRandom,
  createTable,
  type Encoder,
  encodeColumns,
  encodeSparse,
  FairfrontError,
  fitEncoder,
  type LinearModel,
  predictLinear,
  type Table,
} from '@fairfront/core';
import { conditionalsOf, plugInProbabilities } from '@fairfront/core/plug-in';
import { type BoostedModel, predictBoosted, treeColumns } from '@fairfront/trees';
import { describe, expect, it } from 'vitest';
import { madeTrees } from '../../../trees/test/helpers/made-trees.js';
import { readTable } from '../../src/read/read-table.js';
import { loadModel } from '../../src/runs/model.js';
import { parseModelFile, toModelFile } from '../../src/runs/model-file.js';
import { plainModel } from '../../src/runs/plain-model.js';
import { FOUR_GROUPS, fit, THREE_CLASSES, workFolder, writeLoans } from './run-fit.js';

const folder = workFolder();

/** Two columns, of which one has a missing value: three features and an intercept. */
const table: Table = createTable([
  { kind: 'numeric', name: 'age', values: Float64Array.of(20, 40, 60, Number.NaN) },
  { kind: 'categorical', name: 'purpose', levels: ['car', 'home'], codes: Uint8Array.of(0, 1, 1, 0) },
]);
const encoder = fitEncoder(table, ['age', 'purpose'], Uint32Array.of(0, 1, 2, 3), { minLevelRows: 1 });
const width = encoder.features.length + 1;

function linearModel(classCount: number): LinearModel {
  const random = createRandom(classCount);
  const outputs = classCount === 2 ? 1 : classCount;
  const parameters = Float64Array.from({ length: outputs * width }, () => random.uniform() - 0.5);
  return { classCount, columnCount: width - 1, parameters };
}

const classNames = (count: number): string[] => ['no', 'perhaps', 'yes'].slice(0, count);
const made = (classCount: number) =>
  toModelFile(linearModel(classCount), encoder, { name: 'repaid', classes: classNames(classCount) });
const throughText = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('a model file', () => {
  it.each([2, 3])('with %i classes predicts, through text, what the model does', async (classCount) => {
    const predictor = plainModel(parseModelFile(throughText(made(classCount))));
    expect(predictor.target).toBe('repaid');
    expect(predictor.classes).toEqual(classNames(classCount));
    const { parameters } = linearModel(classCount);
    const age = encoder.columns.find((column) => column.kind === 'numeric')!;
    // By hand for the second row: every feature by its name.
    const scores = Array.from({ length: parameters.length / width }, (_, output) =>
      encoder.features.reduce(
        (sum, { name }, i) => {
          const value = name === 'age' ? (40 - age.mean) / age.scale : name === 'purpose = home' ? 1 : 0;
          return sum + value * parameters[output * width + i]!;
        },
        parameters[output * width + width - 1]!,
      ),
    );
    const exps = (classCount === 2 ? [0, ...scores] : scores).map(Math.exp);
    const total = exps.reduce((sum, value) => sum + value, 0);
    const row = (await predictor.predict(table)).subarray(classCount, 2 * classCount);
    exps.forEach((value, k) => {
      expect(row[k]).toBeCloseTo(value / total, 12);
    });
  });

  it.each([2, 3])('of trees with %i classes is the model again, to the bit', async (classCount) => {
    const model = madeTrees(treeColumns(encoder), { classCount, thresholds: [20, 40, 50] });
    const file = toModelFile(model, encoder, { name: 'repaid', classes: classNames(classCount) });
    expect(file.kind).toBe('boosted');
    const parsed = parseModelFile(throughText(file));
    expect(parsed.model).toEqual(model);
    const expected = predictBoosted(model, encodeColumns(encoder, table, Uint32Array.of(0, 1, 2, 3)));
    expect(new Set(expected).size).toBeGreaterThan(classCount);
    expect(await plainModel(parsed).predict(table)).toEqual(expected);
  });

  it('of a mixture of trees, a linear model and a constant predicts what the mixture does', async () => {
    const trees = (seed: number) => madeTrees(treeColumns(encoder), { seed, thresholds: [20, 40, 50] });
    const components = {
      classCount: 2,
      priors: [0.5, 0.3, 0.2],
      outcomes: [trees(1), { constant: [0.25, 0.75] }, linearModel(2)],
      membership: madeTrees(treeColumns(encoder), { classCount: 3, seed: 3 }),
    };
    const mu = [0.2, 0.3, 0.5];
    const file = toModelFile({ components, mu }, encoder, { name: 'repaid', classes: classNames(2) });
    const parsed = parseModelFile(throughText(file));
    expect(parsed.model).toEqual({ components, mu });
    const rows = Uint32Array.of(0, 1, 2, 3);
    const conditionals = await conditionalsOf(components, 4, (part: LinearModel | BoostedModel) =>
      'treeStarts' in part
        ? predictBoosted(part, encodeColumns(encoder, table, rows))
        : predictLinear(part, encodeSparse(encoder, table, rows)),
    );
    const expected = plugInProbabilities(conditionals, mu, components.priors);
    expect(await plainModel(parsed).predict(table)).toEqual(expected);
  });

  it('says which weight belongs to which feature', () => {
    const { outputs, encoder: kept } = throughText(made(2));
    expect((kept as Encoder).features.map(({ name }) => name)).toEqual([
      'age',
      expect.stringMatching(/^age.*missing/),
      'purpose = car',
      'purpose = home',
    ]);
    const { parameters } = linearModel(2);
    expect(outputs).toEqual([{ intercept: parameters[4], weights: [...parameters.subarray(0, 4)] }]);
  });

  it.each([
    ['two', FOUR_GROUPS, ['no', 'yes']],
    ['three', THREE_CLASSES, ['a', 'b', 'c']],
  ])('of a fit with %s classes reads raw columns, in any order', async (...given) => {
    const [name, args, classes] = given;
    const out = join(folder, name);
    await fit(writeLoans(folder, 1200), ...args, '--search', 'exact', '--out', out);
    const predictor = await loadModel(join(out, 'model.json'));
    expect(predictor.classes).toEqual(classes);
    const { table } = await readTable(writeLoans(folder, 50, 9));
    const chances = await predictor.predict(table);
    expect(chances).toHaveLength(50 * classes.length);
    const reversed = { ...table, columns: [...table.columns].reverse() };
    expect(await predictor.predict(reversed)).toEqual(chances);
  });
});

describe('a damaged model file', () => {
  const refused = (json: unknown): string => {
    try {
      parseModelFile(json);
    } catch (error) {
      if (error instanceof FairfrontError) return error.message;
      throw error;
    }
    throw new Error('it was taken');
  };
  const file = throughText(made(2));
  const output = file.outputs[0];
  const boosted = madeTrees(treeColumns(encoder));

  it.each([
    ['nothing', null],
    ['a text', 'model'],
    ['a list', []],
    ['another file', { schema: 'fairfront.audit/1' }],
  ])('is refused as none of ours: %s', (_, json) => {
    expect(refused(json)).toMatch(/^the model is not what fairfront writes: it must be fairfront\.model\/1/);
  });

  it('of a newer schema says that fairfront must be newer', () => {
    const newer = { ...file, schema: 'fairfront.model/9' };
    expect(refused(newer)).toMatch(
      /of the schema fairfront\.model\/9: fairfront \S+ reads .*update fairfront/,
    );
  });

  it.each([
    ['another kind', 'kind: ', { ...file, kind: 'forest' }],
    ['no target', 'target: ', { ...file, target: undefined }],
    ['one class', 'classes: ', { ...file, classes: ['no'] }],
    ['a class that is no text', 'classes.1: ', { ...file, classes: ['no', 1] }],
    ['no classes', 'classes: ', { ...file, classes: undefined }],
    ['no outputs', 'outputs: ', { ...file, outputs: undefined }],
    ['too many outputs', 'the model must have 1 outputs; it has 2', { ...file, outputs: [output, output] }],
    ['too few outputs', 'the model must have 3 outputs; it has 1', { ...file, classes: ['a', 'b', 'c'] }],
    ['an output that is nothing', 'outputs.0: ', { ...file, outputs: [null] }],
    ['no intercept', 'outputs.0.intercept: ', { ...file, outputs: [{ weights: output.weights }] }],
    [
      'a weight too few',
      'the model must have a weight for each of 4 features',
      { ...file, outputs: [{ ...output, weights: output.weights.slice(1) }] },
    ],
    [
      'a weight that is null',
      'outputs.0.weights.0: ',
      { ...file, outputs: [{ ...output, weights: [null, 1, 2, 3] }] },
    ],
    [
      'weights that are a text',
      'outputs.0.weights: ',
      { ...file, outputs: [{ ...output, weights: '1234' }] },
    ],
    ['no weights', 'outputs.0.weights: ', { ...file, outputs: [{ intercept: 1 }] }],
  ])('is refused with what is wrong with it: %s', (_, what, json) => {
    expect(refused(json)).toContain(`the model is damaged: ${what}`);
    expect(refused(json)).toContain('; take the model.json of a run folder as it is, or fit it again');
  });

  it.each([
    ['no encoder', { ...file, encoder: undefined }],
    ['an encoder of another schema', { ...file, encoder: { ...file.encoder, schema: 'x' } }],
    ['a column lost', { ...file, encoder: { ...file.encoder, columns: file.encoder.columns.slice(1) } }],
  ])('is refused with what the encoder lacks: %s', (_, json) => {
    expect(refused(json)).toMatch(/encoder|schema|column/);
  });

  it.each([
    ['trees of another target', 'the model must have 3 classes; it has 2', { classes: ['a', 'b', 'c'] }],
    [
      'trees on other columns',
      'the model must be grown on the columns of the encoder',
      { columns: [{ kind: 'numeric' }] },
    ],
    ['no trees', 'trees: ', { trees: undefined }],
  ])('is refused with what is wrong with it: %s', (_, what, changes) => {
    const trees = { ...toModelFile(boosted, encoder, { name: 'repaid', classes: ['a', 'b'] }), ...changes };
    const leaves = 'columns' in changes ? { trees: [[1]] } : {};
    expect(refused(throughText({ ...trees, ...leaves }))).toContain(`the model is damaged: ${what}`);
  });

  it('is never taken, whichever value of a tree is lost', () => {
    const whole = throughText(toModelFile(boosted, encoder, { name: 'repaid', classes: ['a', 'b'] }));
    expect(whole.trees).toHaveLength(5);
    for (const key of ['classCount', 'columns', 'base', 'trees', 'encoder']) {
      expect(refused({ ...whole, [key]: null }), key).toMatch(/must|damaged/);
    }
    const nodes: (readonly [number, number])[] = whole.trees.flatMap((tree: unknown[], i: number) =>
      tree.map((__, node) => [i, node]),
    );
    for (const [tree, node] of nodes) {
      const damaged = throughText(whole);
      damaged.trees[tree][node] = null;
      expect(refused(damaged)).toMatch(/^the trees are damaged: trees\[/);
    }
  });

  it('is never taken, whichever value is lost', () => {
    const paths: (readonly (string | number)[])[] = [];
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      if (path.length > 0) paths.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, child] of Object.entries(value)) walk(child, [...path, key]);
    };
    walk(file, []);
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) {
      const damaged = throughText(file);
      const holder = path.slice(0, -1).reduce((value, key) => value[key], damaged);
      holder[path.at(-1)!] = null;
      expect(refused(damaged), path.join('.')).toMatch(/must|damaged/);
    }
  });
});
