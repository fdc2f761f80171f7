// Trees through JSON and back: the same to the bit; and refused when they are damaged.

import { createRandom } from '@fairfront/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectError } from '../../../core/test/helpers/errors.js';
import type { TreeColumn } from '../../src/bins/columns.js';
import type { BoostedModel } from '../../src/model/boosted-model.js';
import { boostedToJson, parseBoosted } from '../../src/model/model-json.js';
import { madeTrees } from '../helpers/made-trees.js';

const COLUMNS: TreeColumn[] = [{ kind: 'numeric' }, { kind: 'categorical', levels: 5 }, { kind: 'numeric' }];

const throughText = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('trees through JSON', () => {
  it.each([2, 3, 1])('are the same to the bit: %i classes', (classCount) => {
    for (let seed = 1; seed <= 20; seed++) {
      const model = madeTrees(COLUMNS, { classCount, seed });
      expect(parseBoosted(throughText(boostedToJson(model)))).toEqual(model);
    }
  });

  it('that are none, or a leaf', () => {
    const none = madeTrees(COLUMNS, { trees: 0 });
    expect(boostedToJson(none).trees).toEqual([]);
    expect(parseBoosted(throughText(boostedToJson(none)))).toEqual(none);
    const leaf = madeTrees(COLUMNS, { trees: 1, depth: 0 });
    expect(boostedToJson(leaf).trees).toEqual([[expect.any(Number)]]);
    expect(parseBoosted(throughText(boostedToJson(leaf)))).toEqual(leaf);
  });

  it('are short and read well', () => {
    const model: BoostedModel = {
      classCount: 2,
      columns: COLUMNS.slice(0, 2),
      base: Float64Array.of(0.1),
      treeStarts: Uint32Array.of(0, 1, 6),
      column: Int32Array.of(-1, 0, -1, 1, -1, -1),
      threshold: Float32Array.of(0, 0.1, 0, 0, 0, 0),
      missingLeft: Uint8Array.of(0, 1, 0, 0, 0, 0),
      left: Uint32Array.of(0, 2, 0, 4, 0, 0),
      value: Float32Array.of(0.7, 0, -0.3, 0, 1e-20, 1.234567),
      gain: Float32Array.of(0, 12.3, 0, 4, 0, 0),
      levelStarts: Uint32Array.of(0, 0, 0, 0, 2, 2, 2),
      levels: Uint32Array.of(1, 4),
    };
    expect(JSON.stringify(boostedToJson(model))).toBe(
      '{"classCount":2,"columns":[{"kind":"numeric"},{"kind":"categorical","levels":5}],"base":[0.1],' +
        '"trees":[[0.7],[[0,0.1,1,1,12.3],-0.3,[1,[1,4],0,3,4],1e-20,1.234567]]}',
    );
  });

  it('keep every number of float32, the largest and the smallest too', () => {
    const leaf = madeTrees(COLUMNS, { trees: 1, depth: 0 });
    const survives = (value: number): void => {
      const model = { ...leaf, value: Float32Array.of(value) };
      expect(parseBoosted(throughText(boostedToJson(model))).value).toEqual(Float32Array.of(value));
    };
    for (const value of [
      3.4028234663852886e38,
      -3.4028234663852886e38,
      2 ** -149,
      2 ** -126,
      1 / 3,
      2 ** 24 - 1,
    ]) {
      survives(value);
    }
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => survives(value + 0)),
    );
  });
});

describe('damaged trees', () => {
  const file = throughText(boostedToJson(madeTrees(COLUMNS, { classCount: 3, trees: 2, seed: 4 })));
  const leaf = { classCount: 2, columns: COLUMNS, base: [0] };
  const withTrees = (...trees: unknown[]) => ({ ...leaf, trees });

  it.each<[string, unknown, ...string[]]>([
    ['nothing', null, 'the model must be an object', 'null'],
    ['a list', [], 'the model must be an object'],
    [
      'no classes',
      { ...leaf, classCount: 0, trees: [] },
      'classCount must be a whole number from 1',
      'got 0',
    ],
    ['no columns', { ...leaf, columns: [], trees: [] }, 'columns must name a column'],
    [
      'an odd column',
      { ...leaf, columns: [{ kind: 'text' }], trees: [] },
      'columns[0].kind must be "numeric" or',
    ],
    [
      'a column of half a level',
      { ...leaf, columns: [{ kind: 'categorical', levels: 0.5 }], trees: [] },
      'columns[0].levels must be a whole number from 0 to 16777216',
    ],
    [
      'a score too many',
      { ...leaf, base: [0, 0], trees: [] },
      'base must have a number for each of 1 outputs',
    ],
    ['a score that is a text', { ...leaf, base: ['0'], trees: [] }, 'base[0] must be a number; got "0"'],
    [
      'a round that is not whole',
      { ...file, trees: file.trees.slice(1) },
      'trees must be a multiple of 3; got 5',
    ],
    ['trees that are a text', { ...leaf, trees: 'oak' }, 'trees must be a list'],
    ['a tree without nodes', withTrees([]), 'trees[0] must have a node'],
    ['a leaf that is null', withTrees([null]), 'trees[0][0] must be a number; got null'],
    ['a leaf too large', withTrees([1e39]), 'trees[0][0] must be a number of float32'],
    ['a node nobody leads to', withTrees([0, 0]), 'trees[0][1] must be the child of a split before it'],
    [
      'a split that is cut',
      withTrees([[0, 0.5, 1, 1], 0, 0]),
      'trees[0][0] must be a number, or a list of five',
    ],
    [
      'a column that is not there',
      withTrees([[3, 0.5, 1, 1, 0], 0, 0]),
      '[0] must be a whole number from 0 to 2',
    ],
    ['a threshold that is none', withTrees([[0, null, 1, 1, 0], 0, 0]), 'trees[0][0][1] must be a number'],
    ['a threshold for levels', withTrees([[1, 0.5, 1, 1, 0], 0, 0]), 'trees[0][0][1] must be a list'],
    [
      'a level too many',
      withTrees([[1, [0, 5], 1, 1, 0], 0, 0]),
      'be some of 5 levels, ascending',
      'got [0,5]',
    ],
    ['levels in disorder', withTrees([[1, [2, 1], 1, 1, 0], 0, 0]), 'be some of 5 levels, ascending'],
    ['a level twice', withTrees([[1, [2, 2], 1, 1, 0], 0, 0]), 'be some of 5 levels, ascending'],
    ['a level that is a text', withTrees([[1, ['2'], 1, 1, 0], 0, 0]), 'be some of 5 levels, ascending'],
    [
      'missing cells nowhere',
      withTrees([[0, 0.5, 2, 1, 0], 0, 0]),
      'trees[0][0][2] must be a whole number from 0 to 1',
    ],
    [
      'a child before its parent',
      withTrees([[0, 0, 0, 1, 0], [0, 0, 0, 1, 0], 0]),
      'trees[0][1][3] must name',
      'got 1',
    ],
    ['a child in another tree', withTrees([[0, 0, 0, 2, 0], 0, 0], [0]), 'trees[0][0][3] must name'],
    [
      'a child of two',
      withTrees([[0, 0, 0, 1, 0], [0, 0, 0, 2, 0], 0, 0]),
      'trees[0][1][3] must name the first of two nodes after it that are no children yet; got 2',
    ],
    [
      'a gain that is none',
      withTrees([[0, 0, 0, 1, 'much'], 0, 0]),
      'trees[0][0][4] must be a number; got "much"',
    ],
  ])('are refused with what is wrong: %s', (_, json, ...words) => {
    const wayOut = 'Hand them over as they were written, or fit them again';
    expectError(() => parseBoosted(json), 'bad-file', 'the trees are damaged: ', ...words, wayOut);
  });

  it('are never taken, whichever value is lost', () => {
    const paths: (readonly (string | number)[])[] = [];
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      if (path.length > 0) paths.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, child] of Object.entries(value)) walk(child, [...path, key]);
    };
    walk(file, []);
    expect(paths.length).toBeGreaterThan(300);
    for (const path of paths) {
      const damaged = throughText(file);
      const holder = path.slice(0, -1).reduce((value, key) => value[key], damaged);
      holder[path.at(-1)!] = null;
      expectError(() => parseBoosted(damaged), 'bad-file', 'must');
    }
  });

  it('are refused or are trees, whatever numbers are put in their place', () => {
    const { uniform } = createRandom(5);
    let taken = 0;
    for (let run = 0; run < 2000; run++) {
      const damaged = throughText(file);
      const tree = damaged.trees[Math.floor(uniform() * damaged.trees.length)];
      const node = Math.floor(uniform() * tree.length);
      const other = Math.floor(uniform() * 20) - 2;
      if (typeof tree[node] === 'number') tree[node] = uniform() < 0.5 ? tree[0] : other;
      else tree[node][Math.floor(uniform() * 5)] = other;
      let model: BoostedModel;
      try {
        model = parseBoosted(damaged);
      } catch (error) {
        expect((error as Error).message).toMatch(/^the trees are damaged: trees\[/);
        continue;
      }
      taken++;
      expectTrees(model);
    }
    expect(taken).toBeGreaterThan(100); // another leaf or gain
  });
});

/** Every node of a tree is met once on the ways from its root, and asks for what there is. */
function expectTrees({ treeStarts, column, columns, left, levelStarts, levels }: BoostedModel): void {
  for (let tree = 0; tree < treeStarts.length - 1; tree++) {
    const met: number[] = [];
    const walk = (node: number): void => {
      met.push(node);
      const asked = columns[column[node]!];
      if (asked === undefined) return;
      const own = [...levels.subarray(levelStarts[node], levelStarts[node + 1])];
      expect(own.every((level) => asked.kind === 'categorical' && level < asked.levels)).toBe(true);
      walk(left[node]!);
      walk(left[node]! + 1);
    };
    walk(treeStarts[tree]!);
    const all = Array.from(
      { length: treeStarts[tree + 1]! - treeStarts[tree]! },
      (_, i) => treeStarts[tree]! + i,
    );
    expect(met.sort((a, b) => a - b)).toEqual(all);
  }
}
